// The chart of a report: panels one below the other over the same iterations, a legend, what is under the pointer.

const place = document.getElementById("chart");
const margin = {left: 76, right: 14};

function legend(columns) {
  const list = html("ul", place);
  list.className = "legend";
  const entry = (text, style, path) => {
    const item = html("li", list);
    const picture = element("svg", {viewBox: "-11 -7 22 14", "aria-hidden": "true"}, item);
    element("path", {class: style, d: path}, picture);
    html("span", item, text);
  };
  entry("frontier's vertices", "vertices line", "M-11 0H11");
  if (columns.some((c) => c.arcs)) entry("their arcs", "arcs line", "M-11 0H11");
  strategies.forEach((name, s) => {
    const shown = columns.some((c) => c.present[s] || c.costs.has(name));
    if (shown) entry(name, `solid s${s}`, shapes[s](5));
  });
}

// Steps that were executed alike, those that took longest first.
function kindsOf(column) {
  const kinds = new Map();
  for (const i of column.steps) {
    const words = ["operation", "engine", "kernel", "driver"].map((key) => names[steps[key][i]]).filter((word) => word).join(" · ");
    const reason = names[steps.reason[i]];
    const text = reason ? `${words}: ${reason}` : words;
    if (!kinds.has(text)) kinds.set(text, {text, strategy: steps.strategy[i], steps: 0, ms: 0});
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
  const sizes = ["vertices", "arcs"].map((key) => (column[key] ? `${range(column[key], plain.format)} ${key}, ` : ""));
  fact(`${sizes.join("")}${range(column.ms, short)} ms`, "plain");
  const kinds = kindsOf(column);
  for (const kind of kinds.slice(0, 3)) {
    const count = `${plain.format(kind.steps)} of ${plain.format(column.steps.length)} steps, `;
    fact(`${kind.text} (${column.steps.length > 1 ? count : ""}${short(kind.ms)} ms)`, `s${kind.strategy}`);
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
  const cursor = element("rect", {class: "cursor", height, width: frame.step, visibility: "hidden"}, svg);
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
  const hide = () => {
    tip.hidden = true;
    cursor.setAttribute("visibility", "hidden");
  };
  const pointed = (event) => {
    show(Math.floor((event.clientX - svg.getBoundingClientRect().left - margin.left) / frame.step));
  };
  svg.addEventListener("pointermove", pointed);
  svg.addEventListener("pointerdown", pointed);
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", (event) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (step) {
      show(at + step);
      event.preventDefault();
    }
    if (event.key === "Escape") hide();
  });
}

function iterationAxis(svg, columns, frame, y) {
  const last = columns.at(-1).iterations[1];
  const most = Math.max(1, Math.floor(frame.width / (14 + 7 * plain.format(last).length)));
  const every = last > most ? roundTick(last / most) : 1;
  columns.forEach(({iterations: [from, to]}, k) => {
    const tick = every * Math.ceil(from / every);
    if (tick > to || (tick === 0 && every > 1)) return;
    element("text", {x: margin.left + frame.center(k), y, "text-anchor": "middle"}, svg, plain.format(tick));
  });
  element("text", {x: margin.left - 6, y, "text-anchor": "end"}, svg, "iteration");
}

// Where the columns are: as many as there are iterations, unless they would be narrower than two pixels.
function frameOf(count) {
  const width = Math.max(120, place.clientWidth - margin.left - margin.right);
  const size = Math.ceil(count / Math.floor(width / 2));
  const step = width / Math.ceil(count / size);
  const bar = step < 6 ? step + 0.4 : Math.min(48, Math.max(step - 2, step * 0.7));
  const center = (k) => (k + 0.5) * step;
  return {width, step, bar, size, binned: size > 1, center, left: (k) => center(k) - bar / 2};
}

// A title in as many lines as it takes, since SVG's text does not wrap: seven pixels hold a letter.
function linesOf(title, width) {
  const most = Math.floor(width / 7);
  const lines = [];
  for (const word of title.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (!lines.length || longer.length > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function chartOf(columns, frame, words) {
  const makers = [frontierPanel, timePanel, lanesPanel, ratePanel, costsPanel];
  const panels = makers.map((make) => make(columns, frame.binned)).filter((panel) => panel);
  const titles = panels.map((panel) => linesOf(panel.title, place.clientWidth));
  const lineHeight = 15;
  const height = sum(panels.map((p, i) => p.height + 27 + lineHeight * titles[i].length)) + 20;
  const box = {viewBox: `0 0 ${place.clientWidth} ${height}`, height, role: "img", tabindex: 0};
  const svg = element("svg", {...box, "aria-labelledby": "chart-name chart-words"}, place);
  element("desc", {id: "chart-name"}, svg, `Charts of ${data.run.algorithm} on ${data.graph_name}, run ${run + 1}`);
  element("desc", {id: "chart-words"}, svg, `${words} The arrow keys go from iteration to iteration.`);
  let top = 0;
  panels.forEach((panel, i) => {
    for (const line of titles[i]) {
      element("text", {class: "title", x: 0, y: top + 16}, svg, line);
      top += lineHeight;
    }
    panel.draw(element("g", {transform: `translate(${margin.left} ${top + 13 + panel.height})`}, svg), frame);
    top += panel.height + 27;
  });
  iterationAxis(svg, columns, frame, top + 14);
  return svg;
}

// The run of the middle time, where its steps are in the page.
let run = steps.run.includes(data.middle_run) ? data.middle_run : 0;
function draw() {
  place.replaceChildren();
  if (data.run.runs.length > 1) selector();
  const iterations = iterationsOf(run);
  if (!iterations.length) {
    html("p", place, "The steps of this run are not in the page.");
    return;
  }
  const frame = frameOf(iterations.length);
  const columns = [];
  for (let i = 0; i < iterations.length; i += frame.size) columns.push(columnOf(iterations.slice(i, i + frame.size)));
  legend(columns);
  const vertices = extent(columns.flatMap((c) => c.vertices ?? []));
  const frontiers = vertices ? `frontiers of ${range(vertices, plain.format)} vertices` : "no frontiers";
  const words = `${plain.format(iterations.length)} iterations, ${frontiers}.`;
  const svg = chartOf(columns, frame, words);
  notes(iterations, frame.size);
  const tip = html("div", place);
  tip.id = "tip";
  tip.hidden = true;
  tip.setAttribute("role", "status");
  interact(svg, tip, columns, frame, svg.getAttribute("height") - 20);
}

function notes(iterations, size) {
  const ms = sum(iterations.flat().map((i) => steps.ms[i]));
  const all = data.run.runs[run].ms;
  const rest = data.steps_left_out === 0 && ms < all ? "; the rest passed between them" : "";
  const columns = `Each column is ${size} iterations, from the least to the most of them; lines are their means.`;
  const times = `These steps took ${short(ms)} of the run's ${short(all)} ms${rest}.`;
  html("p", place, size > 1 ? `${times} ${columns}` : times).className = "note";
}

function selector() {
  const label = html("label", place, "run");
  const select = html("select", label);
  data.run.runs.forEach((r, i) => {
    const option = html("option", select, `${i + 1} ${data.run_labels[i]}: ${short(r.ms)} ms`);
    option.value = i;
    option.selected = i === run;
  });
  select.addEventListener("change", () => {
    run = Number(select.value);
    draw();
    place.querySelector("select").focus();
  });
}

let drawn = 0;
function fit() {
  if (place.clientWidth === drawn) return;
  drawn = place.clientWidth;
  draw();
}
if (place) new ResizeObserver(() => requestAnimationFrame(fit)).observe(place);
