//! The report as one page that needs nothing but itself.

use super::{Standing, by_board, conventions, record_path, sides, totalled};
use crate::lab::Lab;
use crate::lab::chart::{Chart, Scale, Series};
use crate::lab::comparison::Compared;
use crate::lab::experiment::{Experiment, Totals, Turn};
use crate::lab::plan::Entrant;
use crate::lab::{picture, words};
use joust_wargame::Side;
use std::fmt::Write;

const STYLE: &str = include_str!("report.css");

/// Text that may stand anywhere in a page.
pub(in crate::lab) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub(super) fn page(lab: &Lab) -> String {
    let mut page = String::new();
    let title = "War Game: a comparison of search agents";
    let _ = writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n{}<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>",
        by(lab, |author| format!("<meta name=\"author\" content=\"{author}\">\n"))
    );
    header(lab, title, &mut page);
    results(lab, &mut page);
    agents(lab, &mut page);
    comparison(lab, &mut page);
    work(lab, &mut page);
    for games in by_board(lab) {
        board(lab, games, &mut page);
    }
    method(lab, &mut page);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Something about the author, if there is one.
fn by(lab: &Lab, words: impl Fn(String) -> String) -> String {
    lab.author.as_deref().map_or_else(String::new, |author| words(escape(author)))
}

fn header(lab: &Lab, title: &str, page: &mut String) {
    let name = |agent: &Entrant| format!("<b>{}</b> is <code>{}</code>", agent.tag, escape(&agent.name));
    let names: Vec<_> = lab.plan.agents.iter().map(name).collect();
    let _ = write!(
        page,
        "<header>\n<h1>{title}</h1>\n{}<p class=\"lead\">{} on {}: {}.</p>\n<nav><a href=\"#results\">Results</a> \
         <a href=\"#comparison\">Alpha-beta and minimax</a> <a href=\"#work\">Nodes and time</a> ",
        by(lab, |author| format!("<p class=\"author\">{author}</p>\n")),
        words::plural(lab.games.len(), "game"),
        words::plural(lab.plan.boards.len(), "board"),
        names.join(", "),
    );
    for games in by_board(lab) {
        if let Some(game) = games.first() {
            let name = escape(game.board.name());
            let _ = write!(page, "<a href=\"#board-{}\">{name}</a> ", game.number);
        }
    }
    page.push_str("<a href=\"#method\">Conventions</a></nav>\n</header>\n");
}

/// A table that scrolls by itself where the window is too narrow.
fn table(class: &str, head: &str, rows: &str) -> String {
    format!(
        "<div class=\"scroll\"><table class=\"{class}\"><thead>{head}</thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn results(lab: &Lab, page: &mut String) {
    let mut head = "<tr><th>Board</th>".to_owned();
    for seats in &lab.plan.pairings {
        let _ = write!(head, "<th>{}</th>", escape(&lab.plan.title(*seats)));
    }
    head.push_str("</tr>");
    let mut rows = String::new();
    for games in by_board(lab) {
        let Some(first) = games.first() else { continue };
        let name = escape(first.board.name());
        let _ = write!(rows, "<tr><th><a href=\"#board-{}\">{name}</a></th>", first.number);
        for game in games {
            let _ = write!(rows, "<td>{}</td>", verdict(game, true));
        }
        rows.push_str("</tr>\n");
    }
    let _ = write!(
        page,
        "<section id=\"results\">\n<h2>Results</h2>\n<p>Final scores, <span class=\"blue-text\">Blue</span> : \
         <span class=\"green-text\">Green</span>. The first agent of a pairing plays Blue and moves first; the \
         winner’s score is set in bold. Each score leads to its game.</p>\n{}",
        table("results", &head, &rows)
    );
    for game in &lab.games {
        if let Some((side, fault)) = &game.fault {
            let name = escape(&lab.plan.agents[game.seats[*side as usize]].name);
            let _ = writeln!(
                page,
                "<p class=\"fault\"><a href=\"#game-{n}\">Game {n}</a> on {} was broken off: <code>{name}</code> {}.</p>",
                escape(game.board.name()),
                escape(&fault.to_string()),
                n = game.number,
            );
        }
    }
    page.push_str("</section>\n");
}

/// The score of a game with its winner in bold, or that there is none.
fn verdict(game: &Experiment, linked: bool) -> String {
    let text = if let Some((side, _)) = &game.fault {
        format!("<span class=\"broken\">fault of {}</span>", words::side(*side))
    } else {
        let score = |side: Side| {
            let class = if side == Side::Blue { "blue-text" } else { "green-text" };
            let points = game.campaign.scores()[side as usize];
            let tag = if game.winner() == Some(side) { "b" } else { "span" };
            format!("<{tag} class=\"{class}\">{points}</{tag}>")
        };
        format!("{} : {}", score(Side::Blue), score(Side::Green))
    };
    if linked { format!("<a class=\"score\" href=\"#game-{}\">{text}</a>", game.number) } else { text }
}

fn agents(lab: &Lab, page: &mut String) {
    let head = "<tr><th></th><th>Agent</th><th class=\"n\">won</th><th class=\"n\">tied</th>\
                <th class=\"n\">lost</th><th class=\"n\">nodes, total</th><th class=\"n\">nodes / move</th>\
                <th class=\"n\">time / move</th></tr>";
    let mut rows = String::new();
    for (entrant, standing) in lab.plan.agents.iter().zip(Standing::all(lab)) {
        let conventions = entrant.textbook().map_or_else(String::new, |textbook| {
            format!("<br><span class=\"small\">{}</span>", escape(&textbook.conventions().replace(',', ", ")))
        });
        let _ = writeln!(
            rows,
            "<tr><th>{}</th><td><code>{}</code>{conventions}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}<span class=\"broken\">{}</span></td>{}</tr>",
            entrant.tag,
            escape(&entrant.name),
            standing.won,
            standing.tied,
            standing.lost,
            standing.faults_too(),
            figures(&standing.totals)
        );
    }
    let _ = writeln!(
        page,
        "<section>\n<h2>Agents</h2>\n{}<p class=\"small\">{} “–” means that the agent does not count its nodes, or that \
         no time is known.</p>\n</section>",
        table("agents", head, &rows),
        totalled(lab)
    );
}

fn figures(totals: &Totals) -> String {
    format!(
        "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
        words::nodes(totals.nodes),
        words::rounded(totals.nodes_per_move()),
        escape(&words::time(totals.time_per_move()))
    )
}

fn comparison(lab: &Lab, page: &mut String) {
    let Some(first) = lab.comparisons.first() else { return };
    let head = "<tr><th>Board</th><th class=\"n\">same value</th><th class=\"n\">same move</th>\
                <th class=\"n\">minimax nodes</th><th class=\"n\">alpha-beta nodes</th><th class=\"n\">saved</th>\
                <th class=\"n\">alpha-beta, order=gain</th><th class=\"n\">saved</th></tr>";
    let mut rows = String::new();
    for found in &lab.comparisons {
        let all = found.positions.len();
        let _ = writeln!(
            rows,
            "<tr><th>{}</th><td class=\"n\">{} of {all}</td><td class=\"n\">{} of {all}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escape(found.board.name()),
            found.count(|compared| compared.same_value),
            found.count(|compared| compared.same_move),
            words::number(found.sum(|compared| compared.minimax)),
            words::number(found.sum(|compared| compared.alphabeta)),
            words::percent(found.saved(|compared| compared.alphabeta)),
            words::number(found.sum(|compared| compared.ordered)),
            words::percent(found.saved(|compared| compared.ordered)),
        );
    }
    let mut charts = String::new();
    for found in &lab.comparisons {
        let line = |class, nodes: fn(&Compared) -> u64| {
            let points = found.positions.iter().enumerate();
            let points = points.map(|(i, compared)| ((i + 1) as f64, nodes(compared) as f64)).collect();
            Series { class, points, steps: false }
        };
        let chart = Chart {
            about: format!("nodes in each position of a game on {}", found.board),
            x_label: "move",
            x_max: found.positions.len() as f64,
            scale: Scale::Log,
            series: vec![
                line("minimax", |compared| compared.minimax),
                line("alphabeta", |compared| compared.alphabeta),
                line("ordered", |compared| compared.ordered),
            ],
        };
        if let Some(svg) = chart.svg() {
            let name = escape(found.board.name());
            let _ = writeln!(
                charts,
                "<figure>{svg}<figcaption>{name}: nodes a move, logarithmic</figcaption></figure>"
            );
        }
    }
    let _ = writeln!(
        page,
        "<section id=\"comparison\">\n<h2>Alpha-beta beside minimax</h2>\n<p>Minimax plays against itself, looking {} \
         ahead ({}). In every position alpha-beta is asked as well, at the same depth: it must find the same value and \
         choose the same move, with fewer nodes. How many fewer depends on the order in which moves are looked at; the \
         last columns look at what gains most at once first.</p>\n{}\
         <p class=\"legend\"><span class=\"key minimax\"></span>minimax <span class=\"key alphabeta\"></span>alpha-beta \
         <span class=\"key ordered\"></span>alpha-beta, order=gain</p>\n<div class=\"charts\">\n{charts}</div>\n</section>",
        words::plural(first.textbook.depth as usize, "move"),
        escape(&first.textbook.conventions().replace(',', ", ")),
        table("comparison", head, &rows)
    );
}

fn work(lab: &Lab, page: &mut String) {
    let head = "<tr><th rowspan=\"2\">Board</th><th rowspan=\"2\">Game</th>\
                <th colspan=\"3\" class=\"side blue-text\">Blue</th><th colspan=\"3\" class=\"side green-text\">Green</th></tr>\
                <tr><th class=\"n\">nodes</th><th class=\"n\">nodes / move</th><th class=\"n\">time / move</th>\
                <th class=\"n\">nodes</th><th class=\"n\">nodes / move</th><th class=\"n\">time / move</th></tr>";
    let mut rows = String::new();
    for games in by_board(lab) {
        for (i, game) in games.iter().enumerate() {
            let class = if i == 0 { " class=\"first\"" } else { "" };
            let _ = write!(rows, "<tr{class}>");
            if i == 0 {
                let name = escape(game.board.name());
                let _ = write!(rows, "<th rowspan=\"{}\">{name}</th>", games.len());
            }
            let title = escape(&lab.plan.title(game.seats));
            let _ = write!(rows, "<td><a href=\"#game-{}\">{title}</a></td>", game.number);
            for side in Side::BOTH {
                rows.push_str(&figures(&game.totals(side)));
            }
            rows.push_str("</tr>\n");
        }
    }
    let shared = lab.plan.shared_conventions().map_or_else(String::new, |conventions| {
        format!(" All counts by {}.", escape(&conventions.replace(',', ", ")))
    });
    let _ = writeln!(
        page,
        "<section id=\"work\">\n<h2>Nodes and time</h2>\n<p>Nodes are positions visited in a whole game, leaves \
         included.{shared} Times are wall-clock times on the machine that wrote this report.</p>\n{}</section>",
        table("work", head, &rows)
    );
}

fn board(lab: &Lab, games: &[Experiment], page: &mut String) {
    let Some(first) = games.first() else { return };
    let board = first.board;
    let _ = writeln!(
        page,
        "<section class=\"board\" id=\"board-{}\">\n<h2>{}</h2>\n<p>{} columns, {} rows, {} points in all.</p>",
        first.number,
        escape(board.name()),
        board.columns(),
        board.rows(),
        board.total()
    );
    for game in games {
        self::game(lab, game, page);
    }
    page.push_str("</section>\n");
}

fn game(lab: &Lab, game: &Experiment, page: &mut String) {
    let number = game.number;
    let _ = writeln!(
        page,
        "<article id=\"game-{number}\">\n<h3>Game {number}: {} on {}<span class=\"end\">{}, {}</span></h3>",
        escape(&lab.plan.title(game.seats)),
        escape(game.board.name()),
        verdict(game, false),
        words::ending(game)
    );
    if let Some((side, fault)) = &game.fault {
        let name = escape(&lab.plan.agents[game.seats[*side as usize]].name);
        let text = escape(&fault.to_string());
        let _ = writeln!(page, "<p class=\"fault\">{}: <code>{name}</code> {text}.</p>", words::side(*side));
    }
    let head = "<tr><th></th><th>Agent</th><th class=\"n\">score</th><th class=\"n\">nodes</th>\
                <th class=\"n\">nodes / move</th><th class=\"n\">time / move</th></tr>";
    let mut rows = String::new();
    for (side, agent) in sides(game) {
        let class = if side == Side::Blue { "blue-text" } else { "green-text" };
        let _ = writeln!(
            rows,
            "<tr><th class=\"{class}\">{}</th><td><code>{}</code></td><td class=\"n\">{}</td>{}</tr>",
            words::side(side),
            escape(&lab.plan.agents[agent].name),
            game.campaign.scores()[side as usize],
            figures(&game.totals(side))
        );
    }
    let _ = writeln!(
        page,
        "<div class=\"overview\">\n<figure class=\"final\">{}</figure>\n<div>\n{}<div class=\"charts\">\n{}</div>\n</div>\n</div>",
        picture::svg(game),
        table("players", head, &rows),
        charts(game)
    );
    moves(game, page);
    let _ = writeln!(
        page,
        "<p class=\"small\">The record: <a href=\"{path}\">{path}</a></p>\n</article>",
        path = escape(&record_path(lab, game))
    );
}

/// The course of a game in two pictures.
fn charts(game: &Experiment) -> String {
    let moves = game.turns.len() as f64;
    let scores = [0, 1].map(|side| {
        let points = game.turns.iter().enumerate();
        let points = points.map(|(i, turn)| ((i + 1) as f64, f64::from(turn.scores[side])));
        let points = [(0.0, 0.0)].into_iter().chain(points).collect();
        Series { class: ["blue", "green"][side], points, steps: true }
    });
    let nodes = Side::BOTH.map(|side| {
        let turns = game.turns.iter().enumerate().filter(|(_, turn)| turn.side == side);
        let points = turns.filter_map(|(i, turn)| Some(((i + 1) as f64, turn.nodes? as f64))).collect();
        Series { class: ["blue", "green"][side as usize], points, steps: false }
    });
    let draw = |series: [Series; 2], scale, words: &str| {
        let about = format!("{words} in game {}", game.number);
        let chart = Chart { about, x_label: "move", x_max: moves, scale, series: series.into() };
        let svg = chart.svg().filter(|_| moves > 0.0);
        svg.map_or_else(String::new, |svg| {
            format!("<figure>{svg}<figcaption>{words}</figcaption></figure>\n")
        })
    };
    draw(scores, Scale::Linear, "Score after each move")
        + &draw(nodes, Scale::Log, "Nodes for each move, logarithmic")
}

/// The moves in two tables side by side.
fn moves(game: &Experiment, page: &mut String) {
    if game.turns.is_empty() {
        return;
    }
    let head = "<tr><th class=\"n\">#</th><th>Move</th><th class=\"n\">value</th><th class=\"n\">score</th>\
                <th class=\"n\">nodes</th><th class=\"n\">time</th></tr>";
    page.push_str("<div class=\"moves\">\n");
    let half = game.turns.len().div_ceil(2);
    let turns: Vec<_> = game.turns.iter().enumerate().collect();
    for part in turns.chunks(half) {
        let rows: String = part.iter().map(|(i, turn)| self::turn(game, i + 1, turn)).collect();
        page.push_str(&table("turns", head, &rows));
    }
    page.push_str("</div>\n");
}

fn turn(game: &Experiment, number: usize, turn: &Turn) -> String {
    let class = if turn.side == Side::Blue { "blue" } else { "green" };
    let conquered = match words::conquered(turn, game.board) {
        none if none.is_empty() => none,
        names => format!(", <span class=\"conquers\">conquers {names}</span>"),
    };
    format!(
        "<tr class=\"{class}\"><td class=\"n\">{number}</td><td class=\"deed\"><b class=\"{class}-text\">{}:</b> {}{conquered}</td>\
         <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
        words::side(turn.side),
        words::deed(turn, game.board),
        game.board.value(turn.square),
        words::score(turn.scores),
        words::nodes(turn.nodes),
        escape(&words::time(turn.time))
    )
}

fn method(lab: &Lab, page: &mut String) {
    let sentences: Vec<_> =
        conventions(lab).iter().map(|sentence| format!("<li>{}</li>\n", escape(sentence))).collect();
    let _ = writeln!(
        page,
        "<section id=\"method\">\n<h2>Conventions</h2>\n<ul>\n{}<li>On the boards a square has the colour of its owner and \
         shows its value. The small number is the move in which it was taken; a corner in the other colour says that it \
         was taken by the other side and conquered later.</li>\n</ul>\n\
         <p>Repeat it with joust {} and seed {}:</p>\n<pre>{}</pre>\n</section>",
        sentences.concat(),
        env!("CARGO_PKG_VERSION"),
        lab.plan.seed,
        escape(&lab.command)
    );
}
