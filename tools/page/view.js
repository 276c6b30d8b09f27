'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId('data').textContent);
  const sides = data.sides;
  const two = sides.length > 1;

  // Everything shown is made of nodes and texts; no markup is ever parsed.
  function make(tag, look, ...inside) {
    const node = document.createElement(tag);
    if (look) node.className = look;
    node.append(...inside);
    return node;
  }

  function drawn(tag, facts, ...inside) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const name in facts) node.setAttribute(name, facts[name]);
    node.append(...inside);
    return node;
  }

  // ---- states: the first whole, then what changes ----

  function changed(before, change) {
    if (change === null) return undefined;
    if (typeof change === 'string' || Array.isArray(change)) return change;
    const [at, removed, inserted] = change.s;
    const list = before.slice();
    list.splice(at, removed, ...inserted);
    return list;
  }

  function unfold(side, number) {
    const start = number ? data.same : 0;
    side.all = number ? sides[0].all.slice(0, start) : [];
    side.touched = number ? sides[0].touched.slice(0, start) : [];
    let last = start ? side.all[start - 1] : [];
    for (const flat of side.states) {
      const now = last.slice();
      const touched = [];
      for (let i = 0; i < flat.length; i += 2) {
        now[flat[i]] = changed(last[flat[i]], flat[i + 1]);
        touched.push(flat[i]);
      }
      side.all.push(now);
      side.touched.push(touched);
      last = now;
    }
    side.places = number ? sides[0].places.slice(0, start) : [];
    side.moved = number ? sides[0].moved.slice(0, start) : [];
    let board = start && side.places.length ? side.places[start - 1] : {spots: [], told: []};
    for (const flat of side.boards) {
      board = {spots: board.spots.slice(), told: board.told};
      const moved = new Set();
      for (let i = 0; i < flat.length; i += 2) {
        if (flat[i] < 0) board.told = flat[i + 1];
        else { board.spots[flat[i]] = flat[i + 1]; moved.add(flat[i]); }
      }
      side.places.push(board);
      side.moved.push(moved);
    }
  }
  sides.forEach(unfold);

  // ---- the moments, as they stand in the page ----

  const lists = [...document.querySelectorAll('ol.plies')];
  const items = (list) => [...list.children];
  if (!two) {
    sides[0].items = items(lists[0]);
  } else {
    const shared = data.same ? items(lists[0]) : [];
    const rest = lists.slice(data.same ? 1 : 0).map(items);
    sides.forEach((side) => {
      const own = side.all.length > data.same ? rest.shift() : [];
      side.items = shared.concat(own);
    });
  }
  const last = Math.max(...sides.map((side) => side.all.length)) - 1;
  // Addresses are taken over: the browser would scroll the page to the item of the list.
  const plyOf = new Map();
  const addresses = new Map();
  for (const side of sides) {
    side.items.forEach((item, n) => {
      if (item.id) { plyOf.set(item.id, n); addresses.set(item, item.id); }
      item.removeAttribute('id');
    });
  }

  function starts(side) {
    const found = [];
    let at = 0;
    for (const [, count] of side.phases) { found.push(at); at += count; }
    return found;
  }

  const together = (found) => [...new Set(sides.flatMap(found))].sort((a, b) => a - b);
  const phaseStarts = together(starts);
  const roundStarts = together((side) => side.rounds.filter((_, n) => n % 2 === 0));
  const stops = sides.filter((side) => side.parted).map((side) => side.all.length - 1);
  const parts = data.parting === null ? [] : [data.parting];
  const findings = [...new Set(sides.flatMap((side) => side.findings).concat(stops, parts))]
    .sort((a, b) => a - b);
  const choices = together((side) => side.items.map((item, n) => n)
    .filter((n) => n > 0 && !side.items[n].classList.contains('chance')));

  function phaseAt(side, now) {
    let at = 0;
    for (const [name, count] of side.phases) {
      at += count;
      if (now < at) return name;
    }
    return side.phases.length ? side.phases[side.phases.length - 1][0] : '';
  }

  function roundAt(side, now) {
    let name = '';
    for (let i = 0; i < side.rounds.length && side.rounds[i] <= now; i += 2) name = side.rounds[i + 1];
    return name;
  }

  // ---- the band over the slider: phases, findings ----

  const names = [...new Set(sides.flatMap((side) => side.phases.map((phase) => phase[0])))];

  function drawBand() {
    byId('legend').append(...names.map((name, n) => make('li', `tag p${n % 8}`, nice(name))));
    const band = byId('band');
    band.setAttribute('viewBox', `0 0 ${last + 1} ${10 * sides.length}`);
    sides.forEach((side, row) => {
      let at = 0;
      for (const [name, count] of side.phases) {
        const part = drawn('rect', {x: at, y: 10 * row, width: count, height: 9,
          class: `p${names.indexOf(name) % 8}`}, drawn('title', {}, document.createTextNode(name)));
        band.append(part);
        at += count;
      }
      for (const n of side.findings.concat(side.parted ? [side.all.length - 1] : [])) {
        band.append(drawn('rect', {x: n, y: 10 * row, width: 1, height: 10, class: 'flaw'}));
      }
    });
    if (data.parting !== null) {
      band.append(drawn('rect', {x: data.parting, y: 0, width: 1, height: 10 * sides.length,
        class: 'flaw'}));
    }
  }

  // ---- texts ----

  const empty = (value) => value === undefined || value.length === 0 || value === '-' ||
    value === 'none' || value === '–';
  const told = (value) => value === undefined ? '–' : Array.isArray(value) ?
    (value.length ? value.join(', ') : '–') : value;
  const nice = (name) => name.replace(/_/g, ' ');

  function without(these, those) {
    const left = those.slice();
    return these.filter((text) => {
      const at = left.indexOf(text);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  }

  function difference(one, other) {
    const line = make('span', 'change');
    if (Array.isArray(one) || Array.isArray(other)) {
      const a = Array.isArray(one) ? one : [];
      const b = Array.isArray(other) ? other : [];
      const gone = without(a, b);
      const come = without(b, a);
      for (const text of gone) line.append(make('del', '', `−${nice(text)}`), ' ');
      for (const text of come) line.append(make('ins', '', `+${nice(text)}`), ' ');
      if (!gone.length && !come.length) line.append('in another order');
    } else {
      line.append(make('del', '', nice(told(one))), ' → ', make('ins', '', nice(told(other))));
    }
    return line;
  }

  // ---- one ply ----

  function clauseList(item) {
    const links = [...item.querySelectorAll('a[href^="#c."]')];
    const idents = [...new Set(links.map((link) => link.textContent))];
    if (!idents.length) return null;
    const list = make('dl', 'clauses');
    for (const ident of idents) {
      const entry = byId(`c.${ident}`);
      if (!entry) continue;
      const copy = make('div', '', ...copies(entry));
      copy.dataset.clause = ident;
      copy.tabIndex = -1;
      list.append(copy);
    }
    return list;
  }

  const copies = (node) => [...node.childNodes].map((inner) => inner.cloneNode(true));

  function changeList(side, at) {
    const touched = !at ? [] : side.touched[at].filter((atom) =>
      !(empty(side.all[at - 1][atom]) && empty(side.all[at][atom])));
    if (!touched.length) return [];
    const rows = make('dl', 'changes');
    for (const atom of touched) {
      const [field, label] = data.atoms[atom];
      rows.append(make('dt', '', nice(field), label ? make('small', '', ` ${nice(label)}`) : ''),
        make('dd', '', difference(side.all[at - 1][atom], side.all[at][atom])));
    }
    return [make('h3', '', 'Changed'), rows];
  }

  function card(side, now) {
    const at = Math.min(now, side.items.length - 1);
    const item = side.items[at];
    const box = make('div', 'card' + (item.classList.contains('chance') ? ' chance' : ''));
    if (two) box.append(make('p', 'side', now < data.same ? 'Both games' : side.name));
    if (at < now) {
      box.append(make('p', 'end', `over: ${side.end}`));
      return box;
    }
    box.append(make('h2', 'action', ...copies(item.querySelector('a'))));
    for (const node of item.querySelector('div').children) {
      if (!node.matches('.ch, .cl')) box.append(node.cloneNode(true));
    }
    if (at === side.all.length - 1) {
      box.append(make('p', side.parted ? 'end parted' : 'end', side.end));
    }
    box.append(...changeList(side, at));
    const clauses = clauseList(item);
    if (clauses) box.append(make('h3', '', 'Clauses'), clauses);
    for (const link of box.querySelectorAll('a')) link.removeAttribute('tabindex');
    return box;
  }

  // ---- the position ----

  function fieldsOf(states) {
    const fields = new Map();
    data.atoms.forEach(([field], atom) => {
      if (states.every((state) => state[atom] === undefined)) return;
      if (!fields.has(field)) fields.set(field, []);
      fields.get(field).push(atom);
    });
    return fields;
  }

  function chips(value, before) {
    if (!value.length) return make('span', 'none', '–');
    const line = make('span', 'chips');
    const fresh = Array.isArray(before) ? without(value, before) : [];
    const runs = [];
    for (const text of value) {
      const at = fresh.indexOf(text);
      if (at >= 0) fresh.splice(at, 1);
      const run = runs[runs.length - 1];
      if (run && run.text === text && run.isNew === at >= 0) run.count += 1;
      else runs.push({text, isNew: at >= 0, count: 1});
    }
    for (const {text, isNew, count} of runs) {
      const times = count > 1 ? [make('small', '', ` ×${count}`)] : [];
      line.append(make('span', isNew ? 'chip new' : 'chip', nice(text), ...times), ' ');
    }
    return line;
  }

  const valueNode = (value, before) => Array.isArray(value) ? chips(value, before) :
    make('span', empty(value) ? 'none' : 'value', nice(told(value)));

  // The parts of a field in one position; what this ply changed is marked.
  function partNodes(side, at, fresh, atoms) {
    const state = side.all[at];
    return atoms.filter((atom) => state[atom] !== undefined).map((atom) => {
      const isNew = fresh.has(atom);
      const label = data.atoms[atom][1];
      const plain = Array.isArray(state[atom]) ? '' : ' plain';
      const part = make('span', `part${plain}${isNew ? ' new' : ''}`);
      if (label) part.append(make('small', '', nice(label)), ' ');
      part.append(valueNode(state[atom], isNew && at ? side.all[at - 1][atom] : undefined), ' ');
      return part;
    });
  }

  function position(now) {
    const seen = sides.map((side) => {
      const at = Math.min(now, side.all.length - 1);
      return {side, at, state: side.all[at], fresh: new Set(at && at === now ? side.touched[at] : [])};
    });
    const short = make('dl', 'short');
    const long = make('dl', 'long');
    const blank = [];
    for (const [field, atoms] of fieldsOf(seen.map((one) => one.state))) {
      const unlike = two ? atoms.filter((atom) =>
        told(seen[0].state[atom]) !== told(seen[1].state[atom])) : [];
      const apart = unlike.length > 0;
      const isNew = seen.some((one) => atoms.some((atom) => one.fresh.has(atom)));
      const values = seen.flatMap((one) => atoms.map((atom) => one.state[atom]));
      if (!apart && !isNew && values.every(empty)) { blank.push(field); continue; }
      const entry = make('div', (isNew ? 'new ' : '') + (apart ? 'apart' : ''), make('dt', '', nice(field)));
      for (const {side, at, fresh} of apart ? seen : seen.slice(0, 1)) {
        const body = make('dd', '', ...partNodes(side, at, fresh, apart ? unlike : atoms));
        if (!body.firstChild) body.append(make('span', 'none', '–'));
        entry.append(body);
      }
      const alike = atoms.filter((atom) => apart && data.atoms[atom][1] && !unlike.includes(atom));
      if (alike.length) {
        const labels = alike.map((atom) => nice(data.atoms[atom][1]));
        entry.append(make('dd', 'alike', `alike: ${labels.join(', ')}`));
      }
      const big = atoms.length > 4 || values.some((value) => Array.isArray(value) && value.length);
      (big ? long : short).append(entry);
    }
    const box = make('div', 'position', short, long);
    if (blank.length) box.append(make('p', 'blank', `empty: ${blank.map(nice).join(', ')}`));
    return box;
  }

  // ---- the map ----

  const boards = [];
  const MEANS = {plain: 'place', special: 'special', full: 'FULL', lost: 'LOST'};

  function layBoard(side) {
    const box = make('div', 'board');
    if (two) box.append(make('p', 'side', side.name));
    const lines = make('ul', 'told');
    const field = make('ul', 'field');
    const ways = drawn('svg', {class: 'ways', 'aria-hidden': 'true', focusable: 'false'});
    const spots = data.board.spots.map(([name, title, column, row]) => {
      const place = make('li', '');
      place.style.gridColumn = `${column + 1} / span 2`;
      place.style.gridRow = `${row + 1}`;
      field.append(place);
      return place;
    });
    const frame = make('div', 'frame', field);
    const columns = Math.max(...data.board.spots.map(([, , column]) => column + 2));
    frame.style.setProperty('--columns', columns);
    frame.prepend(ways);
    box.append(lines, frame);
    boards.push({side, box, lines, field, ways, spots});
    return box;
  }

  // Where a long word of a title may break: before a consonant and a vowel, nearest to its middle.
  function broken(word) {
    const middle = word.length / 2;
    const starts = word.length < 9 ? [] :
      [...word.matchAll(/[^aeiouy\W](?=[aeiouy])/gi)].map((found) => found.index)
        .filter((at) => at > 1 && at < word.length - 2)
        .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    return starts.length ? `${word.slice(0, starts[0])}\u00ad${word.slice(starts[0])}` : word;
  }

  function near(number) {
    const found = [[], []];
    for (const [one, other, ...leaves] of data.board.ways) {
      if (one !== number && other !== number) continue;
      found[leaves.length ? 1 : 0].push(data.board.spots[one === number ? other : one][0]);
    }
    return `paths to ${found[0].join(', ')}` +
      (found[1].length ? `; over the edge to ${found[1].join(', ')}` : '');
  }

  function showBoard(board, now) {
    const {side, lines, spots} = board;
    const at = Math.min(now, side.places.length - 1);
    const place = side.places[at];
    lines.replaceChildren(...place.told.map((text) => make('li', '', text)));
    spots.forEach((node, number) => {
      const [look, printed, there] = place.spots[number];
      const [, title] = data.board.spots[number];
      node.className = look + (at === now && at && side.moved[at].has(number) ? ' new' : '');
      const head = make('strong', '', title.split(' ').map(broken).join(' '));
      const mark = make('small', '', [look === 'plain' ? '' : MEANS[look], ...printed]
        .filter((text) => text).join(' · '));
      const lie = there.flatMap((text) => text.split(', ')).map((text) =>
        make('span', 'there', text.replace(/\+/g, '+\u200b')));
      node.replaceChildren(head, mark, ...lie,
        make('span', 'unseen', near(number)));
    });
    drawWays(board);
  }

  // Lines between the middles of places, as they lie now; over the edge a stub to each side.
  function drawWays({field, ways, spots}) {
    const frame = field.getBoundingClientRect();
    const outer = ways.parentNode.getBoundingClientRect();
    ways.setAttribute('viewBox', `0 0 ${outer.width} ${outer.height}`);
    const middle = spots.map((node) => {
      const box = node.getBoundingClientRect();
      return {x: box.left - outer.left + box.width / 2, y: box.top - outer.top + box.height / 2,
        w: box.width / 2, h: box.height / 2};
    });
    const found = [];
    for (const [one, other, ...leaves] of data.board.ways) {
      const a = middle[one];
      const b = middle[other];
      if (!leaves.length) {
        found.push(drawn('line', {x1: a.x, y1: a.y, x2: b.x, y2: b.y}));
        continue;
      }
      for (const [from, to, sign] of [[a, other, 1], [b, one, -1]]) {
        const dx = sign * leaves[0];
        const dy = sign * leaves[1];
        const x = from.x + dx * (from.w + 7);
        const y = from.y + dy * (from.h + 5);
        found.push(drawn('line', {class: 'over', x1: from.x, y1: from.y, x2: x, y2: y}));
        found.push(drawn('text', {x: x + dx * 5, y: y + dy * 6 + 3, 'text-anchor': 'middle'},
          document.createTextNode(data.board.spots[to][1].split(' ')[0])));
      }
    }
    ways.replaceChildren(...found);
  }

  // ---- where we are ----

  let now = 0;
  const slider = byId('slider');

  function address(n) {
    const own = sides.find((side) => n < side.items.length);
    return addresses.get(own.items[n]);
  }

  // A browser takes only so many new addresses a second: the last one of a run of keys is enough.
  let writing = 0;

  function writeAddress() {
    clearTimeout(writing);
    writing = setTimeout(() => history.replaceState(null, '', `#${address(now)}`), 100);
  }

  // Said where an address or a number leads nowhere, until the next step.
  function miss(text) {
    byId('missing').textContent = byId('said').textContent = text;
    byId('missing').hidden = false;
  }

  function show(n, write) {
    byId('missing').hidden = true;
    now = Math.max(0, Math.min(last, n));
    const main = sides.find((side) => now < side.items.length);
    const item = main.items[now];
    const action = item.querySelector('a b').textContent;
    const number = item.querySelector('a i');
    const place = number ? `${data.unit} ${number.textContent}` : 'set-up';
    slider.value = String(now);
    slider.setAttribute('aria-valuetext', `${place}: ${action}`);
    byId('here').textContent = number ? `${place} of ${last - 1}` : `set-up, ${last} ${last === 1 ? data.unit : data.units}`;
    byId('phase').textContent = nice(phaseAt(main, now));
    byId('phase').className = `tag p${names.indexOf(phaseAt(main, now)) % 8}`;
    byId('round').textContent = roundAt(main, now);
    byId('said').textContent = number ? `${place}, ${item.querySelector('a span').textContent}: ` +
      action : action;
    const held = document.activeElement;
    const inCard = byId('now').contains(held);
    byId('now').replaceChildren(...(now < data.same ? sides.slice(0, 1) : sides)
      .map((side) => card(side, now)));
    if (inCard) byId('now').focus();
    byId('state').replaceChildren(make('h2', '', 'Position'), position(now));
    boards.forEach((board) => showBoard(board, now));
    mark();
    if (byId('list').contains(held)) marked[0].querySelector('a').focus({preventScroll: true});
    byId('back').disabled = byId('first').disabled = now === 0;
    byId('on').disabled = byId('last').disabled = now === last;
    if (write) writeAddress();
  }

  let marked = [];

  function mark() {
    for (const item of marked) {
      item.removeAttribute('aria-current');
      item.querySelector('a').tabIndex = -1;
    }
    marked = [...new Set(sides.filter((side) => now < side.items.length)
      .map((side) => side.items[now]))];
    const pane = document.querySelector('#list .scroll');
    for (const item of marked) {
      item.setAttribute('aria-current', 'step');
      item.querySelector('a').tabIndex = 0;
    }
    const first = marked[0].getBoundingClientRect();
    const frame = pane.getBoundingClientRect();
    if (pane.scrollHeight > pane.clientHeight && (first.top < frame.top + 30 || first.bottom > frame.bottom - 30)) {
      pane.scrollTop += first.top - frame.top - frame.height / 3;
    }
  }

  const next = (stops, way) => way > 0 ? stops.find((n) => n > now) :
    [...stops].reverse().find((n) => n < now);

  function jump(stops, way, what) {
    const n = next(stops, way);
    if (n === undefined) byId('said').textContent = `no ${way > 0 ? 'further' : 'earlier'} ${what}`;
    else show(n, true);
  }

  function go(text) {
    if (!/^\d+$/.test(text)) return false;
    const n = plyOf.get(`ply=${Number(text)}`) ?? plyOf.get(`b.ply=${Number(text)}`);
    if (n !== undefined) show(n, true);
    return n !== undefined;
  }

  // What is no escape stays as it is: it names nothing here.
  function unescaped(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function fromAddress() {
    const id = unescaped(location.hash.slice(1));
    if (plyOf.has(id)) show(plyOf.get(id), false);
    else if (/^(b\.)?ply=/.test(id)) {
      miss(`there is no ${data.unit} ${id.split('=')[1]}; the last is ${last - 1}`);
    }
  }

  // ---- hands ----

  const help = byId('help');
  const actions = {
    ArrowLeft: () => show(now - 1, true), ArrowRight: () => show(now + 1, true),
    Home: () => show(0, true), End: () => show(last, true),
    p: () => jump(phaseStarts, 1, 'phase'), P: () => jump(phaseStarts, -1, 'phase'),
    r: () => jump(roundStarts, 1, 'round'), R: () => jump(roundStarts, -1, 'round'),
    c: () => jump(choices, 1, 'choice'), C: () => jump(choices, -1, 'choice'),
    n: () => jump(findings, 1, 'finding'), N: () => jump(findings, -1, 'finding'),
    g: () => { byId('number').focus(); byId('number').select(); },
    '?': () => help.showModal(),
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    const inside = event.target;
    if (inside === byId('number')) {
      if (event.key === 'Escape') { inside.value = ''; inside.blur(); }
      return;
    }
    if (inside === slider && /^(Arrow|Home|End)/.test(event.key)) return;
    const act = actions[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  slider.addEventListener('input', () => show(Number(slider.value), true));
  for (const [id, key] of [['first', 'Home'], ['back', 'ArrowLeft'], ['on', 'ArrowRight'],
    ['last', 'End'], ['phase-on', 'p'], ['phase-back', 'P'], ['round-on', 'r'], ['round-back', 'R'],
    ['finding-on', 'n'], ['finding-back', 'N'], ['ask', '?']]) {
    byId(id).addEventListener('click', actions[key]);
  }
  byId('go').addEventListener('submit', (event) => {
    event.preventDefault();
    const field = byId('number');
    const text = field.value.trim();
    const found = go(text);
    field.setAttribute('aria-invalid', String(!found));
    if (found) { field.value = ''; field.blur(); }
    else if (text) miss(`there is no ${data.unit} ${text}; the last is ${last - 1}`);
    else miss(`give a number, 0 to ${last - 1}`);
  });
  for (const list of lists) {
    list.addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(plyOf.get(decodeURIComponent(link.hash.slice(1))), true);
    });
  }
  byId('now').addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#c."]');
    if (!link) return;
    const entry = [...byId('now').querySelectorAll('[data-clause]')]
      .find((node) => node.dataset.clause === link.textContent);
    if (entry) { event.preventDefault(); entry.focus(); entry.scrollIntoView({block: 'nearest'}); }
  });
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    slider.focus();
  });
  window.addEventListener('hashchange', fromAddress);
  window.addEventListener('resize', () => boards.forEach(drawWays));

  const root = document.documentElement;
  root.classList.add('js');
  if (two) root.classList.add('two');
  for (const id of ['bar', 'now', 'state']) byId(id).hidden = false;
  for (const side of sides) for (const item of side.items) {
    for (const link of item.querySelectorAll('a')) link.tabIndex = -1;
  }
  if (data.board) {
    byId('map').hidden = false;
    root.classList.add('charted');
    byId('map').append(make('h2', '', 'Map'), ...sides.map(layBoard));
  }
  slider.max = String(last);
  byId('now').tabIndex = -1;
  byId('findings').hidden = !findings.length;
  byId('finding-on').textContent = `finding (${findings.length}) ›`;
  byId('rounds').hidden = !roundStarts.length;
  if (roundStarts.length) {
    const word = sides.find((side) => side.rounds.length).rounds[1].split(' ')[0];
    byId('round-on').textContent = `${nice(word)} ›`;
    byId('round-on').title = `Next ${nice(word)} (r)`;
    byId('round-back').title = `Previous ${nice(word)} (R)`;
    byId('round-back').setAttribute('aria-label', `Previous ${nice(word)}`);
  }
  drawBand();
  show(0, false);
  fromAddress();
})();
