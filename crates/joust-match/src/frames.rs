//! A file of zstd frames that is only added to: what is in it is whole, whatever ends the program.
//!
//! The first frame says what the file is. Frames that were cut off by a
//! kill or a power cut are removed when the file is opened again; damage before whole frames is refused,
//! because removing it would remove them. `zstdcat` gives all frames as one text.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

/// The level of compression: on a game of MAD, higher levels gain little and take long.
const LEVEL: i32 = 6;
/// The most bytes of a frame before compression.
pub(crate) const LONGEST: usize = 256 << 20;
/// How long to wait for the lock of a writer that has just ended.
const PATIENCE: Duration = Duration::from_millis(200);
/// The first bytes of a frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Why a file of frames cannot be used.
#[derive(Debug)]
pub(crate) enum BadFrames {
    Io(io::Error),
    /// Another program writes to it.
    Busy,
    /// Its first frame is another one: the text of that, if it can be read.
    Other(Option<String>),
    /// There are whole frames behind bytes that are not.
    Damaged {
        /// The first byte that is not part of a whole frame.
        at: u64,
    },
}

impl From<io::Error> for BadFrames {
    fn from(why: io::Error) -> BadFrames {
        BadFrames::Io(why)
    }
}

/// An open file of frames, which no other program can open.
pub(crate) struct Frames {
    file: File,
    /// The bytes of all whole frames.
    length: u64,
    compressor: Compressor<'static>,
}

impl Frames {
    /// Opens the file whose first frame is this text, or begins it. `hear` is given the text of every other
    /// frame. Gives also the number of bytes that were cut off.
    pub(crate) fn open(
        path: &Path,
        first: &str,
        hear: &mut dyn FnMut(&str) -> Result<(), BadFrames>,
    ) -> Result<(Frames, u64), BadFrames> {
        let file = joust_files::open_to_append(path)?;
        if !joust_files::lock(&file, PATIENCE) {
            return Err(BadFrames::Busy);
        }
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        let mut frames = Frames { file, length: 0, compressor };
        let size = frames.file.metadata()?.len();
        let head = frames.compressor.compress(first.as_bytes())?;
        // A file that was begun a moment before the program was killed.
        let begun = size < head.len() as u64 && {
            let mut bytes = Vec::new();
            (&frames.file).read_to_end(&mut bytes)?;
            head.starts_with(&bytes)
        };
        if begun {
            frames.file.set_len(0)?;
            frames.append(&[first.as_bytes()])?;
            frames.sync()?;
            joust_files::sync_name(path)?;
            return Ok((frames, 0));
        }
        frames.read(first, size, hear)?;
        let cut = size - frames.length;
        if cut > 0 {
            frames.file.set_len(frames.length)?;
            frames.file.sync_data()?;
        }
        Ok((frames, cut))
    }

    /// Reads all whole frames from the start.
    fn read(
        &mut self,
        first: &str,
        size: u64,
        hear: &mut dyn FnMut(&str) -> Result<(), BadFrames>,
    ) -> Result<(), BadFrames> {
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        reader.rewind()?;
        let mut at = 0;
        while at < size {
            let text = match frame(&mut reader) {
                Ok(text) => text,
                Err(_) if at == 0 => return Err(BadFrames::Other(None)),
                Err(_) => {
                    drop(reader);
                    return self.check_tail(at, size);
                }
            };
            if at == 0 && text != first {
                return Err(BadFrames::Other(Some(text)));
            }
            if at > 0 {
                hear(&text)?;
            }
            at = reader.stream_position()?;
            self.length = at;
        }
        Ok(())
    }

    /// Refuses a file in which whole frames follow bytes that are not part of one.
    fn check_tail(&self, at: u64, size: u64) -> Result<(), BadFrames> {
        let damaged = || BadFrames::Damaged { at };
        if size - at > LONGEST as u64 {
            return Err(damaged());
        }
        let mut tail = Vec::new();
        let mut file = &self.file;
        file.seek(io::SeekFrom::Start(at))?;
        file.read_to_end(&mut tail)?;
        let mut begins = tail.windows(MAGIC.len()).enumerate().skip(1).filter(|(_, bytes)| *bytes == MAGIC);
        if begins.any(|(begin, _)| frame(&mut &tail[begin..]).is_ok()) { Err(damaged()) } else { Ok(()) }
    }

    /// Adds frames with these texts. If that fails, the file is what it was before.
    pub(crate) fn append(&mut self, texts: &[impl AsRef<[u8]>]) -> Result<(), BadFrames> {
        let mut bytes = Vec::new();
        for text in texts {
            bytes.append(&mut self.compressor.compress(text.as_ref())?);
        }
        if let Err(why) = self.file.write_all(&bytes) {
            // What stays of it is cut off when the file is opened again.
            let _ = self.file.set_len(self.length);
            return Err(why.into());
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Returns when all frames are on the disk.
    pub(crate) fn sync(&self) -> Result<(), BadFrames> {
        Ok(self.file.sync_data()?)
    }

    /// The number of bytes of the file.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }
}

/// The text of the frame with which the source begins. The source then stands behind it.
fn frame(source: &mut impl io::BufRead) -> io::Result<String> {
    let mut text = Vec::new();
    let decoder = zstd::stream::read::Decoder::with_buffer(source)?.single_frame();
    let read = decoder.take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    if read > LONGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this frame is too long"));
    }
    String::from_utf8(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is not a text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const FIRST: &str = "{\"first\":1}\n";

    fn open(path: &Path) -> Result<(Frames, u64, Vec<String>), String> {
        let mut heard = Vec::new();
        let opened = Frames::open(path, FIRST, &mut |text| {
            heard.push(text.to_owned());
            Ok(())
        });
        opened.map(|(frames, cut)| (frames, cut, heard)).map_err(|why| format!("{why:?}"))
    }

    /// Three frames, and where each frame of the file ends.
    fn written(path: &Path) -> (Vec<u8>, Vec<u64>) {
        let (mut frames, ..) = open(path).unwrap();
        let mut ends = vec![frames.length()];
        for text in ["one\n", "two\n", "three\n"] {
            frames.append(&[text.repeat(50)]).unwrap();
            ends.push(frames.length());
        }
        drop(frames);
        (fs::read(path).unwrap(), ends)
    }

    #[test]
    fn wherever_it_is_cut_the_whole_frames_are_found_and_the_file_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let (bytes, ends) = written(&path);
        for length in 0..=bytes.len() as u64 {
            fs::write(&path, &bytes[..length as usize]).unwrap();
            let (mut frames, cut, heard) = open(&path).unwrap();
            let whole = ends.iter().filter(|end| **end <= length).count();
            assert_eq!(heard.len(), whole.saturating_sub(1), "{length}");
            let last = ends.iter().rev().find(|end| **end <= length).copied();
            assert_eq!(cut, last.map_or(0, |last| length - last), "{length}");
            for text in &["one\n", "two\n", "three\n"][heard.len()..] {
                frames.append(&[text.repeat(50)]).unwrap();
            }
            drop(frames);
            assert!(fs::read(&path).unwrap() == bytes, "{length}");
        }
    }

    #[test]
    fn garbage_at_the_end_is_cut_and_damage_before_whole_frames_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let (bytes, ends) = written(&path);
        fs::write(&path, [bytes.as_slice(), &[0; 999]].concat()).unwrap();
        assert_eq!(open(&path).unwrap().1, 999);
        let mut changed = bytes.clone();
        changed[ends[1] as usize + 12] ^= 1;
        fs::write(&path, &changed).unwrap();
        assert!(open(&path).err().unwrap().contains(&format!("Damaged {{ at: {} }}", ends[1])));
        assert!(fs::read(&path).unwrap() == changed, "it is left alone");
        // The last frame is no loss: its work is done again.
        let mut changed = bytes.clone();
        changed[ends[2] as usize + 12] ^= 1;
        fs::write(&path, &changed).unwrap();
        assert_eq!(open(&path).unwrap().2.len(), 2);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let other = zstd::encode_all(&b"{\"first\":2}\n"[..], 1).unwrap();
        for (bytes, why) in
            [(b"notes".to_vec(), "Other(None)"), (other, "Other(Some(\"{\\\"first\\\":2}\\n\"))")]
        {
            fs::write(&path, &bytes).unwrap();
            assert_eq!(open(&path).err().unwrap(), why);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn only_one_program_at_a_time_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let (first, ..) = open(&path).unwrap();
        assert_eq!(open(&path).err().unwrap(), "Busy");
        drop(first);
        assert!(open(&path).is_ok());
    }
}
