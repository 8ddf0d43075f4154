//! What the lab writes.

mod csv;
pub(super) mod html;
pub(super) mod json;
mod markdown;
mod standing;

use super::Lab;
use super::experiment::Experiment;
use super::folder::File;
use super::words;
use joust_wargame::Side;
use standing::Standing;
use std::fmt::Write;

/// All files but the list of them.
pub(super) fn files(lab: &Lab) -> Vec<File> {
    let mut files = vec![
        ("report.html".to_owned(), html::page(lab)),
        ("report.md".to_owned(), markdown::page(lab)),
        ("games.csv".to_owned(), csv::games(lab)),
        ("moves.csv".to_owned(), csv::moves(lab)),
    ];
    files.extend(lab.games.iter().map(|game| (record_path(lab, game), game.record(&lab.plan).to_string())));
    files
}

/// Where the record of a game is.
fn record_path(lab: &Lab, game: &Experiment) -> String {
    let [blue, green] = game.seats.map(|agent| lab.plan.agents[agent].tag.as_str());
    format!("games/{:02}-{}-{blue}-{green}.war", game.number, words::slug(game.board.name()))
}

/// The games on the boards one after the other.
fn by_board(lab: &Lab) -> impl Iterator<Item = &[Experiment]> {
    lab.games.chunks(lab.plan.pairings.len().max(1))
}

/// Over which games the totals of an agent are.
fn totalled(lab: &Lab) -> &'static str {
    if lab.plan.agents.len() == 1 {
        "Totals are over all games, both sides together."
    } else {
        "Totals are over the games between two agents; games of an agent against itself are left out."
    }
}

/// What holds whatever the machine, a sentence each.
fn conventions(lab: &Lab) -> Vec<String> {
    let mut sentences = vec![
        "A node is one position that the search visits, leaves included; count=root counts the position to \
         move in as well, count=noroot does not."
            .to_owned(),
        "The evaluation is what a position is worth at the end of the look-ahead, for the side that searches: \
         difference = own score − opponent's, own = own score alone, ratio = own share of all points taken."
            .to_owned(),
        "Among moves of equal value ties=first takes the first in the order in which they are looked at, \
         ties=last the last, ties=random any of them."
            .to_owned(),
        "order=row looks at the squares row by row from A1, order=gain at what gains most at once first."
            .to_owned(),
        "Alpha-beta keeps ties exact at the root, so with the same conventions it chooses the move that minimax \
         chooses."
            .to_owned(),
        format!(
            "Rules: {} (see rules/wargame.md). Taking a square beside an own one is an M1 Death Blitz, any other \
             a Commando Para Drop.",
            lab.plan.rules
        ),
    ];
    let [games, at_a_time] =
        [lab.games.len(), lab.plan.threads.min(lab.games.len())].map(|count| words::number(count as u64));
    let same = if lab.plan.repeats() {
        "Moves, scores and nodes are the same on every machine."
    } else {
        "Moves, scores and nodes of random and of the textbook agents are the same on every machine; those of \
         other programs are as far as these do not look at the clock."
    };
    sentences.push(format!(
        "{same} Times are wall-clock times and depend on the machine: these were taken while up to {at_a_time} of \
         {games} games ran at once."
    ));
    sentences
}

/// What is printed when all is done.
pub(super) fn summary(lab: &Lab) -> String {
    let mut text = String::new();
    let width = lab.plan.boards.iter().map(|board| board.name().chars().count()).max().unwrap_or(0).max(5);
    let titles: Vec<_> = lab.plan.pairings.iter().map(|seats| lab.plan.title(*seats)).collect();
    let cell = |game: &Experiment| match game.fault {
        Some(_) => "broken off".to_owned(),
        None => words::score(game.campaign.scores()),
    };
    let widths: Vec<_> = titles.iter().map(|title| title.chars().count().max(11)).collect();
    let _ = write!(text, "{:width$}", "board");
    for (title, width) in titles.iter().zip(&widths) {
        let _ = write!(text, "  {title:>width$}");
    }
    text.push('\n');
    for games in by_board(lab) {
        let Some(first) = games.first() else { continue };
        let _ = write!(text, "{:width$}", first.board.name());
        for (game, width) in games.iter().zip(&widths) {
            let _ = write!(text, "  {:>width$}", cell(game));
        }
        text.push('\n');
    }
    text.push_str("scores are blue : green\n\n");
    for (agent, standing) in lab.plan.agents.iter().zip(Standing::all(lab)) {
        let totals = standing.totals;
        let time = words::time(totals.time_per_move());
        let _ = writeln!(
            text,
            "{}  {}: {} won, {} tied, {} lost{}; {} nodes and {time} a move",
            agent.tag,
            agent.name,
            standing.won,
            standing.tied,
            standing.lost,
            standing.faults_too(),
            words::rounded(totals.nodes_per_move()),
        );
    }
    text
}

/// Blue and Green with their agents' indices.
fn sides(game: &Experiment) -> [(Side, usize); 2] {
    [(Side::Blue, game.seats[0]), (Side::Green, game.seats[1])]
}
