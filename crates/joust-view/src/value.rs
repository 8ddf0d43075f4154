//! The values that views consist of, and the subset of JSON in questions.
//!
//! The reader and the writer are written by hand because of the weight of the play page, 138 kB of at most
//! 150: in their place jzon 0.12 takes 9.5 kB more, packed, and `serde_json` 1 takes 10.7 kB more.
//! `sh crates/joust-view/scripts/json-weight.sh` repeats the figures; the tests compare both with `serde_json`.

use joust_core::Seat;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::iter::Peekable;
use std::str::Chars;

/// A value of a question, an answer or a view. `Display` writes it as JSON without blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A number in millionths.
    Millionths(i64),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Named values in order.
    Object(Vec<(Cow<'static, str>, Value)>),
}

/// Fields of an object.
pub type Fields = Vec<(&'static str, Value)>;

/// The largest depth of nesting, more than any question has.
const MAX_DEPTH: usize = 4;

impl Value {
    /// Reads a text that is exactly one value. Questions have no truth values and only natural numbers, so
    /// other values are not read.
    ///
    /// ```
    /// let question = joust_view::Value::read(r#"{"at": 3}"#).unwrap();
    /// assert_eq!(question.field("at").unwrap().to_string(), "3");
    /// ```
    pub fn read(text: &str) -> Option<Value> {
        let mut reader = Reader { rest: text.chars().peekable(), depth: 0 };
        let value = reader.value()?;
        reader.next_sign().is_none().then_some(value)
    }

    /// An object with these fields.
    pub fn object(fields: Fields) -> Value {
        Value::Object(fields.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// The object with more fields at its end.
    #[must_use]
    pub fn with(mut self, more: Fields) -> Value {
        if let Value::Object(fields) = &mut self {
            fields.extend(more.into_iter().map(|(name, value)| (name.into(), value)));
        }
        self
    }

    /// The field of an object; `None` if it is missing or null.
    pub fn field(&self, name: &str) -> Option<&Value> {
        let Value::Object(fields) = self else { return None };
        let found = fields.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value).filter(|value| **value != Value::Null)
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }
}

/// For programs that put a view into a larger document.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => out.serialize_unit(),
            Value::Bool(value) => out.serialize_bool(*value),
            Value::Number(number) => out.serialize_i64(*number),
            #[expect(clippy::cast_precision_loss, reason = "shares of a whole are small")]
            Value::Millionths(number) => out.serialize_f64(*number as f64 / MILLION as f64),
            Value::Text(text) => out.serialize_str(text),
            Value::List(values) => out.collect_seq(values),
            Value::Object(fields) => {
                let mut map = out.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

const MILLION: i64 = 1_000_000;

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(number as i64)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<Seat> for Value {
    fn from(seat: Seat) -> Value {
        seat.index().into()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, T::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Value {
        Value::List(values.into_iter().map(T::into).collect())
    }
}

/// The value in JSON, without blanks.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = |i| if i > 0 { "," } else { "" };
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => value.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Millionths(number) => {
                let sign = if *number < 0 { "-" } else { "" };
                let (whole, part) = (number.abs() / MILLION, number.abs() % MILLION);
                write!(f, "{sign}{whole}.{}", format!("{part:06}").trim_end_matches('0'))?;
                if part == 0 { f.write_char('0') } else { Ok(()) }
            }
            Value::Text(text) => write_text(text, f),
            Value::List(values) => {
                f.write_char('[')?;
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", comma(i))?;
                }
                f.write_char(']')
            }
            Value::Object(fields) => {
                f.write_char('{')?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    f.write_str(comma(i))?;
                    write_text(name, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            letter if letter < ' ' => write!(f, "\\u{:04x}", letter as u32)?,
            letter => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    depth: usize,
}

impl Reader<'_> {
    /// The next character that is not blank, without taking it.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|letter| matches!(letter, ' ' | '\n' | '\r' | '\t')).is_some() {}
        self.rest.peek().copied()
    }

    fn next_sign(&mut self) -> Option<char> {
        self.peek();
        self.rest.next()
    }

    fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            '"' => self.string().map(Value::Text),
            'n' => {
                let letters: String = self.rest.by_ref().take(4).collect();
                (letters == "null").then_some(Value::Null)
            }
            '{' => {
                let fields = self.items('}', |reader| {
                    let name = reader.string()?;
                    (reader.next_sign()? == ':').then_some(())?;
                    Some((Cow::Owned(name), reader.value()?))
                });
                fields.map(Value::Object)
            }
            '[' => self.items(']', Reader::value).map(Value::List),
            _ => self.number(),
        }
    }

    /// Items between brackets, separated by commas.
    fn items<T>(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.next_sign();
        self.depth += 1;
        let mut items = Vec::new();
        if self.depth > MAX_DEPTH {
            return None;
        }
        if self.peek()? == close {
            self.next_sign();
        } else {
            loop {
                items.push(item(self)?);
                match self.next_sign()? {
                    ',' => {}
                    sign if sign == close => break,
                    _ => return None,
                }
            }
        }
        self.depth -= 1;
        Some(items)
    }

    /// A whole number without sign.
    fn number(&mut self) -> Option<Value> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        digits.parse().ok().map(Value::Number)
    }

    fn string(&mut self) -> Option<String> {
        (self.next_sign()? == '"').then_some(())?;
        let mut text = String::new();
        loop {
            text.push(match self.rest.next()? {
                '"' => return Some(text),
                '\\' => match self.rest.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => self.unicode()?,
                    sign @ ('"' | '\\' | '/') => sign,
                    _ => return None,
                },
                letter if letter < ' ' => return None,
                letter => letter,
            });
        }
    }

    /// A `\u` escape; characters beyond the basic plane are written as surrogate pairs.
    fn unicode(&mut self) -> Option<char> {
        let high = self.unit()?;
        if !(0xd800..0xdc00).contains(&high) {
            return char::from_u32(high);
        }
        (self.rest.next()? == '\\' && self.rest.next()? == 'u').then_some(())?;
        let low = self.unit()?;
        (0xdc00..0xe000)
            .contains(&low)
            .then(|| char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low - 0xdc00))?
    }

    fn unit(&mut self) -> Option<u32> {
        let mut digits = || self.rest.next()?.to_digit(16);
        Some(digits()? << 12 | digits()? << 8 | digits()? << 4 | digits()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_alike_by_both_writers() {
        let value = Value::object(vec![
            ("none", Value::Null),
            ("yes", true.into()),
            ("numbers", [-3, 0, 1 << 30].into_iter().collect()),
            ("shares", [0, 250_000, 123_456, -1_000_000].map(Value::Millionths).into_iter().collect()),
            ("text", "a \"quoted\"\\ line\n\u{1}\u{7f} é 🚀".into()),
            ("empty", Value::object(Vec::new())),
        ]);
        let written: serde_json::Value = serde_json::from_str(&value.to_string()).unwrap();
        assert_eq!(written, serde_json::to_value(&value).unwrap());
    }

    /// The value that `serde_json` reads, where our reader has such values.
    fn known(text: &str) -> Option<Value> {
        fn ours(value: serde_json::Value) -> Option<Value> {
            Some(match value {
                serde_json::Value::Null => Value::Null,
                serde_json::Value::Number(number) => Value::Number(number.as_u64()?.try_into().ok()?),
                serde_json::Value::String(text) => Value::Text(text),
                serde_json::Value::Array(items) => {
                    Value::List(items.into_iter().map(ours).collect::<Option<_>>()?)
                }
                serde_json::Value::Object(fields) => {
                    let field = |(name, value)| Some((Cow::Owned(name), ours(value)?));
                    Value::Object(fields.into_iter().map(field).collect::<Option<_>>()?)
                }
                serde_json::Value::Bool(_) => return None,
            })
        }
        ours(serde_json::from_str(text).ok()?)
    }

    #[test]
    fn questions_read_as_elsewhere() {
        let texts = [
            r#"{"game":"mad","course":["pass","112<>221"],"at":12,"values":null}"#,
            "{ \"a\" : [ ] ,\n\t\"b\" : { } }",
            r#""\"\\\/\b\f\n\r\t\u00e9\u20ac\ud83d\ude80 é 🚀""#,
            "0",
            "10",
            "01",
            "-1",
            "1.5",
            "",
            "null",
            "nul",
            "nullx",
            "true",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"",
            "\"a\nb\"",
            "\"open",
            "[[[1]]]",
            "{} {}",
            "99999999999999999999999",
        ];
        for text in texts {
            assert_eq!(Value::read(text), known(text), "{text}");
        }
    }

    #[test]
    fn texts_of_any_depth_are_refused_without_overflow() {
        assert_eq!(Value::read(&"[".repeat(100_000)), None);
        assert_eq!(Value::read("[[[[[]]]]]"), None);
    }
}
