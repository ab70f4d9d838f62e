// The panels of a report's chart. Each has a title, a height, and draws into a group whose origin is its lower left
// corner; `frame` says where columns are.

// By strategy, so that color is not all that tells them apart.
const shapes = [
  (r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`,
  (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`,
  (r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}Z`,
  (r) => `M0 ${-1.3 * r}L${1.3 * r} 0L0 ${1.3 * r}L${-1.3 * r} 0Z`,
];

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

// The strategy's shape; a box of its color.
function mark(group, style, shape, radius, x, y) {
  element("path", {class: style, d: shapes[shape](radius), transform: `translate(${x} ${y})`}, group);
}
function box(group, style, x, y, width, height) {
  element("rect", {class: style, x, y, width, height}, group);
}

function axis(group, scale, width) {
  for (const tick of scale.ticks) {
    const y = -scale.y(tick);
    element("line", {class: "grid", x1: 0, x2: width, y1: y, y2: y}, group);
    element("text", {x: -6, y: y + 4, "text-anchor": "end"}, group, short(tick));
  }
}

// A line through the columns, with gaps where there is no value; where each is several iterations, through their means
// and within the band from least to most.
function series(group, frame, values, style, scale) {
  let points = [];
  values.forEach((v, k) => {
    if (v) points.push([frame.center(k), ...v.map((value) => -scale.y(value))]);
    if (v && k + 1 < values.length) return;
    stretch(group, frame, points, style);
    points = [];
  });
}

function stretch(group, frame, points, style) {
  if (!points.length) return;
  if (frame.binned) {
    const there = points.map(([x, , high]) => `${x} ${high - 0.5}`);
    const back = points.map(([x, low]) => `${x} ${low + 0.5}`).reverse();
    element("path", {class: `${style} band`, d: `M${[...there, ...back].join("L")}Z`}, group);
  }
  element("path", {class: `${style} line`, d: `M${points.map(([x, , , mean]) => `${x} ${mean}`).join("L")}`}, group);
  if (frame.step < 9 && points.length > 1) return;
  const [dot, shape] = style === "arcs" ? ["arcs hollow", 0] : ["vertices solid", 1];
  for (const [x, , , mean] of points) mark(group, dot, shape, 3, x, mean);
}

function frontierPanel(columns) {
  const scale = scaleOf(columns.flatMap((c) => [c.vertices, c.arcs]), 150);
  return {
    title: `Frontier: vertices${columns.some((c) => c.arcs) ? " and arcs" : ""}${scale.log ? ", logarithmic" : ""}`,
    height: 150,
    draw(group, frame) {
      axis(group, scale, frame.width);
      series(group, frame, columns.map((c) => c.arcs), "arcs", scale);
      series(group, frame, columns.map((c) => c.vertices), "vertices", scale);
    },
  };
}

function bar(group, frame, k, strategy, from, to) {
  const height = Math.max(to - from, 1);
  box(group, `solid s${strategy}`, frame.left(k), -from - height, frame.bar, height);
}

// Time is drawn to scale as long as an ordinary iteration can be seen beside the longest.
function timePanel(columns) {
  const times = columns.map((c) => c.ms[1]).filter((ms) => ms > 0).sort((a, b) => a - b);
  const most = times.length > 100 ? 20 : 100;
  const logarithmic = times.length > 0 && times.at(-1) > most * times[times.length >> 1];
  const scale = scaleOf(columns.map((c) => c.ms), 130, logarithmic);
  return {
    title: `Time: ms${scale.log ? ", logarithmic" : ""}`,
    height: 130,
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
    title: "Engine",
    height: used.length * lane,
    draw(group, frame) {
      used.forEach((s, i) => {
        const y = -(used.length - i) * lane;
        element("line", {class: "grid", x1: 0, x2: frame.width, y1: y + lane, y2: y + lane}, group);
        element("text", {x: -6, y: y + 12, "text-anchor": "end"}, group, s === 3 ? "other" : strategies[s]);
        columns.forEach((c, k) => {
          if (c.present[s]) box(group, `solid s${s}`, frame.left(k), y + 3, frame.bar, lane - 5);
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
  const low = ceiling !== null && Math.max(...rates) < 5;
  const scale = scaleOf([...rates.map((r) => [r, r]), [ceiling ? 100 : 0, 0]], 90, low);
  const amount = bytes ? "Bytes moved: GB/s" : "Arcs that left the frontier: G arcs/s";
  const what = ceiling ? `Bytes moved: % of the memory's ${plain.format(ceiling)} GB/s` : amount;
  return {
    title: `${what}${low ? ", logarithmic" : ""}`,
    height: 90,
    draw(group, frame) {
      axis(group, scale, frame.width);
      columns.forEach((c, k) => {
        if (rates[k] > 0) bar(group, frame, k, c.main, 0, scale.y(rates[k]));
      });
      if (!ceiling) return;
      element("line", {class: "ceiling", x1: 0, x2: frame.width, y1: -scale.y(100), y2: -scale.y(100)}, group);
    },
  };
}

// Every candidate's cost, measured where it was and reckoned otherwise, and what the chosen one took as a ring; spans,
// where columns are several iterations.
function costsPanel(columns, binned) {
  const candidates = [...new Set(columns.flatMap((c) => [...c.costs.keys()]))];
  if (!candidates.length) return null;
  const scale = scaleOf(columns.flatMap((c) => [...c.costs.values(), c.chosenMs]), 140);
  const look = (name, i) => (strategies.includes(name) ? strategies.indexOf(name) : i % shapes.length);
  return {
    title: `Candidates: ms${scale.log ? ", logarithmic" : ""}${binned ? "" : "; ringed: what the chosen one took"}`,
    height: 140,
    draw(group, frame) {
      axis(group, scale, frame.width);
      columns.forEach((c, k) => {
        candidates.forEach((name, i) => {
          const cost = c.costs.get(name);
          if (!cost) return;
          const style = `solid s${look(name, i)}`;
          const [low, high] = cost.map(scale.y);
          if (binned) {
            box(group, `${style} faint`, frame.left(k), -high - 1, frame.bar, high - low + 2);
          } else {
            mark(group, style, look(name, i), 4, frame.center(k), -high);
          }
        });
        if (!binned && c.chosenMs) mark(group, "chosen", 1, 7, frame.center(k), -scale.y(c.chosenMs[1]));
      });
    },
  };
}
