'use strict';
// The list of games and their replays. All texts come from data and are set as text, never as markup. There are no
// rules here: positions come with the page.
(() => {
  const read = (id) => {
    const block = document.getElementById(id);
    return block && JSON.parse(block.textContent);
  };
  const data = read('data');
  const byId = (id) => document.getElementById(id);
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const drawn = (tag, attributes, text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const [who, whom, failed, list, more, stage] = ['who', 'whom', 'failed', 'list', 'more', 'stage'].map(byId);
  const order = data.names.map((_, i) => i).sort((a, b) => data.names[a].localeCompare(data.names[b]));
  for (const select of [who, whom]) {
    for (const i of order) select.append(new Option(data.names[i], i));
  }
  const PAGE = 100;
  let [found, shown] = [[], 0];

  const has = (game, select) => select.value === '' || game.s.includes(Number(select.value));
  const filter = () => {
    found = data.games.filter((game) => has(game, who) && has(game, whom) && (!failed.checked || game.f)).reverse();
    shown = 0;
    list.replaceChildren();
    byId('count').textContent = `${found.length} of ${data.games.length} games, the last first`;
    extend();
  };
  const seats = (game) => {
    const cell = make('td', 'seats');
    game.s.forEach((player, seat) => {
      if (seat > 0) cell.append(' – ');
      cell.append(make('span', game.w.includes(seat) ? 'won' : '', data.names[player]));
    });
    return cell;
  };
  const extend = () => {
    for (const game of found.slice(shown, shown + PAGE)) {
      const row = make('tr');
      row.dataset.row = game.n;
      row.append(make('td', 'n', game.n), make('td', 'n', game.r));
      if (data.boards.length > 1) row.append(make('td', '', data.boards[game.b].name));
      row.append(seats(game), make('td', 'result', game.t));
      const last = make('td');
      if (byId(`game-${game.n}`)) {
        const button = make('button', 'watch', 'watch');
        button.dataset.game = game.n;
        last.append(button);
      }
      if (game.f) last.append(make('span', 'broken', ` ${game.f}`));
      row.append(last);
      list.append(row);
    }
    shown = Math.min(shown + PAGE, found.length);
    more.hidden = shown >= found.length;
  };
  for (const input of [who, whom, failed]) input.addEventListener('change', filter);
  more.addEventListener('click', extend);

  // The viewer of Mad Max is a page of its own, which opens the game that is put into it.
  const viewer = (replay, game) => {
    const frame = make('iframe');
    frame.title = `game ${game.n}`;
    frame.srcdoc = read('viewer').replace('joust-name', `game ${game.n}.jmm`).replace('joust-game', () => replay.jmm);
    return frame;
  };

  const SIZE = 56;
  const EDGE = 24;
  // A square of MAD is empty, a ship such as r221, or not there (#); one of the War Game is a letter.
  const squares = (position) => {
    const rows = position.split(' ')[0].split('/');
    return rows.map((row) => (data.game === 'mad' ? row.split(',') : [...row]));
  };
  const board = (film, game, at) => {
    const here = squares(film.positions[at]);
    const before = squares(film.positions[Math.max(at - 1, 0)]);
    const values = data.game === 'wargame' && data.boards[game.b].text.split('/').map((row) => row.trim().split(/\s+/));
    const [rows, columns] = [here.length, Math.max(...here.map((row) => row.length))];
    const svg = drawn('svg', { class: 'board', viewBox: `0 0 ${EDGE + columns * SIZE + 4} ${EDGE + rows * SIZE + 4}`, role: 'img' });
    svg.setAttribute('aria-label', film.positions[at]);
    for (let column = 0; column < columns; column++) {
      const letter = String.fromCharCode((data.game === 'mad' ? 97 : 65) + column);
      svg.append(drawn('text', { class: 'edge', x: EDGE + (column + 0.5) * SIZE, y: EDGE / 2 }, letter));
    }
    here.forEach((row, i) => {
      const name = data.game === 'mad' ? rows - i : i + 1;
      svg.append(drawn('text', { class: 'edge', x: EDGE / 2, y: EDGE + (i + 0.5) * SIZE }, name));
      row.forEach((square, j) => {
        if (square === '#') return;
        const [x, y] = [EDGE + j * SIZE, EDGE + i * SIZE];
        const changed = at > 0 && square !== before[i][j] ? ' changed' : '';
        const owner = { b: ' blue', g: ' green' }[data.game === 'wargame' ? square : ''] ?? '';
        svg.append(drawn('rect', { class: `square${owner}${changed}`, x: x + 2, y: y + 2, width: SIZE - 4, height: SIZE - 4, rx: 3 }));
        if (values) {
          const value = drawn('text', { class: `value${owner && ` on-${owner.trim()}`}`, x: x + SIZE / 2, y: y + SIZE / 2 }, values[i]?.[j] ?? '');
          svg.append(value);
        } else if (square) {
          const side = square[0] === 'r' ? 'red' : 'blue';
          svg.append(drawn('rect', { class: `ship-${side}`, x: x + 6, y: y + 12, width: SIZE - 12, height: SIZE - 24, rx: 14 }));
          svg.append(drawn('text', { class: 'digits', x: x + SIZE / 2, y: y + SIZE / 2 }, square.slice(1)));
        }
      });
    });
    return svg;
  };

  let timer = 0;
  const duel = (film, game) => {
    const box = make('div', 'duel');
    const [left, right, place] = [make('div'), make('div'), make('div')];
    const last = film.positions.length - 1;
    const slider = Object.assign(make('input'), { type: 'range', min: 0, max: last, value: last });
    slider.setAttribute('aria-label', 'move');
    const sides = make('p', 'sides');
    const moves = make('div', 'moves');
    const steps = film.moves.map((text, i) => {
      const button = make('button', i < film.opening ? 'opening' : '', text);
      button.addEventListener('click', () => show(i + 1));
      if (i % 2 === 0) moves.append(`${i / 2 + 1}. `);
      moves.append(button, ' ');
      return button;
    });
    const show = (at) => {
      at = Math.min(Math.max(at, 0), last);
      slider.value = at;
      place.replaceChildren(board(film, game, at));
      for (const step of steps) step.removeAttribute('aria-current');
      const step = steps[at - 1];
      step?.setAttribute('aria-current', 'step');
      if (step) moves.scrollTop = step.offsetTop - moves.offsetTop - moves.clientHeight / 2;
      sides.replaceChildren();
      game.s.forEach((player, seat) => {
        const score = film.scores.length ? `: ${film.scores[at][seat]}` : '';
        sides.append(make('span', `side-${data.sides[seat]}`, `${data.sides[seat]} `), `${data.names[player]}${score}`, make('br'));
      });
    };
    const play = make('button', '', 'Play');
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = 'Play';
    };
    play.addEventListener('click', () => {
      if (timer) return stop();
      if (Number(slider.value) === last) show(0);
      play.textContent = 'Pause';
      timer = setInterval(() => (Number(slider.value) === last ? stop() : show(Number(slider.value) + 1)), 700);
    });
    const controls = make('div', 'controls');
    const jump = (text, label, to) => {
      const button = make('button', '', text);
      button.setAttribute('aria-label', label);
      button.addEventListener('click', () => { stop(); show(to()); });
      controls.append(button);
    };
    jump('|◀', 'first position', () => 0);
    jump('◀', 'one move back', () => Number(slider.value) - 1);
    controls.append(play);
    jump('▶', 'one move on', () => Number(slider.value) + 1);
    jump('▶|', 'last position', () => last);
    controls.append(slider);
    slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
    left.append(place, controls, sides);
    right.append(moves);
    box.append(left, right);
    show(last);
    return box;
  };

  const watch = (number) => {
    const game = data.games.find((game) => game.n === number);
    const replay = read(`game-${number}`);
    clearInterval(timer);
    timer = 0;
    if (!game || !replay) return;
    const title = make('h3', '', '');
    title.append(make('span', '', `Game ${game.n}, round ${game.r}: ${game.s.map((player) => data.names[player]).join(' – ')}, ${game.t}`));
    const close = make('button', 'plain', 'Close');
    close.addEventListener('click', () => {
      clearInterval(timer);
      stage.hidden = true;
      stage.replaceChildren();
    });
    title.append(close);
    stage.replaceChildren(title, replay.film ? duel(replay.film, game) : viewer(replay, game));
    if (replay.notes.length) {
      const notes = make('div', 'notes');
      for (const [turn, seat, text] of replay.notes) {
        const line = make('div');
        line.append(make('b', '', `${turn}, ${data.names[game.s[seat]]}: `), text);
        notes.append(line);
      }
      stage.append(notes);
    }
    stage.hidden = false;
    for (const row of list.children) row.classList.toggle('shown', Number(row.dataset.row) === number);
    stage.scrollIntoView({ block: 'nearest' });
  };
  const opened = () => {
    const number = /^#game-(\d+)$/.exec(location.hash);
    if (number) watch(Number(number[1]));
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button?.dataset.game !== undefined) {
      watch(Number(button.dataset.game));
    } else if (button?.dataset.who !== undefined) {
      who.value = button.dataset.who;
      filter();
      byId('games').scrollIntoView();
    }
  });
  addEventListener('hashchange', opened);
  filter();
  opened();
})();
