//! The names that a program declares itself. A copyist can change these; all other names belong to a library or
//! to the game, and stay what they are.

use std::collections::HashSet;
use tree_sitter::{Node, Tree};

/// Adds the names that a tree declares.
pub(crate) fn declared(tree: &Tree, text: &[u8], names: &mut HashSet<Box<[u8]>>) {
    let mut open: Vec<(Node<'_>, bool)> = vec![(tree.root_node(), false)];
    let mut cursor = tree.walk();
    while let Some((node, declares)) = open.pop() {
        if node.child_count() == 0 {
            if declares && node.is_named() && node.byte_range().len() <= LONGEST_NAME {
                names.insert(text[node.byte_range()].into());
            }
            continue;
        }
        cursor.reset(node);
        if !cursor.goto_first_child() {
            continue;
        }
        loop {
            let child = cursor.node();
            if child.is_named() {
                open.push((child, passes(node.kind(), cursor.field_name(), declares)));
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
}

/// A longer name is not worth remembering.
const LONGEST_NAME: usize = 200;

/// Whether a child declares the names in it, by the kind of its parent, its field, and what the parent does.
fn passes(parent: &str, field: Option<&str>, declares: bool) -> bool {
    begins(parent, field) || declares && goes_on(parent, field)
}

/// Whether a declaration begins here.
fn begins(parent: &str, field: Option<&str>) -> bool {
    let kinds: &[&str] = match field {
        Some("declarator") => &[
            "declaration",
            "field_declaration",
            "for_range_loop",
            "function_definition",
            "init_declarator",
            "lambda_expression",
            "optional_parameter_declaration",
            "parameter_declaration",
            "type_definition",
            "variadic_parameter_declaration",
        ],
        Some("name") => &[
            "alias_declaration",
            "class",
            "class_declaration",
            "class_definition",
            "class_specifier",
            "concept_definition",
            "const_item",
            "const_parameter",
            "default_parameter",
            "enum_item",
            "enum_specifier",
            "enum_variant",
            "enumerator",
            "field_declaration",
            "function_declaration",
            "function_definition",
            "function_expression",
            "function_item",
            "function_signature_item",
            "generator_function_declaration",
            "macro_definition",
            "method_definition",
            "mod_item",
            "named_expression",
            "namespace_definition",
            "preproc_def",
            "preproc_function_def",
            "static_item",
            "struct_item",
            "struct_specifier",
            "trait_item",
            "type_item",
            "typed_default_parameter",
            "union_item",
            "union_specifier",
            "variable_declarator",
        ],
        Some("left") => &[
            "assignment",
            "assignment_expression",
            "augmented_assignment",
            "for_in_clause",
            "for_in_statement",
            "for_statement",
            "lambda_capture_initializer",
        ],
        Some("pattern") => &["for_expression", "let_condition", "let_declaration", "match_arm", "parameter"],
        Some("parameter") => &["arrow_function", "catch_clause"],
        Some("property") => &["field_definition"],
        Some("key") => &["pair"],
        Some("alias") => &["as_pattern"],
        _ => &[
            "as_pattern_target",
            "closure_parameters",
            "formal_parameters",
            "lambda_parameters",
            "match_pattern",
            "parameters",
            "preproc_params",
            "type_parameter_declaration",
        ],
    };
    kinds.contains(&parent)
}

/// Whether a declaration reaches its name through here.
fn goes_on(parent: &str, field: Option<&str>) -> bool {
    let kinds: &[&str] = match field {
        Some("declarator") => &[
            "array_declarator",
            "attributed_declarator",
            "function_declarator",
            "pointer_declarator",
            "pointer_type_declarator",
        ],
        Some("name") => &["qualified_identifier", "typed_parameter"],
        Some("property") => &["member_expression"],
        Some("attribute") => &["attribute"],
        Some("left") => &["assignment_pattern", "object_assignment_pattern"],
        Some("value") => &["pair_pattern"],
        None => &[
            "array_pattern",
            "captured_pattern",
            "dictionary_splat_pattern",
            "list_pattern",
            "list_splat_pattern",
            "mut_pattern",
            "object_pattern",
            "parenthesized_declarator",
            "pattern_list",
            "ref_pattern",
            "reference_declarator",
            "reference_pattern",
            "rest_pattern",
            "slice_pattern",
            "structured_binding_declarator",
            "tuple_pattern",
            "tuple_struct_pattern",
            "typed_parameter",
            "variadic_declarator",
        ],
        Some(_) => &[],
    };
    kinds.contains(&parent)
}
