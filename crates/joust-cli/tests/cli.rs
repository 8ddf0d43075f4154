//! Snapshots of what the commands print: help texts, answers and error messages, and every
//! command that README.md shows. `TRYCMD=overwrite cargo test -p joust-cli --test cli` accepts
//! what has changed.

#[test]
fn commands_print_what_they_printed() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
}
