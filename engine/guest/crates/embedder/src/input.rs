//! Input as a person's devices would make it.

use euclid::Point2D;
use servo::{
    CompositionEvent, CompositionState, ImeEvent, InputEvent, Key, KeyState, KeyboardEvent, Location,
    Modifiers, MouseButton, MouseButtonAction, MouseButtonEvent, MouseMoveEvent, NamedKey, TouchEvent,
    TouchEventType, TouchId, TouchPointerType, WebViewPoint, WheelDelta, WheelEvent, WheelMode,
};
use wire::{Body, Failure, FailureCode, Input, TouchPhase};

use crate::contexts::Context;
use crate::keys::{self, Press};

/// Largest coordinate or wheel delta, in CSS pixels.
const COORDINATE_PX: f64 = 1_000_000.0;
/// Longest text that is typed at once.
const TEXT_CHARACTERS: usize = 100_000;
const BUTTONS: u8 = 5;
const CLICKS: u8 = 10;

/// The keys that hold the modifiers down.
const MODIFIER_KEYS: [(Modifiers, NamedKey, &str); 4] = [
    (Modifiers::SHIFT, NamedKey::Shift, "Shift"),
    (Modifiers::CONTROL, NamedKey::Control, "Control"),
    (Modifiers::ALT, NamedKey::Alt, "Alt"),
    (Modifiers::META, NamedKey::Meta, "Meta"),
];

fn bad(message: String) -> Failure {
    Failure::new(FailureCode::BadArgument, message)
}

fn number(field: &str, value: f64) -> Result<f32, Failure> {
    if value.is_finite() && value.abs() <= COORDINATE_PX {
        Ok(value as f32)
    } else {
        Err(bad(format!("{field}: {value}, must be within ±{COORDINATE_PX}")))
    }
}

fn point(x: f64, y: f64) -> Result<WebViewPoint, Failure> {
    Ok(WebViewPoint::Page(Point2D::new(number("x", x)?, number("y", y)?)))
}

fn button(button: u8) -> Result<MouseButton, Failure> {
    if button < BUTTONS {
        Ok(MouseButton::from(button))
    } else {
        Err(bad(format!("button: {button}, must be 0 to {}", BUTTONS - 1)))
    }
}

fn press_of(key: &str) -> Result<Press, Failure> {
    keys::named(key).ok_or_else(|| {
        bad(format!("key: {key:?} is not a DOM key value such as \"a\", \"Enter\" or \"ArrowDown\""))
    })
}

fn text_length(text: &str) -> Result<(), Failure> {
    let count = text.chars().count();
    if count > TEXT_CHARACTERS {
        let message = format!("text: {count} characters, limit {TEXT_CHARACTERS}");
        return Err(Failure::new(FailureCode::TooLarge, message));
    }
    Ok(())
}

fn modifiers(given: wire::Modifiers) -> Modifiers {
    let mut all = Modifiers::empty();
    all.set(Modifiers::SHIFT, given.shift);
    all.set(Modifiers::CONTROL, given.control);
    all.set(Modifiers::ALT, given.alt);
    all.set(Modifiers::META, given.meta);
    all
}

pub fn send(context: &Context, input: Input) -> Result<Body, Failure> {
    match input {
        Input::MouseMove { x, y } => {
            let point = point(x, y)?;
            context.event(InputEvent::MouseMove(MouseMoveEvent::new(point)));
        }
        Input::MouseDown { x, y, button: number, modifiers: given } => {
            let (point, button) = (point(x, y)?, button(number)?);
            context.with_modifiers(modifiers(given), || {
                context.mouse(MouseButtonAction::Down, button, point);
            });
        }
        Input::MouseUp { x, y, button: number, modifiers: given } => {
            let (point, button) = (point(x, y)?, button(number)?);
            context.with_modifiers(modifiers(given), || {
                context.mouse(MouseButtonAction::Up, button, point);
            });
        }
        Input::Click { x, y, button: number, count, modifiers: given } => {
            let (point, button) = (point(x, y)?, button(number)?);
            if !(1..=CLICKS).contains(&count) {
                return Err(bad(format!("count: {count}, must be 1 to {CLICKS}")));
            }
            context.event(InputEvent::MouseMove(MouseMoveEvent::new(point)));
            context.with_modifiers(modifiers(given), || {
                for _ in 0..count {
                    context.mouse(MouseButtonAction::Down, button, point);
                    context.mouse(MouseButtonAction::Up, button, point);
                }
            });
        }
        Input::Wheel { x, y, delta_x, delta_y } => {
            let point = point(x, y)?;
            // Servo counts the way that the content moves.
            let delta = WheelDelta {
                x: -f64::from(number("delta_x", delta_x)?),
                y: -f64::from(number("delta_y", delta_y)?),
                z: 0.0,
                mode: WheelMode::DeltaPixel,
            };
            context.event(InputEvent::Wheel(WheelEvent::new(delta, point)));
        }
        Input::KeyDown { key, modifiers: given } => {
            let press = press_of(&key)?;
            context.key(KeyState::Down, press, modifiers(given));
        }
        Input::KeyUp { key, modifiers: given } => {
            let press = press_of(&key)?;
            context.key(KeyState::Up, press, modifiers(given));
        }
        Input::Key { key, modifiers: given } => {
            let press = press_of(&key)?;
            context.with_modifiers(modifiers(given), || context.down_and_up(press));
        }
        Input::Text { text } => {
            text_length(&text)?;
            for character in text.replace("\r\n", "\n").chars() {
                context.down_and_up(keys::typing(character));
            }
        }
        Input::ImeCommit { text } => {
            text_length(&text)?;
            let states = [
                (CompositionState::Start, String::new()),
                (CompositionState::Update, text.clone()),
                (CompositionState::End, text),
            ];
            for (state, data) in states {
                let event = CompositionEvent { state, data };
                context.event(InputEvent::Ime(ImeEvent::Composition(event)));
            }
        }
        Input::Touch { phase, id, x, y } => {
            let kind = match phase {
                TouchPhase::Start => TouchEventType::Down,
                TouchPhase::Move => TouchEventType::Move,
                TouchPhase::End => TouchEventType::Up,
                TouchPhase::Cancel => TouchEventType::Cancel,
            };
            let point = point(x, y)?;
            let event = TouchEvent::new(kind, TouchId(id), point, TouchPointerType::Touch);
            context.event(InputEvent::Touch(event));
        }
    }
    Ok(Body::Done {})
}

impl Context {
    fn event(&self, event: InputEvent) {
        self.webview.notify_input_event(event);
    }

    fn mouse(&self, action: MouseButtonAction, button: MouseButton, point: WebViewPoint) {
        self.event(InputEvent::MouseButton(MouseButtonEvent::new(action, button, point)));
    }

    /// One key event. Modifier keys that are pressed stay down until they are released.
    fn key(&self, state: KeyState, press: Press, given: Modifiers) {
        let before = self.held.get();
        if let Key::Named(name) = press.key
            && let Some((modifier, ..)) = MODIFIER_KEYS.iter().find(|entry| entry.1 == name)
        {
            let mut after = before;
            after.set(*modifier, state == KeyState::Down);
            self.held.set(after);
        }
        let location = match press.key {
            Key::Named(NamedKey::Shift | NamedKey::Control | NamedKey::Alt | NamedKey::Meta) => {
                Location::Left
            }
            _ => Location::Standard,
        };
        self.event(InputEvent::Keyboard(KeyboardEvent::new_without_event(
            state,
            press.key,
            press.code,
            location,
            before | given,
            false,
            false,
        )));
    }

    fn down_and_up(&self, press: Press) {
        self.key(KeyState::Down, press.clone(), Modifiers::empty());
        self.key(KeyState::Up, press, Modifiers::empty());
    }

    /// Hold modifier keys meanwhile, those that are not held already. Only key events tell the engine
    /// about them, as with a keyboard.
    fn with_modifiers(&self, wanted: Modifiers, act: impl FnOnce()) {
        let missing = wanted - self.held.get();
        let hold = |state: KeyState| {
            for (modifier, _, name) in MODIFIER_KEYS {
                if missing.contains(modifier)
                    && let Some(press) = keys::named(name)
                {
                    self.key(state, press, Modifiers::empty());
                }
            }
        };
        hold(KeyState::Down);
        act();
        hold(KeyState::Up);
    }
}
