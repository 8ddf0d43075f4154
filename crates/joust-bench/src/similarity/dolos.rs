//! Dolos on the players: built from the registry under `target/`, with its install scripts, and run by Node.

use super::Alike;
use joust_similarity::{Corpus, Language};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The pairs of every language, and the best time of all of them together.
pub(crate) fn compared(corpus: &Corpus, rounds: usize) -> Result<(Vec<Alike>, Duration), String> {
    let folder = installed()?;
    let mut node = Command::new("node");
    node.arg("compare.mjs").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().map_err(|why| format!("node: {why}"))?;
    let question = json!({ "rounds": rounds, "groups": groups(corpus) }).to_string();
    let mut input = node.stdin.take().expect("a pipe");
    input.write_all(question.as_bytes()).map_err(|why| format!("node: {why}"))?;
    drop(input);
    let output = node.wait_with_output().map_err(|why| format!("node: {why}"))?;
    let told: Value = serde_json::from_slice(&output.stdout).map_err(|why| format!("its answer: {why}"))?;
    let text = |value: &Value| stem(value.as_str().unwrap_or_default());
    let pairs = told["pairs"].as_array().ok_or("it told no pairs")?.iter().map(|pair| Alike {
        names: [text(&pair["left"]), text(&pair["right"])],
        score: pair["similarity"].as_f64().unwrap_or(0.0),
    });
    let millis = told["millis"].as_f64().ok_or("it told no time")?;
    Ok((pairs.collect(), Duration::from_secs_f64(millis / 1e3)))
}

fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The players of each language with the bots of its kits, which Dolos ignores.
fn groups(corpus: &Corpus) -> Vec<Value> {
    let group = |language: Language| {
        let is_own = |file: &&joust_similarity::SourceFile| file.language == Some(language);
        let files = corpus.class.iter().flat_map(|one| &one.files).filter(is_own);
        let files: Vec<Value> = files.map(|file| json!({ "path": file.path, "text": file.text })).collect();
        // The libraries of the kits are not in a submission; their bots may be.
        let is_bot = |path: &str| path.contains("_bot.") || path.contains("/AI");
        let given = corpus.templates.iter().filter(is_own).filter(|file| is_bot(&file.path));
        let given: Vec<&str> = given.map(|file| file.text.as_str()).collect();
        json!({ "language": language.word(), "files": files, "ignored": given.join("\n") })
    };
    let groups = [Language::Cpp, Language::JavaScript, Language::Python, Language::Rust].map(group);
    groups
        .into_iter()
        .filter(|group| group["files"].as_array().is_some_and(|files| files.len() > 1))
        .collect()
}

/// The folder with Dolos, installed if it is not there yet.
fn installed() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("../../target/bench-dolos");
    std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
    for file in ["package.json", "compare.mjs"] {
        std::fs::copy(root.join("dolos").join(file), folder.join(file)).map_err(|why| why.to_string())?;
    }
    if folder.join("node_modules/@dodona/dolos-parsers/build/Release").is_dir() {
        return Ok(folder);
    }
    println!("  Dolos is installed in target/bench-dolos, which takes minutes the first time");
    let mut npm = Command::new("npm");
    npm.args(["install", "--foreground-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
    let output = npm.output().map_err(|why| format!("npm: {why}"))?;
    if output.status.success() { Ok(folder) } else { Err("npm could not install it".to_owned()) }
}
