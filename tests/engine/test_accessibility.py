"""The accessibility tree: roles, names, states, values, what is pruned, frames, shadow trees, stable
references."""

import pytest

from engine.host import ops, replies
from engine.host.driver import Driver, OperationFailed
from engine.host.replies import FailureCode
from tests.support.cases import BASE_URL
from tests.support.site import Site


def outline(nodes: tuple[replies.AccessibilityNode, ...]) -> list[str]:
    """One line a node: indentation, role, name, states, value."""
    lines = []
    for node in nodes:
        line = "  " * node.depth + node.role + (f" {node.name!r}" if node.name else "")
        line += "".join(f" [{state}]" for state in node.states) + (
            f" = {node.value!r}" if node.value is not None else ""
        )
        lines.append(line)
    return lines


def tree(page: Driver, body: str, title: str = "t") -> list[str]:
    """The lines below the document."""
    page.open_html(f"<!doctype html><html lang=en><title>{title}</title><body>{body}", base_url=BASE_URL)
    first, *rest = outline(page.accessibility().nodes)
    assert first == f"document {title!r}"
    return [line.removeprefix("  ") for line in rest]


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<button>go</button>", "button 'go'"),
        ("<a href=/x>link</a>", "link 'link'"),
        ("<h3>head</h3>", "heading 'head' [level=3]"),
        ("<div role=heading aria-level=5>five</div>", "heading 'five' [level=5]"),
        ("<nav aria-label=main>x</nav>", "navigation 'main'"),
        ("<main>x</main>", "main"),
        ("<aside>x</aside>", "complementary"),
        ("<header>x</header>", "banner"),
        ("<footer>x</footer>", "contentinfo"),
        ("<section aria-label=s>x</section>", "region 's'"),
        ("<form aria-label=f>x</form>", "form 'f'"),
        ("<search>x</search>", "search"),
        ("<article>x</article>", "article"),
        ("<input>", "textbox = ''"),
        ("<input type=password value=abc aria-label=p>", "textbox 'p' = '•••'"),
        ("<input type=search aria-label=s>", "searchbox 's' = ''"),
        ("<input type=number value=3 aria-label=n>", "spinbutton 'n' = '3'"),
        ("<input type=range value=20 aria-label=r>", "slider 'r' = '20'"),
        ("<input type=checkbox checked aria-label=c>", "checkbox 'c' [checked]"),
        ("<input type=radio aria-label=r>", "radio 'r'"),
        ("<input type=submit>", "button 'Submit'"),
        ("<input type=image alt=pic>", "button 'pic'"),
        ("<textarea aria-label=t>text</textarea>", "textbox 't' [multiline] = 'text'"),
        ("<select aria-label=s><option>one</select>", "combobox 's' = 'one'"),
        ("<select multiple aria-label=s><option>one</select>", "listbox 's' [multiselectable] = ''"),
        ("<progress value=.5 aria-label=p></progress>", "progressbar 'p' = '0.5'"),
        ("<meter value=.5 aria-label=m></meter>", "meter 'm' = '0.5'"),
        ("<output>o</output>", "status"),
        ("<img alt=picture src=data:,>", "img 'picture'"),
        ("<ul><li>x</ul>", "list"),
        ("<hr>", "separator"),
        ("<dialog open aria-label=d>x</dialog>", "dialog 'd'"),
        ("<fieldset><legend>legend</legend></fieldset>", "group 'legend'"),
        ("<figure><figcaption>cap</figcaption></figure>", "figure 'cap'"),
        ("<details><summary>more</summary>x</details>", "group"),
        ("<blockquote>q</blockquote>", "blockquote"),
        ("<p>text</p>", "paragraph"),
        ("<div role=tab aria-selected=true>t</div>", "tab 't' [selected]"),
        ("<div role=switch aria-checked=true>s</div>", "switch 's' [checked]"),
        ("<div role=alert>careful</div>", "alert"),
        ("<div role='unknown button'>fallback</div>", "button 'fallback'"),
        ("<div role=treeitem aria-expanded=false>node</div>", "treeitem 'node' [expanded=false]"),
        ("<svg><title>chart</title></svg>", "img 'chart'"),
        ("<canvas aria-label=drawing></canvas>", "img 'drawing'"),
        ("<div contenteditable aria-label=edit>x</div>", "textbox 'edit' [multiline] = 'x'"),
        ("<div tabindex=0>focusable</div>", "generic"),
    ],
)  # fmt: skip
def test_an_element_has_its_role_name_and_value(page: Driver, html: str, line: str) -> None:
    assert tree(page, html)[0] == line


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<span id=l>by id</span><button aria-labelledby=l>content</button>", "by id"),
        (
            "<span id=a>one</span><span id=b hidden>two</span><button aria-labelledby='b a'>content</button>",
            "two one",
        ),
        ("<button aria-label=label title=title>content</button>", "label"),
        ("<button title=title></button>", "title"),
        ("<button><img alt=icon src=data:,> text</button>", "icon text"),
        ("<button>a <b>b</b><i hidden>no</i><span aria-hidden=true>no</span> c</button>", "a b c"),
        ("<label for=x>before</label><input id=x type=checkbox>", "before"),
        ("<label>around <input type=checkbox></label>", "around"),
        (
            "<label><input type=checkbox> wait <b role=textbox contenteditable>5</b> minutes</label>",
            "wait 5 minutes",
        ),
        ("<input type=text placeholder=hint>", "hint"),
        ("<a href=#><span>one</span><div>two</div></a>", "one two"),
        ("<a href=#>  many\n   spaces </a>", "many spaces"),
        ("<style>button::before{content:'pre '}</style><button>x</button>", "pre x"),
        ("<table><caption>cap</caption><tr><td>x</table>", "cap"),
        ("<button aria-labelledby=missing>content</button>", "content"),
        ("<button id=s aria-labelledby='s s'>self</button>", "self self"),
        ("<span id=p aria-labelledby=q>x</span><button id=q aria-labelledby=p>loop</button>", "x"),
    ],
)
def test_the_accessible_name_comes_from_the_right_place(page: Driver, html: str, name: str) -> None:
    page.open_html(f"<!doctype html><title>t</title>{html}", base_url=BASE_URL)
    roles = {"button", "checkbox", "textbox", "link", "table"}
    node = next(node for node in page.accessibility().nodes if node.role in roles)
    assert node.name == name


@pytest.mark.parametrize(
    ("html", "states"),
    [
        ("<button disabled>x</button>", ["disabled"]),
        ("<fieldset disabled><button>x</button></fieldset>", ["disabled"]),
        ("<div aria-disabled=true><button>x</button></div>", ["disabled"]),
        ("<input required readonly>", ["required", "readonly"]),
        ("<input type=email value=x>", ["invalid"]),
        ("<input required>", ["required"]),
        ("<button aria-pressed=false aria-haspopup=true>x</button>", ["pressed=false", "haspopup=menu"]),
        ("<button aria-expanded=true>x</button>", ["expanded"]),
        ("<a href=# aria-current=page>x</a>", ["current=page"]),
        ("<button id=b>x</button><script>b.focus()</script>", ["focused"]),
        ("<div role=checkbox aria-checked=mixed>x</div>", ["checked=mixed"]),
        ("<div role=textbox aria-multiline=true aria-busy=true></div>", ["multiline", "busy"]),
    ],
)
def test_states_are_listed_when_present(page: Driver, html: str, states: list[str]) -> None:
    page.open_html(f"<!doctype html><title>t</title>{html}", base_url=BASE_URL)
    roles = {"button", "textbox", "link", "checkbox"}
    (node,) = [node for node in page.accessibility().nodes if node.role in roles]
    assert list(node.states) == states


def test_states_follow_what_people_and_scripts_do(page: Driver) -> None:
    page.open_html("<!doctype html><title>t</title><input type=checkbox id=c><input id=i>", base_url=BASE_URL)
    page.click_on("#c")
    page.click_on("#i")
    page.type_text("typed")
    page.evaluate("c.indeterminate = true")
    assert outline(page.accessibility().nodes)[1:] == [
        "  checkbox [checked=mixed]",
        "  textbox [focused] = 'typed'",
    ]


def test_a_page_is_an_outline(page: Driver) -> None:
    """Containers without meaning vanish; text, lists, tables and controls stay where they are."""
    assert tree(
        page,
        """<div><div><h1>Title</h1></div><nav><ul><li><a href=/a>A</a></li>
        <li><a href=/b>B</a></li></ul></nav><div role=presentation><p>Some <b>bold</b> text</p></div>
        <table><tr><th>Name</th></tr><tr><td>x</td></tr></table></div>""",
    ) == [
        "heading 'Title' [level=1]",
        "  text 'Title'",
        "navigation",
        "  list",
        "    listitem",
        "      link 'A'",
        "        text 'A'",
        "    listitem",
        "      link 'B'",
        "        text 'B'",
        "paragraph",
        "  text 'Some'",
        "  text 'bold'",
        "  text 'text'",
        "table",
        "  rowgroup",
        "    row",
        "      columnheader 'Name'",
        "        text 'Name'",
        "    row",
        "      cell 'x'",
        "        text 'x'",
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<p hidden>no</p>",
        "<p style='display:none'>no</p>",
        "<p style='visibility:hidden'>no</p>",
        "<p aria-hidden=true>no</p>",
        "<div inert><button>no</button></div>",
        "<details><summary hidden>s</summary>no</details>",
        "<template><p>no</p></template><script>'no'</script><style>no{}</style>",
        "<input type=hidden value=no>",
        "<dialog>no</dialog>",
        "<img alt='' src=data:,>",
    ],
)
def test_what_people_cannot_meet_is_pruned(page: Driver, html: str) -> None:
    lines = [line for line in tree(page, f"{html}<p>yes</p>") if line.strip() != "group"]
    assert lines == ["paragraph", "  text 'yes'"]


def test_visible_children_of_invisible_parents_stay(page: Driver) -> None:
    lines = tree(
        page, "<div style='visibility:hidden'>no<button style='visibility:visible'>yes</button></div>"
    )
    assert lines == ["button 'yes'"]


def test_a_modal_dialog_hides_the_rest(page: Driver) -> None:
    page.open_html(
        "<!doctype html><title>t</title><p>behind</p><dialog><button>ok</button></dialog>", base_url=BASE_URL
    )
    page.evaluate("document.querySelector('dialog').showModal()")
    lines = outline(page.accessibility().nodes)
    assert lines == ["document 't'", "  dialog [modal]", "    button 'ok' [focused]"]


def test_frames_and_shadow_trees_are_part_of_the_tree(page: Driver) -> None:
    page.open_html(
        """<!doctype html><title>t</title><iframe title=frame
        srcdoc="<title>in</title><button>inside</button>"></iframe>
        <div id=h><b slot=s>slotted</b><i>lost</i></div><script>
        h.attachShadow({ mode: 'closed' }).innerHTML = '<h2>shadow</h2><slot name=s></slot>'</script>""",
        base_url=BASE_URL,
    )
    assert outline(page.accessibility().nodes) == [
        "document 't'",
        "  iframe 'frame'",
        "    button 'inside'",
        "  heading 'shadow' [level=2]",
        "    text 'shadow'",
        "  text 'slotted'",
    ]


def test_references_and_boxes_can_be_acted_on(page: Driver) -> None:
    """A reference locates and clicks, in frames and shadow trees too; the box is where it is drawn."""
    page.open_html(
        """<!doctype html><title>t</title><body style="margin:0"><iframe
        style="position:absolute;left:100px;top:50px;border:0"
        srcdoc="<body style='margin:0'><button
        style='position:absolute;left:10px;top:20px;width:60px;height:30px'
        onclick='parent.log.push(`frame`)'>inside</button>"></iframe><div id=h></div><script>log = [];
        h.attachShadow({ mode: 'open' }).innerHTML =
        '<button onclick="log.push(`shadow`)">shadow</button>'</script>""",
        base_url=BASE_URL,
    )
    buttons = {node.name: node for node in page.accessibility().nodes if node.role == "button"}
    rect = buttons["inside"].rect
    assert rect is not None
    assert (rect.x, rect.y, rect.width, rect.height) == (110, 70, 60, 30)
    for name in ("inside", "shadow"):
        page.click_on(f"ref={buttons[name].element}")
    assert page.evaluate("log") == ["frame", "shadow"]


def test_a_reference_is_stable_while_its_element_lives(page: Driver) -> None:
    """Moves, changes and new siblings keep it; a removed element is told missing; a new one has a new
    reference."""
    page.open_html(
        "<!doctype html><title>t</title><div id=a><button id=b>one</button></div><div id=c></div>",
        base_url=BASE_URL,
    )

    def find() -> dict[str, str | None]:
        return {node.name: node.element for node in page.accessibility().nodes if node.role == "button"}

    before = find()["one"]
    page.evaluate(
        "c.append(b); b.textContent = 'two'; a.innerHTML = '<button>new</button>'.repeat(3); "
        "b.disabled = true"
    )
    after = find()
    assert after["two"] == before
    assert after["new"] != before
    assert page.locate(f"ref={before}").disabled
    page.evaluate("window.kept = b; b.remove()")
    with pytest.raises(OperationFailed) as caught:
        page.locate(f"ref={before}")
    assert caught.value.code is FailureCode.NO_ELEMENT
    page.evaluate("a.append(kept)")
    assert find()["two"] == before


def test_references_die_with_their_document(page: Driver) -> None:
    page.open_html("<!doctype html><title>t</title><button>one</button>", base_url=BASE_URL)
    before = page.locate("button").element
    page.open_html("<!doctype html><title>t</title><button>one</button>", base_url=BASE_URL)
    assert page.locate("button").element != before
    with pytest.raises(OperationFailed) as caught:
        page.click_on(f"ref={before}")
    assert caught.value.code is FailureCode.NO_ELEMENT


@pytest.mark.parametrize(
    "wrong", ["ref=", "ref=e", "ref=e0", "ref=x1", "ref=e99999999999999999999", "ref=e-1"]
)
def test_a_wrong_reference_is_no_element(page: Driver, wrong: str) -> None:
    page.open_html("<!doctype html><p>x", base_url=BASE_URL)
    with pytest.raises(OperationFailed) as caught:
        page.locate(wrong)
    assert caught.value.code in (FailureCode.NO_ELEMENT, FailureCode.BAD_ARGUMENT)


def test_a_subtree_and_a_limit(page: Driver) -> None:
    page.open_html(
        "<!doctype html><title>t</title><p>out</p><ul id=u>" + "<li>item</li>" * 50 + "</ul>",
        base_url=BASE_URL,
    )
    part = page.accessibility(root="#u")
    assert (part.nodes[0].role, part.nodes[0].depth, len(part.nodes), part.truncated) == (
        "list",
        0,
        101,
        False,
    )
    cut = page.accessibility(limit=10)
    assert (len(cut.nodes), cut.truncated) == (10, True)
    assert page.accessibility(root=ops.Selector("#u"), limit=101).truncated is False


def test_descriptions_and_urls(page: Driver) -> None:
    page.open_html(
        "<!doctype html><title>t</title><i id=d>described</i><button aria-describedby=d>a</button>"
        "<button title=tip>b</button><a href=/path?q#h>link</a>",
        base_url=BASE_URL,
    )
    nodes = {node.name: node for node in page.accessibility().nodes if node.role in ("button", "link")}
    assert (nodes["a"].description, nodes["b"].description) == ("described", "tip")
    assert nodes["link"].url == BASE_URL + "path?q#h"


def test_a_large_page_is_listed_whole(page: Driver) -> None:
    """Deep nesting does not overflow and thousands of nodes come in order."""
    page.open_html(
        "<!doctype html><title>t</title>" + "<div>" * 3000 + "<button>deep</button>", base_url=BASE_URL
    )
    assert outline(page.accessibility().nodes)[1:] == ["  button 'deep'"]
    page.evaluate(
        "document.body.innerHTML = Array.from({ length: 2000 }, (_, i) => `<button>${i}</button>`).join('')"
    )
    names = [node.name for node in page.accessibility().nodes[1:]]
    assert names == [str(number) for number in range(2000)]


def test_a_cross_origin_frame_is_seen(page: Driver, site: Site) -> None:
    """People see what is in a frame, whatever its origin; scripts do not."""
    site.serve(
        "/",
        "<!doctype html><title>t</title><iframe title=f src='data:text/html,<button>other</button>'>"
        "</iframe>",
    )
    page.open_url(site.url("/"))
    assert "    button 'other'" in outline(page.accessibility().nodes)
    assert page.evaluate("document.querySelector('iframe').contentDocument") is None
