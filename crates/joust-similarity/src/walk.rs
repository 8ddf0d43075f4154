//! From a syntax tree to tokens. The walk keeps its own stack: a hostile file may nest as deeply as it is long.

use crate::Language;
use crate::limits::MOST_TOKENS;
use crate::shape::{
    ASSIGN, CALL, CLASS, ELEMENT, END, FUNCTION, LOOP, MEMBER, NAME, NUMBER, PARAMETER, Shape, operator, word,
};
use crate::tokens::Tokens;
use std::collections::HashSet;
use tree_sitter::{Node, Tree};

/// What is still to be done.
#[derive(Clone, Copy)]
enum Step<'t> {
    /// A node with all that is in it. Its tokens get this line, if there is one.
    Visit(Node<'t>, Option<u32>),
    /// A name that is called, or that follows a dot: only its own program can change it.
    Fixed(Node<'t>, Option<u32>),
    /// A token.
    Say(u32, u32),
}

/// A walk over the tree of a file.
pub(crate) struct Walk<'t, 'n> {
    text: &'t [u8],
    language: Language,
    shapes: &'static [Shape],
    /// The names that the submission declares itself.
    own: &'n HashSet<Box<[u8]>>,
    /// What is to be done, the next one last.
    open: Vec<Step<'t>>,
    /// What a node is made into, the next one first.
    made: Vec<Step<'t>>,
}

impl<'t, 'n> Walk<'t, 'n> {
    pub(crate) fn new(text: &'t [u8], language: Language, own: &'n HashSet<Box<[u8]>>) -> Walk<'t, 'n> {
        Walk { text, language, shapes: language.shapes(), own, open: Vec::new(), made: Vec::new() }
    }

    /// Appends the tokens of a tree; nothing if there are too many.
    pub(crate) fn over(mut self, tree: &'t Tree, tokens: &mut Tokens) -> Option<()> {
        self.open.push(Step::Visit(tree.root_node(), None));
        while let Some(step) = self.open.pop() {
            match step {
                Step::Say(word, line) => {
                    if tokens.words.len() >= MOST_TOKENS {
                        return None;
                    }
                    tokens.words.push(word ^ self.language.family());
                    tokens.lines.push(line);
                }
                Step::Fixed(node, line) => {
                    let word = self.name(node, true);
                    self.open.push(Step::Say(word, line.unwrap_or_else(|| first_line(node))));
                }
                Step::Visit(node, line) => {
                    self.visit(node, line);
                    self.open.extend(self.made.drain(..).rev());
                }
            }
        }
        Some(())
    }

    fn text_of(&self, node: Node<'_>) -> &'t [u8] {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// The word of a name. A name that the program does not declare stays what it is where it cannot be a
    /// variable: where it is called, behind a dot, or if it begins with a capital, as types and constants do.
    fn name(&self, node: Node<'_>, is_fixed: bool) -> u32 {
        let text = self.text_of(node);
        let is_known = is_fixed || text.first().is_some_and(u8::is_ascii_uppercase);
        if !is_known || self.own.contains(text) {
            return NAME;
        }
        // Other numbers than those of our own words.
        String::from_utf8_lossy(text)
            .bytes()
            .fold(const { word("library ") }, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    fn say(&mut self, word: u32, line: u32) {
        self.made.push(Step::Say(word, line));
    }

    fn visit_field(&mut self, node: Node<'t>, names: &[&str], line: Option<u32>) {
        if let Some(child) = field(node, names) {
            self.made.push(Step::Visit(child, line));
        }
    }

    fn visit_children(&mut self, node: Node<'t>, skip: usize, line: Option<u32>) {
        let children = &mut node.walk();
        let steps = node.named_children(children).skip(skip).map(|child| Step::Visit(child, line));
        self.made.extend(steps);
    }

    /// Says what becomes of a node.
    fn visit(&mut self, node: Node<'t>, line: Option<u32>) {
        if node.is_missing() {
            return;
        }
        let at = line.unwrap_or_else(|| first_line(node));
        let end = line.unwrap_or_else(|| last_line(node));
        let shape = self.shapes.get(usize::from(node.kind_id())).copied().unwrap_or(Shape::Open);
        match shape {
            Shape::Skip => {}
            Shape::Open => self.visit_children(node, 0, line),
            Shape::Name => {
                if self.text_of(node) != b"self" {
                    let name = self.name(node, false);
                    self.say(name, at);
                }
            }
            Shape::Word(word) => self.say(word, at),
            Shape::Plain(word) => {
                self.say(word, at);
                self.visit_children(node, 0, line);
            }
            Shape::Block(word) => {
                self.say(word, at);
                self.visit_children(node, 0, line);
                self.say(END, end);
            }
            Shape::Only(name) => self.visit_field(node, &[name], line),
            Shape::Loop => self.visit_loop(node, line),
            Shape::Function => self.visit_function(node, line),
            Shape::Class => {
                if let Some(body) = field(node, &["body"]) {
                    self.say(CLASS, at);
                    self.made.push(Step::Visit(body, line));
                }
            }
            Shape::Declaration => self.visit_declaration(node, line),
            Shape::Initial => {
                // `int i; i = 0;` is `int i = 0;`: a variable without a value is nothing.
                if let Some(value) = field(node, &["value"]) {
                    self.say(ASSIGN, at);
                    self.say(NAME, at);
                    self.made.push(Step::Visit(value, line));
                }
            }
            Shape::Assign => self.visit_assignment(node, line),
            Shape::Update => {
                let minus = field(node, &["operator"]).is_some_and(|sign| sign.kind() == "--");
                self.say(ASSIGN, at);
                self.visit_field(node, &["argument"], line);
                self.say(operator(if minus { "-" } else { "+" }), at);
                self.say(NUMBER, at);
            }
            Shape::Binary => {
                self.visit_field(node, &["left"], line);
                let sign = field(node, &["operator"]).map_or("", |sign| sign.kind());
                self.say(operator(sign), at);
                self.visit_field(node, &["right"], line);
            }
            Shape::Comparison => {
                if let Some(first) = node.named_child(0) {
                    self.made.push(Step::Visit(first, line));
                }
                let sign = field(node, &["operators"]).map_or("", |sign| sign.kind());
                self.say(operator(sign), at);
                self.visit_children(node, 1, line);
            }
            Shape::Call => self.visit_call(node, line),
            Shape::Member => self.visit_member(node, MEMBER, line),
            Shape::Element => {
                if let Some(first) = node.named_child(0) {
                    self.made.push(Step::Visit(first, line));
                }
                self.say(ELEMENT, at);
                self.visit_children(node, 1, line);
            }
        }
    }

    /// All loops have one shape: what comes before, the condition, the body, the step. So `for (a; b; c) d` is
    /// `a; while (b) { d; c; }`.
    fn visit_loop(&mut self, node: Node<'t>, line: Option<u32>) {
        let (at, end) = (line.unwrap_or_else(|| first_line(node)), line.unwrap_or_else(|| last_line(node)));
        self.visit_field(node, &["initializer"], line);
        let over = if node.kind() == "for_expression" { "value" } else { "right" };
        if let Some(all) = field(node, &[over]) {
            self.say(ASSIGN, at);
            self.say(NAME, at);
            self.made.push(Step::Visit(all, line));
        }
        self.say(LOOP, at);
        self.visit_field(node, &["condition"], line);
        self.visit_field(node, &["body"], line);
        // The step belongs to the end of the body: it must not pull the first line into a matched part.
        self.visit_field(node, &["update", "increment"], Some(end));
        self.say(END, end);
        self.visit_field(node, &["alternative"], line);
    }

    /// A function without its name, and nothing where it has no body.
    fn visit_function(&mut self, node: Node<'t>, line: Option<u32>) {
        let Some(body) = field(node, &["body"]) else { return };
        let (at, end) = (line.unwrap_or_else(|| first_line(node)), line.unwrap_or_else(|| last_line(node)));
        self.say(FUNCTION, at);
        let mut declarator = node;
        for _ in 0..8 {
            if let Some(parameters) = field(declarator, &["parameters"]) {
                let count = parameters.named_child_count().min(MOST_PARAMETERS);
                self.made.extend(std::iter::repeat_n(Step::Say(PARAMETER, at), count));
                break;
            }
            let Some(inner) = field(declarator, &["declarator"]) else { break };
            declarator = inner;
        }
        if field(node, &["parameter"]).is_some() {
            self.say(PARAMETER, at);
        }
        let children = &mut node.walk();
        let initial = node.named_children(children).find(|child| child.kind() == "field_initializer_list");
        self.made.extend(initial.map(|list| Step::Visit(list, line)));
        self.made.push(Step::Visit(body, line));
        self.say(END, end);
    }

    /// A declaration of C or C++: its variables with values, and classes that are defined in it.
    fn visit_declaration(&mut self, node: Node<'t>, line: Option<u32>) {
        let at = line.unwrap_or_else(|| first_line(node));
        let children = &mut node.walk();
        for child in node.named_children(children) {
            let is_defined = child.kind() == "init_declarator"
                || child.kind().ends_with("_specifier") && field(child, &["body"]).is_some();
            if is_defined {
                self.made.push(Step::Visit(child, line));
            }
        }
        if let Some(value) = field(node, &["default_value", "value"]) {
            self.say(ASSIGN, at);
            self.say(NAME, at);
            self.made.push(Step::Visit(value, line));
        }
    }

    /// `x += 1` and `x = x + 1` are one.
    fn visit_assignment(&mut self, node: Node<'t>, line: Option<u32>) {
        let at = line.unwrap_or_else(|| first_line(node));
        let (Some(left), Some(right)) = (field(node, &["left"]), field(node, &["right"])) else { return };
        self.say(ASSIGN, at);
        self.made.push(Step::Visit(left, line));
        let sign = field(node, &["operator"]).map_or("=", |sign| sign.kind());
        if let Some(sign) = sign.strip_suffix('=').filter(|sign| !sign.is_empty()) {
            self.say(operator(sign), at);
            self.made.push(Step::Visit(right, line));
            return;
        }
        let is_binary = self.shapes.get(usize::from(right.kind_id())) == Some(&Shape::Binary);
        let again = field(right, &["left"]).filter(|first| {
            is_binary && first.byte_range().len() < 200 && self.text_of(*first) == self.text_of(left)
        });
        if again.is_some() {
            let sign = field(right, &["operator"]).map_or("", |sign| sign.kind());
            self.say(operator(sign), at);
            self.visit_field(right, &["right"], line);
        } else {
            self.made.push(Step::Visit(right, line));
        }
    }

    /// A call: the object of the method, the name, the arguments.
    fn visit_call(&mut self, node: Node<'t>, line: Option<u32>) {
        let at = line.unwrap_or_else(|| first_line(node));
        let mut called = field(node, &["function", "constructor", "macro", "type"]);
        // The name in `std::sort` and `get<0>`.
        for _ in 0..8 {
            let shape = called.and_then(|node| self.shapes.get(usize::from(node.kind_id())));
            let Some(Shape::Only(name)) = shape else { break };
            called = called.and_then(|node| field(node, &[name]));
        }
        if let Some(called) = called {
            match self.shapes.get(usize::from(called.kind_id())) {
                // `int(x)` is a cast.
                Some(Shape::Skip) => {}
                Some(Shape::Name) => {
                    self.say(CALL, at);
                    self.made.push(Step::Fixed(called, line));
                }
                Some(Shape::Member) => self.visit_member(called, CALL, line),
                _ => {
                    self.say(CALL, at);
                    self.made.push(Step::Visit(called, line));
                }
            }
        }
        if node.kind() == "macro_invocation" {
            self.visit_children(node, 1, line);
        }
        self.visit_field(node, &["arguments"], line);
    }

    /// A member, read or called.
    fn visit_member(&mut self, node: Node<'t>, word: u32, line: Option<u32>) {
        let at = line.unwrap_or_else(|| first_line(node));
        if let Some(object) = field(node, &["object", "argument", "value"]) {
            self.made.push(Step::Visit(object, line));
        }
        self.say(word, at);
        match field(node, &["field", "property", "attribute"]) {
            Some(name) if self.shapes.get(usize::from(name.kind_id())) == Some(&Shape::Name) => {
                self.made.push(Step::Fixed(name, line));
            }
            Some(other) => self.made.push(Step::Visit(other, line)),
            None => {}
        }
    }
}

/// More parameters are not counted.
const MOST_PARAMETERS: usize = 16;

/// The first of these fields that a node has.
fn field<'t>(node: Node<'t>, names: &[&str]) -> Option<Node<'t>> {
    names.iter().find_map(|name| node.child_by_field_name(name))
}

fn first_line(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

fn last_line(node: Node<'_>) -> u32 {
    node.end_position().row as u32 + 1
}
