//! The viewer of Mad Max.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// The program was built without the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this joust was built without the viewer: build it by `make build`, which needs Node")]
pub struct NoViewer;

const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.html"));

/// The line of the page that is replaced by games.
const PLACE: &str = "<!-- joust: games -->";

/// The viewer as one self-contained file, `viewer.html`.
pub fn viewer_html() -> Result<&'static str, NoViewer> {
    if PAGE.is_empty() { Err(NoViewer) } else { Ok(PAGE) }
}

/// A file inside the page, which it opens at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The name of the file.
    pub name: String,
    /// Its content, with or without gzip, in base64.
    pub base64: String,
}

impl Attached {
    /// A file with this content, which is packed unless it is packed already.
    pub fn new(name: String, bytes: &[u8], is_packed: bool) -> io::Result<Attached> {
        if is_packed {
            return Ok(Attached { name, base64: STANDARD.encode(bytes) });
        }
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes)?;
        Ok(Attached { name, base64: STANDARD.encode(packer.finish()?) })
    }
}

/// The viewer with games and their notes inside, which it shows at once.
pub fn viewer_with(files: &[Attached]) -> Result<String, NoViewer> {
    let mut scripts = String::new();
    for file in files {
        let name: String = file.name.chars().map(escaped).collect();
        scripts.extend([
            "<script type=\"application/x-joust\" data-name=\"",
            &name,
            "\">",
            &file.base64,
            "</script>\n",
        ]);
    }
    Ok(viewer_html()?.replacen(PLACE, &scripts, 1))
}

fn escaped(letter: char) -> String {
    match letter {
        '<' | '>' | '"' | '&' => format!("&#{};", letter as u32),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_place_for_games_and_needs_nothing_else() {
        let Ok(page) = viewer_html() else { return };
        assert_eq!(page.matches(PLACE).count(), 1);
        for outside in ["<link", " src=\"http", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn a_file_is_put_into_the_page_and_its_name_cannot_break_out() {
        let file = Attached { name: "a\"><b>&.res".to_owned(), base64: "R2FtZQ==".to_owned() };
        match viewer_with(&[file]) {
            Ok(page) => {
                assert!(page.contains("data-name=\"a&#34;&#62;&#60;b&#62;&#38;.res\">R2FtZQ==</script>"));
                assert!(!page.contains(PLACE));
            }
            Err(why) => assert!(why.to_string().contains("make build")),
        }
    }
}
