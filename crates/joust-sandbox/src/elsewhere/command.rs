//! Bots behind `cmd:`, which cannot be confined here and do not run.

use crate::bot::{BotLimits, BotPlayer, BotTerms, Starter};
use crate::process::{NOT_HERE, Never};
use crate::seat::Audience;
use joust_view::View;

/// A command that starts a bot, which cannot be.
#[derive(Clone, Debug)]
pub struct BotCommand(Never);

/// Why a command cannot start a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the command `{0}` cannot be run: {NOT_HERE}")]
pub struct BadCommand(String);

impl BotCommand {
    /// Refuses a command.
    pub fn new(command: &str, _: bool) -> Result<BotCommand, BadCommand> {
        Err(BadCommand(command.to_owned()))
    }

    /// The command with no newer version of Landlock than this.
    #[must_use]
    pub fn with_landlock(self, _: Option<i32>) -> BotCommand {
        self
    }

    /// The command without a control group.
    #[must_use]
    pub fn without_cgroup(self) -> BotCommand {
        self
    }

    /// The command as it was given.
    pub fn command(&self) -> &str {
        match self.0 {}
    }

    /// Whether nothing confines it.
    pub fn is_trusted(&self) -> bool {
        match self.0 {}
    }

    /// Warnings about protections that this machine lacks, a line each.
    pub fn warnings(&self) -> Vec<&'static str> {
        match self.0 {}
    }

    /// What the author of the bot should know about its place, a line each.
    pub fn hints(&self) -> &[String] {
        match self.0 {}
    }

    /// The bot as a player.
    pub fn seat<G: View>(&self, _: BotTerms, _: Audience) -> BotPlayer<G> {
        match self.0 {}
    }

    /// Starts its process within limits.
    pub(crate) fn starter(&self, _: BotLimits) -> Box<dyn Starter> {
        match self.0 {}
    }
}
