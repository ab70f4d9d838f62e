// The chart of a report: panels one below the other over the same iterations, a legend, what is under the pointer.

const place = document.getElementById("chart");
const margin = { left: 76, right: 14 };

function legend(columns) {
  const list = html("ul", place);
  list.className = "legend";
  const entry = (text, draw) => {
    const item = html("li", list);
    draw(element("g", { transform: "translate(11 7)" }, element("svg", { viewBox: "0 0 22 14", "aria-hidden": "true" }, item)));
    html("span", item, text);
  };
  entry("frontier's vertices", (g) => element("path", { class: "vertices line", d: "M-11 0H11" }, g));
  if (columns.some((c) => c.arcs)) entry("their arcs, where counted", (g) => element("path", { class: "arcs line", d: "M-11 0H11" }, g));
  strategies.forEach((name, s) => {
    const costed = columns.some((c) => c.costs.has(name));
    if (costed || columns.some((c) => c.present[s])) entry(name, (g) => element("path", { class: `solid s${s}`, d: shapes[s](5) }, g));
  });
}

// Steps that were executed alike, those that took longest first.
function kindsOf(column) {
  const kinds = new Map();
  for (const i of column.steps) {
    const words = ["operation", "engine", "kernel", "driver"].map((key) => names[steps[key][i]]).join(" · ");
    const reason = names[steps.reason[i]];
    const text = reason ? `${words}: ${reason}` : words;
    if (!kinds.has(text)) kinds.set(text, { text, strategy: steps.strategy[i], steps: 0, ms: 0 });
    kinds.get(text).steps += 1;
    kinds.get(text).ms += steps.ms[i];
  }
  return [...kinds.values()].sort((a, b) => b.ms - a.ms);
}

function describe(tip, column) {
  tip.replaceChildren();
  const [first, last] = column.iterations;
  const named = first === 0 ? "before the first iteration" : `iteration ${plain.format(first)}`;
  html("strong", tip, first === last ? named : `iterations ${plain.format(first)} to ${plain.format(last)}`);
  const fact = (text, style) => {
    const line = html("div", tip);
    line.className = style;
    html("span", line, text);
  };
  const arcs = column.arcs ? `, ${range(column.arcs, plain.format)} arcs` : "";
  fact(`${range(column.vertices, plain.format)} vertices${arcs}, ${range(column.ms, short)} ms`, "plain");
  const kinds = kindsOf(column);
  for (const kind of kinds.slice(0, 3)) {
    const count = column.steps.length > 1 ? `${plain.format(kind.steps)} of ${plain.format(column.steps.length)} steps, ` : "";
    fact(`${kind.text} (${count}${short(kind.ms)} ms)`, `s${kind.strategy}`);
  }
  if (kinds.length > 3) fact(`and steps of ${kinds.length - 3} other kinds`, "plain");
  const candidates = column.steps.flatMap((i) => candidatesOf.get(i) ?? []);
  for (const [name, cost] of column.costs) {
    const how = candidates.every((c) => c.measured) ? "took" : "reckoned";
    const chosen = column.steps.length === 1 && candidates.some((c) => c.name === name && c.chosen) ? ", chosen" : "";
    fact(`${name} ${how} ${range(cost, short)} ms${chosen}`, "plain");
  }
}

function interact(svg, tip, columns, frame, height) {
  const cursor = element("rect", { class: "cursor", y: 0, height, width: Math.max(frame.step, 1), visibility: "hidden" }, svg);
  svg.prepend(cursor);  // behind what is drawn
  let at = -1;
  const show = (k) => {
    at = Math.max(0, Math.min(columns.length - 1, k));
    const x = margin.left + at * frame.step;
    cursor.setAttribute("x", x);
    cursor.setAttribute("visibility", "visible");
    describe(tip, columns[at]);
    tip.hidden = false;
    const right = x + frame.step + 10;
    const fits = right + tip.offsetWidth <= place.clientWidth;
    tip.style.left = `${fits ? right : Math.max(0, x - tip.offsetWidth - 10)}px`;
    tip.style.top = `${svg.getBoundingClientRect().top - place.getBoundingClientRect().top + 24}px`;
  };
  const hide = () => { tip.hidden = true; cursor.setAttribute("visibility", "hidden"); };
  const pointed = (event) => show(Math.floor((event.clientX - svg.getBoundingClientRect().left - margin.left) / frame.step));
  svg.addEventListener("pointermove", pointed);
  svg.addEventListener("pointerdown", pointed);
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { show(at + step); event.preventDefault(); }
    if (event.key === "Escape") hide();
  });
}

function iterationAxis(svg, columns, frame, y) {
  const last = columns.at(-1).iterations[1];
  const most = Math.max(1, Math.floor(frame.width / (14 + 7 * plain.format(last).length)));
  const every = last > most ? roundTick(last / most) : 1;
  columns.forEach(({ iterations: [from, to] }, k) => {
    const tick = every * Math.ceil(from / every);
    if (tick > to || (tick === 0 && every > 1)) return;
    element("text", { x: margin.left + frame.center(k), y, "text-anchor": "middle" }, svg, plain.format(tick));
  });
  element("text", { x: margin.left - 6, y, "text-anchor": "end" }, svg, "iteration");
}

let run = data.middle_run;
function draw() {
  place.replaceChildren();
  const iterations = iterationsOf(run);
  if (data.run.runs.length > 1) selector();
  if (!iterations.length) { html("p", place, "This run has no steps here."); return; }
  const width = Math.max(120, place.clientWidth - margin.left - margin.right);
  const binned = iterations.length * 3 > width;
  const size = binned ? Math.ceil(iterations.length / Math.floor(width / 2)) : 1;
  const columns = [];
  for (let i = 0; i < iterations.length; i += size) columns.push(columnOf(iterations.slice(i, i + size)));
  const step = width / columns.length;
  const thick = binned ? step + 0.4 : Math.min(48, Math.max(step - 2, step * 0.7));
  const frame = { width, step, binned: size > 1, bar: thick, center: (k) => (k + 0.5) * step, left: (k) => (k + 0.5) * step - thick / 2 };

  legend(columns);
  const panels = [frontierPanel, timePanel, lanesPanel, ratePanel, costsPanel].map((make) => make(columns)).filter((p) => p);
  const height = sum(panels.map((p) => p.height + 42)) + 20;
  const svg = element("svg", { viewBox: `0 0 ${place.clientWidth} ${height}`, height, role: "img", tabindex: 0, "aria-labelledby": "chart-name chart-words" }, place);
  const vertices = extent(columns.flatMap((c) => c.vertices));
  element("desc", { id: "chart-name" }, svg, `Charts of ${data.run.algorithm} on ${data.graph_name}, run ${run + 1}`);
  element("desc", { id: "chart-words" }, svg, `${plain.format(iterations.length)} iterations, frontiers of ${range(vertices, plain.format)} vertices, ${short(sum(columns.flatMap((c) => c.byStrategy)))} ms. The arrow keys go from iteration to iteration.`);
  let top = 0;
  for (const panel of panels) {
    element("text", { class: "title", x: 0, y: top + 16 }, svg, panel.title);
    panel.draw(element("g", { transform: `translate(${margin.left} ${top + 28 + panel.height})` }, svg), frame);
    top += panel.height + 42;
  }
  iterationAxis(svg, columns, frame, top + 14);
  notes(iterations, size);
  const tip = html("div", place);
  tip.id = "tip";
  tip.hidden = true;
  tip.setAttribute("role", "status");
  interact(svg, tip, columns, frame, top);
}

function notes(iterations, size) {
  const ms = sum(iterations.flat().map((i) => steps.ms[i]));
  const all = data.run.runs[run].ms;
  const rest = data.steps_left_out === 0 && ms < all ? "; the rest passed between them" : "";
  const columns = size > 1 ? ` Each column is ${size} iterations, from the least to the most of them.` : "";
  html("p", place, `These steps took ${short(ms)} of the run's ${short(all)} ms${rest}.${columns}`).className = "note";
}

function selector() {
  const label = html("label", place, "run");
  const select = html("select", label);
  data.run.runs.forEach((r, i) => {
    const option = html("option", select, `${i + 1} ${data.run_labels[i]}: ${short(r.ms)} ms`);
    option.value = i;
    option.selected = i === run;
  });
  select.addEventListener("change", () => { run = Number(select.value); draw(); place.querySelector("select").focus(); });
}

let drawn = 0;
function fit() {
  if (place.clientWidth === drawn) return;
  drawn = place.clientWidth;
  draw();
}
if (place) new ResizeObserver(() => requestAnimationFrame(fit)).observe(place);
