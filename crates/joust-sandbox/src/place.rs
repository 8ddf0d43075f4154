//! Where in its source a player died.

use crate::ask::ask;
use crate::kit::Kit;
use crate::launch::{Launch, Target, find, words};
use crate::program::SealedProgram;
use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// The most callers that are listed.
const DEEPEST: usize = 4;
/// The tool's limits of time, output and memory, the latter two in bytes: it reads a program that may have been
/// made to mislead it.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST: usize = 1 << 18;
const MEMORY: u64 = 1 << 30;

/// The places of a trace that are in the player's own source, innermost first, if the program was built
/// with `-g` and `addr2line` is installed.
pub(crate) fn places(kit: &Kit, name: &str, trace: &[u64]) -> Vec<String> {
    if trace.is_empty() {
        return Vec::new();
    }
    let Ok(player) = kit.player(name).and_then(|player| player.copy_to_read()) else { return Vec::new() };
    let tool = find("addr2line").and_then(|path| SealedProgram::copy(File::open(path).ok()?).ok());
    let Some(tool) = tool else { return Vec::new() };
    // Confined like a player: it can read only the program, as its standard input.
    let mut question = words(["addr2line", "-C", "-f", "-i", "-p", "-e", "/dev/stdin"]);
    question.extend(trace.iter().map(|address| format!("{address:x}").into()));
    let target = Target::Confined {
        program: &tool,
        input: Some(&player),
        folder: Path::new("/usr"),
        memory: Some(MEMORY),
        landlock: kit.confinement().landlock,
    };
    let launch = Launch { target, words: question, environment: Vec::new() };
    let asked = ask(&launch, PATIENCE, LONGEST).ok().flatten();
    asked.map_or_else(Vec::new, |answer| read(&String::from_utf8_lossy(&answer.text)))
}

/// Picks the player's own places from the output of `addr2line`, one a line: `FUNCTION at FILE:LINE`.
fn read(text: &str) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    let mut last = None;
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches("(inlined by) ");
        let Some((function, place)) = line.rsplit_once(" at ") else { continue };
        let place = place.split_once(" (discriminator").map_or(place, |(place, _)| place);
        let Some((file, row)) = place.rsplit_once(':') else { continue };
        let name = file.rsplit('/').next().unwrap_or(file);
        // Frames of the standard library and of the kit's headers are never the cause.
        if name.starts_with("AI") && row != "?" && row != "0" {
            // A compiler may split a function in two, of which one calls the other; and recursion repeats a
            // function.
            if last != Some(function) {
                places.push(format!("at {name}:{row}, in {function}"));
            }
            last = Some(function);
        }
    }
    places.truncate(DEEPEST);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_players_are_told() {
        let text = "\
joust::(anonymous namespace)::tell(int) at /home/s/kit/joust/Native.cc:80
?? ??:0
State::cell(Pos) const at /home/s/kit/State.hh:44
 (inlined by) Foo::look(int) at /home/s/kit/AIFoo.cc:17 (discriminator 3)
Foo::play() at /home/s/kit/AIFoo.cc:40
Foo::play() at /home/s/kit/AIFoo.cc:38
Foo::nothing() at /home/s/kit/AIFoo.cc:?
main at ??:?
";
        assert_eq!(read(text), ["at AIFoo.cc:17, in Foo::look(int)", "at AIFoo.cc:40, in Foo::play()"]);
        assert_eq!(read(&"F at AIF.cc:3\nG at AIF.cc:4\n".repeat(9)).len(), DEEPEST);
    }
}
