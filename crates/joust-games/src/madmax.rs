//! Mad Max in the register.

use crate::{Ask, BoardAsk, Listing, Refused, Registered};
use joust_core::{BoardText, Game, Setup};
use joust_madmax::{Config, Settings, Skirmish, Source};

/// What a map is called that is drawn from the seed; also its text.
const GENERATOR: &str = "generator";

/// The maps that the kit ships: a name, a few words, and the file.
const KIT: [(&str, &str, &str); 2] = [
    (
        "crossroads",
        "straight roads that cross, a quarter for each team",
        include_str!("../../../kits/madmax/crossroads.cnf"),
    ),
    ("oasis", "a lake in the middle of ring roads", include_str!("../../../kits/madmax/oasis.cnf")),
];

/// The seed of a game that names none.
const SEED: u64 = 1;

/// The map of a file of the kit.
fn kit(file: &str) -> Source {
    Config::read(file).map_or(Source::Generator, |config| config.source)
}

/// A map, and the settings that its file has.
fn board(ask: BoardAsk) -> Result<(Source, Option<Settings>), Refused> {
    match ask {
        BoardAsk::Named(GENERATOR) => Ok((Source::Generator, None)),
        BoardAsk::Named(name) => match KIT.iter().find(|(known, ..)| *known == name) {
            Some((.., file)) => Ok((kit(file), None)),
            None => Err(Refused::file(format!(
                "there is no map `{name}` of Mad Max: the maps are {GENERATOR}, {}",
                KIT.map(|(name, ..)| name).join(", ")
            ))),
        },
        BoardAsk::Text { text, .. } if text.trim() == GENERATOR => Ok((Source::Generator, None)),
        BoardAsk::Text { name, text } if text.trim_start().starts_with(Settings::VERSION[0]) => {
            let config = Config::read(text).map_err(|why| Refused::file(format!("board {name}: {why}")))?;
            Ok((config.source, Some(config.settings)))
        }
        BoardAsk::Text { text, .. } => Ok((Source::Fixed(text.lines().map(str::to_owned).collect()), None)),
    }
}

impl Registered for Skirmish {
    const SUMMARY: &'static str = "Mad Max, in which four armies of warriors and cars fight for cities";

    fn rulesets() -> Vec<Listing> {
        let Settings { nb_rounds, nb_cities, nb_warriors, nb_cars, .. } = Settings::default();
        let summary = format!(
            "{nb_rounds} rounds, {nb_cities} cities, {nb_warriors} warriors and {nb_cars} cars a team"
        );
        vec![Listing { name: Settings::CONTEST.to_owned(), summary }]
    }

    fn boards() -> Vec<Listing> {
        let entry =
            |name: &str, summary: &str| Listing { name: name.to_owned(), summary: summary.to_owned() };
        let kit = KIT.iter().map(|(name, summary, _)| entry(name, summary));
        [entry(GENERATOR, "drawn from the seed")].into_iter().chain(kit).collect()
    }

    /// The board may be the text of a configuration, whose settings count where no rules are asked for.
    fn start(ask: &Ask) -> Result<Skirmish, Refused> {
        let (source, of_file) = board(ask.board.unwrap_or(BoardAsk::Named(GENERATOR)))?;
        let settings = match ask.rules {
            Some(rules) => rules.parse().map_err(Refused::file)?,
            None => of_file.unwrap_or_default(),
        };
        if ask.position.is_some_and(|position| !position.is_empty()) {
            return Err(Refused::file(
                "a game of Mad Max begins as its map and its seed say: leave the position out",
            ));
        }
        let seed = i32::try_from(ask.seed.unwrap_or(SEED))
            .map_err(|_| Refused::file(format!("the seeds of Mad Max go from 0 to {}", i32::MAX)))?;
        let config = Config { settings, source }.checked().map_err(Refused::file)?;
        Skirmish::begin(config, seed).map_err(Refused::file)
    }

    fn setup(&self) -> Setup {
        let Config { settings, source } = self.config();
        let (name, text) = match source {
            Source::Generator => (GENERATOR, GENERATOR.to_owned()),
            Source::Fixed(rows) => {
                let known = KIT.iter().find(|(.., file)| kit(file) == *source);
                (known.map_or("own", |(name, ..)| name), rows.join("\n"))
            }
        };
        Setup {
            v: Setup::VERSION,
            game: Skirmish::NAME.to_owned(),
            rules: settings.spelled_out(),
            board: BoardText { name: name.to_owned(), text },
            position: String::new(),
            seed: u64::try_from(self.seed()).ok(),
        }
    }

    fn rules_name(rules: &str) -> Result<String, Refused> {
        rules.parse().map(|settings: Settings| settings.to_string()).map_err(Refused::file)
    }
}
