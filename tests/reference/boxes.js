// Evaluates to the boxes of the marked elements of a page: name -> [x, y, width, height] in CSS pixels.
// How far the box of an inline element reaches across its line is the browser's choice (CSS 2.2, 10.6.1): null,
// and its middle in place of its start.
(() => {
  const replaced = "img canvas svg iframe video object input button select textarea progress".split(" ");
  const round = value => Math.round(value * 1000) / 1000;
  return Object.fromEntries(Array.from(document.querySelectorAll("[data-probe]"), element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    let measured = [box.x, box.y, box.width, box.height].map(round);
    if (style.display === "inline" && !replaced.includes(element.localName)) {
      measured = (style.writingMode ?? "").startsWith("vertical")
        ? [round(box.x + box.width / 2), measured[1], null, measured[3]]
        : [measured[0], round(box.y + box.height / 2), measured[2], null];
    }
    return [element.getAttribute("data-probe"), measured];
  }));
})()
