//! What becomes of each kind of node of a syntax tree: five grammars, one vocabulary.
//!
//! The vocabulary is small on purpose. What a copyist changes without effort must not show: names, literals,
//! types, comments, braces, `const`, `++i` for `i += 1`, `for` for `while`.

/// What is made of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing, also of what is in it.
    Skip,
    /// Only what is in it.
    Open,
    /// A name.
    Name,
    /// One token, whatever is in it.
    Word(u32),
    /// A token, then what is in it.
    Plain(u32),
    /// A token, what is in it, and a token for its end.
    Block(u32),
    /// Only this field.
    Only(&'static str),
    /// A loop of any kind.
    Loop,
    /// A function, method or closure.
    Function,
    /// A class or structure.
    Class,
    /// A declaration of C or C++.
    Declaration,
    /// A variable with its first value.
    Initial,
    /// An assignment, with or without an operator.
    Assign,
    /// `++` and `--`.
    Update,
    /// An operator between two operands.
    Binary,
    /// A comparison of Python, which has several operands.
    Comparison,
    /// A call.
    Call,
    /// A member of an object.
    Member,
    /// An element of a list.
    Element,
}

/// The number of a word: FNV-1a.
pub(crate) const fn word(text: &str) -> u32 {
    let (bytes, mut hash, mut at) = (text.as_bytes(), 0x811c_9dc5_u32, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

pub(crate) const NAME: u32 = word("name");
pub(crate) const NUMBER: u32 = word("number");
pub(crate) const STRING: u32 = word("string");
pub(crate) const LOOP: u32 = word("loop");
pub(crate) const FUNCTION: u32 = word("function");
pub(crate) const PARAMETER: u32 = word("parameter");
pub(crate) const CLASS: u32 = word("class");
pub(crate) const ASSIGN: u32 = word("assign");
pub(crate) const CALL: u32 = word("call");
pub(crate) const MEMBER: u32 = word("member");
pub(crate) const ELEMENT: u32 = word("element");
pub(crate) const END: u32 = word("end");

/// The shape of a kind of node, by its name in the grammar.
pub(crate) fn shape(kind: &str) -> Shape {
    match kind {
        // What no program is told apart by.
        "comment" | "line_comment" | "block_comment" | "html_comment" | "hash_bang_line" | "shebang"
        | "preproc_include" | "preproc_def" | "preproc_call" | "preproc_arg" | "preproc_directive"
        | "using_declaration" | "namespace_alias_definition" | "friend_declaration"
        | "static_assert_declaration" | "import_statement" | "import_from_statement"
        | "future_import_statement" | "use_declaration" | "extern_crate_declaration" | "access_specifier"
        | "storage_class_specifier" | "type_qualifier" | "virtual_specifier" | "attribute_specifier"
        | "attribute_declaration" | "attribute_item" | "inner_attribute_item" | "visibility_modifier"
        | "mutable_specifier" | "explicit_function_specifier" | "ref_qualifier" | "noexcept"
        | "throw_specifier" | "function_modifiers" | "extern_modifier" | "lifetime" | "label"
        | "empty_statement" | "pass_statement" | "global_statement" | "nonlocal_statement" | "decorator"
        | "base_class_clause" | "class_heritage" | "default_method_clause" | "delete_method_clause"
        | "pure_virtual_clause" | "lambda_capture_specifier" | "this" | "self" | "super" | "optional_chain"
        | "escape_sequence" | "line_continuation"
        // Types: `auto` stands for all of them.
        | "type_definition" | "alias_declaration" | "type_item" | "type_descriptor" | "primitive_type"
        | "sized_type_specifier" | "placeholder_type_specifier" | "auto" | "decltype" | "dependent_type"
        | "trailing_return_type" | "template_parameter_list" | "template_argument_list" | "type_arguments"
        | "type_parameters" | "reference_type" | "pointer_type" | "generic_type" | "array_type"
        | "tuple_type" | "unit_type" | "function_type" | "dynamic_type" | "abstract_type" | "where_clause"
        | "trait_bounds" | "type" | "type_alias_statement" | "type_parameter" | "function_signature_item"
        | "template_instantiation" | "concept_definition" | "requires_clause" | "struct_item"
        | "union_item" => Shape::Skip,

        "translation_unit" | "program" | "module" | "source_file" | "compound_statement" | "statement_block"
        | "block" | "unsafe_block" | "declaration_list" | "field_declaration_list" | "class_body"
        | "expression_statement" | "parenthesized_expression" | "argument_list" | "arguments"
        | "subscript_argument_list" | "condition_clause" | "init_statement" | "linkage_specification"
        | "comma_expression" | "sequence_expression" | "expression_list" | "pattern_list"
        | "lexical_declaration" | "variable_declaration" | "export_statement" | "template_declaration"
        | "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" | "preproc_elifdef"
        | "pointer_expression" | "reference_expression" | "unary_expression" | "unary_operator"
        | "not_operator" | "negative_literal" | "await_expression" | "await" | "try_expression"
        | "field_initializer_list" | "initializer_pair" | "pair" | "shorthand_field_initializer"
        | "spread_element" | "attributed_statement" | "token_tree" | "mut_pattern" | "ref_pattern"
        | "reference_pattern" | "match_block" | "switch_body" | "ERROR" => Shape::Open,

        "identifier" | "field_identifier" | "type_identifier" | "namespace_identifier"
        | "property_identifier" | "private_property_identifier" | "shorthand_property_identifier"
        | "shorthand_property_identifier_pattern" | "shorthand_field_identifier" | "statement_identifier"
        | "destructor_name" | "operator_name" | "metavariable" => Shape::Name,

        "number_literal" | "integer_literal" | "float_literal" | "number" | "integer" | "float"
        | "char_literal" => Shape::Word(NUMBER),
        "string_literal" | "raw_string_literal" | "string" | "concatenated_string" | "template_string"
        | "user_defined_literal" | "regex" | "system_lib_string" => Shape::Word(STRING),
        "true" | "false" | "boolean_literal" => Shape::Word(const { word("boolean") }),
        "null" | "none" | "undefined" => Shape::Word(const { word("null") }),
        "preproc_function_def" | "macro_definition" => Shape::Word(const { word("macro") }),

        "qualified_identifier" | "scoped_identifier" | "scoped_type_identifier" | "template_function"
        | "template_method" | "template_type" | "dependent_name" => Shape::Only("name"),
        "generic_function" => Shape::Only("function"),
        "cast_expression" | "type_cast_expression" | "keyword_argument" => {
            Shape::Only("value")
        }
        "decorated_definition" => Shape::Only("definition"),
        "namespace_definition" | "mod_item" | "foreign_mod_item" | "impl_item" | "trait_item" => {
            Shape::Only("body")
        }

        "for_statement" | "while_statement" | "do_statement" | "for_range_loop" | "for_in_statement"
        | "for_expression" | "while_expression" | "loop_expression" => Shape::Loop,
        "if_statement" | "if_expression" => Shape::Block(const { word("if") }),
        "else_clause" | "elif_clause" => Shape::Plain(const { word("else") }),
        "conditional_expression" | "ternary_expression" => Shape::Plain(const { word("choice") }),
        "return_statement" | "return_expression" => Shape::Plain(const { word("return") }),
        "break_statement" | "break_expression" => Shape::Word(const { word("break") }),
        "continue_statement" | "continue_expression" => Shape::Word(const { word("continue") }),
        "switch_statement" | "match_expression" | "match_statement" => Shape::Block(const { word("switch") }),
        "case_statement" | "switch_case" | "switch_default" | "match_arm" | "case_clause" => {
            Shape::Plain(const { word("case") })
        }
        "initializer_list" | "array" | "array_expression" | "list" | "tuple" | "tuple_expression" | "set"
        | "dictionary" | "object" => Shape::Plain(const { word("list") }),

        "function_definition" | "function_declaration" | "function_expression" | "function_item"
        | "generator_function" | "generator_function_declaration" | "method_definition" | "arrow_function"
        | "lambda_expression" | "lambda" | "closure_expression" => Shape::Function,
        "class_specifier" | "struct_specifier" | "union_specifier" | "class_declaration" | "class_definition" => {
            Shape::Class
        }

        "declaration" | "field_declaration" => Shape::Declaration,
        "init_declarator" | "variable_declarator" | "let_declaration" | "const_item" | "static_item"
        | "let_condition" | "field_definition" | "named_expression" => Shape::Initial,
        "assignment_expression" | "augmented_assignment_expression" | "assignment" | "augmented_assignment"
        | "compound_assignment_expr" => Shape::Assign,
        "update_expression" => Shape::Update,
        "binary_expression" | "binary_operator" | "boolean_operator" => Shape::Binary,
        "comparison_operator" => Shape::Comparison,
        "call_expression" | "call" | "new_expression" | "macro_invocation" => Shape::Call,
        "field_expression" | "member_expression" | "attribute" => Shape::Member,
        "subscript_expression" | "subscript" | "index_expression" => Shape::Element,
        other => Shape::Plain(word(other)),
    }
}

/// The word of an operator. A comparison can be written from either side, and a condition can be negated.
pub(crate) fn operator(text: &str) -> u32 {
    match text {
        "<" | ">" | "<=" | ">=" => const { word("compares") },
        "==" | "!=" | "===" | "!==" | "is" | "not_eq" | "is not" => const { word("equals") },
        "&&" | "||" | "and" | "or" | "??" => const { word("logic") },
        other => word(other),
    }
}
