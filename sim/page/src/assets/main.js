// Puts the page together.
function drawAxis(g, width, height) {
  const span = view.to - view.from;
  let step = 10 ** Math.floor(Math.log10(span / HZ / width * 110)) * HZ;
  for (const more of [2, 2.5, 2, 2.5]) if (step / span * width < 90) step *= more;
  g.fillStyle = theme.text;
  for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
    const x = xOf(t, width);
    g.fillRect(x, height - 6, 1, 6);
    g.fillText(time(t, step), Math.min(x + 3, width - 60), height - 13);
  }
}

function onSelected() {
  window_ = { costs: costs() };
  window_.functions = functionsOf(window_.costs);
  showShares();
  showProfile();
  drawFlames();
  showWhy();
  publish();
}

// What the page has added up, for who checks it against the report.
function publish() {
  const { dataset } = document.body;
  dataset.awake = window_.costs.map(({ ticks }, c) => {
    let sum = 0;
    ticks.forEach((t, k) => { if (data.cores[c].kinds[k] < ASLEEP) sum += t; });
    return sum;
  }).join(" ");
  dataset.instructions = data.cores.map((core, c) => {
    const column = data.counts.columns.find(m => m.core === c && m.meter === "instructions");
    return column ? column.values.reduce((a, b) => a + b, 0) : 0;
  }).join(" ");
  dataset.segments = data.cores.reduce((sum, c) => sum + c.exact.at.length, 0);
}

function measure() {
  const begun = performance.now();
  onSelected();
  document.body.dataset.selectMs = (performance.now() - begun).toFixed(2);
  drawAll();
  document.body.dataset.ready = "yes";
}

readTheme();
{
  const lanes = document.getElementById("lanes");
  const axis = addRow(lanes, [element("b", "time")], 26, drawAxis,
    (x, y, width) => `${time(ticksAt(x, width), (view.to - view.from) / width)}\ndrag: select`);
  axis.lane.classList.add("axis");
  axis.axis = true;
  addCores(lanes);
  addConsole(lanes);
  addReadings(lanes);
  addBuses(lanes);
  addPower(lanes);
  for (const row of rows) row.canvas.setAttribute("aria-hidden", "true");
  const on = (id, f) => { document.getElementById(id).onclick = f; };
  on("in", () => zoom(0.6));
  on("out", () => zoom(1 / 0.6));
  on("left", () => pan(-0.2));
  on("right", () => pan(0.2));
  on("all", () => show(BEGIN, END));
  on("select", () => select([view.from, view.to]));
  on("clear", clearAll);
  document.getElementById("filter").oninput = showProfile;
  document.addEventListener("keydown", onKey);
  addEventListener("resize", () => { redraw(); drawFlames(); });
  addEventListener("scroll", () => { if (rows.some(r => r.stale)) redraw(); }, { passive: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readTheme(); redraw(); drawFlames(); });
  listenToFlames();
  onSelection.push(onSelected);
  measure();
}
