// Draws the charts of a report from the JSON in the page: panels one below the other over the same iterations.
"use strict";
(() => {
  const place = document.getElementById("chart");
  if (!place) return;
  const data = JSON.parse(document.getElementById("data").textContent);
  const { steps, names, strategies } = data;
  const margin = { left: 76, right: 14 };
  const shapes = [
    (r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`,
    (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`,
    (r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}Z`,
    (r) => `M0 ${-1.3 * r}L${1.3 * r} 0L0 ${1.3 * r}L${-1.3 * r} 0Z`,
  ];

  // ---- Numbers and elements

  const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  const digits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
  function short(x) {
    if (x >= 1e3) {
      const unit = Math.min(4, Math.floor(Math.log10(x) / 3 + 1e-9));
      return digits.format(x / 1000 ** unit) + ["", " k", " M", " G", " T"][unit];
    }
    return x !== 0 && x < 1e-4 ? x.toExponential(0) : digits.format(x);
  }
  const range = ([low, high], text) => (low === high ? text(low) : `${text(low)} to ${text(high)}`);
  const sum = (values) => values.reduce((a, b) => a + b, 0);

  function element(name, attributes, parent, text) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  }
  function html(name, parent, text) {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  }

  // ---- From steps to columns

  const candidatesOf = new Map();
  for (const [step, name, expected, ms, chosen] of data.candidates) {
    if (!candidatesOf.has(step)) candidatesOf.set(step, []);
    candidatesOf.get(step).push({ name: names[name], ms: ms ?? expected, measured: ms !== null, chosen });
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

  const extent = (values) => (values.length ? [Math.min(...values), Math.max(...values)] : null);

  // What a column of the charts shows: one iteration, or several neighbors where there are more than pixels.
  function columnOf(iterations) {
    const all = iterations.flat();
    const most = (values) => (values.some((v) => v !== null) ? Math.max(...values) : null);
    const each = (key) => iterations.map((list) => most(list.map((i) => steps[key][i]))).filter((v) => v !== null);
    const byStrategy = strategies.map((_, s) => sum(all.filter((i) => steps.strategy[i] === s).map((i) => steps.ms[i])));
    const present = strategies.map((_, s) => all.some((i) => steps.strategy[i] === s));
    const costs = new Map();
    for (const c of all.flatMap((i) => candidatesOf.get(i) ?? [])) {
      if (!costs.has(c.name)) costs.set(c.name, []);
      costs.get(c.name).push(c.ms);
    }
    const ms = sum(byStrategy);
    return {
      steps: all,
      iterations: extent(all.map((i) => steps.iteration[i])),
      vertices: extent(each("vertices")),
      arcs: extent(each("arcs")),
      ms: extent(iterations.map((list) => sum(list.map((i) => steps.ms[i])))),
      byStrategy,
      present,
      main: byStrategy.indexOf(Math.max(...byStrategy)),
      bytesRate: ms > 0 ? sum(all.map((i) => steps.bytes[i])) / ms / 1e6 : 0,
      arcsRate: ms > 0 ? sum(all.map((i) => steps.arcs[i] ?? 0)) / ms / 1e6 : 0,
      costs: new Map([...costs].map(([name, values]) => [name, extent(values)])),
      chosenMs: extent(all.filter((i) => candidatesOf.has(i)).map((i) => steps.ms[i])),
    };
  }

  // ---- Scales

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
      return { log: true, ticks, y: (v) => (v > 0 ? ((Math.log10(v) - from) / (to - from)) * height : 0) };
    }
    const rough = high / (height / 36);
    const power = 10 ** Math.floor(Math.log10(rough));
    const tick = power * [1, 2, 5, 10].find((m) => m * power >= rough);
    const count = Math.ceil(high / tick - 1e-9);
    const ticks = Array.from({ length: count + 1 }, (_, i) => i * tick);
    return { log: false, ticks, y: (v) => (v / (count * tick)) * height };
  }

  // ---- Panels: each has a title, a height, and draws into a group whose origin is its lower left corner

  function axis(group, scale, width) {
    for (const tick of scale.ticks) {
      const y = -scale.y(tick);
      element("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }, group);
      element("text", { x: -6, y: y + 4, "text-anchor": "end" }, group, short(tick));
    }
  }

  // A line through the columns where each is one iteration, otherwise the band from least to most.
  function series(group, frame, values, style, scale) {
    const points = values.map((v, k) => v && [frame.center(k), -scale.y(v[0]), -scale.y(v[1])]).filter((p) => p);
    if (!points.length) return;
    if (frame.binned) {
      const there = points.map(([x, , high]) => `${x} ${high - 0.75}`);
      const back = points.map(([x, low]) => `${x} ${low + 0.75}`).reverse();
      element("path", { class: `${style} range`, d: `M${[...there, ...back].join("L")}Z` }, group);
      return;
    }
    element("path", { class: `${style} line`, d: `M${points.map(([x, , y]) => `${x} ${y}`).join("L")}` }, group);
    if (frame.step < 9 && points.length > 1) return;
    const shape = shapes[style === "arcs" ? 0 : 1](3);
    for (const [x, , y] of points) {
      element("path", { class: `${style} ${style === "arcs" ? "hollow" : "range"}`, d: shape, transform: `translate(${x} ${y})` }, group);
    }
  }

  function frontierPanel(columns) {
    const scale = scaleOf(columns.flatMap((c) => [c.vertices, c.arcs]), 150);
    return {
      title: `Frontier: vertices and arcs${scale.log ? ", logarithmic" : ""}`, height: 150,
      draw(group, frame) {
        axis(group, scale, frame.width);
        series(group, frame, columns.map((c) => c.arcs), "arcs", scale);
        series(group, frame, columns.map((c) => c.vertices), "vertices", scale);
      },
    };
  }

  function bar(group, frame, k, strategy, from, to) {
    const height = Math.max(to - from, 1);
    element("rect", { class: `solid s${strategy}`, x: frame.left(k), y: -from - height, width: frame.bar, height }, group);
  }

  // Time is drawn to scale as long as an ordinary iteration can be seen beside the longest.
  function timePanel(columns) {
    const times = columns.map((c) => c.ms[1]).filter((ms) => ms > 0).sort((a, b) => a - b);
    const logarithmic = times.length > 0 && times.at(-1) > 100 * times[times.length >> 1];
    const scale = scaleOf(columns.map((c) => c.ms), 130, logarithmic);
    return {
      title: `Time: ms${scale.log ? ", logarithmic" : ""}`, height: 130,
      draw(group, frame) {
        axis(group, scale, frame.width);
        columns.forEach((c, k) => {
          if (frame.binned) return bar(group, frame, k, c.main, scale.y(c.ms[0]), scale.y(c.ms[1]));
          if (scale.log) return bar(group, frame, k, c.main, 0, scale.y(c.ms[1]));
          let below = 0;
          c.byStrategy.forEach((ms, s) => {
            if (ms > 0) bar(group, frame, k, s, scale.y(below), scale.y(below + ms));
            below += ms;
          });
        });
      },
    };
  }

  // Who executed what, by place as well as by color.
  function lanesPanel(columns) {
    const used = strategies.map((_, s) => s).filter((s) => columns.some((c) => c.present[s]));
    const lane = 16;
    return {
      title: "Engine", height: used.length * lane,
      draw(group, frame) {
        used.forEach((s, i) => {
          const y = -(used.length - i) * lane;
          element("line", { class: "grid", x1: 0, x2: frame.width, y1: y + lane, y2: y + lane }, group);
          element("text", { x: -6, y: y + 12, "text-anchor": "end" }, group, s === 3 ? "other" : strategies[s]);
          columns.forEach((c, k) => {
            if (c.present[s]) element("rect", { class: `solid s${s}`, x: frame.left(k), y: y + 3, width: frame.bar, height: lane - 5 }, group);
          });
        });
      },
    };
  }

  function ratePanel(columns) {
    const bytes = columns.some((c) => c.bytesRate > 0);
    const ceiling = bytes ? data.bandwidth_gb_s : null;
    const rates = columns.map((c) => (ceiling ? (100 * c.bytesRate) / ceiling : bytes ? c.bytesRate : c.arcsRate));
    if (!rates.some((r) => r > 0)) return null;
    const scale = scaleOf([...rates.map((r) => [r, r]), [ceiling ? 100 : 0, 0]], 90, false);
    const what = ceiling ? `Bytes moved: % of the memory's ${plain.format(ceiling)} GB/s` : bytes ? "Bytes moved: GB/s" : "Arcs followed: G arcs/s";
    return {
      title: what, height: 90,
      draw(group, frame) {
        axis(group, scale, frame.width);
        columns.forEach((c, k) => { if (rates[k] > 0) bar(group, frame, k, c.main, 0, scale.y(rates[k])); });
        if (!ceiling) return;
        element("line", { class: "ceiling", x1: 0, x2: frame.width, y1: -scale.y(100), y2: -scale.y(100) }, group);
      },
    };
  }

  // Every candidate's cost, measured where it was and reckoned otherwise, and the time of what was chosen as a ring.
  function costsPanel(columns) {
    const candidates = [...new Set(columns.flatMap((c) => [...c.costs.keys()]))];
    if (!candidates.length) return null;
    const scale = scaleOf(columns.flatMap((c) => [...c.costs.values(), c.chosenMs]), 140);
    const look = (name, i) => (strategies.includes(name) ? strategies.indexOf(name) : i % shapes.length);
    return {
      title: `Candidates: ms, chosen ringed${scale.log ? ", logarithmic" : ""}`, height: 140,
      draw(group, frame) {
        axis(group, scale, frame.width);
        columns.forEach((c, k) => {
          candidates.forEach((name, i) => {
            const cost = c.costs.get(name);
            if (!cost) return;
            const style = `solid s${look(name, i)}`;
            const [low, high] = cost.map(scale.y);
            if (frame.binned) element("rect", { class: style, x: frame.left(k), y: -high - 1, width: frame.bar, height: high - low + 2, opacity: 0.6 }, group);
            else element("path", { class: style, d: shapes[look(name, i)](4), transform: `translate(${frame.center(k)} ${-high})` }, group);
          });
          if (!frame.binned && c.chosenMs) element("circle", { class: "chosen", cx: frame.center(k), cy: -scale.y(c.chosenMs[1]), r: 7 }, group);
        });
      },
    };
  }

  // ---- The page's part: selector, legend, chart, tooltip

  function legend(columns) {
    const list = html("ul", place);
    list.className = "legend";
    const entry = (text, draw) => {
      const item = html("li", list);
      draw(element("g", { transform: "translate(11 7)" }, element("svg", { viewBox: "0 0 22 14", "aria-hidden": "true" }, item)));
      html("span", item, text);
    };
    entry("frontier's vertices", (g) => element("path", { class: "vertices line", d: "M-11 0H11" }, g));
    if (columns.some((c) => c.arcs)) entry("their arcs", (g) => element("path", { class: "arcs line", d: "M-11 0H11" }, g));
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
    const widest = 8 + 7 * String(columns.at(-1).iterations[1]).length;
    const every = Math.max(1, Math.ceil(widest / frame.step));
    for (let k = 0; k < columns.length; k += every) {
      element("text", { x: margin.left + frame.center(k), y, "text-anchor": "middle" }, svg, columns[k].iterations[0]);
    }
    element("text", { x: margin.left - 6, y, "text-anchor": "end" }, svg, "iteration");
  }

  let run = 0;
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
    const thick = binned ? step : Math.min(48, Math.max(step - 2, step * 0.7));
    const frame = { width, step, binned: size > 1, bar: thick, center: (k) => (k + 0.5) * step, left: (k) => (k + 0.5) * step - thick / 2 };

    legend(columns);
    const panels = [frontierPanel, timePanel, lanesPanel, ratePanel, costsPanel].map((make) => make(columns)).filter((p) => p);
    const height = sum(panels.map((p) => p.height + 36)) + 20;
    const svg = element("svg", { viewBox: `0 0 ${place.clientWidth} ${height}`, height, role: "img", tabindex: 0, "aria-labelledby": "chart-name chart-words" }, place);
    const vertices = extent(columns.flatMap((c) => c.vertices));
    element("desc", { id: "chart-name" }, svg, `Charts of ${data.run.algorithm} on ${data.graph_name}, run ${run + 1}`);
    element("desc", { id: "chart-words" }, svg, `${plain.format(iterations.length)} iterations, frontiers of ${range(vertices, plain.format)} vertices, ${short(sum(columns.flatMap((c) => c.byStrategy)))} ms. The arrow keys go from iteration to iteration.`);
    let top = 0;
    for (const panel of panels) {
      element("text", { class: "title", x: 0, y: top + 16 }, svg, panel.title);
      panel.draw(element("g", { transform: `translate(${margin.left} ${top + 28 + panel.height})` }, svg), frame);
      top += panel.height + 36;
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
  new ResizeObserver(() => {
    if (place.clientWidth === drawn) return;
    drawn = place.clientWidth;
    draw();
  }).observe(place);
})();
