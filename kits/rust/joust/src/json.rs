//! JSON: values, a reader and a writer.

use std::ops::Index;

/// A value of JSON. What is not there is null, so that fields of later versions need no care.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object, with its fields in their order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one value.
    pub fn read(text: &str) -> Result<Json, String> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        reader.blanks();
        if reader.at < reader.bytes.len() {
            reader.wrong("something behind the value")
        } else {
            Ok(value)
        }
    }

    /// Whether this is null, or was not there.
    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }

    /// The number; 0 for other values.
    pub fn number(&self) -> f64 {
        if let Json::Number(number) = self {
            *number
        } else {
            0.0
        }
    }

    /// The number as a whole one.
    pub fn integer(&self) -> i64 {
        self.number() as i64
    }

    /// The number as an index or a count.
    pub fn size(&self) -> usize {
        self.number() as usize
    }

    /// The text; empty for other values.
    pub fn text(&self) -> &str {
        if let Json::Text(text) = self {
            text
        } else {
            ""
        }
    }

    /// The entries of a list; none for other values.
    pub fn list(&self) -> &[Json] {
        if let Json::List(list) = self {
            list
        } else {
            &[]
        }
    }

    /// The fields of an object; none for other values.
    pub fn fields(&self) -> &[(String, Json)] {
        if let Json::Object(fields) = self {
            fields
        } else {
            &[]
        }
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<String> {
        self.list().iter().map(|entry| entry.text().to_owned()).collect()
    }

    /// The numbers of a list.
    pub fn integers(&self) -> Vec<i64> {
        self.list().iter().map(Json::integer).collect()
    }

    /// The value, if it is there.
    pub fn some(&self) -> Option<&Json> {
        if self.is_null() {
            None
        } else {
            Some(self)
        }
    }

    /// A text as JSON.
    pub fn quoted(text: &str) -> String {
        let mut out = String::from('"');
        for letter in text.chars() {
            match letter {
                '"' => out += "\\\"",
                '\\' => out += "\\\\",
                '\u{8}' => out += "\\b",
                '\u{c}' => out += "\\f",
                '\n' => out += "\\n",
                '\r' => out += "\\r",
                '\t' => out += "\\t",
                letter if letter < ' ' => out += &format!("\\u{:04x}", letter as u32),
                letter => out.push(letter),
            }
        }
        out + "\""
    }

    /// A number as JSON.
    pub fn written(number: f64) -> String {
        if number.is_finite() {
            number.to_string()
        } else {
            "null".to_owned()
        }
    }
}

const NULL: Json = Json::Null;

impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, name: &str) -> &Json {
        self.fields().iter().find(|(known, _)| known == name).map_or(&NULL, |(_, value)| value)
    }
}

impl Index<usize> for Json {
    type Output = Json;

    fn index(&self, at: usize) -> &Json {
        self.list().get(at).unwrap_or(&NULL)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// How deep lists and objects may lie in each other.
const DEEPEST: usize = 100;

impl Reader<'_> {
    fn wrong<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("this is not JSON: {what} at byte {}", self.at))
    }

    fn now(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn blanks(&mut self) {
        while matches!(self.now(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    fn skip(&mut self, byte: u8) -> bool {
        self.blanks();
        let found = self.now() == byte;
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return self.wrong("too deep");
        }
        self.blanks();
        match self.now() {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => Ok(Json::Text(self.string()?)),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut fields = Vec::new();
        self.at += 1;
        if self.skip(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.blanks();
            if self.now() != b'"' {
                return self.wrong("no name of a field");
            }
            let name = self.string()?;
            if !self.skip(b':') {
                return self.wrong("no colon");
            }
            fields.push((name, self.value(depth + 1)?));
            if self.skip(b'}') {
                return Ok(Json::Object(fields));
            }
            if !self.skip(b',') {
                return self.wrong("no end of an object");
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut list = Vec::new();
        self.at += 1;
        if self.skip(b']') {
            return Ok(Json::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if self.skip(b']') {
                return Ok(Json::List(list));
            }
            if !self.skip(b',') {
                return self.wrong("no end of a list");
            }
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return self.wrong("an unknown word");
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Json, String> {
        let rest = &self.bytes[self.at..];
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let length = rest.iter().take_while(|byte| is_part(byte)).count();
        let number = std::str::from_utf8(&rest[..length]).ok().and_then(|text| text.parse().ok());
        match number {
            Some(number) => {
                self.at += length;
                Ok(Json::Number(number))
            }
            None => self.wrong("no value"),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let byte = self.now();
            if self.at >= self.bytes.len() {
                return self.wrong("no end of a text");
            }
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let letter = self.escaped()?;
                    out.extend(letter.to_string().into_bytes());
                }
                byte => out.push(byte),
            }
        }
        // The text was Unicode, and escapes are letters.
        String::from_utf8(out).map_err(|why| why.to_string())
    }

    fn escaped(&mut self) -> Result<char, String> {
        let byte = self.now();
        self.at += 1;
        Ok(match byte {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'"' | b'\\' | b'/' => char::from(byte),
            b'u' => {
                let mut code = self.hex()?;
                // A letter beyond the basic plane is written as two codes.
                if (0xD800..0xDC00).contains(&code) && self.bytes[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    code = 0x10000 + ((code - 0xD800) << 10) + (self.hex()? & 0x3FF);
                }
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return self.wrong("an unknown escape"),
        })
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.bytes.get(self.at..self.at + 4);
        let text = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match text.and_then(|text| u32::from_str_radix(text, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.wrong("no code of a letter"),
        }
    }
}
