"""Pages that take input and keep what they saw of it."""

STYLE = """<!doctype html><style>body{margin:0}
    input,textarea,button,select,div,a{position:absolute;box-sizing:border-box}</style>"""

PAD = (
    STYLE
    + """<div id=pad style="left:0;top:0;width:200px;height:200px;background:#eee"></div><script>log = [];
    for (const t of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick', 'mousemove',
        'mouseover', 'mouseout', 'pointerdown', 'pointerup', 'wheel', 'touchstart', 'touchmove', 'touchend'])
        document.addEventListener(t, e => log.push(e), { passive: true });
    of = (...types) => log.filter(e => types.includes(e.type))</script>"""
)

FIELD = (
    STYLE + "<input id=i style='left:0;top:0;width:300px;height:30px'>"
    "<textarea id=t style='left:0;top:50px;width:300px;height:90px'></textarea>"
)

KEYS = """<script>log = []; for (const t of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change',
    'compositionstart', 'compositionupdate', 'compositionend'])
    document.addEventListener(t, e => log.push(e))</script>"""

FORM = (
    STYLE
    + """<form action=/sent><input name=q id=q style="left:0;top:0;width:200px;height:30px">
    <input name=n type=hidden value=1>
    <button name=b value=go id=go style="left:0;top:40px;width:80px;height:30px">go</button></form>"""
)
