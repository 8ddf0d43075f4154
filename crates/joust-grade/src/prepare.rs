//! Makes a player of a submission: compiles it in confinement, opens its module, or puts its command together.

use crate::found::Built;
use crate::read::FILE;
use crate::rubric::Rubric;
use crate::submission::{Contents, Piece};
use joust_match::{NotBuilt, Programs, Workshop, WorkshopTrouble};
use std::path::{Path, PathBuf};

/// A player that can be seated.
pub(crate) struct Prepared {
    /// Its name, as of any player.
    pub(crate) player: String,
    /// The programs that have it open.
    pub(crate) programs: Programs,
    /// Where it was made; its folder is removed in the end.
    pub(crate) workshop: Workshop,
}

/// What a submission is.
enum Form {
    /// The source of a module.
    Source(PathBuf),
    /// A module.
    Module(PathBuf),
    /// A file with a command that runs it.
    Command(PathBuf, String),
}

/// Players of the Mad Max kit that come with it.
const KIT: [&str; 3] = ["AIDemo.cc", "AIDummy.cc", "AINull.cc"];
/// The names of the main file of a folder, without their endings.
const MAIN: [&str; 3] = ["bot", "agent", "main"];
/// Files that have others inside, by the endings of their names.
const ARCHIVES: [&str; 7] = ["zip", "tar", "gz", "tgz", "xz", "7z", "rar"];
/// What makes a file a player of the Mad Max kit.
const REGISTERED: &[u8] = b"RegisterPlayer";
/// The seconds for a move of a command without a limit: a command that hangs costs them in every game.
const PATIENCE: u32 = 10;

/// Makes a player of a submission, or says what is wrong with the submission. `trust` accepts what cannot be
/// confined.
pub(crate) fn prepare(
    contents: &Contents,
    rubric: &Rubric,
    new_programs: &dyn Fn() -> Programs,
    trust: bool,
) -> Result<Result<(Prepared, Built), Built>, WorkshopTrouble> {
    let workshop = Workshop::new("grade")?;
    let folder = workshop.folder();
    let contents = with_plain_names(contents);
    contents.write(folder)?;
    let failed = |problem: String| Built { problem: Some(problem), ..Built::default() };
    let form = match form(&contents, rubric) {
        Ok(form) => form,
        Err(problem) => return Ok(Err(failed(problem))),
    };
    let mut built = Built::default();
    let player = match form {
        Form::Module(path) => folder.join(path).display().to_string(),
        Form::Command(path, command) => {
            let command = command.replace(FILE, &quoted(&folder.join(path)));
            let has_limit = command.contains(",timeout=") || rubric.limits.move_ms.is_some();
            if has_limit { command } else { format!("{command},timeout={PATIENCE}") }
        }
        Form::Source(path) => {
            // Cargo runs programs of the source and builds its other crates, and only a trusted one may do that.
            let needs_cargo = trust && folder.join(&path).join("Cargo.toml").is_file();
            match workshop.build(&path, (!needs_cargo).then_some(rubric.build))? {
                Ok(module) => {
                    built.messages = module.warnings;
                    let path = folder.join("joust-grade.wasm");
                    std::fs::write(&path, module.bytes)?;
                    path.display().to_string()
                }
                Err(NotBuilt { problem, messages, .. }) => {
                    return Ok(Err(Built { problem: Some(problem), messages }));
                }
            }
        }
    };
    let programs = new_programs();
    match workshop.open(&player, rubric.game, &programs)? {
        Ok(_) => Ok(Ok((Prepared { player, programs, workshop }, built))),
        Err(problem) => Ok(Err(Built { problem: Some(problem), ..built })),
    }
}

/// The contents with a usual name for a single file, where its own may be trouble.
fn with_plain_names(contents: &Contents) -> Contents {
    let mut contents = contents.clone();
    if let ([file], false) = (&mut contents.files[..], contents.is_folder) {
        file.path = Workshop::plain_name(&file.path);
    }
    contents
}

/// What a submission is, or what is wrong with it.
fn form(contents: &Contents, rubric: &Rubric) -> Result<Form, String> {
    let ending = |piece: &Piece| piece.path.extension().and_then(|ending| ending.to_str()).map(str::to_owned);
    let command = |piece: &Piece| {
        let command = rubric.run.get(&ending(piece)?)?;
        Some(Form::Command(piece.path.clone(), command.clone()))
    };
    if let ([file], false) = (&contents.files[..], contents.is_folder) {
        if ending(file).is_some_and(|ending| ARCHIVES.contains(&ending.as_str())) {
            return Err("it is an archive: unpack it into a folder".to_owned());
        }
        let module = ending(file).is_some_and(|ending| ending == "wasm");
        let form = if module { Some(Form::Module(file.path.clone())) } else { command(file) };
        return Ok(form.unwrap_or_else(|| Form::Source(file.path.clone())));
    }
    let top = || contents.files.iter().filter(|piece| piece.path.components().count() == 1);
    let of = |wanted: &str| {
        top().filter(|piece| ending(piece).is_some_and(|ending| ending == wanted)).collect::<Vec<_>>()
    };
    if top().any(|piece| piece.path == Path::new("Cargo.toml")) {
        return Ok(Form::Source(PathBuf::new()));
    }
    let is_player = |piece: &&&Piece| {
        let is_of_kit = KIT.iter().any(|name| piece.path == Path::new(name));
        !is_of_kit && piece.bytes.windows(REGISTERED.len()).any(|bytes| bytes == REGISTERED)
    };
    let sources = of("cc");
    let players: Vec<&&Piece> = sources.iter().filter(is_player).collect();
    match players[..] {
        [] => {}
        [player] => return Ok(Form::Source(player.path.clone())),
        [..] => {
            let names: Vec<String> = players.iter().map(|player| player.path.display().to_string()).collect();
            return Err(format!("it has several players, {}: hand in one", names.join(", ")));
        }
    }
    for wanted in rubric.run.keys() {
        let files = of(wanted);
        let is_main = |piece: &&&Piece| {
            let stem = piece.path.file_stem().and_then(|stem| stem.to_str());
            stem.is_some_and(|stem| MAIN.contains(&stem))
        };
        let main = files.iter().find(is_main).or(if files.len() == 1 { files.first() } else { None });
        if let Some(form) = main.and_then(|piece| command(piece)) {
            return Ok(form);
        }
    }
    match (of("wasm")[..].as_ref(), sources.is_empty()) {
        ([module], true) => Ok(Form::Module(module.path.clone())),
        _ => Ok(Form::Source(PathBuf::new())),
    }
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rubric(more: &str) -> Rubric {
        let text = format!("game = \"wargame\"\n{more}\n[[criterion]]\nkind = \"builds\"\npoints = 1\n");
        Rubric::read(&text, Path::new(".")).unwrap()
    }

    fn folder(files: &[(&str, &str)]) -> Contents {
        let piece = |(path, text): &(&str, &str)| Piece {
            path: path.into(),
            bytes: text.as_bytes().to_vec(),
            is_program: false,
        };
        Contents { files: files.iter().map(piece).collect(), is_folder: true }
    }

    fn told(contents: &Contents, rubric: &Rubric) -> String {
        match form(contents, rubric) {
            Ok(Form::Source(path)) => format!("source {}", path.display()),
            Ok(Form::Module(path)) => format!("module {}", path.display()),
            Ok(Form::Command(path, command)) => format!("{command} {}", path.display()),
            Err(why) => why,
        }
    }

    #[test]
    fn a_folder_is_known_by_its_files() {
        let rubric = rubric("[run]\njar = \"line:java -jar {}\"");
        for (files, form) in [
            (&[("Cargo.toml", ""), ("src/lib.rs", "")][..], "source "),
            (
                &[("AINull.cc", "RegisterPlayer"), ("AIAda.cc", "RegisterPlayer"), ("Player.hh", "")],
                "source AIAda.cc",
            ),
            (
                &[("AIBob.cc", "RegisterPlayer"), ("AIAda.cc", "RegisterPlayer")],
                "it has several players, AIBob.cc, AIAda.cc: hand in one",
            ),
            (&[("bot.cc", "JOUST_BOT(make)"), ("bot.wasm", "")], "source "),
            (&[("ada.wasm", ""), ("README.md", "")], "module ada.wasm"),
            (&[("helper.py", ""), ("agent.py", "")], "cmd:python3 {} agent.py"),
            (&[("play.jar", "")], "line:java -jar {} play.jar"),
            (&[("one.py", ""), ("two.py", "")], "source "),
        ] {
            assert_eq!(told(&folder(files), &rubric), form);
        }
    }

    #[test]
    fn an_archive_is_to_be_unpacked() {
        let archive = Contents { is_folder: false, ..folder(&[("ada.tar.gz", "x")]) };
        assert_eq!(told(&archive, &rubric("")), "it is an archive: unpack it into a folder");
    }

    #[test]
    fn a_path_is_a_word_of_a_shell() {
        assert_eq!(quoted(Path::new("/a b/it's")), "'/a b/it'\\''s'");
    }
}
