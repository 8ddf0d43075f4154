//! The command line with its help texts laid out for the width of the terminal.
//!
//! Each line of a text in `help/` is a paragraph. If the text begins with `Examples:`, its indented
//! lines are examples: a command, two or more spaces, and what the command does.

use crate::args::Cli;
use crate::paint::{flow, ink};
use clap::builder::StyledStr;
use clap::{Command, CommandFactory};

/// The largest width of help.
const WIDEST: usize = 100;
/// The smallest width of help, also on a narrower terminal.
const NARROWEST: usize = 40;

/// The command line for this terminal.
pub(crate) fn command() -> Command {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let columns = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    fitted(Cli::command(), terminal.or_else(columns).unwrap_or(WIDEST).clamp(NARROWEST, WIDEST))
}

fn fitted(command: Command, width: usize) -> Command {
    let lay_out = |text: Option<&StyledStr>| text.map(|text| laid_out(&text.to_string(), width));
    let (before, after) = (lay_out(command.get_before_help()), lay_out(command.get_after_help()));
    let mut command = command.term_width(width);
    if let Some(text) = before {
        command = command.before_help(text);
    }
    if let Some(text) = after {
        command = command.after_help(text);
    }
    // `--depth -1` is a wrong value of --depth, and not an option `-1`.
    let numbers = |arg: clap::Arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(numbers).mut_subcommands(|command| fitted(command, width))
}

/// The text in lines of at most `width` columns.
fn laid_out(text: &str, width: usize) -> String {
    let is_examples = text.starts_with("Examples:");
    let lines = text.lines().flat_map(|line| match line.strip_prefix("  ") {
        Some(example) if is_examples => of_example(example, width),
        _ => wrapped(line, width, 0),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The lines of a paragraph. All have its indentation; those after the first have `hang` columns more.
fn wrapped(line: &str, width: usize, hang: usize) -> Vec<String> {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let words = text.split(' ').map(|word| (ink::PLAIN, word));
    let pad = " ".repeat(indent);
    let lines = flow(words, width - indent, hang);
    lines.iter().map(|line| format!("{pad}{line}")).map(|line| line.trim_end().to_owned()).collect()
}

/// A command with its description: behind it, or below where the line is too short.
fn of_example(example: &str, width: usize) -> Vec<String> {
    let whole = format!("  {example}");
    if whole.chars().count() <= width {
        return vec![whole];
    }
    let (command, about) = example.split_once("  ").unwrap_or((example, ""));
    // A shell joins lines that end with a backslash.
    let mut lines = wrapped(&format!("  {command}"), width - 2, 4);
    let last = lines.len() - 1;
    lines[..last].iter_mut().for_each(|line| line.push_str(" \\"));
    if !about.is_empty() {
        lines.extend(wrapped(&format!("      {}", about.trim_start()), width, 0));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        command().debug_assert();
    }

    /// A needless line break inside a paragraph: the line is less than half full, and the next word
    /// would have fitted.
    fn ragged<'a>(lines: &[&'a str], width: usize) -> Option<[&'a str; 2]> {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let length = |line: &str| line.chars().count();
        let goes_on = |line: &str, next: &str| {
            let begins_small = |first: char| first.is_lowercase() || first == '`';
            !line.is_empty()
                && !line.trim_end().ends_with(['.', ':', ';', ']', ')', '\\'])
                && next.trim_start().starts_with(begins_small)
                // The entry of a list begins a paragraph of its own.
                && !next.trim_start().contains("  ")
                && indent(line) == indent(next)
        };
        let has_room = |line: &str, next: &str| {
            let word = next.split_whitespace().next().unwrap_or_default();
            length(line) < width / 2 && length(line) + 1 + length(word) <= width
        };
        lines.array_windows().find(|[line, next]| goes_on(line, next) && has_room(line, next)).copied()
    }

    /// The help of a command and of all its subcommands, short and long.
    fn helps(command: &mut Command, all: &mut Vec<String>) {
        all.extend([command.render_help().to_string(), command.render_long_help().to_string()]);
        command.get_subcommands_mut().for_each(|sub| helps(sub, all));
    }

    #[test]
    fn help_fits_every_terminal() {
        for width in [60, 80, 100] {
            let (mut command, mut all) = (fitted(Cli::command(), width), Vec::new());
            command.build();
            helps(&mut command, &mut all);
            assert!(all.len() > 40, "{}", all.len());
            for help in all {
                let lines: Vec<&str> = help.lines().collect();
                let long = lines.iter().find(|line| line.chars().count() > width);
                assert_eq!(long, None, "at {width} columns:\n{help}");
                // Each example is a paragraph.
                let examples = lines.iter().position(|line| line.is_empty()).unwrap_or(0);
                assert_eq!(ragged(&lines[examples..], width), None, "at {width} columns:\n{help}");
            }
        }
        // `ragged` finds a needless break.
        let torn = ["both sides; where that would take long to find", "find out, it", "says so"];
        assert_eq!(ragged(&torn, 80), Some(["find out, it", "says so"]));
    }

    #[test]
    fn paragraphs_and_examples_fit_any_width() {
        let text = "Head:\n  one two three four five six seven";
        assert_eq!(laid_out(text, 20), "Head:\n  one two three four\n  five six seven");
        let text = "Examples:\n  joust a --long-option x    it does this\n  joust b";
        let wide = laid_out(text, 80);
        assert_eq!(wide, text);
        let narrow =
            "Examples:\n  joust a \\\n      --long-option \\\n      x\n      it does this\n  joust b";
        assert_eq!(laid_out(text, 22), narrow);
    }
}
