//! A class and an archive of any size, made from the players of the tests: every program is a mixture of their
//! methods, in which statements were removed, added and moved, under names of its own.

use joust_similarity::{Corpus, Language, Source};
use std::collections::BTreeMap;
use std::fmt::Write;

pub(crate) struct Class {
    pub(crate) corpus: Corpus,
    /// The copies, each with its original in the archive.
    pub(crate) copies: Vec<[String; 2]>,
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// The methods of a program, each as lines.
type Methods = Vec<Vec<String>>;

impl Class {
    pub(crate) fn new(players: Vec<Source>, class: usize, archive: usize, copies: usize) -> Class {
        let players = players.into_iter().map(|player| player.files.into_iter().next().expect("a file"));
        let players = players.filter(|file| file.language == Some(Language::Cpp));
        let pool: Methods = players.flat_map(|file| methods(&file.text)).collect();
        let mut random = Random(21);
        let archived: Vec<Methods> = (0..archive).map(|_| mixture(&pool, &mut random)).collect();
        let source = |name: String, methods: &Methods, random: &mut Random| {
            Source::single(&name, &format!("{name}.cc"), &program(methods, random))
        };
        let mut corpus = Corpus::default();
        let mut told = Vec::new();
        for number in 0..class {
            let name = format!("student-{number}");
            let methods = if number < copies {
                let from = random.below(archive);
                told.push([name.clone(), format!("archive-{from}")]);
                disguised(&archived[from], &mut random)
            } else {
                mixture(&pool, &mut random)
            };
            corpus.class.push(source(name, &methods, &mut random));
        }
        for (number, methods) in archived.iter().enumerate() {
            corpus.archive.push(source(format!("archive-{number}"), methods, &mut random));
        }
        Class { corpus, copies: told }
    }
}

/// The methods of a text: lines from an opening brace of a method to its end.
fn methods(text: &str) -> Methods {
    let mut found = Methods::new();
    let (mut depth, mut method) = (0_usize, Vec::new());
    for line in text.lines() {
        let opens = line.matches('{').count();
        let closes = line.matches('}').count();
        if depth == 1 && opens > closes && line.contains('(') {
            method.clear();
        }
        method.push(line.to_owned());
        depth = (depth + opens).saturating_sub(closes);
        if depth == 1 && closes > opens && method.len() > 4 && method[0].contains('(') {
            found.push(std::mem::take(&mut method));
        }
        if depth <= 1 {
            method.clear();
        }
    }
    found
}

/// Methods of all players, changed.
fn mixture(pool: &Methods, random: &mut Random) -> Methods {
    let count = 8 + random.below(10);
    (0..count)
        .map(|_| {
            let method = &pool[random.below(pool.len())];
            let mut changed = Vec::new();
            for (number, line) in method.iter().enumerate() {
                let is_simple = number > 0 && line.trim_end().ends_with(';') && !line.contains(['{', '}']);
                if is_simple && random.percent(25) {
                    continue;
                }
                changed.push(line.clone());
                if is_simple && random.percent(35) {
                    changed.push(statement(random));
                }
                let last = changed.len() - 1;
                if is_simple && last > 1 && changed[last - 1].trim_end().ends_with(';') && random.percent(20)
                {
                    changed.swap(last, last - 1);
                }
            }
            changed
        })
        .collect()
}

/// A statement that no player has.
fn statement(random: &mut Random) -> String {
    let mut text = String::from("    ");
    let _ = write!(text, "v{} = ", random.below(9));
    for part in 0..=random.below(5) {
        if part > 0 {
            text.push_str([" + ", " - ", "*", " % ", " < "][random.below(5)]);
        }
        let name = ["round", "me", "rows", "cols", "nb_units", "damage", "nb_cars"][random.below(7)];
        let _ = match random.below(3) {
            0 => write!(text, "v{}", random.below(9)),
            1 => write!(text, "{}", random.below(100)),
            _ => write!(text, "{name}()"),
        };
    }
    text + ";"
}

/// A copy: the methods in another order, dead code in them, and `for` written as `while`.
fn disguised(methods: &Methods, random: &mut Random) -> Methods {
    let mut copy = methods.clone();
    for at in (1..copy.len()).rev() {
        copy.swap(at, random.below(at + 1));
    }
    for method in &mut copy {
        let mut lines = Vec::new();
        for (number, line) in method.iter().enumerate() {
            let trimmed = line.trim_end();
            lines.push(line.replace("++i)", "i += 1)").replace("++k)", "k++)"));
            if number > 0 && trimmed.ends_with(';') && !line.contains(['{', '}']) && random.percent(12) {
                lines.push(format!("    int unused{} = {};", random.below(100), random.below(100)));
            }
        }
        *method = lines;
    }
    copy
}

/// The text of a program. Its short names in lower case are other ones than those of all other programs.
fn program(methods: &Methods, random: &mut Random) -> String {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut text = String::from("#include \"Player.hh\"\n\nstruct PLAYER_NAME : public Player {\n");
    for line in methods.iter().flatten() {
        renamed(line, &mut names, random, &mut text);
        text.push('\n');
    }
    text + "};\n"
}

/// Appends a line in which variables have other names. Words behind a dot and before a parenthesis may belong to
/// the game, and stay.
fn renamed(line: &str, names: &mut BTreeMap<String, String>, random: &mut Random, out: &mut String) {
    const KEPT: [&str; 32] = [
        "and", "auto", "bool", "break", "case", "char", "const", "continue", "default", "double", "else",
        "enum", "for", "if", "int", "long", "new", "not", "or", "return", "static", "string", "struct",
        "switch", "this", "true", "false", "unsigned", "vector", "virtual", "void", "while",
    ];
    let bytes = line.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut at = 0;
    while at < bytes.len() {
        let end = (at..bytes.len()).find(|end| !is_word(*end)).unwrap_or(bytes.len());
        if end == at {
            let next = line[at..].chars().next().map_or(1, char::len_utf8);
            out.push_str(&line[at..at + next]);
            at += next;
            continue;
        }
        let word = &line[at..end];
        let is_variable = word.starts_with(|first: char| first.is_ascii_lowercase())
            && !KEPT.contains(&word)
            && bytes.get(end) != Some(&b'(')
            && (at == 0 || ![b'.', b'>', b':'].contains(&bytes[at - 1]));
        if is_variable {
            let fresh = || format!("{word}_{}", random.below(10_000));
            out.push_str(names.entry(word.to_owned()).or_insert_with(fresh));
        } else {
            out.push_str(word);
        }
        at = end;
    }
}
