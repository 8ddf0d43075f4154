//! What is said during a game.

use std::fmt;

/// Progress, warnings and players' own words, which need not be text. Whoever listens hears them
/// at once; otherwise they are collected.
#[derive(Default)]
pub struct Log {
    said: Vec<u8>,
    listener: Option<Listener>,
}

/// Somebody who hears everything at once.
type Listener = Box<dyn FnMut(&[u8]) + Send>;

impl Log {
    /// A log with somebody who hears everything.
    pub fn heard_by(listener: impl FnMut(&[u8]) + Send + 'static) -> Log {
        Log { said: Vec::new(), listener: Some(Box::new(listener)) }
    }

    /// Adds what somebody wrote.
    pub fn say(&mut self, bytes: &[u8]) {
        self.said.extend_from_slice(bytes);
    }

    /// Lets the listener, if there is one, hear what was said until now.
    pub fn hand_over(&mut self) {
        if let Some(listener) = &mut self.listener
            && !self.said.is_empty()
        {
            listener(&self.said);
            self.said.clear();
        }
    }

    /// What was said and not heard since the last call.
    pub fn take(&mut self) -> String {
        match String::from_utf8(std::mem::take(&mut self.said)) {
            Ok(text) => text,
            Err(other) => String::from_utf8_lossy(other.as_bytes()).into_owned(),
        }
    }
}

impl fmt::Write for Log {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.say(text.as_bytes());
        Ok(())
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("said", &String::from_utf8_lossy(&self.said)).finish_non_exhaustive()
    }
}
