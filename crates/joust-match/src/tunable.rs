//! The parameters of a player that can be tuned: numbers of the engine, and what a bot declares in its hello.

use crate::run::playable;
use crate::{BadJob, Contestant, TunedParameter};
use joust_core::Setup;
use joust_games::Ask;
use joust_players::{BadPlayer, Kind, PlayableDuel};
use joust_proto::ParameterKind;
use joust_view::View;

/// All numbers of a player that its name can set by `set.NAME=VALUE`, with their ranges. Their start is their
/// value in the player's name, or else their default. A bot is started for this; a player without parameters
/// has none.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Programs, tunable};
/// use joust_players::Spec;
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let engine = Programs::default().find(Spec::read("engine,nodes=9,set.tempo.0.late=5", "mad").unwrap()).unwrap();
/// let found = tunable(&engine, &setup).unwrap();
/// let tempo = found.iter().find(|one| one.name == "tempo.0.late").unwrap();
/// assert_eq!((tempo.start, tempo.min, tempo.max), (5.0, -45.0, 55.0));
/// ```
pub fn tunable(player: &Contestant, setup: &Setup) -> Result<Vec<TunedParameter>, BadJob> {
    let game = playable(&setup.game).ok_or_else(|| BadPlayer::Game(setup.game.clone()))?;
    (game.tunable)(player, setup)
}

/// The least distance of a weight from the ends of its range.
const LEAST: i16 = 50;

/// [`tunable`] in a duel.
pub(crate) fn of_duel<G: PlayableDuel + View>(
    player: &Contestant,
    setup: &Setup,
) -> Result<Vec<TunedParameter>, BadJob> {
    let game = G::start(&Ask::from(setup))?;
    let Contestant::Named(spec) = player else { return of_bot(player, &game) };
    let Kind::Engine(engine) = &spec.kind else { return Ok(Vec::new()) };
    let numbers = G::engine_numbers(game.position(), engine).into_iter();
    let number = |(name, value): (String, i16)| {
        let far = LEAST.max(value.saturating_abs() / 2);
        let range = [value.saturating_sub(far), value.saturating_add(far)];
        TunedParameter::new(name, value.into(), range.map(f64::from), true)
    };
    Ok(numbers.map(number).collect())
}

/// [`tunable`] in any game: what a bot declares. Words are not tuned.
pub(crate) fn of_bot<G: View>(player: &Contestant, game: &G) -> Result<Vec<TunedParameter>, BadJob> {
    let (Contestant::Command { bot, .. } | Contestant::Module { bot, .. }) = player else {
        return Ok(Vec::new());
    };
    let said = player.introduction(game).map_err(|fault| BadJob::Unready { name: player.name(), fault })?;
    let declared = said.map(|said| said.parameters).unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "parameters that games can tune are small")]
    let number = |one: joust_proto::Parameter| {
        let (default, range, integer) = match one.kind {
            ParameterKind::Integer { default, min, max } => (default as f64, [min as f64, max as f64], true),
            ParameterKind::Real { default, min, max } => (default, [min, max], false),
            ParameterKind::Choice { .. } => return None,
        };
        let [min, max] = range;
        let set = bot.parameters().get(&one.name).and_then(|text| text.parse().ok());
        let usable = min.is_finite() && max.is_finite() && min <= max;
        let start = set.unwrap_or(default).clamp(min.min(max), max.max(min));
        usable.then(|| TunedParameter::new(one.name, start, range, integer))
    };
    Ok(declared.into_iter().filter_map(number).collect())
}
