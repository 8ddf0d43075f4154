//! The report as plain text with tables.

use super::{Standing, by_board, conventions, record_path, sides, totalled};
use crate::lab::Lab;
use crate::lab::experiment::Experiment;
use crate::lab::words;
use joust_players::Textbook;
use joust_wargame::Side;
use std::fmt::Write;

/// Text that may stand in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}

/// Text of somebody that means nothing but itself, in one line.
fn plain(text: &str) -> String {
    let special = |c: char| c.is_ascii_punctuation() && !",;:'()".contains(c);
    text.chars().fold(String::new(), |mut plain, c| {
        plain.extend(special(c).then_some('\\'));
        plain.push(if c.is_control() { ' ' } else { c });
        plain
    })
}

/// Text as code in a cell.
fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", text.replace('|', "\\|"))
}

pub(super) fn page(lab: &Lab) -> String {
    let mut page = String::new();
    let plan = &lab.plan;
    let _ = writeln!(page, "# War Game: a comparison of search agents\n");
    if let Some(author) = &lab.author {
        let _ = writeln!(page, "{}\n", plain(author));
    }
    let _ = writeln!(
        page,
        "{} on {}, played by joust {}. Repeat with:\n\n    {}\n",
        words::plural(lab.games.len(), "game"),
        words::plural(plan.boards.len(), "board"),
        env!("CARGO_PKG_VERSION"),
        lab.command
    );
    agents(lab, &mut page);
    results(lab, &mut page);
    work(lab, &mut page);
    comparison(lab, &mut page);
    let _ = writeln!(page, "## Conventions\n");
    for sentence in conventions(lab) {
        let _ = writeln!(page, "- {sentence}");
    }
    let _ = writeln!(page, "- Seed: {}.\n", plan.seed);
    for games in by_board(lab) {
        let Some(first) = games.first() else { continue };
        let _ = writeln!(page, "## {}\n", cell(first.board.name()));
        for game in games {
            self::game(lab, game, &mut page);
        }
    }
    page
}

fn agents(lab: &Lab, page: &mut String) {
    let _ = writeln!(page, "## Agents\n");
    page.push_str("| | agent | conventions | won | tied | lost | nodes | nodes a move | time a move |\n");
    page.push_str("|---|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (entrant, standing) in lab.plan.agents.iter().zip(Standing::all(lab)) {
        let conventions = entrant.textbook().map_or_else(String::new, Textbook::conventions);
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {}{} | {} | {} | {} |",
            entrant.tag,
            code(&entrant.name),
            conventions.replace(',', ", "),
            standing.won,
            standing.tied,
            standing.lost,
            standing.faults_too(),
            words::nodes(standing.totals.nodes),
            words::rounded(standing.totals.nodes_per_move()),
            words::time(standing.totals.time_per_move()),
        );
    }
    let _ = writeln!(page, "\n{}\n", totalled(lab));
}

fn results(lab: &Lab, page: &mut String) {
    let _ = writeln!(page, "## Results\n\nScores are Blue : Green; Blue is named first and moves first.\n");
    page.push_str("| board |");
    for seats in &lab.plan.pairings {
        let _ = write!(page, " {} |", lab.plan.title(*seats));
    }
    page.push_str("\n|---|");
    page.push_str(&"--:|".repeat(lab.plan.pairings.len()));
    page.push('\n');
    for games in by_board(lab) {
        let Some(first) = games.first() else { continue };
        let _ = write!(page, "| {} |", cell(first.board.name()));
        for game in games {
            let _ = match game.fault {
                Some(_) => write!(page, " {} |", words::ending(game)),
                None => write!(page, " {} |", words::score(game.campaign.scores())),
            };
        }
        page.push('\n');
    }
    page.push('\n');
}

fn work(lab: &Lab, page: &mut String) {
    let _ = writeln!(page, "## Nodes and time\n");
    page.push_str("| board | game | side | agent | nodes | nodes a move | time a move |\n");
    page.push_str("|---|---|---|---|--:|--:|--:|\n");
    for game in &lab.games {
        for (side, agent) in sides(game) {
            let totals = game.totals(side);
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} | {} | {} |",
                cell(game.board.name()),
                lab.plan.title(game.seats),
                words::side(side),
                lab.plan.agents[agent].tag,
                words::nodes(totals.nodes),
                words::rounded(totals.nodes_per_move()),
                words::time(totals.time_per_move()),
            );
        }
    }
    page.push('\n');
}

fn comparison(lab: &Lab, page: &mut String) {
    let Some(first) = lab.comparisons.first() else { return };
    let _ = writeln!(
        page,
        "## Alpha-beta beside minimax\n\nMinimax plays itself at depth {} ({}); in every position alpha-beta is asked \
         as well, at the same depth.\n",
        first.textbook.depth,
        first.textbook.conventions().replace(',', ", ")
    );
    page.push_str("| board | positions | same value | same move | minimax | alpha-beta | saved | order=gain | saved |\n");
    page.push_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for found in &lab.comparisons {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            cell(found.board.name()),
            found.positions.len(),
            found.count(|compared| compared.same_value),
            found.count(|compared| compared.same_move),
            words::number(found.sum(|compared| compared.minimax)),
            words::number(found.sum(|compared| compared.alphabeta)),
            words::percent(found.saved(|compared| compared.alphabeta)),
            words::number(found.sum(|compared| compared.ordered)),
            words::percent(found.saved(|compared| compared.ordered)),
        );
    }
    page.push('\n');
}

fn game(lab: &Lab, game: &Experiment, page: &mut String) {
    let [blue, green] = game.seats.map(|agent| code(&lab.plan.agents[agent].name));
    let _ = writeln!(
        page,
        "### Game {}: {} on {}\n\nBlue {blue} against Green {green}. {}: **{}**, {} ([record]({}))\n",
        game.number,
        lab.plan.title(game.seats),
        cell(game.board.name()),
        if game.fault.is_some() { "Score when it was broken off" } else { "Final score" },
        words::score(game.campaign.scores()),
        words::ending(game),
        record_path(lab, game),
    );
    if let Some((side, fault)) = &game.fault {
        let name = &lab.plan.agents[game.seats[*side as usize]].name;
        let _ = writeln!(
            page,
            "> **Fault of {}**: {} {}\n",
            words::side(*side),
            code(name),
            cell(&fault.to_string())
        );
    }
    let _ = writeln!(page, "```text\n{}```\n", board(game));
    if game.turns.is_empty() {
        return;
    }
    page.push_str("| | move | value | score | nodes | time |\n|--:|---|--:|--:|--:|--:|\n");
    for (i, turn) in game.turns.iter().enumerate() {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} |",
            i + 1,
            words::sentence(turn, game.board),
            game.board.value(turn.square),
            words::score(turn.scores),
            words::nodes(turn.nodes),
            words::time(turn.time),
        );
    }
    page.push('\n');
}

/// The board with its owners: `b66` is Blue's and worth 66.
fn board(game: &Experiment) -> String {
    let (board, position) = (game.board, game.position());
    let mut text = "  ".to_owned();
    for column in 0..board.columns() {
        let _ = write!(text, "{:>4}", (b'A' + column as u8) as char);
    }
    for square in board.squares() {
        if square.index() % board.columns() == 0 {
            let _ = write!(text, "\n{:>2}", square.index() / board.columns() + 1);
        }
        let owner = position.owner(square).map_or('.', Side::letter);
        let _ = write!(text, "{:>4}", format!("{owner}{}", board.value(square)));
    }
    text.push('\n');
    text
}
