//! The textbook's agents at the table of a duel.

use crate::words::{Named, Words};
use crate::{BadPlayer, PlayableDuel, chosen};
use joust_core::{Answer, Asked, Fault, Player, Rng, Seed};
use joust_search::textbook::{Agent, BadOption, Method, Options};
use std::fmt;
use std::time::Instant;

/// A textbook agent with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Textbook {
    /// How it searches.
    pub method: Method,
    /// Moves that it looks ahead.
    pub depth: u32,
    /// Its evaluation, one of those of its game.
    pub eval: Named,
    /// Its conventions.
    pub options: Options,
}

impl Textbook {
    /// The largest depth that may be asked for: no agent completes a deeper search.
    pub(crate) const DEEPEST: u32 = 64;

    /// An agent of a game with its usual evaluation and conventions.
    pub fn usual<G: PlayableDuel>(method: Method, depth: u32) -> Textbook {
        Textbook { method, depth, eval: Named::usual(&G::evals()), options: Options::default() }
    }

    /// Reads `:DEPTH[,KEY=VALUE…]`.
    pub(crate) fn read<G: PlayableDuel>(words: &Words, method: Method) -> Result<Textbook, BadPlayer> {
        let depth = words.argument().and_then(|depth| depth.parse().ok());
        let depth = depth.filter(|depth| (1..=Textbook::DEEPEST).contains(depth));
        let depth = depth.ok_or_else(|| BadPlayer::Depth(words.text.to_owned(), word(method)))?;
        let (evals, mut read) = (G::evals(), Textbook::usual::<G>(method, depth));
        for option in words.options() {
            let Some((key, value)) = option.split_once('=') else {
                let option = option.to_owned();
                return Err(BadPlayer::NotAnOption { text: words.text.to_owned(), option });
            };
            let set = match key {
                "eval" => Named::find(&evals, value).map(|eval| read.eval = eval).ok_or_else(|| {
                    let known: Vec<_> = evals.iter().map(|(name, _)| *name).collect();
                    BadOption::Value { key: key.into(), value: value.into(), known: known.join(", ") }
                }),
                key => read.options.set(key, value),
            };
            set.map_err(|why| BadPlayer::Option { text: words.text.to_owned(), why })?;
        }
        Ok(read)
    }

    /// The word for the method.
    pub fn word(&self) -> &'static str {
        word(self.method)
    }

    /// The agent that decides.
    pub fn agent(&self) -> Agent {
        Agent::new(self.method, self.depth, self.options)
    }

    /// All conventions, including those left at their defaults.
    pub fn conventions(&self) -> String {
        format!("eval={},{}", self.eval.name, self.options)
    }
}

fn word(method: Method) -> &'static str {
    match method {
        Method::Minimax => "minimax",
        Method::AlphaBeta => "alphabeta",
    }
}

/// Writes only options that differ from the defaults, so that common names stay short.
impl fmt::Display for Textbook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.word(), self.depth)?;
        self.eval.write(f, "eval")?;
        let (own, usual) = (self.options, Options::default());
        if own.ties != usual.ties {
            write!(f, ",ties={}", own.ties)?;
        }
        if own.order != usual.order {
            write!(f, ",order={}", own.order)?;
        }
        if own.count != usual.count {
            write!(f, ",count={}", own.count)?;
        }
        Ok(())
    }
}

/// A textbook agent in a game.
pub(crate) struct Student {
    textbook: Textbook,
    chance: Rng,
}

impl Student {
    pub(crate) fn new(textbook: Textbook, seed: Seed) -> Student {
        Student { textbook, chance: seed.rng() }
    }
}

impl<G: PlayableDuel> Player<G> for Student {
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        if let Some(answer) = asked.declined() {
            return Ok(answer);
        }
        let begin = Instant::now();
        let eval = self.textbook.eval.among(&G::evals());
        let eval = eval.ok_or_else(|| Fault::not_here("its evaluation is for another game"))?;
        let agent = self.textbook.agent();
        let choice = agent.choose_unless(asked.game.position(), eval, &mut self.chance, asked.stop);
        let choice = choice.map(|choice| (choice.mv, Some(choice.nodes), Some(choice.value)));
        chosen(asked, choice, begin.elapsed())
    }
}
