//! Reads the file of a rubric. Every problem has its line.

use crate::boards::setup_of;
use crate::rubric::{Aim, Criterion, Fixtures, Measure, NodeRule, Positions, Rubric};
use crate::scale::Scale;
use joust_core::{Seed, Setup, joined};
use joust_games::{AnyGame, Ask, duel, game, games};
use joust_match::{GameLimits, Openings};
use joust_players::{BotProgram, Kind, Spec, Textbook};
use joust_sandbox::BuildLimits;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;
use toml::Spanned;

/// What is wrong with a rubric, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found, and what to write.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// All problems of a rubric: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0))]
pub struct BadRubric(pub Vec<Problem>);

/// The most games of a criterion, and the most positions on a board.
const MOST_GAMES: u64 = 10_000;
const MOST_POSITIONS: u64 = 500;
/// The usual number of games of a criterion, and of positions on a board.
const GAMES: usize = 8;
const POSITIONS: usize = 4;
/// Bots in Python speak the bot protocol, unless the rubric says otherwise.
const PYTHON: (&str, &str) = ("py", "cmd:python3 {}");
/// What stands for the file of the submission in a command.
pub(crate) const FILE: &str = "{}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawRubric {
    title: Option<String>,
    game: Spanned<String>,
    rules: Option<Spanned<String>>,
    #[serde(default, alias = "maps")]
    boards: Vec<Spanned<String>>,
    seed: Option<u64>,
    cap: Option<Spanned<f64>>,
    #[serde(default)]
    limits: RawLimits,
    #[serde(default)]
    run: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    positions: RawPositions,
    #[serde(default)]
    criterion: Vec<Spanned<RawCriterion>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawLimits {
    move_ms: Option<Spanned<u64>>,
    seconds: Option<Spanned<f64>>,
    wait_seconds: Option<Spanned<f64>>,
    memory_mb: Option<Spanned<f64>>,
    fuel: Option<u64>,
    bank: Option<u64>,
    build_seconds: Option<Spanned<u64>>,
    build_memory_mb: Option<Spanned<u64>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawPositions {
    #[serde(default)]
    boards: Vec<Spanned<String>>,
    each: Option<Spanned<u64>>,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCriterion {
    name: Option<String>,
    kind: Spanned<String>,
    points: Spanned<f64>,
    #[serde(default)]
    bonus: bool,
    from: Option<Spanned<f64>>,
    full: Option<Spanned<f64>>,
    at_least: Option<Spanned<f64>>,
    at_most: Option<Spanned<f64>>,
    against: Option<Spanned<Names>>,
    games: Option<Spanned<u64>>,
    seeds: Option<Spanned<Vec<u64>>>,
    measure: Option<Spanned<String>>,
    #[serde(default, alias = "maps")]
    boards: Vec<Spanned<String>>,
    like: Option<Spanned<String>>,
    fewer_than: Option<Spanned<String>>,
    tolerance: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "write the name of a player, or a list of names")]
enum Names {
    One(String),
    Many(Vec<String>),
}

/// The kinds of criteria, and the fields that each of them has besides `name`, `points` and `bonus`.
const KINDS: [(&str, &[&str]); 8] = [
    ("builds", &[]),
    ("check", &[]),
    ("games", &["against", "games", "seeds", "measure", "boards", "from", "full", "at-least"]),
    ("fuel", &["from", "full", "at-most"]),
    ("moves", &["like", "from", "full", "at-least"]),
    ("values", &["like", "from", "full", "at-least"]),
    ("nodes", &["like", "tolerance", "fewer-than", "from", "full", "at-least"]),
    ("time", &["from", "full", "at-most"]),
];

impl Rubric {
    /// Reads the text of a rubric. Files that it names are relative to `folder`. See [`Rubric`] for an example.
    pub fn read(text: &str, folder: &Path) -> Result<Rubric, BadRubric> {
        let mut reader = Reader { text, folder, problems: Vec::new() };
        let read = match toml::from_str::<RawRubric>(text) {
            Ok(raw) => reader.rubric(raw),
            Err(why) => {
                let at = why.span().map_or(0, |span| span.start);
                reader.add(at, why.message().trim_end().replace('\n', ", "));
                None
            }
        };
        reader.problems.sort_by_key(|problem| problem.line);
        match read {
            Some(rubric) if reader.problems.is_empty() => Ok(rubric),
            _ => Err(BadRubric(reader.problems)),
        }
    }
}

/// What criteria have in common.
struct Common {
    game: &'static dyn AnyGame,
    rules: Option<String>,
    boards: Vec<Setup>,
    seed: u64,
}

struct Reader<'a> {
    text: &'a str,
    folder: &'a Path,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn add(&mut self, at: usize, what: impl Into<String>) {
        let line = 1 + self.text.get(..at).unwrap_or(self.text).matches('\n').count();
        self.problems.push(Problem { line, what: what.into() });
    }

    /// A number from `least` on.
    fn number(&mut self, name: &str, number: Option<&Spanned<f64>>, least: f64) -> Option<f64> {
        let number = number?;
        let value = *number.get_ref();
        if value.is_finite() && value >= least {
            return Some(value);
        }
        self.add(number.span().start, format!("{name} is {value}: write a number of {least} or more"));
        None
    }

    /// A whole number within bounds.
    fn whole(&mut self, name: &str, number: Option<&Spanned<u64>>, most: u64) -> Option<u64> {
        let number = number?;
        let value = *number.get_ref();
        if (1..=most).contains(&value) {
            return Some(value);
        }
        self.add(number.span().start, format!("{name} is {value}: write a number from 1 to {most}"));
        None
    }

    fn rubric(&mut self, raw: RawRubric) -> Option<Rubric> {
        let word = raw.game.get_ref();
        let Some(game) = game(word) else {
            let known: Vec<&str> = games().iter().map(|game| game.name()).collect();
            self.add(
                raw.game.span().start,
                format!("there is no game `{word}`: write one of {}", known.join(", ")),
            );
            return None;
        };
        if let Some(rules) = &raw.rules
            && let Err(why) = game.rules_name(rules.get_ref())
        {
            self.add(rules.span().start, why.to_string());
            return None;
        }
        let rules = raw.rules.map(Spanned::into_inner);
        let boards = self.boards(game, rules.as_deref(), &raw.boards);
        let common = Common { game, rules, boards, seed: raw.seed.unwrap_or(1) };
        let positions = self.positions(&common, &raw.positions);
        let limits = &raw.limits;
        let build = BuildLimits::default();
        let rubric = Rubric {
            title: raw.title,
            game: game.name(),
            cap: self.number("cap", raw.cap.as_ref(), 0.0),
            limits: GameLimits {
                move_ms: self.whole("move-ms", limits.move_ms.as_ref(), 86_400_000),
                time: self.number("seconds", limits.seconds.as_ref(), 0.001),
                wait: self.number("wait-seconds", limits.wait_seconds.as_ref(), 0.001),
                memory: self.number("memory-mb", limits.memory_mb.as_ref(), 1.0),
                fuel: limits.fuel,
                bank: limits.bank,
                patience: Some(GameLimits::PATIENCE),
            },
            build: BuildLimits {
                cpu: self
                    .whole("build-seconds", limits.build_seconds.as_ref(), 3600)
                    .map_or(build.cpu, Duration::from_secs),
                memory: self
                    .whole("build-memory-mb", limits.build_memory_mb.as_ref(), 1 << 20)
                    .map_or(build.memory, |megabytes| megabytes << 20),
                ..build
            },
            run: self.commands(game, raw.run),
            positions,
            criteria: raw.criterion.iter().filter_map(|raw| self.criterion(&common, raw.get_ref())).collect(),
        };
        if raw.criterion.is_empty() {
            self.add(
                self.text.len(),
                "there is no criterion: write [[criterion]], and below it kind and points",
            );
        }
        let mut names: Vec<&str> = Vec::new();
        for (criterion, raw) in rubric.criteria.iter().zip(&raw.criterion) {
            if names.contains(&criterion.name.as_str()) {
                let what = format!("two criteria are called `{}`: give one another `name`", criterion.name);
                self.add(raw.span().start, what);
            }
            names.push(&criterion.name);
        }
        Some(rubric)
    }

    /// How games start on these boards.
    fn boards(&mut self, game: &dyn AnyGame, rules: Option<&str>, names: &[Spanned<String>]) -> Vec<Setup> {
        let mut boards = Vec::new();
        for name in names {
            match setup_of(game, rules, name.get_ref(), self.folder) {
                Ok(setup) => boards.push(setup),
                Err(why) => self.add(name.span().start, why),
            }
        }
        boards
    }

    fn positions(&mut self, common: &Common, raw: &RawPositions) -> Positions {
        let name = common.game.name();
        let mut boards = self.boards(common.game, common.rules.as_deref(), &raw.boards);
        if boards.is_empty() {
            boards.clone_from(&common.boards);
        }
        if boards.is_empty() && duel(name).is_some() {
            let ask = Ask { rules: common.rules.as_deref(), ..Ask::default() };
            let usual = Openings::of(name, &ask, Seed(1));
            boards = usual.map_or_else(|_| Vec::new(), |openings| openings.setups().cloned().collect());
        }
        let each = self.whole("each", raw.each.as_ref(), MOST_POSITIONS);
        let each = each.map_or(POSITIONS, |each| each as usize);
        Positions { boards, each, seed: raw.seed.unwrap_or(common.seed) }
    }

    fn commands(
        &mut self,
        game: &dyn AnyGame,
        raw: BTreeMap<String, Spanned<String>>,
    ) -> BTreeMap<String, String> {
        let mut commands = BTreeMap::from([(PYTHON.0.to_owned(), PYTHON.1.to_owned())]);
        for (ending, command) in raw {
            let (at, text) = (command.span().start, command.into_inner());
            let is_command = text.starts_with("cmd:") || text.starts_with("line:");
            if !is_command || !text.contains(FILE) {
                let what = format!(
                    "`{text}` is not the command of a submission: write \"line:python3 {FILE}\" or \"cmd:python3 \
                     {FILE}\", where {FILE} stands for its file"
                );
                self.add(at, what);
            } else if text.starts_with("line:") && duel(game.name()).is_none() {
                self.add(at, "`line:` is for duels: write \"cmd:python3 {}\"");
            } else if let Err(why) = Spec::read(&text, game.name()) {
                self.add(at, why.to_string());
            }
            commands.insert(ending.trim_start_matches('.').to_owned(), text);
        }
        commands
    }

    fn criterion(&mut self, common: &Common, raw: &RawCriterion) -> Option<Criterion> {
        let (kind, at) = (raw.kind.get_ref().as_str(), raw.kind.span().start);
        let Some((_, own)) = KINDS.iter().find(|(known, _)| *known == kind) else {
            let known: Vec<&str> = KINDS.iter().map(|(known, _)| *known).collect();
            self.add(at, format!("there is no kind `{kind}`: write one of {}", known.join(", ")));
            return None;
        };
        self.refuse_others(kind, own, raw);
        let points = self.number("points", Some(&raw.points), 0.0);
        let is_asked = matches!(kind, "moves" | "values" | "nodes" | "time");
        if is_asked && duel(common.game.name()).is_none() {
            self.add(at, format!("`{kind}` is for duels: Mad Max has `check`, `games` and `fuel`"));
            return None;
        }
        let aim = match kind {
            "builds" => Aim::Builds,
            "check" => Aim::Check,
            "games" => Aim::Games(self.fixtures(common, raw)?),
            "fuel" => Aim::Fuel,
            "moves" => Aim::Moves(self.agent(common, "like", "minimax:3", raw.like.as_ref(), at)?),
            "values" => Aim::Values(self.agent(common, "like", "minimax:3", raw.like.as_ref(), at)?),
            "nodes" => self.nodes(common, raw, at)?,
            _ => Aim::Time,
        };
        let scale = self.scale(&aim, raw, at)?;
        let name = raw.name.clone().unwrap_or_else(|| usual_name(&aim));
        Some(Criterion { name, points: points?, bonus: raw.bonus, aim, scale })
    }

    /// Refuses the fields of other kinds.
    fn refuse_others(&mut self, kind: &str, own: &[&str], raw: &RawCriterion) {
        let start = |number: &Option<Spanned<f64>>| number.as_ref().map(|number| number.span().start);
        let word = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.span().start);
        let given = [
            ("from", start(&raw.from)),
            ("full", start(&raw.full)),
            ("at-least", start(&raw.at_least)),
            ("at-most", start(&raw.at_most)),
            ("tolerance", start(&raw.tolerance)),
            ("measure", word(&raw.measure)),
            ("like", word(&raw.like)),
            ("fewer-than", word(&raw.fewer_than)),
            ("against", raw.against.as_ref().map(|names| names.span().start)),
            ("games", raw.games.as_ref().map(|games| games.span().start)),
            ("seeds", raw.seeds.as_ref().map(|seeds| seeds.span().start)),
            ("boards", raw.boards.first().map(|board| board.span().start)),
        ];
        for (name, at) in given {
            if let Some(at) = at.filter(|_| !own.contains(&name)) {
                let fields = if own.is_empty() { "no further fields".to_owned() } else { own.join(", ") };
                self.add(at, format!("`{name}` is not a field of the kind `{kind}`, which has {fields}"));
            }
        }
    }

    fn fixtures(&mut self, common: &Common, raw: &RawCriterion) -> Option<Fixtures> {
        let (game, at) = (common.game, raw.kind.span().start);
        let others = game.sides().len() - 1;
        let Some(against) = &raw.against else {
            self.add(at, "this has no `against`: write the name of a player, such as against = \"random\"");
            return None;
        };
        let at = against.span().start;
        let mut names = match against.get_ref() {
            Names::One(name) => vec![name.clone(); others],
            Names::Many(names) => names.clone(),
        };
        if names.len() != others {
            let found = names.len();
            self.add(at, format!("{found} opponents are named: write one name, or {others}"));
            return None;
        }
        for name in &mut names {
            match Spec::read(name, game.name()) {
                Ok(spec) if spec.kind == Kind::Human => self.add(at, "a person cannot be a reference player"),
                Ok(mut spec) => {
                    if let Kind::Bot(bot) = &mut spec.kind
                        && let BotProgram::Module(path) = &mut bot.program
                    {
                        *path = self.folder.join(&*path);
                    }
                    *name = spec.to_string();
                }
                Err(why) => self.add(at, why.to_string()),
            }
        }
        let seats = others + 1;
        let (seeds, games) = match &raw.seeds {
            Some(seeds) if raw.games.is_some() || seeds.get_ref().is_empty() => {
                self.add(seeds.span().start, "write either a list of `seeds` or the number of `games`");
                return None;
            }
            Some(seeds) => (seeds.get_ref().clone(), seats * seeds.get_ref().len()),
            None => {
                let games = self.whole("games", raw.games.as_ref(), MOST_GAMES);
                let games = games.map_or(GAMES, |games| games as usize);
                let seeds = (0..games.div_ceil(seats) as u64).map(|more| common.seed.wrapping_add(more));
                (seeds.collect(), games)
            }
        };
        if let Some(seed) = seeds.iter().find(|seed| others > 1 && **seed > i32::MAX as u64) {
            self.add(
                at,
                format!("the seed {seed} is too large: the seeds of Mad Max go from 0 to {}", i32::MAX),
            );
        }
        let measure =
            match raw.measure.as_ref().map(|measure| (measure.get_ref().as_str(), measure.span().start)) {
                None | Some(("score", _)) => Measure::Score,
                Some(("wins", _)) => Measure::Wins,
                Some((word, at)) => {
                    self.add(at, format!("there is no measure `{word}`: write \"score\" or \"wins\""));
                    return None;
                }
            };
        let own = self.boards(game, common.rules.as_deref(), &raw.boards);
        let boards = if raw.boards.is_empty() { common.boards.clone() } else { own };
        Some(Fixtures { against: names, seeds, games, measure, boards, rules: common.rules.clone() })
    }

    /// A textbook agent.
    fn agent(
        &mut self,
        common: &Common,
        field: &str,
        such_as: &str,
        name: Option<&Spanned<String>>,
        at: usize,
    ) -> Option<Textbook> {
        let Some(name) = name else {
            self.add(at, format!("this has no `{field}`: write {field} = \"{such_as}\""));
            return None;
        };
        let at = name.span().start;
        match Spec::read(name.get_ref(), common.game.name()) {
            Ok(Spec { kind: Kind::Textbook(textbook), .. }) => Some(textbook),
            Ok(_) => {
                self.add(at, format!("`{}` is not a textbook agent: write {such_as}", name.get_ref()));
                None
            }
            Err(why) => {
                self.add(at, why.to_string());
                None
            }
        }
    }

    fn nodes(&mut self, common: &Common, raw: &RawCriterion, at: usize) -> Option<Aim> {
        if let Some(fewer) = &raw.fewer_than {
            if raw.like.is_some() || raw.tolerance.is_some() {
                self.add(fewer.span().start, "write either `fewer-than`, or `like` with a `tolerance`");
                return None;
            }
            let agent = self.agent(common, "fewer-than", "minimax:3", raw.fewer_than.as_ref(), at)?;
            return Some(Aim::Nodes(agent, NodeRule::Fewer));
        }
        let agent = self.agent(common, "like", "alphabeta:3", raw.like.as_ref(), at)?;
        let tolerance = self.number("tolerance", raw.tolerance.as_ref(), 0.0).unwrap_or(0.0);
        Some(Aim::Nodes(agent, NodeRule::Like(tolerance)))
    }

    fn scale(&mut self, aim: &Aim, raw: &RawCriterion, at: usize) -> Option<Scale> {
        let value = |number: &Option<Spanned<f64>>| number.as_ref().map(|number| *number.get_ref());
        let bound = raw.at_least.as_ref().or(raw.at_most.as_ref());
        if let (Some(bound), Some(other)) = (bound, raw.from.as_ref().or(raw.full.as_ref())) {
            let at = bound.span().start.max(other.span().start);
            self.add(at, "write either a bound, or `from` and `full`");
            return None;
        }
        for number in [&raw.at_least, &raw.at_most, &raw.from, &raw.full] {
            self.number("this", number.as_ref(), 0.0);
        }
        if let Some(least) = value(&raw.at_least) {
            return Some(Scale::AtLeast(least));
        }
        if let Some(most) = value(&raw.at_most) {
            return Some(Scale::AtMost(most));
        }
        let whole = match aim {
            Aim::Builds | Aim::Check => return Some(Scale::AtLeast(1.0)),
            Aim::Games(Fixtures { measure: Measure::Wins, games, .. }) => f64::from(*games as u32),
            Aim::Fuel | Aim::Time => {
                let (Some(from), Some(full)) = (value(&raw.from), value(&raw.full)) else {
                    let such_as = if matches!(aim, Aim::Fuel) { "0.5" } else { "500" };
                    self.add(
                        at,
                        format!("this has no bound: write at-most = {such_as}, or `from` and `full`"),
                    );
                    return None;
                };
                return self.line(from, full, raw);
            }
            _ => 1.0,
        };
        self.line(value(&raw.from).unwrap_or(0.0), value(&raw.full).unwrap_or(whole), raw)
    }

    fn line(&mut self, from: f64, full: f64, raw: &RawCriterion) -> Option<Scale> {
        if (from - full).abs() > f64::EPSILON {
            return Some(Scale::Line { from, full });
        }
        let at = raw.full.as_ref().or(raw.from.as_ref()).map_or(0, |number| number.span().start);
        self.add(at, "`from` and `full` are equal: write at-least or at-most");
        None
    }
}

/// The name of a criterion without one.
fn usual_name(aim: &Aim) -> String {
    match aim {
        Aim::Builds => "builds".to_owned(),
        Aim::Check => "check".to_owned(),
        Aim::Games(fixtures) => {
            let mut names = fixtures.against.clone();
            names.dedup();
            format!("against {}", names.join(", "))
        }
        Aim::Fuel => "fuel".to_owned(),
        Aim::Moves(agent) => format!("moves of {agent}"),
        Aim::Values(agent) => format!("values of {agent}"),
        Aim::Nodes(agent, NodeRule::Like(_)) => format!("nodes of {agent}"),
        Aim::Nodes(agent, NodeRule::Fewer) => format!("fewer nodes than {agent}"),
        Aim::Time => "time".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rubric, String> {
        Rubric::read(text, Path::new(".")).map_err(|why| why.to_string())
    }

    /// What is wrong with a rubric of the War Game with this criterion.
    fn wrong(criterion: &str) -> String {
        read(&format!("game = \"wargame\"\n[[criterion]]\npoints = 1\n{criterion}\n"))
            .err()
            .unwrap_or_default()
    }

    #[test]
    fn a_rubric_has_usual_values() {
        let text =
            "game = \"madmax\"\nseed = 7\n[[criterion]]\nkind = \"games\"\nagainst = \"Demo\"\npoints = 3\n";
        let rubric = read(text).unwrap();
        let Aim::Games(fixtures) = &rubric.criteria[0].aim else { panic!("{rubric:?}") };
        assert_eq!(fixtures.against, ["Demo"; 3]);
        assert_eq!((fixtures.games, fixtures.seeds.as_slice()), (8, [7, 8].as_slice()));
        assert_eq!(rubric.criteria[0].scale, Scale::Line { from: 0.0, full: 1.0 });
        assert_eq!(rubric.criteria[0].name, "against Demo");
        assert_eq!(rubric.run["py"], "cmd:python3 {}");
    }

    #[test]
    fn a_module_stands_beside_the_rubric() {
        let text =
            "game = \"mad\"\n[[criterion]]\nkind = \"games\"\nagainst = \"ref.wasm,fuel=9\"\npoints = 3\n";
        let rubric = Rubric::read(text, Path::new("course")).unwrap();
        let Aim::Games(fixtures) = &rubric.criteria[0].aim else { panic!("{rubric:?}") };
        assert_eq!(fixtures.against, ["course/ref.wasm,fuel=9"]);
    }

    #[test]
    fn wins_are_counted_in_games() {
        let criterion = |more: &str| {
            let text = format!(
                "game = \"mad\"\n[[criterion]]\nkind = \"games\"\nagainst = \"random\"\npoints = 3\n{more}\n"
            );
            read(&text).unwrap().criteria.remove(0).scale
        };
        assert_eq!(criterion("games = 6\nmeasure = \"wins\""), Scale::Line { from: 0.0, full: 6.0 });
        assert_eq!(criterion("seeds = [1, 2]\nmeasure = \"wins\"\nat-least = 3"), Scale::AtLeast(3.0));
        assert_eq!(criterion("measure = \"score\"\nfrom = 0.5"), Scale::Line { from: 0.5, full: 1.0 });
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        for (criterion, words) in [
            ("kind = \"wins\"", "line 4: there is no kind `wins`: write one of builds, check, games"),
            ("kind = \"games\"", "line 4: this has no `against`"),
            ("kind = \"games\"\nagainst = \"deep\"", "line 5: there is no player `deep`"),
            ("kind = \"games\"\nagainst = \"human\"", "line 5: a person cannot be"),
            ("kind = \"games\"\nagainst = [\"random\", \"random\"]", "line 5: 2 opponents are named"),
            ("kind = \"games\"\nagainst = 3", "line 5: write the name of a player, or a list of names"),
            (
                "kind = \"games\"\nagainst = \"random\"\ngames = 0",
                "line 6: games is 0: write a number from 1",
            ),
            (
                "kind = \"games\"\nagainst = \"random\"\nmeasure = \"luck\"",
                "line 6: there is no measure `luck`",
            ),
            ("kind = \"games\"\nagainst = \"random\"\nboards = [\"Atlantis\"]", "line 6: there is no board"),
            ("kind = \"games\"\nagainst = \"random\"\nseeds = [1]\ngames = 2", "line 6: write either a list"),
            ("kind = \"builds\"\nat-least = 1", "line 5: `at-least` is not a field of the kind `builds`"),
            ("kind = \"moves\"\nlike = \"random\"", "line 5: `random` is not a textbook agent"),
            ("kind = \"moves\"\nlike = \"minimax\"", "line 5: minimax: say how many moves"),
            ("kind = \"nodes\"", "line 4: this has no `like`: write like = \"alphabeta:3\""),
            ("kind = \"nodes\"\nlike = \"minimax:2\"\nfewer-than = \"minimax:2\"", "line 6: write either"),
            ("kind = \"time\"", "line 4: this has no bound: write at-most = 500"),
            ("kind = \"fuel\"\nfrom = 0.5\nfull = 0.5", "line 6: `from` and `full` are equal"),
            ("kind = \"fuel\"\nfrom = 0.5\nat-most = 0.5", "line 6: write either a bound"),
            ("kind = \"check\"\npionts = 1", "line 5: unknown field `pionts`"),
            ("kind = \"check\"\nkind = \"check\"", "line 5: duplicate key"),
            ("kind = ", "line 4: "),
        ] {
            let told = wrong(criterion);
            assert!(told.contains(words), "{criterion}: {told}");
        }
        let points = read("game = \"mad\"\n[[criterion]]\nkind = \"check\"\npoints = -1\n").unwrap_err();
        assert!(points.starts_with("line 4: points is -1: write a number of 0 or more"), "{points}");
    }

    #[test]
    fn mistakes_outside_of_criteria_are_told_too() {
        let criterion = "[[criterion]]\nkind = \"check\"\npoints = 1\n";
        for (head, words) in [
            ("game = \"chess\"", "line 1: there is no game `chess`: write one of mad, wargame, madmax"),
            ("game = \"mad\"\nrules = \"odd\"", "line 2: "),
            (
                "game = \"mad\"\n[run]\npy = \"python3\"",
                "line 3: `python3` is not the command of a submission",
            ),
            ("game = \"madmax\"\n[run]\npy = \"line:python3 {}\"", "line 3: `line:` is for duels"),
            ("game = \"mad\"\n[limits]\nmove-ms = 0", "line 3: move-ms is 0"),
            ("game = \"mad\"\n[limits]\nspeed = 3", "line 3: unknown field `speed`"),
            ("game = \"mad\"\n[positions]\neach = 0", "line 3: each is 0"),
            ("seed = 3", "missing field `game`"),
        ] {
            let told = read(&format!("{head}\n{criterion}")).unwrap_err();
            assert!(told.contains(words), "{head}: {told}");
        }
        assert!(read("game = \"mad\"\n").unwrap_err().contains("there is no criterion"));
        let twice = read(&format!("game = \"mad\"\n{criterion}{criterion}")).unwrap_err();
        assert!(twice.contains("line 5: two criteria are called `check`"), "{twice}");
        let army =
            read("game = \"madmax\"\n[[criterion]]\nkind = \"time\"\nat-most = 9\npoints = 1\n").unwrap_err();
        assert!(army.contains("line 3: `time` is for duels"), "{army}");
    }

    #[test]
    fn several_mistakes_are_told_at_once_in_the_order_of_their_lines() {
        let text = "game = \"mad\"\n[[criterion]]\nkind = \"odd\"\npoints = 1\n[[criterion]]\nkind = \"time\"\npoints = 1\n";
        let lines: Vec<usize> =
            Rubric::read(text, Path::new(".")).unwrap_err().0.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [3, 6]);
    }
}
