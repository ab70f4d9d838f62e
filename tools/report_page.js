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

function describe(tip, column) {
  tip.replaceChildren();
  const [first, last] = column.iterations;
  html("strong", tip, first === last ? (first === 0 ? "before the first iteration" : `iteration ${first}`) : `iterations ${first} to ${last}`);
  const fact = (text) => html("span", html("div", tip), text);
  fact(`${range(column.vertices, plain.format)} vertices${column.arcs ? `, ${range(column.arcs, plain.format)} arcs` : ""}, ${range(column.ms, short)} ms`).parentNode.style.borderColor = "transparent";
  for (const i of column.steps.slice(0, 3)) {
    const words = [names[steps.operation[i]], names[steps.engine[i]], names[steps.kernel[i]], names[steps.driver[i]]];
    const reason = names[steps.reason[i]];
    fact(`${words.join(" · ")}: ${short(steps.ms[i])} ms${reason ? `, ${reason}` : ""}`).parentNode.className = `s${steps.strategy[i]}`;
    for (const c of candidatesOf.get(i) ?? []) fact(`${c.chosen ? "chosen: " : ""}${c.name} ${c.measured ? "took" : "reckoned"} ${short(c.ms)} ms`).parentNode.style.borderColor = "transparent";
  }
  if (column.steps.length > 3) fact(`and ${plain.format(column.steps.length - 3)} more steps`);
}

function interact(svg, tip, columns, frame, height) {
  const cursor = element("rect", { class: "cursor", y: 0, height, width: Math.max(frame.step, 1), visibility: "hidden" }, svg);
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
  if (size > 1) html("p", place, `Each column is ${size} iterations, from the least to the most of them.`).className = "note";
  const tip = html("div", place);
  tip.id = "tip";
  tip.hidden = true;
  tip.setAttribute("role", "status");
  interact(svg, tip, columns, frame, top);
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
if (place) new ResizeObserver(fit).observe(place);
