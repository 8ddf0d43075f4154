//! The tree of a game: nodes, each after its parent. Node 0 is the start; the first child of a node continues
//! its line, and the others are variations.

use crate::Faults;
use crate::language::Language;
use crate::terms::Studied;
use joust_core::{Aside, Forfeit, Line, Record, Remark, Step, comment};
use serde::{Deserialize, Serialize};

/// The most nodes of a tree: more than a page can show, and than a person can read.
pub(crate) const MAX_NODES: usize = 5_000;

/// The most faults that are told.
const MAX_FAULTS: usize = 12;

/// A node as the page gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    /// The action that leads here, as records write it.
    pub(crate) text: String,
    /// The seat that acted, and the turn in which it did.
    pub(crate) seat: usize,
    pub(crate) turn: u32,
    pub(crate) comment: String,
}

/// A node as the page sends it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Written {
    /// The index of a node before this one.
    pub(crate) parent: Option<usize>,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) comment: String,
}

/// A tree that was read.
pub(crate) struct Grown<G> {
    pub(crate) nodes: Vec<Node>,
    /// The word of a referee at the end of the main line, such as `time`.
    pub(crate) forfeit: Option<String>,
    /// The game at the end of the main line.
    pub(crate) end: G,
}

struct Growth<'a> {
    nodes: Vec<Node>,
    /// The line of the text in which each action stands, in the order of the text.
    lines: &'a [usize],
    seen: usize,
    faults: Faults,
    language: Language,
}

/// The tree of a record, with every action checked by the rules.
pub(crate) fn grow<G: Studied>(
    start: G,
    record: &Record,
    lines: &[usize],
    language: Language,
) -> Result<Grown<G>, Faults> {
    if lines.len() >= MAX_NODES {
        let french = format!("il y a plus de {MAX_NODES} coups");
        return Err(vec![language.of(&format!("there are more than {MAX_NODES} moves"), &french)]);
    }
    let root = Node { parent: None, text: String::new(), seat: 0, turn: 0, comment: String::new() };
    let mut growth = Growth { nodes: vec![root], lines, seen: 0, faults: Vec::new(), language };
    let main = Line { actions: record.actions.clone(), asides: record.asides.clone() };
    let end = growth.line(&main, 0, start);
    let forfeit = record.actions.last().filter(|last| Forfeit::is_referees(last)).cloned();
    match growth.faults {
        faults if faults.is_empty() => Ok(Grown { nodes: growth.nodes, forfeit, end }),
        faults => Err(faults),
    }
}

impl Growth<'_> {
    /// Adds a line that begins after a node, and gives the game at its end.
    fn line<G: Studied>(&mut self, line: &Line, parent: usize, start: G) -> G {
        let (mut game, mut before) = (start.clone(), start);
        let (mut at, mut from) = (parent, parent);
        let mut asides = line.asides.iter().peekable();
        // After a fault nothing more of the line can be understood, but its actions are still counted.
        let mut lost = false;
        for done in 0..=line.actions.len() {
            if let Some(text) = done.checked_sub(1).map(|index| &line.actions[index]) {
                let place = self.lines.get(self.seen).copied().unwrap_or_default();
                self.seen += 1;
                match Step::read(&game, text) {
                    Ok(step) if !lost => {
                        let turn = game.turn_number();
                        let written = game.written(step.seat, &step.action);
                        (before, game, from) = (game, step.next, at);
                        // The word of a referee is not an action of the tree.
                        if !Forfeit::is_referees(text) {
                            at = self.add(from, written, step.seat.index(), turn);
                        }
                    }
                    Ok(_) => {}
                    Err(_) if lost => {}
                    Err(why) => {
                        lost = true;
                        let turn = game.turn_number();
                        let bad = joust_core::BadRecord::Action { turn, action: text.clone(), why };
                        self.fault(place, &self.language.tells(&bad));
                    }
                }
            }
            while let Some(aside) = asides.next_if(|aside| aside.after <= done) {
                match &aside.remark {
                    Remark::Comment(text) if !lost && (done > 0 || parent == 0) => self.remark(at, text),
                    // Words before the first action of a variation are about the node that it leaves.
                    Remark::Comment(text) if !lost => self.remark(parent, text),
                    Remark::Variation(line) if !lost => drop(self.line(line, from, before.clone())),
                    Remark::Comment(_) => {}
                    Remark::Variation(line) => self.seen += count(line),
                }
            }
        }
        game
    }

    fn add(&mut self, parent: usize, text: String, seat: usize, turn: u32) -> usize {
        // A variation that repeats a move goes on from its node.
        let same = |node: &Node| node.parent == Some(parent) && node.text == text;
        if let Some(found) = self.nodes[parent..].iter().position(same) {
            return parent + found;
        }
        self.nodes.push(Node { parent: Some(parent), text, seat, turn, comment: String::new() });
        self.nodes.len() - 1
    }

    fn remark(&mut self, node: usize, text: &str) {
        let comment = &mut self.nodes[node].comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn fault(&mut self, line: usize, what: &str) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(self.language.line(line, what));
        }
    }
}

/// The number of actions of a line and of its variations.
fn count(line: &Line) -> usize {
    let within = line.asides.iter().map(|aside| match &aside.remark {
        Remark::Comment(_) => 0,
        Remark::Variation(line) => count(line),
    });
    line.actions.len() + within.sum::<usize>()
}

/// The children of every node, in order. A parent must stand before its children.
pub(crate) fn children(nodes: &[Written]) -> Option<Vec<Vec<usize>>> {
    let mut children = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        match node.parent {
            Some(parent) if parent < index => children[parent].push(index),
            None if index == 0 => {}
            _ => return None,
        }
    }
    Some(children)
}

/// The line that begins with a child of `parent`, or with the comment of the start; `None` when it is too
/// deep.
pub(crate) fn line(
    nodes: &[Written],
    children: &[Vec<usize>],
    parent: usize,
    first: usize,
    depth: usize,
) -> Option<Line> {
    let mut line = Line::default();
    let (mut parent, mut at) = (parent, first);
    if depth > Record::MAX_DEPTH {
        return None;
    }
    loop {
        if at != 0 {
            line.actions.push(nodes[at].text.clone());
        }
        let after = line.actions.len();
        let text = comment(&nodes[at].comment);
        if !text.is_empty() {
            line.asides.push(Aside { after, remark: Remark::Comment(text) });
        }
        let siblings = if at == 0 { &[][..] } else { &children[parent] };
        if siblings.first() == Some(&at) {
            for &other in &siblings[1..] {
                let variation = self::line(nodes, children, parent, other, depth + 1)?;
                line.asides.push(Aside { after, remark: Remark::Variation(variation) });
            }
        }
        match children[at].first() {
            Some(&next) => (parent, at) = (at, next),
            None => return Some(line),
        }
    }
}
