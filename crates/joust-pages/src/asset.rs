//! The files of the web arena.

/// A file of the arena's pages.
#[derive(Debug)]
pub struct Asset {
    /// The name, such as `game.js`.
    pub name: &'static str,
    /// The MIME type.
    pub mime: &'static str,
    /// The content.
    pub bytes: &'static [u8],
    /// The content compressed by gzip; empty for a file that is compressed already, such as a font.
    pub gzip: &'static [u8],
    /// A hash of the content, for addresses that change with it.
    pub hash: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// All files of the arena, sorted by name; empty if the pages were not built.
pub fn assets() -> &'static [Asset] {
    ASSETS
}

/// The file with this name.
pub fn asset(name: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.name.cmp(name)).ok()?;
    Some(&ASSETS[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn files_are_found_by_name_and_packed_without_loss() {
        for wanted in assets() {
            let found = asset(wanted.name).unwrap();
            assert_eq!(found.hash, wanted.hash);
            if found.gzip.is_empty() {
                assert_eq!(found.mime, "font/woff2", "{}", found.name);
                continue;
            }
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(found.gzip).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, found.bytes, "{}", found.name);
        }
        assert!(asset("nothing.js").is_none());
    }

    #[test]
    fn styles_ask_for_each_font_by_the_address_that_is_kept() {
        let Some(styles) = asset("arena.css") else { return };
        let styles = std::str::from_utf8(styles.bytes).unwrap();
        let fonts: Vec<_> = assets().iter().filter(|asset| asset.mime == "font/woff2").collect();
        assert_eq!(fonts.len(), 2);
        for font in fonts {
            assert!(styles.contains(&format!("{}?v={}", font.name, font.hash)), "{}", font.name);
        }
    }
}
