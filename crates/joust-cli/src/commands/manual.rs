//! `joust completions` and `joust man`: scripts and pages from the definition of the command line.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::game::help as help_of_game;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use joust_files::Care;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "joust", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let failed = |path: &Path, why: &io::Error| Failure::file(path, why);
    std::fs::create_dir_all(&args.dir).map_err(|why| failed(&args.dir, &why))?;
    let mut joust = Cli::command().disable_help_subcommand(true);
    joust.build();
    for (name, page) in pages(&joust, "joust")? {
        let path = args.dir.join(format!("{name}.1"));
        joust_files::write(&path, &page, Care::Quick).map_err(|why| failed(&path, &why))?;
    }
    Ok(())
}

/// The pages of a command and of all its subcommands, by name.
fn pages(command: &Command, name: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut all = vec![(name.to_owned(), page(command, name)?)];
    for sub in command.get_subcommands() {
        all.extend(pages(sub, &format!("{name}-{}", sub.get_name()))?);
    }
    Ok(all)
}

fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    // A page is named after the whole command, as in git-log(1).
    let man = Man::new(command.clone().display_name(name.to_owned())).manual("Joust");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    if name == "joust-game" {
        writeln!(page, ".SH DESCRIPTION")?;
        paragraph(&mut page, GAME)?;
        verbatim(&mut page, &help_of_game("joust game"))?;
        return Ok(page);
    }
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = command.get_after_help() {
        writeln!(page, ".SH NOTES")?;
        notes.to_string().lines().try_for_each(|line| paragraph(&mut page, line.trim_start()))?;
    }
    if let Some(examples) = command.get_before_help() {
        let examples = examples.to_string();
        writeln!(page, ".SH EXAMPLES")?;
        verbatim(&mut page, examples.trim_start_matches("Examples:\n"))?;
    }
    Ok(page)
}

const GAME: &str = "This command takes the options of the original Mad Max program, in the manner of GNU \
     getopt_long, and not those of the other joust commands. Its own help follows.";

fn paragraph(page: &mut Vec<u8>, text: &str) -> io::Result<()> {
    writeln!(page, ".PP\n{}", escaped(text))
}

fn verbatim(page: &mut Vec<u8>, text: &str) -> io::Result<()> {
    writeln!(page, ".PP\n.nf")?;
    text.lines().try_for_each(|line| writeln!(page, "{}", escaped(line)))?;
    writeln!(page, ".fi")
}

/// A line in which roff finds no commands.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
