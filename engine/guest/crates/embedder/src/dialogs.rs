//! Dialogs of pages are answered at once, by a policy: nobody sits in front of the page, and a script
//! that waits would hold up everything else.

use std::cell::RefCell;

use servo::SimpleDialog;
use wire::{ContextId, DialogKind, DialogPolicy, Effect};

use crate::effects;

thread_local! {
    static POLICY: RefCell<DialogPolicy> = const { RefCell::new(DialogPolicy::Dismiss {}) };
}

pub fn set_policy(policy: DialogPolicy) {
    POLICY.set(policy);
}

pub fn tell(context: ContextId, dialog: DialogKind, message: String, accepted: bool) {
    effects::push(Effect::Dialog { context, dialog, message, accepted });
}

pub fn answer(context: ContextId, dialog: SimpleDialog) {
    let policy = POLICY.with_borrow(Clone::clone);
    let (accepted, prompt_text) = match policy {
        DialogPolicy::Dismiss {} => (false, None),
        DialogPolicy::Accept { prompt_text } => (true, prompt_text),
    };
    match dialog {
        SimpleDialog::Alert(alert) => {
            // An alert has one button.
            tell(context, DialogKind::Alert, alert.message().to_owned(), true);
            alert.confirm();
        }
        SimpleDialog::Confirm(confirm) => {
            tell(context, DialogKind::Confirm, confirm.message().to_owned(), accepted);
            if accepted { confirm.confirm() } else { confirm.dismiss() }
        }
        SimpleDialog::Prompt(mut prompt) => {
            tell(context, DialogKind::Prompt, prompt.message().to_owned(), accepted);
            if let Some(text) = prompt_text {
                prompt.set_current_value(&text);
            }
            if accepted { prompt.confirm() } else { prompt.dismiss() }
        }
    }
}
