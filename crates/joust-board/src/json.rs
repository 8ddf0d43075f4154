//! Answers are written straight into a text: what is needed of JSON is little, and trees of values
//! would double the size of the page's rules.

use joust_core::Seat;
use std::fmt::{self, Write as _};

/// A text of JSON in the making.
#[derive(Default)]
pub(crate) struct Json {
    text: String,
    /// Whether something stands before the next value, so that a comma must come first.
    comma: bool,
}

/// Something that can be written.
pub(crate) trait Tell {
    /// Writes it as one value.
    fn tell(&self, json: &mut Json);
}

impl Json {
    /// The text of one value.
    pub(crate) fn of(value: &dyn Tell) -> String {
        let mut json = Json::default();
        value.tell(&mut json);
        json.text
    }

    fn before(&mut self) {
        if self.comma {
            self.text.push(',');
        }
        self.comma = true;
    }

    fn raw(&mut self, value: &dyn fmt::Display) {
        self.before();
        // A string takes everything.
        let _ = write!(self.text, "{value}");
    }

    /// A text made of anything that can be shown.
    pub(crate) fn shown(&mut self, value: &dyn fmt::Display) {
        self.before();
        self.text.push('"');
        let _ = write!(Escaped(&mut self.text), "{value}");
        self.text.push('"');
    }

    fn within(&mut self, open: char, close: char, inside: &mut dyn FnMut(&mut Json)) {
        self.before();
        self.text.push(open);
        self.comma = false;
        inside(self);
        self.text.push(close);
        self.comma = true;
    }

    /// An object; `inside` writes its fields.
    pub(crate) fn object(&mut self, inside: &mut dyn FnMut(&mut Json)) {
        self.within('{', '}', inside);
    }

    /// A list; `inside` writes its values.
    pub(crate) fn list(&mut self, inside: &mut dyn FnMut(&mut Json)) {
        self.within('[', ']', inside);
    }

    /// A field of an object.
    pub(crate) fn field(&mut self, name: &str, value: &dyn Tell) {
        self.shown(&name);
        self.text.push(':');
        self.comma = false;
        value.tell(self);
    }
}

struct Escaped<'a>(&'a mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '"' | '\\' => {
                    self.0.push('\\');
                    self.0.push(letter);
                }
                letter if letter < ' ' => write!(self.0, "\\u{:04x}", letter as u32)?,
                letter => self.0.push(letter),
            }
        }
        Ok(())
    }
}

/// Whatever can be shown, as a text.
pub(crate) struct Shown<T: fmt::Display>(pub(crate) T);

impl<T: fmt::Display> Tell for Shown<T> {
    fn tell(&self, json: &mut Json) {
        json.shown(&self.0);
    }
}

impl Tell for str {
    fn tell(&self, json: &mut Json) {
        json.shown(&self);
    }
}

impl Tell for &str {
    fn tell(&self, json: &mut Json) {
        json.shown(self);
    }
}

impl Tell for String {
    fn tell(&self, json: &mut Json) {
        json.shown(self);
    }
}

impl Tell for bool {
    fn tell(&self, json: &mut Json) {
        json.raw(self);
    }
}

impl Tell for usize {
    fn tell(&self, json: &mut Json) {
        json.raw(self);
    }
}

impl Tell for Seat {
    fn tell(&self, json: &mut Json) {
        json.raw(&self.index());
    }
}

impl Tell for i32 {
    fn tell(&self, json: &mut Json) {
        json.raw(self);
    }
}

impl<T: Tell> Tell for Option<T> {
    fn tell(&self, json: &mut Json) {
        match self {
            Some(value) => value.tell(json),
            None => json.raw(&"null"),
        }
    }
}

impl<T: Tell> Tell for [T] {
    fn tell(&self, json: &mut Json) {
        json.list(&mut |json| self.iter().for_each(|value| value.tell(json)));
    }
}

impl<T: Tell> Tell for Vec<T> {
    fn tell(&self, json: &mut Json) {
        self.as_slice().tell(json);
    }
}

impl<T: Tell, const N: usize> Tell for [T; N] {
    fn tell(&self, json: &mut Json) {
        self.as_slice().tell(json);
    }
}
