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

/// Where a page begins, and how it learns that its program has written it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The round.
    pub round: u32,
    /// The unit that is selected, if one is.
    pub unit: Option<u32>,
    /// The number of this page, if the program writes another one later.
    pub edition: Option<u64>,
}

impl Opening {
    /// The name of a file beside the page. The page looks at it every second, and loads itself again when it
    /// tells of another edition. Scripts are all that a page from a disk may read there.
    pub const BEACON: &str = "edition.js";

    /// The content of that file. It is written after the page.
    pub fn beacon(edition: u64) -> String {
        format!("joustEdition({edition});\n")
    }

    fn script(self) -> String {
        let unit = self.unit.map_or_else(String::new, |unit| format!("&unit={unit}"));
        let go = format!("location.replace(\"#round={}{unit}\");", self.round);
        let look = self.edition.map_or_else(String::new, |edition| {
            format!(
                "window.joustEdition=n=>{{if(n!=={edition})location.reload()}};\
                 setInterval(()=>{{const s=document.createElement(\"script\");\
                 s.src=\"{}?\"+Date.now();s.onload=s.onerror=()=>s.remove();document.head.append(s)}},1000);",
                Opening::BEACON
            )
        });
        format!("<script>{go}{look}</script>\n")
    }
}

/// The viewer with games and their notes inside, which it shows at once.
pub fn viewer_with(files: &[Attached]) -> Result<String, NoViewer> {
    viewer_of(files, String::new())
}

/// The viewer with games and their notes inside, which begins there.
pub fn viewer_at(files: &[Attached], opening: Opening) -> Result<String, NoViewer> {
    viewer_of(files, opening.script())
}

fn viewer_of(files: &[Attached], mut scripts: String) -> Result<String, NoViewer> {
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
    fn a_page_begins_where_it_is_told_and_looks_for_its_next_edition() {
        let still = Opening { round: 211, unit: None, edition: None }.script();
        assert_eq!(still, "<script>location.replace(\"#round=211\");</script>\n");
        let live = Opening { round: 7, unit: Some(83), edition: Some(2) }.script();
        for part in ["\"#round=7&unit=83\"", "n!==2", "edition.js?"] {
            assert!(live.contains(part), "{live}");
        }
        assert_eq!(Opening::beacon(3), "joustEdition(3);\n");
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
