//! The standings as text.

use super::grid::Grid;
use crate::table::{Rating, Table, TableRow};
use joust_core::count;
use joust_league::rating::Method;
use std::fmt::Write as _;

/// A fraction in per cent; `-` without one.
pub(crate) fn percent(part: Option<f64>) -> String {
    part.map_or_else(|| "-".to_owned(), |part| format!("{:.1} %", 100.0 * part))
}

/// A number with one decimal; nothing without one.
fn tenths(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.1}"))
}

/// A rating with its interval, such as `+57` and `+12…+103`.
pub(crate) fn elo(rating: Option<Rating>) -> [String; 2] {
    let Some(Rating { elo, low, high }) = rating else { return [String::new(), String::new()] };
    let end = |end: Option<f64>| end.map_or_else(|| "?".to_owned(), signed);
    let interval = match (low, high) {
        (Some(low), Some(high)) if high - low < 0.5 => "fixed".to_owned(),
        (low, high) => format!("{}…{}", end(low), end(high)),
    };
    [signed(elo), interval]
}

/// A whole number with its sign; a true minus, and no sign at 0.
pub(crate) fn signed(number: f64) -> String {
    match number.round() {
        0.0 => "0".to_owned(),
        number if number > 0.0 => format!("+{number}"),
        number => format!("−{}", -number),
    }
}

impl Table {
    /// The standings as text, with a heading and the meaning of the columns.
    pub fn text(&self) -> String {
        self.text_with(None)
    }

    /// [`Table::text`], with a column of the ratings that follow game by game.
    pub fn text_with(&self, provisional: Option<Method>) -> String {
        let mut text = format!("{}\n{}. {}\n\n", self.tournament, self.format, self.progress());
        text.push_str(&self.grid(self.rows.len(), provisional));
        let _ = write!(text, "\nplaces by {}\n", self.order.join(", then "));
        text.push_str(&self.legend(provisional));
        if let Some(decision) = &self.sprt {
            let _ = writeln!(
                text,
                "sequential test: {decision}; likelihood of superiority {}",
                percent(Some(decision.superiority))
            );
        }
        for row in &self.rows {
            let Some((game, did)) = &row.first_fault else { continue };
            let kinds: Vec<String> =
                row.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            let _ = writeln!(text, "{}: {}; first in game {game}: it {did}", row.name, kinds.join(", "));
        }
        text
    }

    /// How many games were played.
    pub fn progress(&self) -> String {
        let games = count(self.games, "game");
        let mut said = if self.over {
            format!("{games}, finished")
        } else {
            format!(
                "{} of {}{}",
                self.games,
                if self.exact { "" } else { "at most " },
                count(self.most_games, "game")
            )
        };
        if self.broken > 0 {
            let _ = write!(
                said,
                "; {} could not be finished: a tie in the standings, and nothing in ratings",
                self.broken
            );
        }
        said
    }

    /// The first rows, for a progress bar.
    pub fn head(&self, rows: usize) -> String {
        self.grid(rows, None)
    }

    fn grid(&self, rows: usize, provisional: Option<Method>) -> String {
        let is_duel = self.rows.iter().any(|row| row.kinds.len() == 5);
        let kinds = if is_duel { ["1", "3/4", "1/2", "1/4", "0"] } else { ["1st", "2nd", "3rd", "4th", ""] };
        let mut titles = vec!["#", "<name", "games", "score", "Elo", "95 %", "provisional Elo"];
        titles.extend(kinds);
        titles.extend(["points", "byes", "left", "fuel", "faults"]);
        let mut grid = Grid::new(titles);
        for row in self.rows.iter().take(rows) {
            grid.add(cells(row, provisional));
        }
        grid.text()
    }

    fn legend(&self, provisional: Option<Method>) -> String {
        let is_duel = self.rows.iter().any(|row| row.kinds.len() == 5);
        let mut lines = vec![if is_duel {
            "score: 1 for a victory, 3/4 for a semi-victory, 1/2 for a tie, and the rest of 1 for the other side"
        } else {
            "score: the share of the opponents that finished behind; 1st to 4th: places, shared ones as the better"
        }];
        let has = |test: &dyn Fn(&TableRow) -> bool| self.rows.iter().any(test);
        let elo = format!(
            "Elo: the strength for which all games together are most likely, {} at 0; 95 %: its confidence interval,\n\
             ? where the games set no bound",
            self.zero()
        );
        if has(&|row| row.rating.is_some()) {
            lines.push(&elo);
        }
        if let Some(method) = provisional {
            lines.push(match method {
                Method::WengLin => {
                    "provisional Elo: by Weng and Lin, game by game from 0 on, ± two standard deviations; later games \
                     count more"
                }
                Method::Glicko2 => {
                    "provisional Elo: by Glicko-2, game by game from 0 on, ± two standard deviations; later games \
                     count more"
                }
            });
        }
        if has(&|row| row.points.is_some()) {
            lines.push("points: the mean score by the rules of the game");
        }
        if has(&|row| row.byes > 0) {
            lines.push("byes: rounds without a game; they count as won in a duel, as average elsewhere");
        }
        if has(&|row| row.left.is_some()) {
            lines.push("left: the round after which it left");
        }
        if has(&|row| row.fuel.is_some()) {
            lines.push("fuel: millions of units in a game, on average");
        }
        lines.join("\n") + "\n"
    }
}

fn cells(row: &TableRow, provisional: Option<Method>) -> Vec<String> {
    let some = |number: u32| if number == 0 { String::new() } else { number.to_string() };
    let mut cells = vec![row.place.to_string(), row.name.clone(), row.games.to_string(), percent(row.score)];
    cells.extend(elo(row.rating));
    let shown = match provisional {
        Some(Method::WengLin) => row.provisional,
        Some(Method::Glicko2) => row.glicko,
        // Only where there is nothing better: while games are played.
        None => row.provisional.filter(|_| row.rating.is_none()),
    };
    cells.push(shown.map_or_else(String::new, |rating| {
        format!("{} ± {:.0}", signed(rating.rating), 2.0 * rating.deviation)
    }));
    cells.extend((0..5).map(|kind| row.kinds.get(kind).map(u32::to_string).unwrap_or_default()));
    cells.extend([
        tenths(row.points),
        some(row.byes),
        row.left.map(|round| round.to_string()).unwrap_or_default(),
        tenths(row.fuel),
        some(row.faults.values().sum()),
    ]);
    cells
}
