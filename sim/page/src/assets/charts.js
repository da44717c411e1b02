// Numbers over the time of the run: buses by master, power by component, temperature, counters, console.

// Means of columns for each pixel, each with what it is divided by.
function meansByPixel(bins, columns, divisor, width) {
  const out = columns.map(() => new Float64Array(width)), { ends } = bins;
  const weight = new Float64Array(width);
  let from = Math.max(0, above(ends, view.from) - 1);
  for (let i = from; i < ends.length; i++) {
    const a = i ? ends[i - 1] : bins.begin, b = ends[i];
    if (a > view.to) break;
    const x0 = Math.max(0, xOf(a, width)), x1 = Math.min(width, xOf(b, width));
    for (let x = Math.floor(x0); x < x1; x++) {
      const share = (Math.min(x + 1, x1) - Math.max(x, x0)) / Math.max(1e-9, xOf(b, width) - xOf(a, width));
      weight[x] += share * divisor(i, b - a);
      for (let c = 0; c < columns.length; c++) out[c][x] += share * columns[c].values[i];
    }
  }
  for (const column of out) for (let x = 0; x < width; x++) column[x] = weight[x] > 0 ? column[x] / weight[x] : 0;
  return out;
}

function stack(g, width, height, means, most) {
  const base = new Float64Array(width);
  means.forEach((mean, c) => {
    g.fillStyle = PALETTE[c % PALETTE.length];
    for (let x = 0; x < width; x++) {
      const h = mean[x] / most * (height - 4);
      if (h > 0) g.fillRect(x, height - base[x] - h, 1, h);
      base[x] += h;
    }
  });
}

function scaleText(g, text, y) {
  g.fillStyle = theme.back;
  g.globalAlpha = 0.75;
  g.fillRect(0, y - 7, g.measureText(text).width + 6, 14);
  g.globalAlpha = 1;
  g.fillStyle = theme.text;
  g.fillText(text, 3, y);
}

function legend(names) {
  const key = element("div", undefined, { class: "legend" });
  names.forEach((name, i) => {
    const s = element("span");
    s.append(element("span", undefined, { class: "key", style: `background:${PALETTE[i % PALETTE.length]}` }), name);
    key.append(s);
  });
  return key;
}

const busesOf = () => data.counts.columns.filter(c => c.bus !== undefined && c.master === undefined);
const mastersOf = bus => data.counts.columns.filter(c => c.bus === bus.bus && c.master !== undefined);

// The row of bins at a place.
function binAt(bins, x, width) {
  const t = ticksAt(x, width), i = Math.min(bins.ends.length - 1, above(bins.ends, t - 1));
  return [i, i > 0 ? bins.ends[i - 1] : bins.begin, bins.ends[i]];
}

function addBuses(parent) {
  const buses = busesOf().filter(b => mastersOf(b).length);
  if (!buses.length) return;
  parent.append(element("div", "Use of buses, in percent of their cycles, by master", { class: "group" }));
  for (const bus of buses) {
    const masters = mastersOf(bus);
    addRow(parent, [element("b", bus.name), legend(masters.map((m, i) => (i ? "" : "master ") + m.master))], 62, (g, width, height) => {
      width = Math.floor(width);
      const means = meansByPixel(data.counts, masters, i => bus.values[i], width);
      let most = 0;
      for (let x = 0; x < width; x++) most = Math.max(most, means.reduce((sum, m) => sum + m[x], 0));
      most = Math.min(1, Math.max(0.01, most * 1.1));
      stack(g, width, height, means, most);
      scaleText(g, `${(100 * most).toFixed(most < 0.1 ? 1 : 0)} %`, 8);
    }, (x, y, width) => {
      const [i, a, b] = binAt(data.counts, x, width);
      const lines = masters.map(m => `master ${m.master}: ${percent(m.values[i], bus.values[i]).toFixed(2)} %`);
      return [`${bus.name}, ${time(a)} to ${time(b)}`, ...lines].join("\n");
    });
  }
}

function addPower(parent) {
  const p = data.power;
  if (!p || !p.ends.length) return;
  parent.append(element("div", "Power and temperature", { class: "group" }));
  const mw = (c, i, ticks) => c.values[i] / Math.max(1, ticks) / 1000;
  addRow(parent, [element("b", "power"), legend(p.columns.map(c => c.name))], 80, (g, width, height) => {
    width = Math.floor(width);
    const means = meansByPixel(p, p.columns, (i, ticks) => ticks * 1000, width);
    let most = 1;
    for (let x = 0; x < width; x++) most = Math.max(most, means.reduce((sum, m) => sum + m[x], 0));
    most *= 1.1;
    stack(g, width, height, means, most);
    scaleText(g, `${most.toFixed(0)} mW`, 8);
  }, (x, y, width) => {
    const [i, a, b] = binAt(p, x, width);
    const all = p.columns.reduce((sum, c) => sum + mw(c, i, b - a), 0);
    const lines = p.columns.map(c => `${c.name}: ${mw(c, i, b - a).toFixed(2)} mW`);
    return [`${time(a)} to ${time(b)}: ${all.toFixed(2)} mW`, ...lines].join("\n");
  });
  const sensors = data.sensors.rows;
  const all = p.min.concat(p.max, sensors.map(s => s[1] * 1000));
  const low = Math.min(...all) - 300, high = Math.max(...all) + 300;
  const label = element("span", sensors.length ? "line: die; dots: what the sensor showed" : "of the die");
  addRow(parent, [element("b", "temperature"), label], 64, (g, width, height) => {
    const y = mc => height - 4 - (mc - low) / (high - low) * (height - 8);
    g.strokeStyle = theme.mark;
    g.lineWidth = 1.5;
    g.beginPath();
    for (let i = Math.max(0, above(p.ends, view.from) - 2); i < p.ends.length; i++) {
      g.lineTo(xOf(p.ends[i], width), y(p.last[i]));
      if (p.ends[i] > view.to) break;
    }
    g.stroke();
    g.fillStyle = theme.accent;
    let last = -9;
    for (const [at, c] of sensors) {
      const x = xOf(at, width);
      if (x < -3 || x > width + 3 || x - last < 1) continue;
      last = x;
      g.beginPath(); g.arc(x, y(c * 1000), 2.6, 0, 7); g.fill();
    }
    scaleText(g, `${(high / 1000).toFixed(1)} \u00b0C`, 8);
    scaleText(g, `${(low / 1000).toFixed(1)} \u00b0C`, height - 8);
  }, (x, y, width) => {
    const [i, a, b] = binAt(p, x, width), near = (view.to - view.from) / width * 4, t = ticksAt(x, width);
    const read = sensors.find(s => Math.abs(s[0] - t) < near);
    const line = `${time(a)} to ${time(b)}: die ${(p.last[i] / 1000).toFixed(3)} \u00b0C`;
    return read ? `${line}\nsensor read at ${time(read[0])}: ${read[1]} \u00b0C, true ${(read[2] / 1000).toFixed(3)} \u00b0C` : line;
  });
}

const VERDICTS = ["exact", "explained", "wrong", "not judged"];
function addReadings(parent) {
  const all = data.readings.rows;
  if (!all.length) return;
  parent.append(element("div", "Counters: what each read showed (dot) beside what happened (slope, up from the start, the clearing or the read before)", { class: "group" }));
  if (data.readings.every > 1 || data.readings.left_out > 0) {
    parent.append(element("p", `One read of ${data.readings.every} is drawn; ${count(data.readings.left_out)} more were not kept one by one. The table below has all of them.`, { class: "hint" }));
  }
  const MOST = 12;
  const added = all.map((counter, n) => {
    const most = Math.max(1, ...counter.reads.map(r => Math.max(r[2], r[3] || 0)));
    const closed = counter.reads.map(r => r[1]);
    const row = addRow(parent, [element("span", counter.label)], 36, (g, width, height) => {
      const y = v => height - 3 - v / most * (height - 9);
      let last = -9;
      const from = Math.max(0, above(closed, view.from) - 1);
      for (let i = from; i < counter.reads.length; i++) {
        const [opened, at, measured, truth, verdict] = counter.reads[i];
        if (opened > view.to && at > view.to) break;
        const x = xOf(at, width);
        if (x - last < 0.7 && verdict < 2) continue;
        last = x;
        if (truth !== null) {
          // Up from where it was cleared, or from the read before.
          const before = i && counter.reads[i - 1][0] === opened ? counter.reads[i - 1] : [0, opened, 0, 0];
          const a = xOf(before[1], width), low = y(before[3] || 0);
          g.beginPath();
          g.moveTo(a, height - 3); g.lineTo(a, low); g.lineTo(x, y(truth)); g.lineTo(x, height - 3);
          g.fillStyle = theme.sleep;
          g.fill();
          if (x - a > 3) {
            g.beginPath();
            g.moveTo(a, low); g.lineTo(x, y(truth));
            g.strokeStyle = theme.dim;
            g.stroke();
          }
        }
        g.fillStyle = verdict === 2 ? theme.error : verdict === 1 ? "#cc8800" : verdict === 3 ? theme.dim : theme.accent;
        g.beginPath();
        if (verdict === 0) g.arc(x, y(measured), 2.8, 0, 7);
        else { g.moveTo(x - 4, y(measured) + 3.5); g.lineTo(x + 4, y(measured) + 3.5); g.lineTo(x, y(measured) - 4); }
        g.fill();
      }
      scaleText(g, count(most), 7);
    }, (x, y, width) => {
      const t = ticksAt(x, width);
      const i = Math.min(counter.reads.length - 1, above(closed, t - (view.to - view.from) / width * 4));
      const [opened, at, measured, truth, verdict, causes] = counter.reads[i];
      const difference = truth === null ? "" : `, difference ${count(Math.abs(measured - truth))}${measured < truth ? " too few" : measured > truth ? " too many" : ""}`;
      return `${counter.label}\nread at ${time(at)}, counting since ${time(opened)}\nmeasured ${count(measured)}, true ${truth === null ? "not known" : count(truth)}${difference}\n${VERDICTS[verdict]}${data.texts[causes] ? ": " + data.texts[causes] : ""}`;
    });
    if (n >= MOST) row.lane.hidden = true;
    return row;
  });
  if (all.length > MOST) {
    const more = element("button", `show all ${all.length} counters`);
    more.onclick = () => { added.forEach(r => { r.lane.hidden = false; }); more.remove(); redraw(); };
    parent.append(more);
  }
}

function addConsole(parent) {
  const { lines, left_out } = data.console;
  if (!lines.length) return;
  const at = lines.map(l => l[0]);
  const label = element("span", `${count(lines.length + left_out)} lines`);
  addRow(parent, [element("b", "console"), label], 18, (g, width, height) => {
    g.fillStyle = theme.text;
    let free = -9;
    for (let i = above(at, view.from - 1), n = above(at, view.to); i < n; i++) {
      const x = xOf(at[i], width);
      g.fillRect(x, 1, 1, height - 2);
      if (x < free) continue;
      const next = i + 1 < n ? xOf(at[i + 1], width) : width, most = Math.floor((next - x - 6) / 6);
      if (most > 3) { g.fillText(lines[i][1].slice(0, most), x + 3, height / 2); free = next; }
    }
  }, (x, y, width) => {
    const near = (view.to - view.from) / width * 4, t = ticksAt(x, width);
    const found = lines.slice(above(at, t - near), above(at, t + near)).slice(0, 8);
    return found.map(l => `${time(l[0])}: ${l[1]}`).join("\n");
  });
}
