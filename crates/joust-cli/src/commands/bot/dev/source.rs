//! The bot that is worked on: what is built, what is watched, and what it is called.

use super::watch::Watched;
use crate::commands::bot::build;
use crate::failure::Failure;
use joust_files::Care;
use joust_match::{BadContestant, Programs};
use joust_players::{BotProgram, Kind, Spec};
use std::path::{Path, PathBuf};

/// The bot as it was named.
pub(super) enum Source {
    /// A source, which is built before it plays.
    Code(PathBuf),
    /// A player by its name.
    Player(String),
}

/// Programs that run as they are, and how.
const SCRIPTS: [(&str, &str); 2] = [("py", "python3"), ("sh", "sh")];

impl Source {
    pub(super) fn of(text: &str) -> Result<Source, Failure> {
        let (path, is_command) = (Path::new(text), text.starts_with("cmd:") || text.starts_with("line:"));
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if is_command || ending == "wasm" {
            return Ok(Source::Player(text.to_owned()));
        }
        if let Some((_, runner)) = SCRIPTS.iter().find(|(script, _)| *script == ending) {
            let help = format!("{text} is run, not built: name it as \"cmd:{runner} {text}\"");
            return Err(Failure::Usage(help));
        }
        if path.exists() {
            return Ok(Source::Code(path.to_owned()));
        }
        let is_player = ["mad", "wargame", "madmax"].iter().any(|game| Spec::read(text, game).is_ok());
        if is_player {
            return Ok(Source::Player(text.to_owned()));
        }
        let help =
            "there is no such file, nor a player of that name: name a source, FILE.wasm or cmd:COMMAND";
        Err(Failure::Usage(format!("{text}: {help}")))
    }

    /// Whose changes count.
    pub(super) fn watched(&self) -> Vec<Watched> {
        match self {
            Source::Code(path) if path.is_dir() => vec![Watched::Sources(path.clone())],
            Source::Code(path) => with_neighbours(path.clone()).into(),
            Source::Player(text) => match spec_of(text) {
                // A script has its modules beside it.
                Some(Kind::Bot(bot)) => match bot.program {
                    BotProgram::Module(path) => vec![Watched::All(path)],
                    BotProgram::Command(command) => {
                        files_in(&command).into_iter().flat_map(with_neighbours).collect()
                    }
                },
                Some(Kind::Line(line)) => {
                    files_in(line.command()).into_iter().flat_map(with_neighbours).collect()
                }
                Some(Kind::Kit { path, .. }) if path.is_dir() => vec![Watched::All(path.join("Game"))],
                Some(Kind::Kit { path, .. }) => vec![Watched::All(path)],
                _ => Vec::new(),
            },
        }
    }

    /// The name for messages.
    pub(super) fn title(&self) -> String {
        match self {
            Source::Code(path) => path.display().to_string(),
            Source::Player(text) => text.clone(),
        }
    }

    /// Whether a recorded player may be this bot.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let title = self.title();
        name == title || core(name) == core(&title)
    }

    /// The only game that the bot can play, if there is only one.
    pub(super) fn only_game(&self, programs: &Programs) -> Option<&'static str> {
        let is_army = match self {
            // The sources of the kit madmax-cpp.
            Source::Code(path) => {
                let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
                path.extension().is_some_and(|ending| ending == "cc")
                    && name.is_some_and(|name| name.starts_with("AI"))
            }
            Source::Player(text) => match Spec::read(text, "mad") {
                Err(_) => Spec::read(text, "madmax").is_ok(),
                Ok(spec) if is_module(&spec) => {
                    matches!(programs.find(spec), Err(BadContestant::OtherGame(_)))
                }
                Ok(_) => false,
            },
        };
        is_army.then_some("madmax")
    }

    /// The name under which the bot plays. A source is built into the folder first.
    pub(super) fn player(&self, folder: &Path) -> Result<String, Failure> {
        let path = match self {
            Source::Player(text) => return Ok(text.clone()),
            Source::Code(path) => path,
        };
        tell!("building {}", path.display());
        let module = build::compiled(path, None, None)?;
        let name = path.canonicalize().ok().and_then(|path| path.file_stem().map(ToOwned::to_owned));
        let target = folder.join(name.unwrap_or_else(|| "bot".into())).with_extension("wasm");
        joust_files::write(&target, &module.bytes, Care::Quick)
            .map_err(|why| Failure::file(&target, &why))?;
        Ok(target.display().to_string())
    }
}

fn is_module(spec: &Spec) -> bool {
    matches!(&spec.kind, Kind::Bot(bot) if matches!(bot.program, BotProgram::Module(_)))
}

fn spec_of(text: &str) -> Option<Kind> {
    let spec = Spec::read(text, "mad").or_else(|_| Spec::read(text, "madmax"));
    spec.ok().map(|spec| spec.kind)
}

/// A file, and the sources in its folder.
fn with_neighbours(file: PathBuf) -> [Watched; 2] {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_owned();
    [Watched::All(file), Watched::Beside(folder)]
}

/// The words of a command that are files.
fn files_in(command: &str) -> Vec<PathBuf> {
    let words = command.split(|letter: char| letter.is_whitespace() || ";|&()<>\"'".contains(letter));
    words.map(PathBuf::from).filter(|word| word.is_file()).collect()
}

/// The name of a player without what differs between its forms: `./Game:Foo`, `AIFoo.cc`, `out/AIFoo.wasm`.
fn core(name: &str) -> &str {
    let name = name.strip_prefix("cmd:").or_else(|| name.strip_prefix("line:")).unwrap_or(name);
    if name.contains(char::is_whitespace) {
        return name;
    }
    let name = name.rsplit(['/', ':']).next().unwrap_or(name);
    let name = name.split_once('.').map_or(name, |(stem, _)| stem);
    name.strip_prefix("AI").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_known_by_any_of_its_names() {
        let bot = Source::Player("out/AIFoo.wasm".to_owned());
        for name in ["Foo", "AIFoo", "./Game:Foo", "arena/AIFoo.wasm,fuel=5", "AIFoo.cc"] {
            assert!(bot.is_called(name), "{name}");
        }
        assert!(!bot.is_called("Food"));
        let command = Source::Player("cmd:python3 bot.py".to_owned());
        assert!(command.is_called("cmd:python3 bot.py") && command.is_called("python3 bot.py"));
        assert!(!command.is_called("cmd:python3 cat.py"));
    }

    #[test]
    fn the_files_of_a_command_are_found_among_its_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        std::fs::write(&file, "").unwrap();
        let watched = |text: &str| Source::Player(text.replace("FILE", file.to_str().unwrap())).watched();
        let both = [Watched::All(file.clone()), Watched::Beside(folder.path().to_owned())];
        for text in ["cmd:python3 FILE,timeout=5", "line:cat x; python3 'FILE' | sed p"] {
            assert_eq!(watched(text), both, "{text}");
        }
        assert_eq!(watched("FILE.wasm"), [Watched::All(file.with_extension("py.wasm"))]);
        assert_eq!(watched("./Game:Foo"), [Watched::All("./Game".into())]);
        assert!(watched("minimax:2").is_empty());
    }

    #[test]
    fn scripts_and_misspelt_files_are_refused_with_help() {
        let refused = |text: &str| Source::of(text).err().unwrap().to_string();
        assert!(refused("bots/bot.py").contains("\"cmd:python3 bots/bot.py\""));
        assert!(refused("AINoSuchFile.cc").contains("there is no such file"));
        assert!(matches!(Source::of("minimax:2"), Ok(Source::Player(_))));
    }

    #[test]
    fn players_of_one_game_say_so() {
        let programs = Programs::default();
        let only = |text: &str| Source::Player(text.to_owned()).only_game(&programs);
        assert_eq!(["Demo", "./Game:Foo"].map(only), [Some("madmax"); 2]);
        assert_eq!(["minimax:2", "line:cat"].map(only), [None; 2]);
        assert_eq!(Source::Code("kit/AIFoo.cc".into()).only_game(&programs), Some("madmax"));
        assert_eq!(Source::Code("bot.cpp".into()).only_game(&programs), None);
    }
}
