//! Who beats whom, as text.

use super::grid::Grid;
use super::text::percent;
use crate::survey::Survey;
use joust_league::Encounter;

impl Survey {
    /// The score of everybody against everybody, in the order of places: per cent of the row against the column.
    pub fn matrix_text(&self) -> String {
        let table = self.table();
        let numbers: Vec<String> = table.rows.iter().map(|row| row.place.to_string()).collect();
        let mut titles = vec!["#", "<name"];
        titles.extend(numbers.iter().map(String::as_str));
        let mut grid = Grid::new(titles);
        for row in &table.rows {
            let mut cells = vec![row.place.to_string(), row.name.clone()];
            cells.extend(table.rows.iter().map(|other| {
                let met = self.meetings.encounter(row.participant, other.participant);
                match met {
                    _ if row.participant == other.participant => "·".to_owned(),
                    Some(met) => format!("{:.0}", 100.0 * met.score),
                    None => "-".to_owned(),
                }
            }));
            grid.add(cells);
        }
        let text = grid.text();
        format!(
            "{text}\nper cent of the points of the row against the column; `joust tournament matrix --of NAME` has intervals\n"
        )
    }

    /// The opponents of a participant, those first that are most surely better; `None` if nobody has this name.
    pub fn who_beats(&self, name: &str) -> Option<Vec<Encounter>> {
        Some(self.meetings.who_beats(self.terms.named(name)?))
    }

    /// [`Survey::who_beats`] as text.
    pub fn who_beats_text(&self, name: &str) -> Option<String> {
        let list = self.who_beats(name)?;
        let mut grid = Grid::new(vec!["<opponent", "games", "won", "tied", "score", "95 %", "better"]);
        for met in &list {
            grid.add(vec![
                self.terms.participants[met.opponent].name.clone(),
                met.games.to_string(),
                met.won.to_string(),
                met.tied.to_string(),
                percent(Some(met.score)),
                format!("{:.0}…{:.0}", 100.0 * met.low, 100.0 * met.high),
                percent(Some(met.superiority)),
            ]);
        }
        let text = grid.text();
        Some(format!(
            "{name} against\n{text}\nthose first that are most surely better; better: the probability that {name} is the better of the two\n"
        ))
    }
}
