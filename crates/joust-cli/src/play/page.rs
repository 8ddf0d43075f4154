//! Pages of help: a little Markdown, fitted to the width of the terminal.

use crate::paint::{InkLine, flow, ink};
use anstyle::Style;

/// The widest page that is pleasant to read.
const WIDEST: usize = 78;

/// The lines of a page. Lines that begin with `#` are headings, and indented lines stay as they are. All
/// others form paragraphs, or list items if they begin with `- `. Words in backticks are code.
pub(crate) fn page(text: &str, width: usize) -> Vec<InkLine> {
    let width = width.min(WIDEST);
    let mut lines = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines().chain([""]) {
        let plain = !line.is_empty() && !line.starts_with(['#', ' ']) && !line.starts_with("- ");
        if plain || (line.starts_with("  ") && !line.starts_with("   ") && !paragraph.is_empty()) {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
            continue;
        }
        if !paragraph.is_empty() {
            let indent = if paragraph.starts_with("- ") { 2 } else { 0 };
            lines.extend(flow(words(&paragraph), width, indent));
            paragraph.clear();
        }
        if line.starts_with("- ") {
            line.clone_into(&mut paragraph);
        } else {
            let mut single = InkLine::default();
            match line.trim_start_matches('#') {
                heading if heading.len() < line.len() => single.add(ink::STRONG, heading.trim()),
                _ => single.add(ink::PLAIN, line),
            };
            lines.push(single);
        }
    }
    // The last paragraph has left an empty line at the end.
    lines.pop();
    lines
}

/// The words of a paragraph with their styles; words in backticks have that of code.
fn words(paragraph: &str) -> impl Iterator<Item = (Style, &str)> {
    let mut inside = false;
    paragraph.split(' ').map(move |word| {
        let ticks = word.bytes().filter(|byte| *byte == b'`').count();
        let code = inside || ticks > 0;
        inside ^= ticks % 2 == 1;
        (if code { ink::CODE } else { ink::PLAIN }, word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fit_the_terminal() {
        let text = "# Head\n\nSome words\nthat flow on.\n- an item\n  of two lines\n- b\n\n    as it is\n";
        let shown = |width| {
            let lines: Vec<_> = page(text, width).iter().map(ToString::to_string).collect();
            anstream::adapter::strip_str(&lines.join("\n")).to_string()
        };
        let wide = "Head\n\nSome words that flow on.\n- an item of two lines\n- b\n\n    as it is";
        assert_eq!(shown(80), wide);
        assert!(shown(12).contains("Some words\nthat flow\non.\n- an item of\n  two lines\n- b"));
        assert!(shown(0).contains("as it is"));
    }

    #[test]
    fn code_is_coloured() {
        let styles: Vec<_> = words("type `help moves` now").map(|(style, _)| style == ink::CODE).collect();
        assert_eq!(styles, [false, true, true, false]);
    }
}
