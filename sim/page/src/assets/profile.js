// The profile of the selected time: by function over all cores.

// Of each core, time and calls of each context within the selected time.
function costs() {
  const [from, to] = chosenWindow();
  return data.cores.map(core => {
    const { at, key, begun } = core.exact;
    const ticks = new Float64Array(core.names.length), calls = new Float64Array(core.names.length);
    for (let i = Math.max(0, above(at, from) - 1); i < at.length && at[i] < to; i++) {
      const a = Math.max(from, at[i]), b = Math.min(to, i + 1 < at.length ? at[i + 1] : END);
      if (b > a) ticks[key[i]] += b - a;
      if (at[i] >= from) calls[key[i]] += begun[i];
    }
    return { ticks, calls };
  });
}

let window_ = null;
const columns = [
  ["function", "name", false], ["calls", "calls", true], ["own time", "own", true], ["own %", "share", true],
  ["total time", "total", true], ["cycles *", "cycles", true], ["CPI *", "cpi", true], ["largest stall *", "stall", false],
];
let sortBy = "own", descending = true;

const wholeRun = new Map();
for (const f of data.functions || []) {
  const sum = wholeRun.get(f.name) || { cycles: 0, instructions: 0, stalls: {} };
  sum.cycles += f.cycles;
  sum.instructions += f.instructions;
  for (const [k, v] of Object.entries(f.stalls)) sum.stalls[k] = (sum.stalls[k] || 0) + v;
  wholeRun.set(f.name, sum);
}

function functionsOf(all) {
  const byName = new Map();
  const entry = name => {
    if (!byName.has(name)) byName.set(name, { id: name, name: data.texts[name], calls: 0, own: 0, total: 0 });
    return byName.get(name);
  };
  data.cores.forEach((core, c) => {
    const { ticks, calls } = all[c];
    ticks.forEach((t, key) => {
      if (calls[key]) entry(core.names[key]).calls += calls[key];
      if (!t || core.kinds[key] >= ASLEEP) return;
      entry(core.names[key]).own += t;
      // Recursion counts once.
      for (const name of new Set(core.paths[key].map(k => core.names[k]))) entry(name).total += t;
    });
  });
  const list = [...byName.values()].filter(f => f.own || f.calls || f.total);
  const sum = list.reduce((s, f) => s + f.own, 0);
  for (const f of list) {
    f.share = percent(f.own, sum);
    const run = wholeRun.get(f.id);
    f.cycles = run ? run.cycles : 0;
    f.cpi = run && run.instructions ? run.cycles / run.instructions : 0;
    const stalls = run ? Object.entries(run.stalls).filter(([k]) => k !== "issue_cycles") : [];
    const [stall, n] = stalls.reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    f.stall = n ? `${stall} ${percent(n, run.cycles).toFixed(1)} %` : "";
  }
  return list;
}

function showProfile() {
  const table = document.querySelector("#profile table"), filter = document.getElementById("filter").value.toLowerCase();
  const head = element("tr");
  for (const [title, field, number] of columns) {
    const th = element("th", undefined, { class: number ? "n" : "", "aria-sort": field === sortBy ? (descending ? "descending" : "ascending") : "none" });
    const b = element("button", title + (field === sortBy ? (descending ? " \u25be" : " \u25b4") : ""));
    b.onclick = () => {
      if (sortBy === field) descending = !descending; else { sortBy = field; descending = number; }
      showProfile();
    };
    th.append(b);
    head.append(th);
  }
  table.tHead.replaceChildren(head);
  const order = (a, b) => (typeof a[sortBy] === "string" ? a[sortBy].localeCompare(b[sortBy]) : a[sortBy] - b[sortBy]) * (descending ? -1 : 1)
    || b.own - a.own || a.id - b.id;
  const list = window_.functions.filter(f => f.name.toLowerCase().includes(filter)).sort(order);
  const shown = list.slice(0, 50);
  table.tBodies[0].replaceChildren(...shown.map(f => {
    const tr = element("tr", undefined, { class: f.id === view.chosen ? "chosen" : "" });
    const name = element("button", f.name, { class: "link", "aria-pressed": f.id === view.chosen });
    name.onclick = () => choose(f.id);
    const first = element("td");
    const colour = element("span", undefined, { class: "key", style: `background:${colourOf.get(f.id)}` });
    first.append(colour, name);
    const share = element("td", undefined, { class: "n" });
    share.append(element("span", undefined, { class: "barred", style: `width:${(f.share * 0.8).toFixed(1)}px` }), f.share.toFixed(2));
    tr.append(first, element("td", count(f.calls), { class: "n" }), element("td", time(f.own), { class: "n" }), share,
      element("td", time(f.total), { class: "n" }), element("td", count(f.cycles), { class: "n" }),
      element("td", f.cpi ? f.cpi.toFixed(2) : "", { class: "n" }), element("td", f.stall));
    return tr;
  }));
  const rest = list.length > shown.length ? ` ${list.length - shown.length} more: filter by name.` : "";
  document.getElementById("profiled").textContent =
    `Time awake in the selected time, in all cores together. Columns with * are of the whole run.${rest}`;
}

function sumIn(bins, values, from, to) {
  let sum = 0;
  for (let i = Math.max(0, above(bins.ends, from) - 1); i < bins.ends.length; i++) {
    const a = i ? bins.ends[i - 1] : bins.begin, b = bins.ends[i];
    if (a >= to) break;
    const overlap = Math.min(to, b) - Math.max(from, a);
    if (overlap > 0) sum += values[i] * overlap / Math.max(1, b - a);
  }
  return sum;
}

function showShares() {
  const [from, to] = chosenWindow(), span = to - from;
  const whole = view.selection === null;
  const { ends, begin } = data.counts;
  const binOf = t => Math.min(ends.length - 1, above(ends, t - 1));
  const bin = Math.max(0, ...[from, to].map(binOf).map(i => ends[i] - (i > 0 ? ends[i - 1] : begin)));
  document.getElementById("selected").textContent = whole
    ? `All of the run, ${time(span)}.`
    : `${time(from, span / 1e4)} to ${time(to, span / 1e4)}: ${time(span)}. ` +
      `Times of functions are ${CELL > 1 ? `exact but for what straddles the ends, up to ${time(CELL)} each` : "exact"}; ` +
      `instructions, buses and power are approximated where an interval straddles the ends (up to ${time(bin)}).`;
  const table = element("table"), body = element("tbody");
  const head = element("tr");
  ["", "awake", "asleep or held", "instructions", "largest parts of its cycles"].forEach((t, i) => head.append(element("th", t, { class: i && i < 4 ? "n" : "" })));
  body.append(head);
  data.cores.forEach((core, c) => {
    const { ticks } = window_.costs[c];
    let awake = 0, asleep = 0;
    ticks.forEach((t, k) => { if (core.kinds[k] < ASLEEP) awake += t; else asleep += t; });
    const meters = data.counts.columns.filter(m => m.core === c);
    const sum = name => meters.filter(m => m.meter === name).reduce((s, m) => s + sumIn(data.counts, m.values, from, to), 0);
    const parts = meters.filter(m => m.meter !== "instructions").map(m => [m.meter, sumIn(data.counts, m.values, from, to)]);
    const all = parts.reduce((s, p) => s + p[1], 0);
    if (!awake && !all) return;
    const most = parts.sort((a, b) => b[1] - a[1]).slice(0, 4).filter(p => p[1] > 0)
      .map(([name, n]) => `${name.replace(/_cycles$/, "").replaceAll("_", " ")} ${percent(n, all).toFixed(1)} %`).join(", ");
    const tr = element("tr");
    tr.append(element("td", core.name), element("td", `${percent(awake, span).toFixed(1)} %`, { class: "n" }),
      element("td", `${percent(asleep, span).toFixed(1)} %`, { class: "n" }), element("td", count(sum("instructions")), { class: "n" }), element("td", most));
    body.append(tr);
  });
  for (const bus of busesOf()) {
    const cycles = sumIn(data.counts, bus.values, from, to);
    const parts = mastersOf(bus).map(m => [m.master, sumIn(data.counts, m.values, from, to)]);
    if (!parts.length) continue;
    const used = parts.reduce((s, p) => s + p[1], 0), tr = element("tr");
    tr.append(element("td", bus.name), element("td", `${percent(used, cycles).toFixed(2)} %`, { class: "n", title: "in use" }),
      element("td", ""), element("td", ""), element("td", "in use" + parts.filter(([, n]) => percent(n, cycles) >= 0.005).sort((a, b) => b[1] - a[1]).slice(0, 8)
        .map(([m, n]) => `; master ${m} ${percent(n, cycles).toFixed(2)} %`).join("")));
    body.append(tr);
  }
  if (data.power && data.power.ends.length) {
    const p = data.power, covered = Math.min(to, p.ends[p.ends.length - 1]) - Math.max(from, p.begin);
    const parts = p.columns.map(c => [c.name, sumIn(p, c.values, from, to) / Math.max(1, covered) / 1000]);
    const all = parts.reduce((s, q) => s + q[1], 0), tr = element("tr");
    window_.mw = all;
    tr.append(element("td", "power"), element("td", `${all.toFixed(2)} mW`, { class: "n" }), element("td", ""), element("td", ""),
      element("td", "on average; " + parts.map(([n, v]) => `${n} ${v.toFixed(1)}`).join(", ")));
    body.append(tr);
  }
  table.append(body);
  document.getElementById("shares").replaceChildren(table);
}

function showWhy() {
  const section = document.getElementById("causes"), whose = document.getElementById("whose");
  const chosen = view.chosen === null ? null : data.texts[view.chosen];
  const line = (part, cycles, text) => {
    const li = element("li");
    li.append(element("span", `${part.toFixed(1)} %`, { class: "share" }), `${text} (${count(cycles)})`);
    return li;
  };
  if (data.why) {
    const of = data.why.causes.filter(c => chosen === null || c.function === chosen);
    whose.textContent = `What made the ${count(data.why.cycles)} cycles of the whole run, those asleep left out` +
      (chosen === null ? `. The ${Math.min(40, of.length)} largest causes; click a function for its own.` : `: causes in ${chosen}.`);
    section.replaceChildren(...of.slice(0, 40).map(c => {
      const div = element("div", undefined, { class: "cause" });
      div.append(element("span", `${c.percent.toFixed(2)} %`, { class: "share" }), c.sentence);
      const ul = element("ul");
      ul.append(...c.behind.concat(c.owners).filter(p => p[2]).map(p => line(...p)));
      div.append(ul);
      return div;
    }));
    return;
  }
  whose.textContent = "What the cycles of the functions consist of, over the whole run (CPI stack). With --profile-instructions, " +
    "this part names lines of code, data, and who owned the bus.";
  const list = [...wholeRun].filter(([name]) => view.chosen === null || name === view.chosen).sort((a, b) => b[1].cycles - a[1].cycles).slice(0, 12);
  section.replaceChildren(...list.map(([name, f]) => {
    const div = element("div", undefined, { class: "cause" + (name === view.chosen ? " chosen" : "") });
    div.append(element("b", data.texts[name]), `: ${count(f.cycles)} cycles, ${count(f.instructions)} instructions`);
    const ul = element("ul");
    const parts = Object.entries(f.stalls).sort((a, b) => b[1] - a[1]).slice(0, 6);
    ul.append(...parts.map(([k, n]) => line(percent(n, f.cycles), n, k)));
    div.append(ul);
    return div;
  }));
}
