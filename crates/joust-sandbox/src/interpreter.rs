//! Bots in JavaScript as modules: an interpreter that is a module, with the files of the bot written into it.

use std::io::{self, Read};

/// `QuickJS` with the functions of a module. `interpreters/quickjs/build.sh` builds it.
const QUICKJS: &[u8] = include_bytes!("../../../interpreters/quickjs/quickjs.wasm.zst");
/// The export of an interpreter that is the address of its room for files.
const ROOM: &str = "joust_files";
/// The size of that room, as `joust.c` has it.
pub(crate) const MOST: usize = 1 << 20;

/// The modules of Node that the kit imports and does not use in an interpreter.
const STUBS: [(&str, &str); 2] = [
    ("node:fs", "export const createReadStream = undefined;"),
    ("node:readline", "export const createInterface = undefined;"),
];

/// Why files cannot be put into an interpreter.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadFiles {
    /// They are too long.
    #[error("the files of the bot have {0} bytes, and a module has room for {MOST}")]
    TooLong(usize),
    /// A file has a zero byte.
    #[error("{0} has a zero byte, which no source has")]
    Zero(String),
    /// The interpreter is damaged, which is our fault.
    #[error("the interpreter is damaged: {0}")]
    Interpreter(&'static str),
    /// The interpreter cannot be unpacked, which is our fault.
    #[error("the interpreter cannot be unpacked: {0}")]
    Packed(#[from] io::Error),
}

/// A module that runs a bot in JavaScript. The first file is the main one; the others are those that it imports,
/// by their names.
pub(crate) fn javascript(files: &[(String, String)]) -> Result<Vec<u8>, BadFiles> {
    let mut room = Vec::new();
    let stubs = STUBS.map(|(name, source)| (name.to_owned(), source.to_owned()));
    for (name, source) in files.iter().chain(&stubs) {
        for text in [name, source] {
            if text.as_bytes().contains(&0) {
                return Err(BadFiles::Zero(name.clone()));
            }
            room.extend_from_slice(text.as_bytes());
            room.push(0);
        }
    }
    if room.len() >= MOST {
        return Err(BadFiles::TooLong(room.len()));
    }
    let mut module = Vec::new();
    let mut packed = QUICKJS;
    let mut unpacked = ruzstd::decoding::StreamingDecoder::new(&mut packed).map_err(io::Error::other)?;
    unpacked.read_to_end(&mut module)?;
    with_data(&module, ROOM, &room).map_err(BadFiles::Interpreter)
}

/// A module with bytes at the address that an exported global gives. The bytes are one more data segment.
fn with_data(module: &[u8], global: &str, bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
    let sections = sections(module)?;
    let payload = |wanted: u8| sections.iter().find(|(id, _)| *id == wanted).map(|(_, payload)| *payload);
    let index = exported_global(payload(EXPORTS).ok_or("it exports nothing")?, global)?;
    let address = constant(payload(GLOBALS).ok_or("it has no globals")?, index)?;
    let mut segment = vec![0, I32_CONST];
    put_signed(&mut segment, address.into());
    segment.push(END);
    put(&mut segment, bytes.len() as u64);
    segment.extend_from_slice(bytes);
    let mut out = module[..HEADER].to_vec();
    for (id, payload) in sections {
        let mut changed = Vec::new();
        match id {
            DATA => {
                let mut reader = Reader(payload);
                put(&mut changed, reader.number()? + 1);
                changed.extend_from_slice(reader.0);
                changed.extend_from_slice(&segment);
            }
            DATA_COUNT => put(&mut changed, Reader(payload).number()? + 1),
            _ => changed.extend_from_slice(payload),
        }
        out.push(id);
        put(&mut out, changed.len() as u64);
        out.extend_from_slice(&changed);
    }
    Ok(out)
}

/// The magic number and the version of a module.
const HEADER: usize = 8;
/// The sections of a module.
const GLOBALS: u8 = 6;
const EXPORTS: u8 = 7;
const DATA: u8 = 11;
const DATA_COUNT: u8 = 12;
/// Instructions of a constant expression.
const I32_CONST: u8 = 0x41;
const END: u8 = 0x0b;
/// The kind of an export that is a global.
const GLOBAL: u8 = 3;

/// The sections of a module: their numbers and contents.
fn sections(module: &[u8]) -> Result<Vec<(u8, &[u8])>, &'static str> {
    let mut reader = Reader(module.get(HEADER..).ok_or("it is too short")?);
    let mut sections = Vec::new();
    while !reader.0.is_empty() {
        let id = reader.bytes(1)?[0];
        let size = reader.number()?;
        sections.push((id, reader.bytes(size as usize)?));
    }
    Ok(sections)
}

/// The number of the global that is exported under a name.
fn exported_global(exports: &[u8], name: &str) -> Result<u64, &'static str> {
    let mut reader = Reader(exports);
    for _ in 0..reader.number()? {
        let size = reader.number()?;
        let found = reader.bytes(size as usize)?;
        let (kind, index) = (reader.bytes(1)?[0], reader.number()?);
        if found == name.as_bytes() && kind == GLOBAL {
            return Ok(index);
        }
    }
    Err("it has no room for files")
}

/// The value of a global that is a constant. No global is imported.
fn constant(globals: &[u8], index: u64) -> Result<i32, &'static str> {
    let mut reader = Reader(globals);
    for at in 0..reader.number()? {
        // The type, and whether it may change.
        reader.bytes(2)?;
        if reader.bytes(1)?[0] != I32_CONST {
            return Err("a global is not a constant");
        }
        let value = reader.signed()?;
        if reader.bytes(1)?[0] != END {
            return Err("a global is not a constant");
        }
        if at == index {
            return i32::try_from(value).map_err(|_| "an address is too large");
        }
    }
    Err("a global is missing")
}

/// The unread rest of a section.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or("it is too short")?;
        self.0 = rest;
        Ok(bytes)
    }

    /// A number without a sign, seven bits to a byte.
    fn number(&mut self) -> Result<u64, &'static str> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.bytes(1)?[0];
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number is too long")
    }

    /// A number with a sign, seven bits to a byte.
    fn signed(&mut self) -> Result<i64, &'static str> {
        let mut value: i64 = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.bytes(1)?[0];
            value |= i64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let unused = 64 - shift - 7;
                return Ok(value << unused >> unused);
            }
        }
        Err("a number is too long")
    }
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

fn put_signed(out: &mut Vec<u8>, mut number: i64) {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        let is_last = (number == 0 && low & 0x40 == 0) || (number == -1 && low & 0x40 != 0);
        out.push(if is_last { low } else { low | 0x80 });
        if is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in [0, 1, 63, 64, 127, 128, 300, 65_535, 1 << 20, u64::from(u32::MAX)] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(Reader(&bytes).number(), Ok(number));
            for number in [number as i64, -(number as i64)] {
                let mut bytes = Vec::new();
                put_signed(&mut bytes, number);
                assert_eq!(Reader(&bytes).signed(), Ok(number));
            }
        }
    }

    #[test]
    fn files_become_one_more_segment_and_nothing_else_changes() {
        let file = |name: &str, source: &str| (name.to_owned(), source.to_owned());
        let files = [file("bot.js", "import './b.js'"), file("b.js", "1")];
        let module = javascript(&files).unwrap();
        let plain = javascript(&[]).unwrap();
        let text = b"bot.js\0import './b.js'\0b.js\x001\0node:fs\0";
        assert!(module.windows(text.len()).any(|window| window == text));
        let others = |module: &[u8]| {
            let all = sections(module).unwrap();
            all.iter()
                .filter(|(id, _)| *id != DATA)
                .map(|(id, bytes)| (*id, bytes.to_vec()))
                .collect::<Vec<_>>()
        };
        assert_eq!(others(&module), others(&plain));
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        let long = ("bot.js".to_owned(), " ".repeat(MOST));
        assert!(matches!(javascript(&[long]), Err(BadFiles::TooLong(_))));
        let zero = ("bot.js".to_owned(), "\0".to_owned());
        assert!(matches!(javascript(&[zero]), Err(BadFiles::Zero(_))));
    }
}
