//! Modules that would keep the compiler busy for long, and such that nearly would.

use crate::fixture::Fixture;
use joust_sandbox::BadModule;
use std::time::{Duration, Instant};

/// Why a module with these functions is too complex.
fn refused(items: &str) -> String {
    refused_with("", items)
}

fn refused_with(imports: &str, items: &str) -> String {
    let bytes = Fixture { imports, items, ..Fixture::default() }.bytes();
    let begin = Instant::now();
    let why = crate::host().compile(&bytes).expect_err("it is too complex");
    assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    assert!(matches!(why, BadModule::TooComplex { .. }), "{why}");
    let text = why.to_string();
    text.strip_prefix("the module is too complex: ").unwrap_or_else(|| panic!("{text}")).to_owned()
}

fn accepted(items: &str) {
    let module = Fixture { items, ..Fixture::default() };
    let begin = Instant::now();
    module.load().unwrap_or_else(|why| panic!("{why}"));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

/// Blocks around each other, with a use of every local in the innermost.
fn nested(name: &str, kind: &str, depth: usize, locals: usize) -> String {
    let uses: String =
        (0..locals).map(|local| ["(drop (local.get ", &local.to_string(), "))"].concat()).collect();
    let (begins, ends) = (format!("{kind} ").repeat(depth), "end ".repeat(depth));
    format!("(func {name} (local {}) {begins} {uses} {ends})", "i32 ".repeat(locals))
}

fn function(body: &str) -> String {
    format!("(func $solve {body})")
}

#[test]
fn a_function_that_is_too_complex_is_named() {
    let what = refused(&nested("$solve", "block", 2000, 2000));
    let words = "function `solve` has 2000 blocks around 2001 variables: 4002000 pairs, and at most 530000 are allowed";
    assert_eq!(what, words);
    // The fixture has no function before it.
    let unnamed = refused(&nested("", "block", 2000, 2000));
    assert!(unnamed.starts_with("function 0 has 2000 blocks around 2001 variables"), "{unnamed}");
    let long = refused(&nested(&format!("${}", "x".repeat(5000)), "block", 2000, 2000));
    assert!(long.len() < 200, "{long}");
    accepted(&nested("$solve", "block", 400, 1000));
}

#[test]
fn a_function_has_limits() {
    let repeated = |text: &str, count: usize| function(&text.repeat(count));
    let locals = |count| format!("(func $solve (local {}))", "v128 ".repeat(count));
    let stack = |count: usize| function(&["i32.const 1 ".repeat(count), "drop ".repeat(count)].concat());
    let vectors = |count| function(&["(v128.const i64x2 0 0)", &"i8x16.abs ".repeat(count), "drop"].concat());
    let floats = |count| function(&["(f64.const 1)", &"f64.sqrt ".repeat(count), "drop"].concat());
    let targets = |count| function(&format!("(block (br_table {} (i32.const 0)))", "0 ".repeat(count)));
    let branches = |count| repeated("(br_if 0 (i32.const 0))", count);
    for (items, words) in [
        (repeated("nop ", 150_001), "has 150002 instructions, and at most 150000 are"),
        (repeated("(drop (i64.const -1111111111))", 50_000), "has 350002 bytes, and at most 337920 are"),
        (floats(20_001), "has 20001 instructions for floating-point numbers, and at most 20000 are"),
        (locals(5_001), "has 5001 parameters, results and locals, and at most 5000 are"),
        (stack(1_001), "has 1001 values on its stack, and at most 1000 are"),
        (nested("$solve", "loop", 41, 1), "has 41 loops around each other, and at most 40 are"),
        (vectors(2_000), "has 2001 instructions for vectors, and at most 2000 are"),
        (targets(16_000), "has 16001 branches, and at most 15500 are"),
        (branches(16_000), "has 16000 branches, and at most 15500 are"),
        (repeated("(call $solve)", 20_001), "has 20001 calls, and at most 20000 are"),
        (
            format!(
                "(func $solve (local {}) {})",
                "i32 ".repeat(999),
                "(br_if 0 (i32.const 0))".repeat(2_000)
            ),
            "has 2000 branches with 1000 variables: 2000000 pairs, and at most 1150000 are",
        ),
    ] {
        assert_eq!(refused(&items), format!("function `solve` {words} allowed"));
    }
    accepted(&[repeated("nop ", 149_000), locals(4_999)].concat().replacen("$solve", "$first", 1));
    accepted(&stack(999));
    accepted(&nested("$solve", "loop", 40, 100));
    accepted(&vectors(1_900));
    accepted(&targets(15_000));
}

#[test]
fn all_functions_together_have_limits() {
    let many = |function: &str, count: usize| function.repeat(count);
    let branches = |count| format!("(func {})", "(br_if 0 (i32.const 0))".repeat(count));
    let deep =
        format!("(func (local {}) {} {})", "i32 ".repeat(1000), "block ".repeat(400), "end ".repeat(400));
    let wide = format!("(func (local {}) {})", "i32 ".repeat(1000), "(br_if 0 (i32.const 0))".repeat(1000));
    let calls = |count| format!("(func {})", "(call $say (i32.const 0) (i32.const 0)) drop ".repeat(count));
    let vectors = |count| format!("(func (v128.const i64x2 0 0) {} drop)", "i8x16.abs ".repeat(count));
    let floats = |count| format!("(func (f64.const 1) {} drop)", "f64.sqrt ".repeat(count));
    let gives = format!("(func $gives (result {}) unreachable)", "i32 ".repeat(1000));
    let passes = format!("(func {})", ["call $gives ", &"drop ".repeat(1000)].concat().repeat(120));
    for (items, words) in [
        (many("(func)", 20_001), "it has 20008 functions, and at most 20000 are"),
        (
            many(&format!("(func (local {}))", "i64 ".repeat(4_000)), 60),
            "parameters, results and locals in all",
        ),
        (many(&branches(900), 285), "branches in all, and at most 256000 are"),
        (many(&floats(15_000), 7), "instructions for floating-point numbers in all, and at most 100000 are"),
        (
            many(&format!("(func {})", "nop ".repeat(140_000)), 13),
            "instructions in all, and at most 1750000 are",
        ),
        (many(&branches(12_000), 2), "its functions have 288000"),
        (many(&calls(10_000), 11), "calls in all, and at most 100000 are"),
        (many(&vectors(1_000), 51), "instructions for vectors in all, and at most 50000 are"),
        (many(&deep, 8), "pairs of a block and a variable in all, and at most 3000000 are"),
        (many(&wide, 7), "pairs of a branch and a variable in all, and at most 6400000 are"),
        ([gives, passes].concat(), "values in long lists that instructions take or give in all"),
        (
            (970..1000).map(|n| ["(type (func (param ", &"i32 ".repeat(n), ")))"].concat()).collect(),
            "the types of its functions have",
        ),
        (
            format!("(global i32 (i32.const 1) {})", "(i32.const 1) (i32.add)".repeat(40_000)),
            "its globals, tables and data begin with expressions of 120",
        ),
    ] {
        let what = refused(&items);
        assert!(what.contains(words), "{what}");
    }
    let import = r#"(import "wasi_snapshot_preview1" "sched_yield" (func (result i32)))"#;
    let what = refused_with(&import.repeat(1_001), "");
    assert_eq!(what, "it has 1001 imports, and at most 1000 are allowed");
    accepted(&many(&branches(100), 20));
}
