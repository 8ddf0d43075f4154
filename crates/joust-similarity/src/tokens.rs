//! A program as a sequence of tokens: what is left of it when names, literals, types, comments and layout are
//! gone.

use crate::Language;
use crate::limits::{LONGEST_FILE, LONGEST_SUBMISSION, MOST_TOKENS, most_steps};
use crate::names::declared;
use crate::source::{Source, SourceFile};
use crate::walk::Walk;
use std::collections::HashSet;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, Parser, Tree};

/// The tokens of all files of a submission, one file after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tokens {
    /// What the tokens are.
    pub(crate) words: Vec<u32>,
    /// The lines that the tokens come from, counted from 1.
    pub(crate) lines: Vec<u32>,
    /// The first token of each file that was read, and the number of the file in its submission.
    pub(crate) files: Vec<(u32, u32)>,
}

/// Why a submission is not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It has no file in a language that is read.
    #[error("it has no source in C, C++, JavaScript, Python or Rust")]
    NoSource,
    /// It is too long.
    #[error(
        "it is too long: at most {} KiB in a file, {} KiB and {MOST_TOKENS} tokens in all are read",
        LONGEST_FILE >> 10,
        LONGEST_SUBMISSION >> 10
    )]
    TooLong,
    /// Its errors of syntax keep the parser busy for too long.
    #[error("{0} cannot be parsed in reasonable time: it has too many errors of syntax")]
    TooHard(String),
}

impl Tokens {
    /// The word behind the last token of a file: no run of tokens goes on beyond it, because it is hidden.
    pub(crate) const BARRIER: u32 = 0;

    /// Reads a submission.
    pub(crate) fn read(source: &Source, parsers: &mut Parsers) -> Result<Tokens, Unread> {
        if source.files.iter().map(|file| file.text.len()).sum::<usize>() > LONGEST_SUBMISSION {
            return Err(Unread::TooLong);
        }
        let (mut trees, mut names) = (Vec::new(), HashSet::new());
        for (number, file) in source.files.iter().enumerate() {
            let Some(language) = file.language else { continue };
            let tree = parsers.parse(file, language)?;
            declared(&tree, file.text.as_bytes(), &mut names);
            trees.push((number, language, tree));
        }
        if trees.is_empty() {
            return Err(Unread::NoSource);
        }
        let mut tokens = Tokens::default();
        for (number, language, tree) in trees {
            tokens.files.push((tokens.words.len() as u32, number as u32));
            let walk = Walk::new(source.files[number].text.as_bytes(), language, &names);
            walk.over(&tree, &mut tokens).ok_or(Unread::TooLong)?;
            tokens.words.push(Tokens::BARRIER);
            tokens.lines.push(0);
        }
        Ok(tokens)
    }

    /// The number of the file of a token.
    pub(crate) fn file_of(&self, token: usize) -> usize {
        let after = self.files.partition_point(|(first, _)| *first as usize <= token);
        self.files[after.max(1) - 1].1 as usize
    }
}

/// A parser for each language that was needed so far.
#[derive(Default)]
pub(crate) struct Parsers([Option<Parser>; 5]);

impl Parsers {
    fn parse(&mut self, file: &SourceFile, language: Language) -> Result<Tree, Unread> {
        if file.text.len() > LONGEST_FILE {
            return Err(Unread::TooLong);
        }
        let too_hard = || Unread::TooHard(file.path.clone());
        let parser = match &mut self.0[language as usize] {
            Some(parser) => parser,
            empty => {
                let mut parser = Parser::new();
                parser.set_language(&language.grammar()).map_err(|_| too_hard())?;
                empty.insert(parser)
            }
        };
        let mut left = most_steps(file.text.len());
        let mut watch = |_: &tree_sitter::ParseState| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let text = file.text.as_bytes();
        let options = ParseOptions::new().progress_callback(&mut watch);
        let tree = parser.parse_with_options(&mut |at, _| text.get(at..).unwrap_or(&[]), None, Some(options));
        tree.ok_or_else(|| {
            // Otherwise the next file would go on where this one was left.
            parser.reset();
            too_hard()
        })
    }
}
