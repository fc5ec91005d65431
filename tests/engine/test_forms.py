"""Forms: values, validation, submission data, dialogs, editing. What people do to them is in
test_input.py."""

from engine.host.driver import Driver
from tests.support.cases import Case, check, each

FORM = """<!doctype html><form id=f><input name=t value=text><input name=c type=checkbox checked>
<input name=c type=checkbox value=two><input name=r type=radio value=1>
<input name=r type=radio value=2 checked><select name=s><option>a<option selected value=bee>b</select>
<select name=m multiple><option selected>x<option>y<option selected>z</select>
<textarea name=a>
line</textarea><input name=d disabled value=no><button name=b value=pressed>go</button></form>"""


@each(
    Case(
        "form data holds the successful controls in tree order",
        "return [...new FormData(f, f.querySelector('button'))].map(p => p.join('='))",
        ["t=text", "c=on", "r=2", "s=bee", "m=x", "m=z", "a=line", "b=pressed"],
        FORM,
    ),
    Case(
        "form data can be edited and lists files",
        """const d = new FormData(); d.append('k', 1); d.append('k', 2);
        d.set('x', new File(['abc'], 'n.txt', { type: 'text/plain' }));
        const x = d.get('x'), all = d.getAll('k'); d.delete('k');
        return [all, x.name, x.size, await x.text(), d.has('k'), [...d.keys()]]""",
        [["1", "2"], "n.txt", 3, "abc", False, ["x"]],
    ),
    Case(
        "submit fires with its submitter, can be cancelled, and formdata adds",
        """const log = []; f.onsubmit = e => { e.preventDefault(); log.push(e.submitter?.name ?? null); };
        f.requestSubmit(); f.requestSubmit(f.querySelector('button')); f.querySelector('button').click();
        f.addEventListener('formdata', e => e.formData.append('extra', 1));
        log.push(new FormData(f).get('extra')); return log""",
        [None, "b", "b", "1"],
        FORM,
    ),
    Case(
        "reset brings defaults back",
        """f.t.value = 'changed'; f.c[0].checked = false; f.r[0].checked = true; f.s.selectedIndex = 0;
        f.a.value = ''; let heard = 0; f.onreset = () => heard++; f.reset();
        return [f.t.value, f.c[0].checked, f.r.value, f.s.value, f.a.value, heard]""",
        ["text", True, "2", "bee", "line", 1],
        FORM,
    ),
    Case(
        "constraint validation by kind",
        """return [...document.querySelectorAll('input')].map(e => {
            const bad = []; for (const k in e.validity) if (e.validity[k] && k !== 'valid') bad.push(k);
            return e.id + ':' + bad.join();
        })""",
        [
            "a:valueMissing",
            "b:patternMismatch",
            "c:typeMismatch",
            "d:typeMismatch",
            "e:rangeUnderflow",
            "f:rangeOverflow",
            "g:stepMismatch",
            "h:valueMissing",
            "i:",
            "j:",
        ],
        "<!doctype html><input id=a required><input id=b pattern=[0-9]+ value=x>"
        "<input id=c type=email value=x><input id=d type=url value=x><input id=e type=number min=3 value=1>"
        "<input id=f type=number max=3 value=9><input id=g type=number min=0 step=2 value=3>"
        "<input id=h type=checkbox required><input id=i required disabled>"
        "<input id=j type=email value='a@b.c'>",
    ),
    Case(
        "invalid events, custom messages and pseudo-classes",
        """const i = document.querySelector('input'), log = [];
        i.oninvalid = e => { log.push('invalid'); e.preventDefault(); };
        log.push(i.checkValidity(), i.matches(':invalid'), i.willValidate); i.setCustomValidity('mine');
        i.value = 'x'; log.push(i.validationMessage, i.validity.customError); i.setCustomValidity('');
        log.push(i.reportValidity(), i.matches(':valid'), document.forms[0].checkValidity());
        return log""",
        ["invalid", False, True, True, "mine", True, True, True, True],
        "<!doctype html><form><input required></form>",
    ),
    Case(
        "required and optional controls match their pseudo-classes",
        "return [...document.forms[0]].map(i => i.matches(':required') - i.matches(':optional'))",
        [1, -1],
        "<!doctype html><form><input required><input></form>",
    ),
    Case(
        "an invalid form does not submit unless told so",
        """let n = 0; const f = document.forms[0]; f.onsubmit = e => { e.preventDefault(); n++; };
        f.querySelector('button').click(); const first = n; f.noValidate = true;
        f.querySelector('button').click(); return [first, n]""",
        [0, 1],
        "<!doctype html><form><input required><button>go</button></form>",
    ),
    Case(
        "input values are sanitised by type",
        """const v = (t, x) => {
            const i = document.createElement('input'); i.type = t; i.value = x; return i.value;
        };
        return [
            v('text', 'a\\nb'), v('email', ' a@b '), v('number', 'x'), v('number', '1e2'),
            v('range', '400'), v('color', 'x'), v('date', '2024-02-30'), v('date', '2024-02-29'),
            v('time', '25:00'), v('url', ' u ')
        ]""",
        ["ab", "a@b", "", "1e2", "100", "#000000", "", "2024-02-29", "", "u"],
    ),
    Case(
        "numbers and dates read and step",
        """const i = document.querySelector('input'); i.stepUp(2); const a = i.value; i.stepDown();
        const b = i.valueAsNumber; i.type = 'date'; i.valueAsDate = new Date(Date.UTC(2020, 1, 3));
        return [a, b, i.value, i.valueAsNumber]""",
        ["9", 7, "2020-02-03", 1580688000000],
        "<!doctype html><input type=number step=2 value=5 min=1>",
    ),
    Case(
        "selects: options, groups, changes from script",
        """const s = document.querySelector('select'); s.add(new Option('new', 'n'));
        s.options[1].selected = true; const a = [s.value, s.selectedIndex]; s.value = 'none';
        const b = [s.value, s.selectedIndex]; s.remove(0);
        return [a, b, s.length, s.options[0].parentNode.label, s.selectedOptions.length, s.type]""",
        [["2", 1], ["", -1], 2, "g", 1, "select-one"],
        "<!doctype html><select><option value=1>one<optgroup label=g><option value=2>two</optgroup></select>",
    ),
    Case(
        "a fieldset disables all but its first legend",
        "return [...document.querySelectorAll('input')].map(i => i.matches(':disabled'))",
        [False, True, True],
        "<!doctype html><fieldset disabled><legend><input></legend><input><fieldset><input></fieldset>"
        "</fieldset>",
    ),
    Case(
        "radio groups keep one choice per form and name",
        """const [a, b, c] = document.querySelectorAll('input'); b.checked = true;
        return [a.checked, b.checked, c.checked]""",
        [False, True, True],
        "<!doctype html><form><input type=radio name=r checked><input type=radio name=r></form>"
        "<input type=radio name=r checked>",
    ),
    Case(
        "selection and replacement in text controls",
        """const i = document.querySelector('input'); i.setSelectionRange(1, 3, 'backward');
        const a = [i.selectionStart, i.selectionEnd, i.selectionDirection];
        i.setRangeText('XY-', 1, 3, 'select'); const b = [i.value, i.selectionStart, i.selectionEnd];
        i.select(); return [a, b, i.selectionEnd]""",
        [[1, 3, "backward"], ["aXY-d", 1, 4], 5],
        "<!doctype html><input value=abcd>",
    ),
    Case(
        "labels, outputs, progress and meters",
        """const i = document.querySelector('input'); const o = document.querySelector('output');
        o.value = 'v'; const p = document.querySelector('progress'), m = document.querySelector('meter');
        return [i.labels.length, i.labels[0].control === i, o.textContent, p.position, m.value, m.max]""",
        [2, True, "v", 0.25, 1, 1],
        "<!doctype html><label for=i>a</label><label>b<input id=i></label><output></output>"
        "<progress max=4 value=1></progress><meter value=3></meter>",
    ),
    Case(
        "controls outside belong to a form by its id",
        "return [document.querySelector('input').form.id, [...new FormData(f)].join()]",
        ["f", "k,v"],
        "<!doctype html><form id=f></form><input form=f name=k value=v>",
    ),
    Case(
        "a form with method dialog closes its dialog with the button's value",
        """const d = document.querySelector('dialog'),
            log = [];
        d.onclose = () => log.push('closed'); d.showModal();
        const open = [d.open, d.matches(':modal'), document.activeElement.value];
        d.querySelector('button').click(); await new Promise(r => setTimeout(r, 20));
        return [open, d.open, d.returnValue, log]""",
        [[True, True, "yes"], False, "yes", ["closed"]],
        "<!doctype html><dialog><form method=dialog><button value=yes>ok</button></form></dialog>",
    ),
    Case(
        "show, showModal and close of a dialog",
        """const d = document.querySelector('dialog'),
            h = () => d.getBoundingClientRect().height > 0, seen = [h()];
        d.show(); seen.push(h()); try { d.showModal(); } catch (e) { seen.push(e.name); } d.close('r');
        seen.push(h(), d.returnValue); d.remove(); try { d.showModal(); } catch (e) { seen.push(e.name); }
        return seen""",
        [False, True, "InvalidStateError", False, "r", "InvalidStateError"],
        "<!doctype html><dialog>text</dialog>",
    ),
    Case(
        "a modal dialog makes the rest inert to focus and hits",
        """const d = document.querySelector('dialog'), out = document.querySelector('input'); d.showModal();
        out.focus();
        const r = out.getBoundingClientRect(), hit = document.elementFromPoint(r.x + 2, r.y + 2);
        return [document.activeElement === out, hit === out]""",
        [False, False],
        "<!doctype html><input style='position:absolute;left:0;top:0'><dialog><button>b</button></dialog>",
    ),
    Case(
        "popovers show, hide and tell",
        """const p = document.querySelector('[popover]'), log = []; p.ontoggle = e => log.push(e.newState);
        p.showPopover(); log.push(p.matches(':popover-open')); await new Promise(r => setTimeout(r, 20));
        p.hidePopover(); log.push(getComputedStyle(p).display); return log""",
        [True, "open", "none"],
        "<!doctype html><div popover>pop</div>",
    ),
    Case(
        "contenteditable is reflected and inherited",
        """const [a, b, c] = document.querySelectorAll('div, p, b');
        return [
            a.isContentEditable, b.isContentEditable, c.isContentEditable, a.contentEditable,
            b.contentEditable, c.contentEditable
        ]""",
        [True, True, False, "true", "inherit", "false"],
        "<!doctype html><div contenteditable><p>x</p><b contenteditable=false>y</b></div>",
    ),
    Case(
        "execCommand inserts text into an editable element",
        """const d = document.querySelector('div'); d.focus(); getSelection().selectAllChildren(d);
        const ok = document.execCommand('insertText', false, 'new'); return [ok, d.textContent]""",
        [True, "new"],
        "<!doctype html><div contenteditable>old</div>",
    ),
)
def test_forms(page: Driver, case: Case) -> None:
    check(page, case)
