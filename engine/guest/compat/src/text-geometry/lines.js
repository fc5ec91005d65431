// Which characters of a text node are on which of its lines, and where. The engine knows the box of each line; a canvas
// with the same font measures within it. Right for text of one direction.

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
    if (space && (shown === "" || shown.endsWith(" "))) continue;
    shown += space ? " " : data[offset];
    offsets.push(offset);
  }
  return { shown, offsets };
}

const boxes = Range.prototype.getClientRects;

/** The lines of a text node: `{rect, from, to, at(offset), nearest(x)}` with offsets in the node. */
export function lines(text) {
  if (!text.parentElement) return [];
  const whole = document.createRange();
  whole.selectNodeContents(text);
  const rects = [...boxes.call(whole)];
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
  while (breaks && shown[begin] === "\n") begin++;
  return rects.map((rect, number) => {
    const from = begin;
    let to = shown.length;
    const newline = breaks ? shown.indexOf("\n", from) : -1;
    if (newline >= 0 && number < rects.length - 1) to = newline;
    if (number < rects.length - 1 && (newline < 0 || width(shown.slice(from, to)) > rect.width + 0.6)) {
      // The longest piece that fits.
      let low = from;
      let high = to;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (width(shown.slice(from, middle).trimEnd()) <= rect.width + 0.6) low = middle;
        else high = middle - 1;
      }
      to = Math.max(low, Math.min(from + 1, shown.length));
    }
    begin = to;
    // Spaces at a break are not drawn, and empty lines have no box.
    const skipped = breaks ? "\n" : " ";
    while (begin < shown.length && shown[begin] === skipped) begin++;
    const measured = width(shown.slice(from, to));
    const scale = measured > 0 && Math.abs(rect.width / measured - 1) < 0.1 ? rect.width / measured : 1;
    const place = (index) => {
      const along = Math.min(rect.width, width(shown.slice(from, index)) * scale);
      return backwards ? rect.right - along : rect.left + along;
    };
    return {
      rect,
      from: offsetOf(from),
      to: number === rects.length - 1 ? text.length : offsetOf(begin),
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
  const all = lines(text);
  if (start === end) {
    const line = all.find(({ from, to }) => start >= from && start < to) ?? all.at(-1);
    return line ? [new DOMRect(line.at(start), line.rect.top, 0, line.rect.height)] : [];
  }
  return all
    .filter(({ from, to }) => start < to && end > from)
    .map((line) => {
      const edges = [line.at(Math.max(start, line.from)), line.at(Math.min(end, line.to))];
      return new DOMRect(Math.min(...edges), line.rect.top, Math.abs(edges[1] - edges[0]), line.rect.height);
    });
}
