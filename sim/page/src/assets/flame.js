// The flame graph of the selected time: contexts of all cores with one path are one.
const FLAME = 18;
let flames = [], flameRoot = "";

function flameTree() {
  const only = document.getElementById("core").value, sleep = document.getElementById("sleep").checked;
  const root = { name: -1, children: new Map(), ticks: 0 };
  data.cores.forEach((core, c) => {
    if (only !== "" && Number(only) !== c) return;
    window_.costs[c].ticks.forEach((t, key) => {
      const kind = core.kinds[key];
      if (!t || kind === HELD || (kind === ASLEEP && !sleep)) return;
      let node = root;
      root.ticks += t;
      for (const k of core.paths[key]) {
        const name = core.names[k];
        if (!node.children.has(name)) node.children.set(name, { name, children: new Map(), ticks: 0, up: node });
        node = node.children.get(name);
        node.ticks += t;
      }
    });
  });
  return root;
}

function pathOf(node) {
  const path = [];
  for (let n = node; n && n.name >= 0; n = n.up) path.unshift(n.name);
  return path.join(",");
}

function drawFlames() {
  const canvas = document.getElementById("flames");
  let root = flameTree();
  const all = root.ticks;
  for (const name of flameRoot === "" ? [] : flameRoot.split(",").map(Number)) root = root.children.get(name) || root;
  const rowsNeeded = (node, share) => 1 + Math.max(0, ...[...node.children.values()].filter(n => n.ticks * share > 0.6).map(n => rowsNeeded(n, share)));
  const width0 = Math.max(50, canvas.clientWidth), depth = Math.min(60, rowsNeeded(root, width0 / Math.max(1, root.ticks)));
  const height = depth * FLAME + 2;
  const [g, width] = prepared(canvas, height);
  flames = [];
  const draw = (node, x, d) => {
    const w = node.ticks / Math.max(1, root.ticks) * width, y = height - (d + 1) * FLAME;
    if (w < 0.5 || d >= depth) return;
    const colour = node.name < 0 ? "#bfc6ce" : colourOf.get(node.name) || "#bfc6ce";
    const faint = view.chosen !== null && view.chosen !== node.name;
    g.globalAlpha = faint ? 0.3 : 1;
    g.fillStyle = colour;
    g.fillRect(x, y, Math.max(0.5, w - 0.5), FLAME - 1);
    const text = node.name < 0 ? "all" : data.texts[node.name], most = Math.floor((w - 6) / 6.2);
    if (most > 2) {
      g.fillStyle = faint ? theme.text : ink(colour);
      g.fillText(text.length > most ? text.slice(0, most - 1) + "\u2026" : text, x + 3, y + FLAME / 2);
    }
    g.globalAlpha = 1;
    flames.push({ x, y, w, node, all, path: pathOf(node) });
    let at = x;
    for (const child of [...node.children.values()].sort((a, b) => b.ticks - a.ticks || a.name - b.name)) {
      draw(child, at, d + 1);
      at += child.ticks / Math.max(1, root.ticks) * width;
    }
  };
  draw(root, 0, 0);
}

function flameAt(e) {
  const box = e.target.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
  return flames.find(f => x >= f.x && x < f.x + f.w && y >= f.y && y < f.y + FLAME);
}

function listenToFlames() {
  const canvas = document.getElementById("flames"), core = document.getElementById("core");
  core.append(element("option", "all", { value: "" }));
  data.cores.forEach((c, i) => core.append(element("option", c.name, { value: i })));
  core.onchange = drawFlames;
  document.getElementById("sleep").onchange = drawFlames;
  canvas.addEventListener("pointermove", e => {
    const f = flameAt(e);
    tell(f ? `${f.node.name < 0 ? "all" : data.texts[f.node.name]}\n${time(f.node.ticks)} with what it calls, ${percent(f.node.ticks, f.all).toFixed(2)} %` : "", e.clientX, e.clientY);
  });
  canvas.addEventListener("pointerleave", () => tell(""));
  canvas.addEventListener("click", e => {
    const f = flameAt(e);
    if (f && f.node.name >= 0 && e.detail === 1) choose(f.node.name);
  });
  canvas.addEventListener("dblclick", e => {
    const f = flameAt(e);
    if (f) { flameRoot = f.path === flameRoot ? "" : f.path; drawFlames(); }
  });
}
