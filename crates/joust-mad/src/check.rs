//! Is this move legal, and if not, which clause forbids it?
//!
//! Written for clarity and good messages, apart from the fast generator; a law compares the two.

use crate::notation::{Typed, Wish};
use crate::{Coord, Move, NotAMove, Notation, Position, Shift, Ship, Side, Square};
use joust_core::{Duel, Illegal, MoveList, illegal};
use std::fmt::Write as _;

/// Why a typed move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misunderstood {
    /// It is not the notation of any move.
    #[error(transparent)]
    Unreadable(#[from] NotAMove),
    /// It is a move, but not a legal one.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It fits several legal moves.
    #[error("`{typed}` could be {}: write more of it [MAD-9.1]", list(.moves, "or"))]
    Ambiguous {
        /// The text that was typed.
        typed: String,
        /// The legal moves that fit.
        moves: Vec<Notation>,
    },
}

impl Misunderstood {
    /// The clause that forbids the move, or the clause that says how moves are written.
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    /// assert_eq!(start.understand("c2c5").unwrap_err().clause(), "MAD-3.1");
    /// assert_eq!(start.understand("hello").unwrap_err().clause(), "MAD-9.1");
    /// ```
    pub const fn clause(&self) -> &'static str {
        match self {
            Misunderstood::Unreadable(why) => why.clause(),
            Misunderstood::Illegal(why) => why.clause,
            Misunderstood::Ambiguous { .. } => "MAD-9.1",
        }
    }
}

impl From<Misunderstood> for Illegal {
    fn from(why: Misunderstood) -> Illegal {
        let clause = why.clause();
        let text = why.to_string();
        let french = match why {
            Misunderstood::Illegal(why) => return why,
            Misunderstood::Unreadable(why) => why.french(),
            Misunderstood::Ambiguous { typed, moves } => {
                format!("« {typed} » peut être {} : précisez", list(&moves, "ou"))
            }
        };
        // The sentence names the clause, and so will the refusal.
        let reason = text.strip_suffix(&format!(" [{clause}]")).unwrap_or(&text).to_owned();
        Illegal { clause, reason, french }
    }
}

fn list(moves: &[Notation], or: &str) -> String {
    let mut text = String::new();
    for (i, mv) in moves.iter().enumerate() {
        let _ = match i {
            0 => write!(text, "{mv}"),
            i if i + 1 == moves.len() => write!(text, " {or} {mv}"),
            _ => write!(text, ", {mv}"),
        };
    }
    text
}

impl Position {
    /// The move that the notation describes, or the clause that forbids it.
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::default());
    /// let why = start.check(&"211-c2-c4".parse().unwrap()).unwrap_err();
    /// assert_eq!(why.clause, "MAD-6.1");
    /// assert_eq!(why.reason, "turn 1 is a positioning turn: permute, rotate or pass");
    /// ```
    pub fn check(&self, notation: &Notation) -> Result<Move, Illegal> {
        self.check_unfinished()?;
        match notation {
            // [MAD-2.3]
            Notation::Pass if self.is_positioning_turn() => Ok(Move::PASS),
            Notation::Pass => Err(illegal!(
                "MAD-2.3",
                "passing is allowed in a positioning turn only",
                "on ne passe que dans un tour de positionnement"
            )),
            Notation::Shift(shift) => {
                self.check_shift(*shift)?;
                Ok(Move::shift_only(*shift))
            }
            Notation::Movement { ship, from, to, expels, bonus } => {
                self.check_movement(*ship, *from, *to, *expels, *bonus)
            }
        }
    }

    /// [MAD-9.6] A finished game has no moves.
    fn check_unfinished(&self) -> Result<(), Illegal> {
        if let Some(loser) = self.without_corvette() {
            let camp = loser.french();
            return Err(illegal!(
                "MAD-7.1",
                "the game is over: the corvette of {loser} is in exile",
                "la partie est finie : la corvette de {camp} est en exil"
            ));
        }
        if self.result().is_some() {
            let counter = self.counter;
            return Err(illegal!(
                "MAD-7.3",
                "the game is over: {counter} turns without an expulsion",
                "la partie est finie : {counter} tours sans expulsion"
            ));
        }
        Ok(())
    }

    /// [MAD-6.1] A positioning turn has no movement.
    fn check_not_positioning(&self) -> Result<(), Illegal> {
        if self.is_positioning_turn() {
            let turn = self.turn;
            return Err(illegal!(
                "MAD-6.1",
                "turn {turn} is a positioning turn: permute, rotate or pass",
                "le tour {turn} sert à se positionner : permutez, faites tourner ou passez"
            ));
        }
        Ok(())
    }

    fn check_shift(&self, shift: Shift) -> Result<(), Illegal> {
        let on_board = shift.ships().iter().filter(|ship| self.find(self.side, **ship).is_some()).count();
        let side = self.side;
        if shift.is_rotation() && on_board < 2 {
            let camp = side.french();
            return Err(illegal!(
                "MAD-5.3",
                "{shift} needs two of the three ships on the board, and {side} has {on_board}",
                "{shift} demande deux des trois vaisseaux sur le plateau, et {camp} en a {on_board}"
            ));
        }
        if on_board == 0 {
            return Err(illegal!(
                "MAD-4.3",
                "both ships of {shift} are in exile",
                "les deux vaisseaux de {shift} sont en exil"
            ));
        }
        Ok(())
    }

    fn square_named(&self, at: Coord) -> Result<Square, Illegal> {
        let board = self.board();
        let missing = || {
            illegal!(
                "MAD-1.2",
                "the board {board} has no square {at}",
                "le plateau {board} n’a pas de case {at}"
            )
        };
        board.square(at).ok_or_else(missing)
    }

    fn check_movement(
        &self,
        ship: Ship,
        from: Coord,
        to: Coord,
        expels: bool,
        bonus: Option<Shift>,
    ) -> Result<Move, Illegal> {
        let side = self.side;
        self.check_not_positioning()?;
        let (origin, target) = (self.square_named(from)?, self.square_named(to)?);
        // [MAD-2.2]
        match self.at(origin) {
            None => return Err(illegal!("MAD-2.2", "{from} is vacant", "{from} est libre")),
            Some((owner, other)) if owner != side => {
                let (foe, camp) = (owner.french(), side.french());
                return Err(illegal!(
                    "MAD-2.2",
                    "{from} holds {owner} {other}, and it is the turn of {side}",
                    "{other} en {from} est à {foe}, et c’est à {camp} de jouer"
                ));
            }
            Some((_, other)) if other != ship => {
                return Err(illegal!(
                    "MAD-2.2",
                    "{from} holds {side} {other}, not {ship}",
                    "en {from} se trouve {other}, pas {ship}"
                ));
            }
            Some(_) => {}
        }
        // [MAD-3.1] [MAD-3.2]
        match from.distance(to) {
            0 => {
                return Err(illegal!(
                    "MAD-3.2",
                    "{ship} already stands on {from}",
                    "{ship} se trouve déjà en {from}"
                ));
            }
            1 => {}
            2 if ship.movement() == 2 => self.check_midway(ship, from, to)?,
            far => {
                let (squares, cases) = match ship.movement() {
                    1 => ("one square", "d’une case"),
                    _ => ("one or two squares", "d’une ou deux cases"),
                };
                return Err(illegal!(
                    "MAD-3.1",
                    "{ship} moves {squares}, and {to} is {far} away from {from}",
                    "{ship} avance {cases}, et {to} est à {far} cases de {from}"
                ));
            }
        }
        // [MAD-3.3]
        let victim = self.at(target);
        match victim {
            Some((owner, other)) if owner == side => {
                return Err(illegal!(
                    "MAD-3.3",
                    "{to} holds {side}'s own {other}",
                    "{to} est occupé par {other}, du même camp"
                ));
            }
            Some((owner, other)) if other.defence() > ship.attack() => {
                let (attack, defence) = (ship.attack(), other.defence());
                return Err(illegal!(
                    "MAD-3.3",
                    "{ship} attacks with {attack}, and {owner} {other} on {to} defends with {defence}",
                    "{ship} attaque avec {attack}, et {other} en {to} se défend avec {defence}"
                ));
            }
            _ => {}
        }
        if expels != victim.is_some() {
            return Err(match victim {
                None => illegal!(
                    "MAD-3.4",
                    "there is nothing to expel on {to}: write {ship}-{from}-{to}",
                    "il n’y a rien à expulser en {to} : écrivez {ship}-{from}-{to}"
                ),
                Some((owner, other)) => illegal!(
                    "MAD-3.4",
                    "this expels {owner} {other}: write {ship}-{from}x{to}",
                    "ce coup expulse {other} : écrivez {ship}-{from}x{to}"
                ),
            });
        }
        let step = Move::movement(origin, target);
        match bonus {
            None => Ok(step),
            Some(shift) => self.check_bonus(ship, from, to, victim, shift).map(|()| step.with_bonus(shift)),
        }
    }

    fn check_midway(&self, ship: Ship, from: Coord, to: Coord) -> Result<(), Illegal> {
        let midways = self.board().squares().filter(|square| {
            let at = self.board().coord(*square);
            at.distance(from) == 1 && at.distance(to) == 1
        });
        if midways.into_iter().any(|square| self.at(square).is_none()) {
            return Ok(());
        }
        Err(illegal!(
            "MAD-3.2",
            "no vacant square lies between {from} and {to} on the way of {ship}",
            "aucune case libre entre {from} et {to} sur le chemin de {ship}"
        ))
    }

    fn check_bonus(
        &self,
        ship: Ship,
        from: Coord,
        to: Coord,
        victim: Option<(Side, Ship)>,
        shift: Shift,
    ) -> Result<(), Illegal> {
        let last = self.board().square(to).is_some_and(|square| self.board().is_last_row(self.side, square));
        if from.distance(to) > 1 {
            return Err(illegal!(
                "MAD-6.5",
                "a movement of two squares earns no bonus",
                "un déplacement de deux cases ne donne pas de coup bonus"
            ));
        }
        if !last {
            let (side, camp) = (self.side, self.side.french());
            return Err(illegal!(
                "MAD-6.3",
                "a bonus needs a step to the last row of {side}, and {to} is not on it",
                "{to} n’est pas sur la dernière rangée de {camp} : pas de coup bonus"
            ));
        }
        if victim.is_some_and(|(_, victim)| victim == Ship::CORVETTE) {
            return Err(illegal!(
                "MAD-6.6",
                "expelling the corvette ends the game before a bonus",
                "expulser la corvette finit la partie : pas de coup bonus"
            ));
        }
        if !shift.ships().contains(&ship) {
            return Err(illegal!(
                "MAD-6.4",
                "the bonus {shift} does not involve {ship}",
                "{ship} ne prend pas part au coup bonus {shift}"
            ));
        }
        self.check_shift(shift)
    }

    /// The move that a person typed, in any form of [MAD-9.1] that fits exactly one legal move.
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    /// let mv = start.understand("c2c4").unwrap();
    /// assert_eq!(start.notation(mv).to_string(), "211-c2-c4");
    /// let why = start.understand("c2c5").unwrap_err();
    /// assert_eq!(why.to_string(), "211 moves one or two squares, and c5 is 3 away from c2 [MAD-3.1]");
    /// ```
    pub fn understand(&self, typed: &str) -> Result<Move, Misunderstood> {
        let typed = typed.trim();
        // Records and pages write moves in full: those need no list of all moves.
        if let Some(mv) = typed.parse().ok().and_then(|notation: Notation| self.check(&notation).ok()) {
            return Ok(mv);
        }
        let wish = match typed.parse()? {
            Wish::Pass => return Ok(self.check(&Notation::Pass)?),
            Wish::Shift(shift) => return Ok(self.check(&Notation::Shift(shift))?),
            Wish::Movement(wish) => wish,
        };
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        // Without the `x` the move may still expel; with it, it must.
        let fits = |mv: &Move| {
            let Some((from_square, to_square)) = mv.squares() else {
                return false;
            };
            wish.ship.is_none_or(|ship| self.at(from_square).is_some_and(|(_, mover)| mover == ship))
                && wish.from.is_none_or(|from| self.board().coord(from_square) == from)
                && self.board().coord(to_square) == wish.to
                && mv.shift() == wish.bonus
                && (wish.expels != Some(true) || self.at(to_square).is_some())
        };
        moves.retain(|mv| fits(mv));
        match moves[..] {
            [mv] => Ok(mv),
            [] => Err(self.why_not(wish).into()),
            _ => {
                let moves = moves.iter().map(|mv| self.notation(*mv)).collect();
                Err(Misunderstood::Ambiguous { typed: typed.to_owned(), moves })
            }
        }
    }

    /// Why no legal move fits a typed movement, as precisely as the typed parts allow.
    fn why_not(&self, Typed { ship, from, to, expels, bonus }: Typed) -> Illegal {
        let at_home =
            ship.and_then(|ship| self.find(self.side, ship)).map(|square| self.board().coord(square));
        let Some(from) = from.or(at_home) else {
            let (side, camp) = (self.side, self.side.french());
            // What forbids every movement comes before what is wrong with this one.
            let open = self.check_unfinished().and_then(|()| self.check_not_positioning());
            return match (open.and_then(|()| self.square_named(to)), ship) {
                (Err(illegal), _) => illegal,
                (Ok(_), Some(ship)) => {
                    illegal!("MAD-1.8", "{side} {ship} is in exile", "{ship} de {camp} est en exil")
                }
                (Ok(_), None) => illegal!(
                    "MAD-3.1",
                    "no ship of {side} can move to {to}",
                    "aucun vaisseau de {camp} ne peut aller en {to}"
                ),
            };
        };
        let on_square = self.at_coord(from).map(|(_, ship)| ship);
        let ship = ship.or(on_square).unwrap_or(Ship::CORVETTE);
        let expels = expels == Some(true) || self.at_coord(to).is_some();
        match self.check(&Notation::Movement { ship, from, to, expels, bonus }) {
            Err(illegal) => illegal,
            Ok(_) => illegal!("MAD-2.2", "{to} cannot be reached", "{to} est hors d’atteinte"),
        }
    }
}
