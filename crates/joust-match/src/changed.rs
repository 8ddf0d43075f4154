//! Programs that are no longer those that played the games of a journal.

use crate::{Programs, Recorded};
use joust_players::Spec;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;

/// The fields of the first line of a journal that have the hashes of programs, by the names of players.
const HASHES: [&str; 2] = ["modules", "programs"];

/// A player whose program is not the one that played.
///
/// ```
/// use joust_match::ChangedProgram;
/// let changed = |now| ChangedProgram { player: "cmd:./bot".into(), sha256: "12ab".into(), now };
/// assert_eq!(changed(Some("34cd".to_owned())).to_string(), "`cmd:./bot` has changed since");
/// assert_eq!(changed(None).to_string(), "the program of `cmd:./bot` is not here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedProgram {
    /// Its name in the journal.
    pub player: String,
    /// The SHA-256 of the program that played.
    pub sha256: String,
    /// The SHA-256 of the program that is here now, if it is known.
    pub now: Option<String>,
}

impl fmt::Display for ChangedProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.now {
            Some(_) => write!(f, "`{}` has changed since", self.player),
            None => write!(f, "the program of `{}` is not here", self.player),
        }
    }
}

impl Recorded {
    /// The players of a journal whose programs are not those that played. Programs are read and never started.
    ///
    /// ```
    /// use joust_match::{Programs, Recorded};
    /// let journal = r#"{"match":"mad","players":["cmd:no/such/bot","random"],"seed":1,
    ///     "programs":{"cmd:no/such/bot":"12ab"}}"#.replace('\n', "");
    /// let file = Recorded::read(format!("{journal}\n").into_bytes(), 1 << 20)?;
    /// assert_eq!(file.changed(&Programs::default())[0].player, "cmd:no/such/bot");
    /// # Ok::<(), joust_match::BadFile>(())
    /// ```
    pub fn changed(&self, programs: &Programs) -> Vec<ChangedProgram> {
        let (game, hashes) = match self {
            Recorded::Match(file) => (&file.about.game, [&file.about.modules, &file.about.programs]),
            Recorded::Scores(file) => (&file.about.game, [&file.about.modules, &file.about.programs]),
            _ => return Vec::new(),
        };
        let changed = |(player, sha256): (&String, &String)| {
            let spec = Spec::read(player, game).ok();
            let now = spec.and_then(|spec| programs.fingerprint(&spec).ok()?);
            let (player, sha256) = (player.clone(), sha256.clone());
            (now.as_ref() != Some(&sha256)).then_some(ChangedProgram { player, sha256, now })
        };
        hashes.into_iter().flatten().filter_map(changed).collect()
    }
}

/// The players whose programs are all in which the first lines of two journals differ; none if more differs.
pub(crate) fn players(found: &Map<String, Value>, about: &Map<String, Value>) -> BTreeSet<String> {
    let hash = |line: &Map<String, Value>, field: &str, player: &str| line.get(field)?.get(player).cloned();
    let rest = |line: &Map<String, Value>| {
        let mut line = line.clone();
        line.retain(|field, _| !HASHES.contains(&field.as_str()));
        line
    };
    let mut players = BTreeSet::new();
    if rest(found) == rest(about) {
        for field in HASHES {
            let both = [found, about].map(|line| line.get(field).and_then(Value::as_object));
            let names = both.into_iter().flatten().flat_map(Map::keys);
            players
                .extend(names.filter(|name| hash(found, field, name) != hash(about, field, name)).cloned());
        }
    }
    players
}
