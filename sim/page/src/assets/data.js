"use strict";
// What the page is about, unpacked: columns are integers of seven bits a byte, in base64.
const data = JSON.parse(document.getElementById("data").textContent);
const BEGIN = data.begin, END = Math.max(data.end, data.begin + 1), HZ = data.hz;
const START = 0, FUNCTION = 1, TRAP = 2, INTERRUPT = 3, ASLEEP = 4, HELD = 5, ERROR = 6;

// Calls `each` with a function that gives the next integer, while there is one.
function unpack(text, each) {
  const bytes = atob(text);
  let at = 0;
  const next = () => {
    let n = 0, scale = 1;
    for (;;) {
      const byte = bytes.charCodeAt(at++);
      n += (byte & 127) * scale;
      if (byte < 128) return n;
      scale *= 128;
    }
  };
  while (at < bytes.length) each(next);
}

function numbers(text) {
  const all = [];
  unpack(text, next => all.push(next()));
  return all;
}

function rising(from, text) {
  let n = from;
  return numbers(text).map(more => (n += more));
}

function wandering(text) {
  let n = 0;
  return numbers(text).map(d => (n += d % 2 ? -(d + 1) / 2 : d / 2));
}

// Segments of one level: when each begins, its context, and its calls.
function segments(level) {
  const at = [], key = [], begun = [];
  let t = BEGIN;
  unpack(level.segments, next => {
    t += next();
    const packed = next(), calls = packed % 4;
    at.push(t);
    key.push((packed - calls) / 4);
    begun.push(calls === 3 ? next() : calls);
  });
  return { cell: level.cell, at: Float64Array.from(at), key: Uint32Array.from(key), begun: Uint32Array.from(begun) };
}

for (const core of data.cores) {
  core.callers = numbers(core.callers).map(c => c - 1);
  core.kinds = numbers(core.kinds);
  core.names = numbers(core.names);
  core.levels = core.levels.map(segments);
  core.exact = core.levels[0];
  // Of each context the contexts from the outermost to itself.
  core.paths = [];
  core.callers.forEach((caller, i) => core.paths.push(caller < 0 ? [i] : core.paths[caller].concat(i)));
  core.deepest = 1;
  for (const key of core.exact.key) core.deepest = Math.max(core.deepest, core.paths[key].length);
  const marks = { at: [], text: [], kind: [], count: [] };
  let t = BEGIN;
  unpack(core.marks, next => {
    t += next();
    const label = next();
    marks.at.push(t);
    marks.kind.push(label % 4);
    marks.text.push((label - label % 4) / 4);
    marks.count.push(next());
  });
  core.marks = marks;
}
const CELL = Math.max(1, ...data.cores.map(c => c.exact.cell));

function unpackBins(bins) {
  bins.ends = rising(bins.begin, bins.ends);
  bins.columns.forEach(c => { c.values = numbers(c.values); });
}
unpackBins(data.counts);
if (data.power) {
  unpackBins(data.power);
  for (const level of ["min", "max", "last"]) data.power[level] = wandering(data.power[level]);
}

// The first place of a sorted array with a value above `value`.
function above(sorted, value) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle; else low = middle + 1;
  }
  return low;
}

// Base ticks as text, with as many digits as `step` ticks need.
function time(ticks, step) {
  if (ticks === 0) return "0";
  const s = ticks / HZ, fine = (step === undefined ? Math.abs(ticks) / 1000 : step) / HZ;
  const [unit, scale] = Math.abs(s) >= 1 ? ["s", 1] : Math.abs(s) >= 1e-3 ? ["ms", 1e3] : Math.abs(s) >= 1e-6 ? ["\u00b5s", 1e6] : ["ns", 1e9];
  const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(Math.max(fine * scale, 1e-12)) - 1e-9)));
  return `${(s * scale).toFixed(digits)} ${unit}`;
}
const count = n => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
const percent = (a, b) => b > 0 ? 100 * a / b : 0;

// Time by name of function over all cores: the largest ones have colours of their own.
const PALETTE = ["#88ccee", "#ddcc77", "#cc6677", "#44aa99", "#aa4499", "#999933", "#332288", "#117733", "#882255",
  "#ee8866", "#77aadd", "#bbcc33", "#ffaabb", "#99ddff", "#aaaa00", "#6699cc"];
const OTHERS = ["#a9b2bd", "#bfc6ce", "#939ca8", "#cdd3da"];
const colourOf = new Map();
{
  const ticks = new Map();
  for (const core of data.cores) {
    const { at, key } = core.exact;
    for (let i = 0; i < at.length; i++) {
      if (core.kinds[key[i]] >= ASLEEP) continue;
      const name = core.names[key[i]], to = i + 1 < at.length ? at[i + 1] : END;
      ticks.set(name, (ticks.get(name) || 0) + to - at[i]);
    }
  }
  const byTime = [...ticks].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  byTime.forEach(([name], i) => colourOf.set(name, PALETTE[i]));
  for (const core of data.cores) {
    for (const name of core.names) {
      if (!colourOf.get(name)) colourOf.set(name, OTHERS[name % OTHERS.length]);
    }
  }
}
const dark = new Map();
// Black or white, whichever can be read on a colour.
function ink(colour) {
  if (!dark.has(colour)) {
    const part = i => parseInt(colour.slice(i, i + 2), 16);
    dark.set(colour, 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) < 128);
  }
  return dark.get(colour) ? "#ffffff" : "#111111";
}
