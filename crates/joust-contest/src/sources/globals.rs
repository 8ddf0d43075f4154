//! Global state in C++: variables that can change, and that outlive a call or belong to no player.
//!
//! A reader of declarations, not a compiler: it expands no macros, and where a text can be read in two ways, it
//! takes the one without a variable. So it raises no false alarm, and a macro can hide a variable from it.

use super::token::{Token, TokenKind, Words};
use super::{Broken, GlobalPlace, GlobalWay, SourceProblem, problem};

/// The variables that can change, and are not those of a player.
pub(super) fn check(words: &Words<'_>) -> Vec<SourceProblem> {
    let ends = ends(&words.tokens);
    let mut scan = Scan { tokens: &words.tokens, ends: &ends, at: 0, depth: 0, found: Vec::new() };
    while scan.at < scan.tokens.len() {
        scan.scope(Scope::Namespace);
    }
    scan.found
}

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Namespace,
    Class,
    Function,
}

/// What is known about a declaration so far.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for a word of the declaration")]
struct Declaration<'a> {
    is_static: bool,
    is_const: bool,
    is_constexpr: bool,
    is_extern: bool,
    /// Whether a type was defined here, so that one name is enough.
    has_type: bool,
    declarator: Declarator<'a>,
}

/// What is known about one name of a declaration.
#[derive(Clone, Copy, Default)]
struct Declarator<'a> {
    /// Names that are not keywords; those of a path count once.
    names: usize,
    name: Option<Token<'a>>,
    is_pointer: bool,
    /// Whether the pointer itself cannot change.
    is_const_pointer: bool,
    has_value: bool,
}

/// What follows a name with parentheses.
enum After {
    /// It was a function, and everything of it was read.
    Function,
    /// It was a macro, and its words were read.
    Macro,
    /// The parentheses are the value of a variable.
    Value,
}

/// Words of a declaration that are neither type nor name.
const SPECIFIERS: [&str; 13] = [
    "inline",
    "volatile",
    "mutable",
    "register",
    "explicit",
    "virtual",
    "typename",
    "friend",
    "constinit",
    "consteval",
    "final",
    "override",
    "export",
];
/// Words before parentheses that are neither a function nor a variable.
const WITH_PARENTHESES: [&str; 6] =
    ["decltype", "alignas", "noexcept", "__attribute__", "requires", "__declspec"];
/// Statements without variables, up to their semicolon.
const OTHERS: [&str; 8] =
    ["using", "typedef", "static_assert", "_Static_assert", "asm", "__asm__", "concept", "import"];
/// Words that only a parameter begins with, or has.
const TYPES: [&str; 16] = [
    "int", "char", "bool", "float", "double", "long", "short", "unsigned", "signed", "void", "auto", "const",
    "struct", "class", "enum", "typename",
];

/// How deep scopes and bodies may be inside each other: as deep as clang takes brackets.
const DEEPEST: usize = 256;
/// How far ahead is looked for the end of the head of a class, or of the arguments of a template.
const FAR: usize = 1000;

/// For each word that opens a group, the place after the word that closes it.
fn ends(tokens: &[Token<'_>]) -> Vec<usize> {
    let (mut ends, mut open) = (vec![tokens.len(); tokens.len()], Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(opened) = open.pop() {
                    ends[opened] = at + 1;
                }
            }
            _ => {}
        }
    }
    ends
}

struct Scan<'a, 't> {
    tokens: &'t [Token<'a>],
    /// What [`ends`] gives.
    ends: &'t [usize],
    at: usize,
    /// How many scopes and bodies are being read.
    depth: usize,
    found: Vec<SourceProblem>,
}

impl<'a> Scan<'a, '_> {
    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    fn here(&self) -> &'a str {
        self.text(self.at)
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name)
    }

    fn is_literal(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Literal)
    }

    fn is_over(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Whether what begins here is too deep inside others. Then nothing more is read.
    fn is_too_deep(&mut self) -> bool {
        if self.depth < DEEPEST {
            return false;
        }
        if let Some(token) = self.tokens.get(self.at.min(self.tokens.len().saturating_sub(1))) {
            self.found.push(problem(token.line, Broken::Deep { most: DEEPEST }));
        }
        self.at = self.tokens.len();
        true
    }

    /// Reads declarations up to the brace that closes the scope.
    fn scope(&mut self, scope: Scope) {
        if self.is_too_deep() {
            return;
        }
        self.depth += 1;
        self.declarations(scope);
        self.depth -= 1;
    }

    fn declarations(&mut self, scope: Scope) {
        while !self.is_over() {
            let begun = self.at;
            match self.here() {
                "}" => {
                    self.at += 1;
                    return;
                }
                ";" => self.at += 1,
                "{" => {
                    self.at += 1;
                    self.body();
                }
                _ => self.item(scope),
            }
            if self.at == begun {
                self.at += 1;
            }
        }
    }

    fn item(&mut self, scope: Scope) {
        match self.here() {
            "namespace" => self.namespace(),
            "inline" if self.text(self.at + 1) == "namespace" => {
                self.at += 1;
                self.namespace();
            }
            "extern" if self.is_literal(self.at + 1) => {
                self.at += 2;
                if self.here() == "{" {
                    self.at += 1;
                    self.scope(Scope::Namespace);
                } else if self.here() != "extern" {
                    // `extern "C" int x;` only declares it.
                    self.declaration(scope, true);
                }
            }
            "template" => {
                self.at += 1;
                if self.here() == "<" {
                    match self.after_angles(self.at) {
                        Some(after) => self.at = after,
                        // A comparison in its parameters: whether it is a variable cannot be told.
                        None => self.skip_declaration(),
                    }
                }
            }
            "public" | "private" | "protected" if self.text(self.at + 1) == ":" => self.at += 2,
            "[" => self.at = self.after_group(self.at),
            word if OTHERS.contains(&word) => self.skip_statement(),
            _ => self.declaration(scope, false),
        }
    }

    fn namespace(&mut self) {
        while !self.is_over() && !matches!(self.here(), "{" | ";" | "=") {
            self.at += 1;
        }
        if self.here() == "{" {
            self.at += 1;
            self.scope(Scope::Namespace);
        } else {
            self.skip_statement();
        }
    }

    /// Reads to the end of a statement.
    fn skip_statement(&mut self) {
        while !self.is_over() {
            match self.here() {
                ";" => {
                    self.at += 1;
                    return;
                }
                "}" => return,
                "(" | "[" | "{" => self.at = self.after_group(self.at),
                _ => self.at += 1,
            }
        }
    }

    /// Reads to the end of a declaration that is not understood.
    fn skip_declaration(&mut self) {
        while !self.is_over() && !matches!(self.here(), ";" | "{" | "}") {
            self.at += 1;
        }
        if self.here() == "{" {
            self.at += 1;
            self.body();
        }
    }

    /// Reads the body of a function after its brace: static variables, and classes with static attributes.
    fn body(&mut self) {
        if self.is_too_deep() {
            return;
        }
        self.depth += 1;
        self.statements();
        self.depth -= 1;
    }

    fn statements(&mut self) {
        let mut depth = 1;
        while !self.is_over() && depth > 0 {
            match self.here() {
                "{" => depth += 1,
                "}" => depth -= 1,
                "static" | "thread_local" => {
                    let begun = self.at;
                    self.declaration(Scope::Function, false);
                    self.at = self.at.max(begun + 1);
                    continue;
                }
                "struct" | "class" | "union" => {
                    if let Some(brace) = self.definition() {
                        self.at = brace + 1;
                        self.scope(Scope::Class);
                        continue;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reads a declaration to its end: a semicolon, or the body of a function.
    fn declaration(&mut self, scope: Scope, is_extern: bool) {
        let mut declaration = Declaration { is_extern, ..Declaration::default() };
        while !self.is_over() {
            let (token, before) = (self.tokens[self.at], self.at.wrapping_sub(1));
            match token.text {
                ";" => {
                    self.settle(&declaration, scope);
                    self.at += 1;
                    return;
                }
                "}" => return,
                "," => {
                    self.settle(&declaration, scope);
                    declaration.declarator =
                        Declarator { names: usize::from(!declaration.has_type), ..Declarator::default() };
                    self.at += 1;
                }
                "=" => {
                    declaration.declarator.has_value = true;
                    self.at += 1;
                    self.value();
                }
                "{" => {
                    let is_value = declaration.declarator.is_variable(declaration.has_type);
                    self.at += 1;
                    self.body();
                    if !is_value {
                        return;
                    }
                    declaration.declarator.has_value = true;
                }
                "(" if self.is_name(before) && WITH_PARENTHESES.contains(&self.text(before)) => {
                    self.at = self.after_group(self.at);
                }
                "(" if (self.is_name(before) || self.text(before) == ">") && !self.is_pointer() => {
                    match self.parentheses(&declaration) {
                        After::Function | After::Macro => return,
                        After::Value => declaration.declarator.has_value = true,
                    }
                }
                "(" => self.pointer_in_parentheses(&mut declaration.declarator),
                "[" => self.at = self.after_group(self.at),
                "<" if self.is_name(before) => {
                    self.at = self.after_angles(self.at).unwrap_or(self.at + 1);
                }
                "*" => {
                    declaration.declarator.is_pointer = true;
                    declaration.declarator.is_const_pointer = false;
                    self.at += 1;
                }
                "operator" => {
                    self.operator();
                    return;
                }
                // What was before is a macro without a semicolon.
                "template" | "namespace" if self.text(before) != "::" => return,
                word if OTHERS.contains(&word) => return,
                "enum" if self.is_enum_declared() => return self.skip_statement(),
                "struct" | "class" | "union" | "enum" => match self.definition() {
                    Some(brace) if token.text == "enum" => {
                        self.at = self.after_group(brace);
                        declaration.has_type = true;
                        declaration.declarator = Declarator::default();
                    }
                    Some(brace) => {
                        self.at = brace + 1;
                        self.scope(Scope::Class);
                        declaration.has_type = true;
                        declaration.declarator = Declarator::default();
                    }
                    None => {
                        // A macro may stand before it.
                        declaration.declarator.names = 0;
                        self.at += 1;
                    }
                },
                _ => {
                    self.word(token, before, &mut declaration);
                    self.at += 1;
                }
            }
        }
    }

    fn word(&self, token: Token<'a>, before: usize, declaration: &mut Declaration<'a>) {
        if token.kind != TokenKind::Name {
            return;
        }
        let declarator = &mut declaration.declarator;
        match token.text {
            "static" | "thread_local" | "__thread" => declaration.is_static = true,
            "const" if declarator.is_pointer => declarator.is_const_pointer = true,
            "const" => declaration.is_const = true,
            "constexpr" => declaration.is_constexpr = true,
            "extern" => declaration.is_extern = true,
            word if SPECIFIERS.contains(&word) => {}
            _ => {
                let is_inside_path = self.text(before) == "::" && declarator.names > 0;
                declarator.names += usize::from(!is_inside_path);
                declarator.name = Some(token);
            }
        }
    }

    /// A name with parentheses: a function, a macro, or a variable with its value.
    fn parentheses(&mut self, declaration: &Declaration<'a>) -> After {
        let (open, close) = (self.at, self.after_group(self.at));
        let is_alone = declaration.declarator.names < 2 && !declaration.has_type;
        let next = self.text(close);
        let is_function = match next {
            "{" | "const" | "noexcept" | "override" | "final" | "->" | "&" | ":" | "try" | "volatile"
            | "throw" => true,
            "" | ";" | "," | "=" => self.is_parameters(open + 1, close.saturating_sub(1)),
            // Words that compilers know, or macros.
            _ => !is_alone && self.is_name(close) && self.is_parameters(open + 1, close.saturating_sub(1)),
        };
        if is_function {
            self.at = close;
            self.rest_of_function();
            return After::Function;
        }
        self.at = close;
        if is_alone {
            // A macro may need no semicolon.
            if next == ";" {
                self.at += 1;
            }
            return After::Macro;
        }
        After::Value
    }

    /// Whether the parentheses here are those of `(*name)(…)`, the pointer to a function.
    fn is_pointer(&self) -> bool {
        let after = self.text(self.after_group(self.at));
        matches!(self.text(self.at + 1), "*" | "&") && matches!(after, "(" | "[")
    }

    /// `(*name)`: the pointer to a function.
    fn pointer_in_parentheses(&mut self, declarator: &mut Declarator<'a>) {
        let (open, close) = (self.at, self.after_group(self.at));
        if matches!(self.text(open + 1), "*" | "&") {
            declarator.is_pointer = true;
            for token in &self.tokens[open + 1..close.saturating_sub(1).max(open + 1)] {
                match token.text {
                    "const" => declarator.is_const_pointer = true,
                    _ if token.kind == TokenKind::Name => {
                        declarator.names += 1;
                        declarator.name = Some(*token);
                    }
                    _ => {}
                }
            }
        }
        self.at = close;
        if self.here() == "(" {
            self.at = self.after_group(self.at);
        }
    }

    /// Reads an operator that is defined or declared, after its keyword.
    fn operator(&mut self) {
        self.at += 1;
        if self.here() == "(" && self.text(self.at + 1) == ")" {
            self.at += 2;
        }
        while !self.is_over() && !matches!(self.here(), "(" | ";" | "{" | "}") {
            self.at += 1;
        }
        if self.here() == "(" {
            self.at = self.after_group(self.at);
            self.rest_of_function();
        }
    }

    /// Reads what follows the parameters of a function.
    fn rest_of_function(&mut self) {
        let mut initialises = false;
        while !self.is_over() {
            match self.here() {
                ";" => {
                    self.at += 1;
                    return;
                }
                "}" => return,
                "=" => return self.skip_statement(),
                ":" => {
                    initialises = true;
                    self.at += 1;
                }
                "{" => {
                    let before = self.at.wrapping_sub(1);
                    let is_value = initialises
                        && (self.is_name(before) && self.text(before) != "try" || self.text(before) == ">");
                    self.at += 1;
                    self.body();
                    if !is_value {
                        self.handlers();
                        return;
                    }
                }
                "(" | "[" => self.at = self.after_group(self.at),
                _ => self.at += 1,
            }
        }
    }

    /// The handlers of a function that is one `try`.
    fn handlers(&mut self) {
        while self.here() == "catch" && self.text(self.at + 1) == "(" {
            self.at = self.after_group(self.at + 1);
            if self.here() == "{" {
                self.at += 1;
                self.body();
            }
        }
    }

    /// Reads the value of a variable, up to a comma or semicolon.
    fn value(&mut self) {
        let mut depth = 0;
        while !self.is_over() {
            match self.here() {
                ";" => return,
                "," | "}" if depth == 0 => return,
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "{" => {
                    self.at += 1;
                    self.body();
                    continue;
                }
                "<" if self.is_name(self.at.wrapping_sub(1)) => {
                    if let Some(after) = self.after_angles(self.at) {
                        self.at = after;
                        continue;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The brace of the class or enumeration that is defined here; `None` if it is only named.
    fn definition(&self) -> Option<usize> {
        let (mut at, mut has_bases) = (self.at + 1, false);
        let mut seen = 0;
        while at < self.tokens.len() && seen < FAR {
            seen += 1;
            match self.text(at) {
                "{" => return Some(at),
                ":" => has_bases = true,
                "alignas" | "__attribute__" | "__declspec" if self.text(at + 1) == "(" => {
                    at = self.after_group(at + 1);
                    continue;
                }
                "[" => {
                    at = self.after_group(at);
                    continue;
                }
                "<" => {
                    at = self.after_angles(at)?;
                    continue;
                }
                "," if has_bases => {}
                "::" | "." => {}
                _ if self.is_name(at) => {}
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// Whether an enumeration is declared here with its type, and not defined: `enum class E : int;`.
    fn is_enum_declared(&self) -> bool {
        let rest = self.tokens[self.at..].iter().take(FAR).map(|token| token.text);
        let colon =
            rest.clone().take_while(|text| !matches!(*text, ";" | "{" | "=" | "(")).any(|text| text == ":");
        colon && rest.clone().find(|text| matches!(*text, ";" | "{")) == Some(";")
    }

    /// Whether the words between parentheses are the parameters of a function.
    fn is_parameters(&self, from: usize, to: usize) -> bool {
        let range = from..to.max(from);
        let mut is_value = matches!(self.text(from), "-" | "!" | "&" | "*" | "{" | "(" | "[" | "+" | "~");
        let mut has_default = false;
        for at in range.clone() {
            let is_adjacent = self.is_name(at) && at > from && self.is_name(at - 1);
            let is_pointer = self.text(at) == "(" && matches!(self.text(at + 1), "*" | "&");
            if TYPES.contains(&self.text(at)) || is_adjacent || is_pointer {
                return true;
            }
            has_default |= self.text(at) == "=";
            is_value |= self.is_literal(at) && !has_default;
            is_value |= matches!(self.text(at), "+" | "-" | "/" | "%" | "?" | "[" | "{")
                || (self.text(at) == "." && self.text(at + 1) != ".");
        }
        range.is_empty() || !is_value || self.text(to.saturating_sub(1)) == "."
    }

    /// The place after the group that opens here. One that is never closed goes to the end.
    fn after_group(&self, open: usize) -> usize {
        self.ends.get(open).copied().unwrap_or(self.tokens.len())
    }

    /// The place after the arguments of a template that begin here; `None` if it is the sign "less than".
    fn after_angles(&self, open: usize) -> Option<usize> {
        let (mut at, mut depth, mut seen) = (open, 0_usize, 0);
        while at < self.tokens.len() && seen < FAR {
            seen += 1;
            match self.text(at) {
                "<" => depth += 1,
                ">" => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                "(" | "[" | "{" => {
                    at = self.after_group(at);
                    continue;
                }
                ";" | ")" | "]" | "}" => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The end of a declarator: a variable that can change is a problem.
    fn settle(&mut self, declaration: &Declaration<'a>, scope: Scope) {
        let Declaration { is_static, is_const, is_constexpr, is_extern, has_type, declarator } = *declaration;
        let Some(name) = declarator.name.filter(|_| declarator.is_variable(has_type)) else { return };
        let is_shared = match scope {
            Scope::Namespace => !is_extern || declarator.has_value,
            Scope::Class | Scope::Function => is_static,
        };
        let is_fixed = match declarator {
            _ if is_constexpr => true,
            Declarator { is_pointer: true, is_const_pointer, .. } => is_const_pointer,
            _ => is_const,
        };
        if !is_shared || is_fixed {
            return;
        }
        let way = match scope {
            _ if declarator.is_pointer && is_const => GlobalWay::ConstPointer,
            Scope::Namespace | Scope::Function => GlobalWay::Attribute,
            Scope::Class => GlobalWay::NotStatic,
        };
        let place = match scope {
            Scope::Namespace => GlobalPlace::Outside,
            Scope::Class => GlobalPlace::Attribute,
            Scope::Function => GlobalPlace::Function,
        };
        let broken = Broken::Global { name: name.text.to_owned(), place, way };
        self.found.push(problem(name.line, broken));
    }
}

impl Declarator<'_> {
    /// Whether a type and a name were read.
    fn is_variable(&self, has_type: bool) -> bool {
        self.name.is_some() && self.names >= if has_type { 1 } else { 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::words;
    use super::*;

    /// The lines and names of the variables that are found.
    fn found(source: &str) -> Vec<String> {
        let told = |problem: &SourceProblem| {
            let Broken::Global { name, .. } = &problem.broken else { panic!("{problem}") };
            format!("{}:{name}", problem.line.unwrap_or(0))
        };
        check(&words(source)).iter().map(told).collect()
    }

    #[test]
    fn variables_outside_of_classes_are_found() {
        for (source, names) in [
            ("int count = 0;", &["1:count"][..]),
            ("int a, *b = nullptr, c[3] = {1, 2, 3};", &["1:a", "1:b", "1:c"]),
            ("static std::vector<std::pair<int, int>> best;", &["1:best"]),
            ("namespace {\n  double x{3.5};\n}\nnamespace a::b { bool y; }", &["2:x", "4:y"]),
            ("vector<int> v(10, 0);\nmap<string, int> m;", &["1:v", "2:m"]),
            ("const char* name = \"x\";", &["1:name"]),
            ("const char* const names[] = {\"a\"}, *other;", &["1:other"]),
            ("int (*choose)(int, int) = nullptr;", &["1:choose"]),
            ("struct { int x; } state;\nstruct P { int a; } p, *q;", &["1:state", "2:p", "2:q"]),
            ("struct P p;\nenum E { A } e = A;", &["1:p", "2:e"]),
            ("int Foo::count = 0;", &["1:count"]),
            ("thread_local int t;\nextern int z;\nextern int w = 3;", &["1:t", "3:w"]),
            ("template <class T> T zero = T();", &["1:zero"]),
            ("extern \"C\" { int c; }\nextern \"C\" int d;", &["1:c"]),
            ("auto f = [](int x) { return x; };", &["1:f"]),
            ("int& r = x;", &["1:r"]),
            ("unsigned long long seed = 1ull;", &["1:seed"]),
            ("Foo x(a.b(), 3);", &["1:x"]),
        ] {
            assert_eq!(found(source), names, "{source}");
        }
    }

    #[test]
    fn static_variables_are_found_inside() {
        for (source, names) in [
            ("void f () {\n  static int n = 0;\n  ++n;\n}", &["2:n"][..]),
            (
                "struct A { int x; static int y; static const int z = 3; inline static int w = 1; };",
                &["1:y", "1:w"],
            ),
            ("struct A { void g () { if (1) { static vector<int> v; } } };", &["1:v"]),
            ("int h () { struct L { static int a (); int b; }; return 1; }", &[]),
            ("int h () { auto f = [] { static bool b; return b; }; return f(); }", &["1:b"]),
            ("const auto k = [] { static bool b; return b; };", &["1:b"]),
        ] {
            assert_eq!(found(source), names, "{source}");
        }
    }

    #[test]
    fn constants_functions_and_classes_raise_no_alarm() {
        for source in [
            "const int N = 60; constexpr double k = 1.5; static const vector<int> v = {1, 2}; const int *const p = 0;",
            "using namespace std; typedef map<int, int> M; using P = pair<int, int>; static_assert(sizeof(int) == 4);",
            "int f (int x); int g (); static inline bool h (const A& a, B b = B(3)) noexcept { return a < b; }",
            "template <typename T, class U = vector<T>> T max (T a, T b) { return a < b ? b : a; }",
            "struct A : public B, private C<int> { A () : x(1), y{2} {} ~A () {} int x, y = 3; vector<int> v{1}; };",
            "bool operator< (const A& a, const A& b) { return a.x < b.x; }\nostream& operator<< (ostream& o, A a);",
            "struct F { int operator() (int x) const { return x; } operator bool () const { return true; } };",
            "enum class Dir : int { Up, Down }; enum { SIZE = 3 }; class Forward; struct Q;",
            "A::A (int x) : B(x), y{x} { z = 3; }\nvoid A::go () const {}\nint A::get () { return 1; }",
            "#define PLAYER_NAME Foo\nstruct PLAYER_NAME : public Player { static Player* factory () { return new PLAYER_NAME; } };\nRegisterPlayer(PLAYER_NAME);",
            "JOUST_BOT(make)\nint f () { return 0; }",
            "const string names[] = {\"a\", \"b\"}; constexpr int dx[] = {1, 0}, dy[] = {0, 1};",
            "const map<int, int> m = map<int, int>(); const auto less = [](int a, int b) { return a < b; };",
            "auto half (int x) -> int { return x / 2; } [[nodiscard]] int n (); extern int z;",
            "template <class T> concept Small = sizeof(T) < 8; template class Box<int>;",
            "friend int f (); int main () try { return 0; } catch (...) { return 1; }",
            "unique_ptr<Bot> make (const string& game) { if (game == \"mad\") return nullptr; return {}; }",
            "void f () { int x = 3; const int y = static_cast<int>(x); for (int i = 0; i < 3; ++i) { auto z = y; } }",
            "inline constexpr struct Key { int a; } key{1}; const struct { int b; } other = {2};",
            "std::vector<int> around (Pos); Foo bar (Baz, Qux);",
            "MACRO_BEGIN template <class T> class multi; enum class E : unsigned char; enum F : int;",
            "MACRO struct X; void f (int) __attribute__((noreturn)); int g (A) NOTHROW; void h (T (&a)[N]);",
            "template bool has<codec<char> >(const locale&); template <> int get<int>(A a) { return 1; }",
            "template <unsigned w, bool = w < static_cast<int>(3)> struct S { int x; };",
            "class A { public: void f (); protected: int x; private: static int count (); mutable int y; };",
        ] {
            assert_eq!(found(source), [""; 0], "{source}");
        }
    }

    #[test]
    fn the_way_out_is_told() {
        let told = |source: &str| check(&words(source))[0].broken.to_string();
        assert!(told("int x;").ends_with("make it an attribute of your class, or `const`"));
        assert!(told("const char* s;").ends_with("the pointer itself can change: write `* const`"));
        assert!(told("struct A { static int x; };").ends_with("leave `static` out, or make it `const`"));
    }

    #[test]
    fn what_is_nested_too_deep_is_a_problem_and_not_read_on() {
        for part in ["struct{", "class a{", "void f(){struct{", "namespace{", "int x = {[]{static int y = {"]
        {
            let source = part.repeat(20_000);
            let found = check(&words(&source));
            assert!(
                found.iter().any(|one| one.broken == Broken::Deep { most: DEEPEST }),
                "{part}: {found:?}"
            );
        }
        let deep = format!("{}{}", "namespace a {".repeat(200), "}".repeat(200));
        assert_eq!(check(&words(&deep)), []);
    }

    #[test]
    fn no_text_takes_long() {
        let begun = std::time::Instant::now();
        for part in [
            "struct ",
            "enum ",
            "a<",
            "a<(",
            "a(",
            "(",
            "a::",
            "f(f(",
            "enum a:",
            "operator ",
            "static ",
            "= {",
            "template<",
        ] {
            check(&words(&part.repeat(256_000 / part.len())));
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }

    #[test]
    fn no_text_makes_the_reader_panic_or_hang() {
        for source in [
            "{",
            "}",
            "(",
            "int (",
            "int x = {",
            "struct",
            "template <",
            "operator",
            "a<b<c",
            "} } }",
            "static",
        ] {
            check(&words(source));
        }
    }
}
