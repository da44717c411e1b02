// The cores: what each one executes, by depth of calls, and moments.
const DEPTH = 15, STATE = 7, MARKS = 13;
const MARK_SHAPES = ["interrupt", "trap", "message sent", "message received"];

// The finest level of a core that has few enough segments in the time that is shown.
function levelOf(core, width) {
  let best = core.levels[core.levels.length - 1];
  for (const level of core.levels) {
    const n = above(level.at, view.to) - above(level.at, view.from);
    if (n <= 6 * width) { best = level; break; }
  }
  return best;
}

function depthsOf(core) {
  return core.open ? core.deepest : Math.min(core.deepest, data.cores.length > 8 ? 3 : 6);
}

function laneHeight(core) {
  return STATE + MARKS + depthsOf(core) * DEPTH + 3;
}

function drawCore(core, g, width) {
  const level = levelOf(core, width), { at, key } = level;
  const depths = depthsOf(core), top = STATE + MARKS;
  const first = Math.max(0, above(at, view.from) - 1), last = above(at, view.to);
  const open = new Array(depths).fill(-1), began = new Float64Array(depths), drawn = new Float64Array(depths).fill(-1);
  const close = (d, x) => {
    const k = open[d], a = began[d];
    open[d] = -1;
    if (k < 0 || (x - a < 0.5 && Math.floor(x) === drawn[d])) return;
    drawn[d] = Math.floor(x);
    const name = core.names[k], w = Math.max(0.7, x - a), colour = colourOf.get(name);
    const faint = view.chosen !== null && view.chosen !== name;
    g.globalAlpha = faint ? 0.22 : 1;
    g.fillStyle = colour;
    g.fillRect(a, top + d * DEPTH, w > 3 ? w - 0.5 : w, DEPTH - 1);
    if (w > 26) {
      const text = data.texts[name], most = Math.floor((w - 6) / 6);
      g.fillStyle = faint ? theme.text : ink(colour);
      g.fillText(text.length > most ? text.slice(0, Math.max(1, most - 1)) + "\u2026" : text, Math.max(a, 0) + 3, top + d * DEPTH + 7.5);
    }
  };
  let state = -1, stateFrom = 0;
  const closeState = x => {
    if (state < 0 || x - stateFrom < 0.2) return;
    g.globalAlpha = 1;
    g.fillStyle = [theme.accent, theme.sleep, theme.held, theme.error][state];
    g.fillRect(stateFrom, 1, Math.max(0.5, x - stateFrom), STATE - 2);
  };
  for (let i = first; i < last; i++) {
    const x = Math.max(-2, xOf(at[i], width));
    const path = core.paths[key[i]], kind = core.kinds[key[i]];
    const now = kind < ASLEEP ? 0 : kind - ASLEEP + 1;
    if (now !== state) { closeState(x); state = now; stateFrom = x; }
    // What sleeps shows its caller; the state says that it sleeps.
    const length = Math.min(depths, kind < ASLEEP ? path.length : path.length - 1);
    for (let d = 0; d < depths; d++) {
      const k = d < length ? path[d] : -1;
      if (open[d] === k) continue;
      for (let e = depths - 1; e >= d; e--) close(e, x);
      for (let e = d; e < length; e++) { open[e] = path[e]; began[e] = x; }
      break;
    }
  }
  const end = Math.min(width + 2, xOf(END, width));
  for (let d = depths - 1; d >= 0; d--) close(d, end);
  closeState(end);
  g.globalAlpha = 1;
  drawMarks(core, g, width);
}

function drawMarks(core, g, width) {
  const { at, kind } = core.marks;
  const drawn = [-9, -9, -9, -9], shaped = [-9, -9, -9, -9];
  for (let i = above(at, view.from - 1), n = above(at, view.to); i < n; i++) {
    const x = xOf(at[i], width), k = kind[i];
    if (x - drawn[k] < 1.5) continue;
    drawn[k] = x;
    const crowded = x - shaped[k] < 8;
    if (!crowded) shaped[k] = x;
    const y = STATE;
    g.fillStyle = k === 1 ? theme.dim : k === 0 ? theme.mark : theme.accent;
    g.beginPath();
    if (crowded) g.rect(x - 0.5, y + 2, 1, 6);
    else if (k === 0) { g.moveTo(x - 4, y); g.lineTo(x + 4, y); g.lineTo(x, y + 10); }
    else if (k === 1) g.rect(x - 0.5, y + 4, 1, 7);
    else if (k === 2) { g.moveTo(x - 4, y + 10); g.lineTo(x + 4, y + 10); g.lineTo(x, y + 1); }
    else g.arc(x, y + 5, 3.2, 0, 7);
    g.fill();
  }
}

// The context at a place of a lane, and where it begins and ends.
function contextAt(core, x, y, width) {
  const t = ticksAt(x, width), { at, key } = levelOf(core, width);
  const i = above(at, t) - 1;
  if (i < 0) return null;
  const path = core.paths[key[i]], d = Math.floor((y - STATE - MARKS) / DEPTH);
  const context = d >= 0 && d < path.length ? path[d] : -1;
  let from = i, to = i + 1;
  const same = j => core.paths[key[j]][d] === context;
  while (from > 0 && i - from < 20000 && same(from - 1)) from--;
  while (to < at.length && to - i < 20000 && same(to)) to++;
  return { context, now: key[i], from: at[from], to: to < at.length ? at[to] : END };
}

function tellCore(core, x, y, width) {
  const t = ticksAt(x, width);
  const lines = [`${core.name}, ${time(t, (view.to - view.from) / width)}`];
  if (y >= STATE && y < STATE + MARKS) {
    const near = (view.to - view.from) / width * 5, m = core.marks;
    for (let i = above(m.at, t - near), n = above(m.at, t + near), shown = 0; i < n && shown < 6; i++, shown++) {
      lines.push(`${time(m.at[i])}: ${data.texts[m.text[i]]}${m.count[i] > 1 ? `, ${count(m.count[i])} times` : ""}`);
    }
    return lines.join("\n");
  }
  const found = contextAt(core, x, y, width);
  if (!found) return lines.join("\n");
  const kind = core.kinds[found.now];
  if (found.context >= 0 && core.kinds[found.context] < ASLEEP) {
    lines.push(`${data.texts[core.names[found.context]]}: ${time(found.to - found.from)}, from ${time(found.from)}`);
  }
  if (kind >= ASLEEP) lines.push(data.texts[core.names[found.now]]);
  else lines.push(core.paths[found.now].map(k => data.texts[core.names[k]]).join(" \u2192 "));
  return lines.join("\n");
}

function addCores(parent) {
  parent.append(element("div", "Cores", { class: "group" }));
  const key = element("div", undefined, { class: "hint legend" });
  for (const [name, colour] of [["running", "accent"], ["asleep", "sleep"], ["held", "held"], ["error", "error"]]) {
    const s = element("span");
    s.append(element("span", undefined, { class: "key", style: `background:var(--${colour})` }), name);
    key.append(s);
  }
  key.append(element("span", "\u25bc interrupt"), element("span", "| trap"), element("span", "\u25b2 message sent"),
    element("span", "\u25cf message received"));
  if (CELL > 1) key.append(element("span", `Order is kept down to ${time(CELL)}; times and calls are exact.`));
  parent.append(key);
  for (const core of data.cores) {
    if (core.instructions === 0 && core.cycles === 0 && core.exact.at.length < 2) continue;
    const name = element("button", core.name, { "aria-expanded": "false", title: "All depths of its calls" });
    const busy = percent(core.cycles, core.cycles + core.idle);
    const facts = element("span", `${count(core.instructions)} instructions, ${busy.toFixed(1)} % of its cycles awake`);
    const row = addRow(parent, [name, facts], laneHeight(core),
      (g, width) => drawCore(core, g, width), (x, y, width) => tellCore(core, x, y, width));
    row.hit = (x, y, width) => {
      const found = contextAt(core, x, y, width);
      if (found && found.context >= 0 && core.kinds[found.context] < ASLEEP) return core.names[found.context];
    };
    name.onclick = () => {
      core.open = !core.open;
      name.setAttribute("aria-expanded", core.open);
      row.height = laneHeight(core);
      redraw();
    };
  }
}
