"use strict";
(() => {
  const data = JSON.parse(document.getElementById("figures").textContent);
  const shape = data.structure;
  const page = document.getElementById("page");
  const SVG = "http://www.w3.org/2000/svg";

  // Text from the graph is only ever set as text.
  function html(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
  }
  function svg(tag, attributes, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
  }
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    for (const child of children) element.append(child);
    return element;
  }
  // Controls, and characters that turn the writing direction, are shown as escapes.
  function safe(text) {
    return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
      c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  }
  function shorten(text, length) {
    const all = safe(text);
    return all.length <= length ? all : all.slice(0, length - 1) + "…";
  }
  const whole = n => n == null ? "–" : Number(n).toLocaleString("en");
  const digits = (n, d) => n == null ? "–" : Number(n).toFixed(d);
  const percent = share => share == null ? "–" : (100 * share).toFixed(share < .1 ? 2 : 1) + "%";
  const small = n => n == null ? "–" : n !== 0 && Math.abs(n) < .001 ? n.toExponential(1) : n.toFixed(3);

  function section(title, ...children) {
    const element = html("section", {}, html("h2", {}, title), ...children);
    page.append(element);
    return element;
  }
  function table(name, columns, rows) {
    const head = html("tr", {}, ...columns.map(c => html("th", c.text ? {class: "text", scope: "col"} : {scope: "col"}, c.title)));
    const body = rows.map(row => html("tr", {},
      ...columns.map(c => html("td", c.text ? {class: "text"} : {}, c.of(row)))));
    return html("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": name}, html("table", {}, html("thead", {}, head), html("tbody", {}, ...body)));
  }

  // A plot; log axes are marked at powers of ten.
  function plot(options) {
    const width = 560, height = 340, left = 62, right = 26, top = 12, bottom = 44;
    const points = options.series.flatMap(s => s.points);
    if (points.length === 0) return html("p", {class: "soft"}, "Nothing to show.");
    const x = axis(points.map(p => p[0]), left, width - right, options.logX);
    const y = axis(points.map(p => p[1]).concat(options.alsoY || []), height - bottom, top, true);
    const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.title});
    for (const tick of x.ticks) {
      picture.append(svg("line", {class: "grid", x1: x.at(tick), x2: x.at(tick), y1: top, y2: height - bottom}));
      picture.append(svg("text", {class: "soft", x: x.at(tick), y: height - bottom + 17, "text-anchor": "middle"}, x.label(tick)));
    }
    for (const tick of y.ticks) {
      picture.append(svg("line", {class: "grid", x1: left, x2: width - right, y1: y.at(tick), y2: y.at(tick)}));
      picture.append(svg("text", {class: "soft", x: left - 7, y: y.at(tick) + 4, "text-anchor": "end"}, y.label(tick)));
    }
    picture.append(svg("line", {class: "axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom}));
    picture.append(svg("line", {class: "axis", x1: left, x2: left, y1: top, y2: height - bottom}));
    picture.append(svg("text", {x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle"}, options.xTitle));
    picture.append(svg("text", {transform: `translate(14 ${(top + height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle"}, options.yTitle));
    if (options.markX != null) {
      picture.append(svg("line", {x1: x.at(options.markX), x2: x.at(options.markX), y1: top, y2: height - bottom,
        stroke: "var(--soft)", "stroke-dasharray": "2 4"}));
    }
    for (const level of options.levels || []) {
      picture.append(svg("line", {x1: left, x2: width - right, y1: y.at(level.y), y2: y.at(level.y),
        stroke: level.color, "stroke-dasharray": "5 5", "stroke-opacity": .7}));
    }
    for (const s of options.series) {
      const shown = s.points.filter(p => p[1] > 0);
      if (s.line) {
        const path = shown.map((p, i) => (i ? "L" : "M") + x.at(p[0]).toFixed(1) + " " + y.at(p[1]).toFixed(1)).join("");
        picture.append(svg("path", {d: path, fill: "none", stroke: s.color, "stroke-width": s.width || 2,
          "stroke-dasharray": s.dash || "none", "stroke-linejoin": "round"}));
      }
      if (s.dots) {
        for (const p of shown) {
          picture.append(svg("circle", {cx: x.at(p[0]).toFixed(1), cy: y.at(p[1]).toFixed(1), r: s.dots, fill: s.color, "fill-opacity": .75},
            svg("title", {}, `${options.xTitle} ${whole(p[0])}: ${p[1].toPrecision(4)}`)));
        }
      }
    }
    return picture;
  }
  function axis(values, from, to, log) {
    const good = log ? values.filter(v => v > 0) : values;
    let low = Math.min(...good), high = Math.max(...good);
    if (log) {
      low = Math.floor(Math.log10(low) + 1e-9);
      high = Math.max(low + 1, Math.ceil(Math.log10(high) - 1e-9));
      const step = Math.ceil((high - low) / 8);
      const ticks = [];
      for (let e = low; e <= high; e += step) ticks.push(Math.pow(10, e));
      return {ticks, at: v => from + (to - from) * (Math.log10(v) - low) / (high - low), label: power};
    }
    low = 0;
    const raw = Math.max(1, high / 8), unit = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].map(m => m * unit).find(m => m >= raw);
    const ticks = [];
    for (let t = 0; t <= high + 1e-9; t += step) ticks.push(t);
    high = Math.max(high, 1);
    return {ticks, at: v => from + (to - from) * (v - low) / (high - low), label: whole};
  }
  function power(value) {
    const exponent = Math.round(Math.log10(value));
    if (exponent >= -2 && exponent <= 4) return whole(value);
    const raised = {"-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹"};
    return "10" + String(exponent).split("").map(c => raised[c]).join("");
  }

  function overview() {
    document.title = "Web graph " + safe(data.build);
    const source = data.source && data.source.file ? " · from " + safe(data.source.file) : "";
    page.append(html("div", {class: "soft"}, "build " + safe(data.build) + source));
    const tiles = [
      ["pages", whole(data.nodes)], ["links", whole(data.links)],
      ["links a page", digits(data.meanDegree, 2)], ["bits a link", digits(data.bitsPerLink, 2)],
      ["without links out", whole(data.dangling) + " · " + percent(data.dangling / data.nodes)],
      ["isolated", whole(data.isolated)],
      ["answered links", percent(shape.reciprocity)],
      ["mean distance", digits(shape.distances.mean, 2)],
      ["effective diameter", digits(shape.distances.effectiveDiameter, 2)],
      ["pairs connected", percent(shape.distances.reachable)]];
    if (shape.hosts != null) tiles.push(["hosts", whole(shape.hosts)], ["host links", whole(shape.hostLinks)]);
    page.append(html("div", {class: "tiles"},
      ...tiles.map(([name, value]) => html("div", {class: "tile"}, html("b", {}, value), html("span", {class: "soft small"}, name)))));
  }

  function degrees() {
    const panel = (title, d, name) => {
      const fit = d.fit;
      const children = [html("h3", {}, title)];
      children.push(plot({title: title + ", cumulative", logX: true, xTitle: name, yTitle: "share of pages, cumulative",
        markX: fit ? fit.xMin : null,
        series: [{points: d.cumulative, dots: 2.6, color: "var(--blue)"},
          {points: d.fitted.filter(p => p[1] > d.cumulative[d.cumulative.length - 1][1] / 30), line: true, color: "var(--orange)"}]}));
      children.push(plot({title: title + ", density", logX: true, xTitle: name, yTitle: "share of pages, by degree",
        series: [{points: d.bins.map(b => [Math.sqrt(b.from * Math.max(b.from, b.to)), b.density]), dots: 3.4, line: true, width: 1, color: "var(--green)"}]}));
      if (!fit) {
        children.push(html("p", {class: "soft"}, "Too few degrees, or all the same, to fit a power law."));
      } else {
        children.push(html("p", {class: "verdict " + fit.verdict}, fit.words + "."));
        children.push(html("p", {class: "small soft"},
          `Exponent ${digits(fit.alpha, 3)} ± ${digits(fit.standardError, 3)} from degree ${whole(fit.xMin)} on (dotted): `
          + `${whole(fit.tail)} of ${whole(fit.of)} pages with links. Kolmogorov–Smirnov distance ${digits(fit.ks, 4)}.`));
        children.push(table(title + ": other distributions", [
          {title: "against", text: true, of: a => a.name},
          {title: "log likelihood ratio", of: a => digits(a.logLikelihoodRatio, 2)},
          {title: "p", of: a => small(a.p)},
          {title: "fitted", text: true, of: a => Object.entries(a.parameters).map(([k, v]) => k + " " + Number(v).toPrecision(4)).join(", ")}],
          fit.alternatives));
      }
      return html("div", {}, ...children);
    };
    section("Degrees",
      html("p", {class: "small soft"}, "Log axes. Orange: the power law nearest to the tail. A ratio below 0 speaks for the alternative; a p above .1 says that its sign means nothing."),
      html("div", {class: "pair"}, panel("Links to a page", shape.inDegree, "in-degree"), panel("Links from a page", shape.outDegree, "out-degree")));
  }

  function bowTie() {
    const t = shape.bowTie, all = data.nodes || 1;
    const picture = svg("svg", {viewBox: "0 0 900 350", role: "img", class: "tie", "aria-label": "Bow tie; the shares are listed below it"});
    const label = (x, y, title, size) => {
      picture.append(svg("text", {x, y, class: "center"}, title));
      picture.append(svg("text", {x, y: y + 19, "text-anchor": "middle"}, whole(size)));
      picture.append(svg("text", {x, y: y + 36, "text-anchor": "middle", class: "soft"}, percent(size / all)));
    };
    const form = (d, color, opacity) => picture.append(svg("path", {d, fill: color, "fill-opacity": opacity, stroke: color, "stroke-width": 1.5}));
    form("M60 70 L365 140 L365 200 L60 270 Z", "var(--in)", .22);
    form("M840 70 L535 140 L535 200 L840 270 Z", "var(--out)", .22);
    form("M200 85 C320 8 580 8 700 85 L686 93 C575 30 325 30 214 93 Z", "var(--tube)", .3);
    form("M110 268 C120 300 105 310 118 338 L130 338 C120 310 138 298 128 264 Z", "var(--tendril)", .4);
    form("M790 268 C780 300 795 310 782 338 L770 338 C780 310 762 298 772 264 Z", "var(--tendril)", .4);
    picture.append(svg("circle", {cx: 450, cy: 170, r: 98, fill: "var(--card)"}));
    picture.append(svg("circle", {cx: 450, cy: 170, r: 98, fill: "var(--core)", "fill-opacity": .25, stroke: "var(--core)", "stroke-width": 1.5}));
    picture.append(svg("circle", {cx: 450, cy: 318, r: 0}));
    label(190, 153, "IN", t.in);
    label(450, 153, "core", t.core);
    label(710, 153, "OUT", t.out);
    picture.append(svg("text", {x: 450, y: 20, "text-anchor": "middle"}, `tubes ${whole(t.tubes)} · ${percent(t.tubes / all)}`));
    picture.append(svg("text", {x: 145, y: 318}, `tendrils from IN ${whole(t.tendrils_from_in)} · ${percent(t.tendrils_from_in / all)}`));
    picture.append(svg("text", {x: 755, y: 318, "text-anchor": "end"}, `tendrils to OUT ${whole(t.tendrils_to_out)} · ${percent(t.tendrils_to_out / all)}`));
    picture.append(svg("text", {x: 450, y: 342, "text-anchor": "middle", class: "soft"},
      `otherwise connected ${whole(t.other)} · disconnected ${whole(t.disconnected)} · ${percent(t.disconnected / all)}`));
    const parts = [["core", t.core, "var(--core)"], ["IN", t.in, "var(--in)"], ["OUT", t.out, "var(--out)"], ["tubes", t.tubes, "var(--tube)"],
      ["tendrils", t.tendrils_from_in + t.tendrils_to_out, "var(--tendril)"], ["other and disconnected", t.other + t.disconnected, "var(--line)"]];
    const bar = svg("svg", {viewBox: "0 0 900 22", role: "img", "aria-label": "shares"});
    let at = 0;
    for (const [name, size, color] of parts) {
      const width = 900 * size / all;
      bar.append(svg("rect", {x: at, y: 0, width, height: 22, fill: color}, svg("title", {}, `${name}: ${whole(size)} pages`)));
      at += width;
    }
    const legend = html("div", {class: "legend"}, ...parts.map(([name, size, color]) => {
      const item = html("span", {}, html("i", {}), `${name} ${percent(size / all)}`);
      item.firstChild.style.background = color;
      return item;
    }));
    const strong = shape.strongComponents, weak = shape.weakComponents;
    section("Bow tie", picture, bar, legend, html("p", {class: "small soft"},
      `${whole(strong.count)} strongly connected components, the largest of ${whole(strong.largest)} pages; `
      + `${whole(weak.count)} weakly connected, the largest of ${whole(weak.largest)}. Below the picture: true shares.`));
  }

  function distances() {
    const d = shape.distances;
    const bars = d.pairsByDistance.slice(1).map((n, i) => [i + 1, n]);
    section("Distances", plot({title: "distances", xTitle: "clicks", yTitle: "pairs of pages",
      series: [{points: bars, dots: bars.length > 120 ? 0 : 3, line: true, width: 1.4, color: "var(--violet)"}]}),
      html("p", {class: "small soft"}, `From ${whole(d.sources)} pages: mean ${digits(d.mean, 2)}, nine tenths within ${digits(d.effectiveDiameter, 2)}, longest ${whole(d.longest)}.`));
  }

  function convergence() {
    const colors = ["var(--blue)", "var(--orange)"];
    const runs = data.convergence || [];
    if (runs.length === 0) {
      section("Convergence", html("p", {class: "soft"}, "No ranking has been run yet: orb pagerank DIR, orb hits DIR."));
      return;
    }
    const series = runs.map((r, i) => ({points: r.changes.map((c, k) => [k + 1, c]), line: true, dots: r.changes.length > 150 ? 0 : 2.2, color: colors[i]}));
    const legend = html("div", {class: "legend"}, ...runs.map((r, i) => {
      const item = html("span", {}, html("i", {}), `${safe(r.ranking)}/${safe(r.run)}: ${r.changes.length} iterations, ${safe(r.outcome)}`
        + (r.build === data.build ? "" : " (of another build: " + safe(r.build) + ")"));
      item.firstChild.style.background = colors[i];
      return item;
    }));
    section("Convergence", plot({title: "convergence", xTitle: "iteration", yTitle: "L1 change", series,
      alsoY: runs.map(r => r.tolerance).filter(t => t > 0),
      levels: runs.map((r, i) => ({y: r.tolerance, color: colors[i]})).filter(l => l.y > 0)}),
      legend, html("p", {class: "small soft"}, "Dashed: the tolerance at which it stops."));
  }

  function pairs() {
    const lists = (title, p, left) => html("div", {}, html("h3", {}, title),
      html("p", {class: "small soft"}, p.pagesLeftOut ? `Left out: ${whole(p.pagesLeftOut)} pages with more than ${whole(shape.pairDegreeMax)} links ${left} (${whole(p.pairsLeftOut)} pairs).` : "No page was left out."),
      table(title, [{title: "shared", of: r => whole(r.shared)}, {title: "cosine", of: r => digits(r.cosine, 3)}, {title: "Jaccard", of: r => digits(r.jaccard, 3)},
        {title: "pages", text: true, of: r => html("span", {}, shorten(r.first, 90), html("br"), shorten(r.second, 90))}], p.byCount));
    section("Pages that belong together", html("div", {class: "pair"},
      lists("Linked from the same pages (co-citation)", shape.cocited, "to others"),
      lists("Linking to the same pages (bibliographic coupling)", shape.coupled, "from others")));
  }

  // On a phone a wide picture would have names too small to read.
  const hostWidth = window.innerWidth < 700 ? 560 : 1160;

  function hosts() {
    if (shape.hosts == null) {
      section("Hosts", html("p", {class: "soft"}, "The pages of this graph have no URLs, so there are no hosts."));
      return;
    }
    const picture = svg("svg", {id: "hosts", viewBox: `0 0 ${hostWidth} 640`, role: "group", "aria-label": "Hosts and the links between them"});
    const about = html("p", {class: "small soft", id: "about", role: "status"});
    const zoom = html("div", {class: "zoom"});
    const years = shape.impactYear
      ? `2 years: links of pages of ${shape.impactYear} to those of the two years before, by their number (${whole(shape.datedPages)} pages have a Last-Modified date).`
      : "When pages were published is not known.";
    const dropped = data.hostPicture.linksLeftOut;
    section("Hosts", html("p", {class: "small soft"}, `${whole(data.hostPicture.nodes.length)} hosts, those of most influence and those with the most links, and ${whole(data.hostPicture.links.length)} links between them`
      + (dropped ? ` (${whole(dropped)} weaker ones left out)` : "") + ". Drag a host or the background, turn the wheel to zoom, point at a host, or go to it with the tab key, to see its links. The larger the circle, the more influence."),
      zoom, about, picture,
      html("p", {class: "small soft"}, `Impact: links from other hosts by page (Garfield's form), over all years. ${years} Fractional: each linking host has one vote. Influence: PageRank among hosts, β = .85 (Pinski and Narin).`),
      table("Hosts of most influence", [{title: "host", text: true, of: h => shorten(h.host || "(no URL)", 70)},
        {title: "pages", of: h => whole(h.pages)}, {title: "links in", of: h => whole(h.linksIn)}, {title: "hosts in", of: h => whole(h.linkingHosts)},
        {title: "links out", of: h => whole(h.linksOut)}, {title: "impact", of: h => digits(h.impact, 2)}, ...(shape.impactYear ? [{title: "2 years", of: h => digits(h.impactTwoYears, 2)}] : []), {title: "fractional", of: h => digits(h.impactFractional, 4)},
        {title: "influence", of: h => digits(h.influence, 5)}, {title: "a page", of: h => small(h.influencePerPage)}], shape.topHosts));
    hostPicture(picture, about, zoom);
  }
  // Springs along links, repulsion between all, a pull to the middle: the same picture each time.
  function hostPicture(picture, about, zoom) {
    const width = hostWidth, height = 640;
    const most = Math.max(...data.hostPicture.nodes.map(h => h.influence), 1e-12);
    const nodes = data.hostPicture.nodes.map((h, i) => ({
      host: h, r: 5 + 21 * Math.sqrt(h.influence / most),
      x: width / 2 + (30 + 26 * Math.sqrt(i)) * Math.cos(i * 2.399963) * 1.6,
      y: height / 2 + (30 + 26 * Math.sqrt(i)) * Math.sin(i * 2.399963), vx: 0, vy: 0}));
    const heaviest = Math.max(...data.hostPicture.links.map(l => l[2]), 1);
    const links = data.hostPicture.links.map(([a, b, weight]) => ({a: nodes[a], b: nodes[b], weight,
      strength: .25 + .75 * Math.log1p(weight) / Math.log1p(heaviest)}));
    const view = {x: 0, y: 0, scale: 1};
    const world = svg("g", {});
    picture.append(world);
    for (const link of links) {
      link.line = svg("line", {class: "link", "stroke-width": (.6 + 4 * link.strength * link.strength).toFixed(2)},
        svg("title", {}, `${safe(link.a.host.host)} → ${safe(link.b.host.host)}: ${whole(link.weight)} links`));
      world.append(link.line);
    }
    for (const node of nodes) {
      node.group = svg("g", {class: "node", tabindex: 0, role: "img", "aria-label": safe(node.host.host || "(no URL)")}, svg("circle", {r: node.r.toFixed(1)}));
      world.append(node.group);
    }
    // Above all circles, and of the same size at each zoom: so names part when one goes nearer.
    // On a small picture only the first have theirs at once, the others with their links.
    const named = new Set([...nodes].sort((a, b) => b.host.influence - a.host.influence).slice(0, width < 700 ? 12 : nodes.length));
    for (const node of nodes) {
      node.label = svg("text", {class: named.has(node) ? "node" : "node minor", "text-anchor": "middle"}, shorten(node.host.host || "(no URL)", 34));
      world.append(node.label);
    }

    let heat = 1, grabbed = null, running = false;
    function step() {
      for (let i = 0; i < nodes.length; i++) {
        const a = nodes[i];
        for (let j = i + 1; j < nodes.length; j++) {
          const b = nodes[j];
          const dx = a.x - b.x || .1 * (i - j), dy = a.y - b.y || .1, d2 = dx * dx + dy * dy + 60;
          const push = (16000 + 400 * (a.r + b.r)) / d2 / Math.sqrt(d2);
          a.vx += dx * push; a.vy += dy * push * .8;
          b.vx -= dx * push; b.vy -= dy * push * .8;
        }
        a.vx += (width / 2 - a.x) * .008;
        a.vy += (height / 2 - a.y) * .018;
      }
      for (const {a, b, strength} of links) {
        const dx = b.x - a.x, dy = b.y - a.y, d = Math.sqrt(dx * dx + dy * dy) || 1;
        const pull = (d - 140 - a.r - b.r) / d * .014 * strength;
        a.vx += dx * pull; a.vy += dy * pull;
        b.vx -= dx * pull; b.vy -= dy * pull;
      }
      for (const n of nodes) {
        const speed = Math.hypot(n.vx, n.vy), cap = 28 * heat;
        const slow = speed > cap ? cap / speed : 1;
        if (n !== grabbed) { n.x += n.vx * slow; n.y += n.vy * slow; }
        n.vx *= .6; n.vy *= .6;
      }
      heat *= .985;
    }
    function draw() {
      world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
      for (const {a, b, line} of links) {
        line.setAttribute("x1", a.x); line.setAttribute("y1", a.y);
        line.setAttribute("x2", b.x); line.setAttribute("y2", b.y);
      }
      for (const n of nodes) {
        n.group.setAttribute("transform", `translate(${n.x.toFixed(1)} ${n.y.toFixed(1)})`);
        n.label.setAttribute("transform", `translate(${n.x.toFixed(1)} ${(n.y + n.r + 13 / view.scale).toFixed(1)}) scale(${1 / view.scale})`);
      }
    }
    function run() {
      step();
      draw();
      running = heat > .02;
      if (running) requestAnimationFrame(run);
    }
    function wake(to) {
      heat = Math.max(heat, to);
      if (!running) { running = true; requestAnimationFrame(run); }
    }
    function fit() {
      const margin = 40, label = 90;
      const left = Math.min(...nodes.map(n => n.x)) - label, right = Math.max(...nodes.map(n => n.x)) + label;
      const top = Math.min(...nodes.map(n => n.y - n.r)) - margin, bottom = Math.max(...nodes.map(n => n.y + n.r)) + margin;
      view.scale = Math.min(1.5, width / (right - left), height / (bottom - top));
      view.x = width / 2 - view.scale * (left + right) / 2;
      view.y = height / 2 - view.scale * (top + bottom) / 2;
    }

    function place(event) {
      const box = picture.getBoundingClientRect();
      return {x: (event.clientX - box.left) * width / box.width, y: (event.clientY - box.top) * height / box.height};
    }
    function tell(node) {
      picture.classList.toggle("focus", node != null);
      const show = (n, near) => { n.group.classList.toggle("near", near); n.label.classList.toggle("near", near); };
      for (const n of nodes) show(n, n === node);
      for (const link of links) {
        const near = link.a === node || link.b === node;
        link.line.classList.toggle("near", near);
        if (near) { show(link.a, true); show(link.b, true); }
      }
      if (node == null) { about.textContent = ""; return; }
      const h = node.host;
      const strongest = links.filter(l => l.b === node).slice(0, 5).map(l => `${shorten(l.a.host.host, 40)} (${whole(l.weight)})`).join(", ");
      about.textContent = `${safe(h.host)}: ${whole(h.pages)} pages, ${whole(h.linksIn)} links from ${whole(h.linkingHosts)} other hosts, `
        + `${whole(h.linksOut)} to others, impact ${digits(h.impact, 2)}, influence ${digits(h.influence, 5)}`
        + (strongest ? `; linked most from ${strongest}` : "") + ".";
    }
    let pan = null;
    function scaleTo(factor, p) {
      const scale = Math.min(12, Math.max(.15, view.scale * factor));
      view.x = p.x - (p.x - view.x) * scale / view.scale;
      view.y = p.y - (p.y - view.y) * scale / view.scale;
      view.scale = scale;
      draw();
    }
    const middle = {x: width / 2, y: height / 2};
    const move = (x, y) => { view.x += x; view.y += y; draw(); };
    const actions = [["Zoom in", () => scaleTo(1.4, middle)], ["Zoom out", () => scaleTo(1 / 1.4, middle)],
      ["←", () => move(80, 0), "Move left"], ["→", () => move(-80, 0), "Move right"],
      ["↑", () => move(0, 80), "Move up"], ["↓", () => move(0, -80), "Move down"],
      ["Fit", () => { fit(); draw(); }]];
    for (const [text, act, name] of actions) {
      const button = html("button", name ? {type: "button", "aria-label": name} : {type: "button"}, text);
      button.addEventListener("click", act);
      zoom.append(button);
    }
    for (const node of nodes) {
      node.group.addEventListener("focus", () => {
        const x = view.x + view.scale * node.x, y = view.y + view.scale * node.y;
        if (!pan && !grabbed && (x < 0 || x > width || y < 0 || y > height)) move(width / 2 - x, height / 2 - y);
        tell(node);
      });
      node.group.addEventListener("blur", () => tell(null));
      node.group.addEventListener("pointerenter", () => { if (!grabbed && !pan) tell(node); });
      node.group.addEventListener("pointerleave", () => { if (!grabbed) tell(null); });
      node.group.addEventListener("pointerdown", event => {
        grabbed = node;
        tell(node);
        picture.setPointerCapture(event.pointerId);
        event.stopPropagation();
      });
    }
    picture.addEventListener("pointerdown", event => {
      const p = place(event);
      pan = {x: p.x - view.x, y: p.y - view.y};
      picture.setPointerCapture(event.pointerId);
    });
    picture.addEventListener("pointermove", event => {
      const p = place(event);
      if (grabbed) {
        grabbed.x = (p.x - view.x) / view.scale;
        grabbed.y = (p.y - view.y) / view.scale;
        wake(.25);
      } else if (pan) {
        view.x = p.x - pan.x;
        view.y = p.y - pan.y;
        draw();
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      picture.addEventListener(end, () => { grabbed = null; pan = null; tell(null); });
    }
    picture.addEventListener("wheel", event => {
      event.preventDefault();
      scaleTo(Math.exp(-event.deltaY * .0015), place(event));
    }, {passive: false});
    for (let i = 0; i < 400; i++) step();
    fit();
    draw();
  }

  overview();
  bowTie();
  degrees();
  const row = html("div", {class: "pair"});
  distances();
  convergence();
  const last = [...page.querySelectorAll("section")].slice(-2);
  row.append(...last);
  page.append(row);
  hosts();
  pairs();
})();
