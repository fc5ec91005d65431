// Which characters of a text node are in which of its boxes, and where. The engine knows the boxes; a canvas with the
// same font measures within them. Right for text of one direction.

let canvas;

function measurer(text) {
  canvas ??= document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(text.parentElement);
  canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const spacing = parseFloat(style.letterSpacing) || 0;
  const change = { uppercase: "toUpperCase", lowercase: "toLowerCase" }[style.textTransform];
  return {
    width: (part) => canvas.measureText(change ? part[change]() : part).width + spacing * part.length,
    collapses: !style.whiteSpace.startsWith("pre") && style.whiteSpace !== "break-spaces",
    breaks: style.whiteSpace.startsWith("pre") || style.whiteSpace === "break-spaces",
    backwards: style.direction === "rtl",
  };
}

/** What is drawn of the text, with the offset in the node of each character. */
function drawn(data, collapses) {
  if (!collapses) return { shown: data, offsets: null };
  let shown = "";
  const offsets = [];
  for (let offset = 0; offset < data.length; offset++) {
    const space = " \n\t\r\f".includes(data[offset]);
    if (space && shown.endsWith(" ")) continue;
    shown += space ? " " : data[offset];
    offsets.push(offset);
  }
  return { shown, offsets };
}

const native = Range.prototype.getClientRects;

/** The boxes of a text node's pieces: one or more a line. Servo has them for a collapsed range; others take in what follows. */
export function boxes(text) {
  const range = document.createRange();
  range.setStart(text, 0);
  range.collapse(true);
  return [...native.call(range)];
}

const SLACK = 0.6;

/** The pieces of a text node: `{rect, from, to, at(offset), nearest(x)}` with offsets in the node. */
export function pieces(text) {
  const rects = text.parentElement ? boxes(text) : [];
  if (!rects.length) return [];
  const { width, collapses, breaks, backwards } = measurer(text);
  const { shown, offsets } = drawn(text.data, collapses);
  const offsetOf = (index) => (index >= shown.length ? text.length : offsets ? offsets[index] : index);
  const indexOf = (offset) => {
    if (!offsets) return offset;
    let index = 0;
    while (index < offsets.length && offsets[index] < offset) index++;
    return index;
  };
  let begin = 0;
  return rects.map((rect, number) => {
    const before = rects[number - 1];
    const newLine = !before || rect.top > before.top + before.height / 2;
    // Spaces at a break are not drawn, and neither are line ends.
    if (newLine && breaks) while (shown[begin] === "\n") begin++;
    else if (collapses && shown[begin] === " " && Math.abs(rect.width - width(" ")) > SLACK) begin++;
    const from = begin;
    let to = shown.length;
    if (number < rects.length - 1) {
      const newline = breaks ? shown.indexOf("\n", from) : -1;
      let high = newline < 0 ? shown.length : newline;
      // The longest part that fits.
      to = Math.min(from + 1, shown.length);
      while (to < high) {
        const middle = (to + high + 1) >> 1;
        if (width(shown.slice(from, middle)) <= rect.width + SLACK) to = middle;
        else high = middle - 1;
      }
    }
    begin = to;
    const measured = width(shown.slice(from, to));
    const scale = measured > 0 && Math.abs(rect.width / measured - 1) < 0.1 ? rect.width / measured : 1;
    const place = (index) => {
      const along = Math.min(rect.width, width(shown.slice(from, index)) * scale);
      return backwards ? rect.right - along : rect.left + along;
    };
    return {
      rect,
      from: number ? offsetOf(from) : 0,
      to: number === rects.length - 1 ? text.length : offsetOf(to),
      at: (offset) => place(Math.min(to, Math.max(from, indexOf(offset)))),
      nearest(x) {
        let low = from;
        let high = to;
        while (low < high) {
          const middle = (low + high) >> 1;
          const between = (place(middle) + place(middle + 1)) / 2;
          if (backwards ? between >= x : between <= x) low = middle + 1;
          else high = middle;
        }
        return offsetOf(low);
      },
    };
  });
}

/** The boxes of a part of a text node; of nothing, a box without width. */
export function partRects(text, start, end) {
  const all = pieces(text);
  if (start === end) {
    const piece = all.find(({ to }) => start < to) ?? all.at(-1);
    return piece ? [new DOMRect(piece.at(start), piece.rect.top, 0, piece.rect.height)] : [];
  }
  return all
    .filter(({ from, to }) => start < to && end > from)
    .map((piece) => {
      const edges = [piece.at(Math.max(start, piece.from)), piece.at(Math.min(end, piece.to))];
      return new DOMRect(Math.min(...edges), piece.rect.top, Math.abs(edges[1] - edges[0]), piece.rect.height);
    });
}
