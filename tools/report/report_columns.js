// What the charts of a report show, from the JSON in its page: iterations, several in one where they are many; scales.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const {steps, names, strategies} = data;

const plain = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});
const digits = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 3});
function short(x) {
  if (x >= 1e3) {
    const unit = Math.min(4, Math.floor(Math.log10(x) / 3 + 1e-9));
    return digits.format(x / 1000 ** unit) + ["", " k", " M", " G", " T"][unit];
  }
  return x !== 0 && x < 1e-4 ? x.toExponential(0) : digits.format(x);
}
const range = ([low, high], text) => (low === high ? text(low) : `${text(low)} to ${text(high)}`);
const sum = (values) => values.reduce((a, b) => a + b, 0);

const candidatesOf = new Map();
for (const [step, name, expected, ms, chosen] of data.candidates) {
  if (!candidatesOf.has(step)) candidatesOf.set(step, []);
  candidatesOf.get(step).push({name: names[name], ms: ms ?? expected, measured: ms !== null, chosen});
}

// The steps of each iteration of a run, as lists of indices.
function iterationsOf(run) {
  const list = [];
  let last;
  steps.run.forEach((r, i) => {
    if (r !== run) return;
    if (last === undefined || steps.iteration[i] !== steps.iteration[last]) list.push([]);
    list.at(-1).push(i);
    last = i;
  });
  return list;
}

// Least and most; and mean.
const extent = (values) => (values.length ? [Math.min(...values), Math.max(...values)] : null);
const spread = (values) => (values.length ? [...extent(values), sum(values) / values.length] : null);

// Whether a step has a frontier whose arcs it goes along; operators over vertices have none.
const goesAlongArcs = (i) => names[steps.engine[i]] !== "" || steps.arcs[i] > 0;

// What a column of the charts shows: one iteration, or several neighbors where there are more than pixels.
function columnOf(iterations) {
  const all = iterations.flat();
  const most = (values) => (values.some((v) => v !== null) ? Math.max(...values) : null);
  const along = all.filter(goesAlongArcs);
  const mostOf = (list, key) => most(list.filter(goesAlongArcs).map((i) => steps[key][i]));
  const each = (key) => iterations.map((list) => mostOf(list, key)).filter((v) => v !== null);
  const byStrategy = strategies.map((_, s) => sum(all.filter((i) => steps.strategy[i] === s).map((i) => steps.ms[i])));
  const present = strategies.map((_, s) => all.some((i) => steps.strategy[i] === s));
  const costs = new Map();
  for (const c of all.flatMap((i) => candidatesOf.get(i) ?? [])) {
    if (!costs.has(c.name)) costs.set(c.name, []);
    costs.get(c.name).push(c.ms);
  }
  const ms = sum(along.map((i) => steps.ms[i]));
  return {
    steps: all,
    iterations: extent(all.map((i) => steps.iteration[i])),
    vertices: spread(each("vertices")),
    arcs: spread(each("arcs")),
    ms: extent(iterations.map((list) => sum(list.map((i) => steps.ms[i])))),
    byStrategy,
    present,
    main: byStrategy.indexOf(Math.max(...byStrategy)),
    bytesRate: ms > 0 ? sum(along.map((i) => steps.bytes[i])) / ms / 1e6 : 0,
    arcsRate: ms > 0 ? sum(along.map((i) => steps.arcs[i])) / ms / 1e6 : 0,
    costs: new Map([...costs].map(([name, values]) => [name, extent(values)])),
    chosenMs: extent(all.filter((i) => candidatesOf.has(i)).map((i) => steps.ms[i])),
  };
}

// The next of 1, 2, 5, 10, 20, ...
function roundTick(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((m) => m * power >= least);
}

// Values to heights within [0, height], with ticks; unless said, logarithmic where they span more than two decades.
function scaleOf(extents, height, logarithmic) {
  const all = extents.filter((e) => e !== null).flat();
  const positive = all.filter((v) => v > 0);
  const high = positive.length ? Math.max(...positive) : 1;
  const low = positive.length ? Math.min(...positive) : 1;
  if (logarithmic ?? high / low > 100) {
    const from = Math.floor(Math.log10(low) + 1e-9);
    const to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
    const every = Math.ceil((to - from) / (height / 24));
    const ticks = [];
    for (let e = from; e <= to; e += every) ticks.push(10 ** e);
    return {log: true, ticks, y: (v) => (v > 0 ? ((Math.log10(v) - from) / (to - from)) * height : 0)};
  }
  const tick = roundTick(high / (height / 36));
  const count = Math.ceil(high / tick - 1e-9);
  const ticks = Array.from({length: count + 1}, (_, i) => i * tick);
  return {log: false, ticks, y: (v) => (v / (count * tick)) * height};
}
