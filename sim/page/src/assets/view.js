// What is shown and selected, and who is to be drawn when that changes.
const view = { from: BEGIN, to: END, selection: null, chosen: null };
const rows = [];
const onSelection = [];
let theme = {};
let due = false, drawTime = 0;

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const names = ["back", "text", "dim", "line", "row", "accent", "sleep", "held", "error", "mark", "select"];
  theme = Object.fromEntries(names.map(n => [n, style.getPropertyValue("--" + n).trim()]));
}

// A row of the time line: a label and a canvas of some height, which `draw` draws and `at` says what is where.
function addRow(parent, label, height, draw, at) {
  const lane = document.createElement("div");
  lane.className = "lane";
  const name = document.createElement("div");
  name.className = "label";
  name.append(...label);
  const canvas = document.createElement("canvas");
  lane.append(name, canvas);
  parent.append(lane);
  const row = { lane, canvas, height, draw, at, width: 0 };
  rows.push(row);
  listen(row);
  return row;
}

function element(tag, text, attributes) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
  return e;
}

// A canvas of the size that it has on the screen, cleared, in pixels of the page.
function prepared(canvas, height) {
  const scale = window.devicePixelRatio || 1, width = Math.max(50, canvas.clientWidth);
  canvas.style.height = height + "px";
  const w = Math.round(width * scale), h = Math.round(height * scale);
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
  const g = canvas.getContext("2d");
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.clearRect(0, 0, width, height);
  g.font = "11px system-ui, sans-serif";
  g.textBaseline = "middle";
  return [g, width];
}

const xOf = (ticks, width) => (ticks - view.from) / (view.to - view.from) * width;
const ticksAt = (x, width) => view.from + x / width * (view.to - view.from);

function drawAll() {
  due = false;
  const begun = performance.now();
  for (const row of rows) {
    const box = row.lane.getBoundingClientRect();
    if (box.bottom < -200 || box.top > innerHeight + 200 || row.lane.hidden) { row.stale = true; continue; }
    drawRow(row);
  }
  drawTime = performance.now() - begun;
  document.body.dataset.drawMs = drawTime.toFixed(2);
  const span = view.to - view.from;
  document.getElementById("shown").textContent =
    `${time(view.from, span / 1000)} to ${time(view.to, span / 1000)}, ${time(span)} shown`;
}

function drawRow(row) {
  row.stale = false;
  const [g, width] = prepared(row.canvas, row.height);
  row.width = width;
  row.draw(g, width, row.height);
  if (view.selection) {
    const [a, b] = view.selection.map(t => xOf(t, width));
    g.fillStyle = theme.select;
    g.fillRect(a, 0, Math.max(1, b - a), row.height);
    g.fillStyle = theme.accent;
    g.fillRect(a, 0, 1, row.height);
    g.fillRect(b - 1, 0, 1, row.height);
  }
}

function redraw() {
  if (!due) { due = true; requestAnimationFrame(drawAll); }
}

function show(from, to) {
  const least = Math.min(END - BEGIN, 20);
  let span = Math.min(END - BEGIN, Math.max(least, to - from));
  from = Math.min(Math.max(BEGIN, from), END - span);
  view.from = from;
  view.to = from + span;
  redraw();
}

function zoom(factor, at) {
  const middle = at === undefined ? (view.from + view.to) / 2 : at;
  show(middle - (middle - view.from) * factor, middle + (view.to - middle) * factor);
}

function pan(share) {
  const d = (view.to - view.from) * share;
  show(view.from + d, view.to + d);
}

let selecting = 0;
function select(selection) {
  if (selection) {
    const [a, b] = selection;
    selection = [Math.max(BEGIN, Math.min(a, b)), Math.min(END, Math.max(a, b))];
    if (selection[1] - selection[0] < 1) selection = null;
  }
  view.selection = selection;
  redraw();
  clearTimeout(selecting);
  selecting = setTimeout(() => onSelection.forEach(f => f()), 30);
}

// Highlights a function everywhere; again: no more.
function choose(name) {
  view.chosen = view.chosen === name ? null : name;
  redraw();
  onSelection.forEach(f => f());
}

const chosenWindow = () => view.selection || [BEGIN, END];

const tip = document.body.appendChild(element("div", "", { id: "tip", role: "status", hidden: "" }));
function tell(text, x, y) {
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
  tip.style.top = (y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + "px";
}

function listen(row) {
  const canvas = row.canvas;
  const place = e => {
    const box = canvas.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  let drag = null;
  canvas.addEventListener("wheel", e => {
    e.preventDefault();
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) return pan(e.deltaX / row.width);
    zoom(Math.exp(Math.max(-200, Math.min(200, e.deltaY)) / 400), ticksAt(place(e)[0], row.width));
  }, { passive: false });
  canvas.addEventListener("pointerdown", e => {
    if (e.button !== 0) return;
    canvas.setPointerCapture(e.pointerId);
    const x = place(e)[0];
    drag = { x, from: view.from, to: view.to, moved: false, brush: e.shiftKey || row.axis, at: ticksAt(x, row.width) };
  });
  canvas.addEventListener("pointermove", e => {
    const [x, y] = place(e);
    if (!drag) return tell(row.at ? row.at(x, y, row.width) : "", e.clientX, e.clientY);
    if (Math.abs(x - drag.x) > 3) drag.moved = true;
    if (!drag.moved) return;
    if (drag.brush) return select([drag.at, ticksAt(x, row.width)]);
    const d = (drag.x - x) / row.width * (drag.to - drag.from);
    show(drag.from + d, drag.to + d);
  });
  canvas.addEventListener("pointerup", e => {
    const [x, y] = place(e);
    if (drag && !drag.moved && row.hit) {
      const name = row.hit(x, y, row.width);
      if (name !== undefined) choose(name);
    }
    drag = null;
  });
  canvas.addEventListener("pointerleave", () => tell(""));
}

function onKey(e) {
  if (e.target.closest("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey) return;
  const keys = {
    "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6),
    ArrowLeft: () => pan(-0.2), ArrowRight: () => pan(0.2),
    0: () => show(BEGIN, END), Home: () => show(BEGIN, END),
    s: () => select([view.from, view.to]), Escape: clearAll,
  };
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
}

function clearAll() {
  view.chosen = null;
  select(null);
}
