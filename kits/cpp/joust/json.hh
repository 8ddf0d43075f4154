// JSON: values, a reader and a writer.

#ifndef JOUST_JSON_HH
#define JOUST_JSON_HH

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace joust {

// Ends the bot with a message. There are no exceptions here, because modules have none.
[[noreturn]] inline void fail (const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
#ifdef __wasm__
  __builtin_trap();
#else
  std::exit(1);
#endif
}

// A value of JSON. What is not there is null, so that fields of later versions need no care.
class Json {
public:
  enum Type { Null, Bool, Number, Text, List, Object };

  // Reads one value.
  static Json read (const std::string& text) {
    Reader reader{ text, 0 };
    Json value = reader.value(0);
    reader.blanks();
    if (reader.at != text.size()) reader.wrong("something behind the value");
    return value;
  }

  Type type () const { return type_; }
  bool null () const { return type_ == Null; }
  bool truth () const { return type_ == Bool and number_ != 0; }
  double number () const { return number_; }
  long long integer () const { return static_cast<long long>(number_); }
  const std::string& text () const { return text_; }
  const std::vector<Json>& list () const { return list_; }
  const std::vector<std::pair<std::string, Json>>& fields () const { return fields_; }
  std::size_t size () const { return list_.size(); }

  // A field of an object, or an entry of a list; null if there is none.
  const Json& operator[] (const char* name) const {
    for (const auto& field : fields_) {
      if (field.first == name) return field.second;
    }
    return nothing();
  }
  const Json& operator[] (int i) const { return i < int(list_.size()) ? list_[i] : nothing(); }

  // Numbers and texts of a list.
  std::vector<int> integers () const {
    std::vector<int> all;
    for (const Json& entry : list_) all.push_back(static_cast<int>(entry.number_));
    return all;
  }
  std::vector<std::string> texts () const {
    std::vector<std::string> all;
    for (const Json& entry : list_) all.push_back(entry.text_);
    return all;
  }

  // A text as JSON.
  static std::string quoted (const std::string& text) {
    std::string out = "\"";
    for (char c : text) {
      switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: {
          char code[8];
          std::snprintf(code, sizeof code, "\\u%04x", c);
          out += static_cast<unsigned char>(c) < 0x20 ? std::string(code) : std::string(1, c);
        }
      }
    }
    return out + '"';
  }

  // A number as JSON: whole numbers without a point, others with as few digits as will do.
  static std::string written (double number) {
    if (not std::isfinite(number)) return "null";
    char text[32];
    for (int digits = 1; digits <= 17; ++digits) {
      std::snprintf(text, sizeof text, "%.*g", digits, number);
      if (std::strtod(text, nullptr) == number) break;
    }
    bool whole = number == std::floor(number) and std::fabs(number) < 1e15;
    if (whole) std::snprintf(text, sizeof text, "%.0f", number);
    return text;
  }

private:
  Type type_ = Null;
  double number_ = 0;
  std::string text_;
  std::vector<Json> list_;
  std::vector<std::pair<std::string, Json>> fields_;

  static const Json& nothing () {
    static const Json null;
    return null;
  }

  struct Reader {
    const std::string& text;
    std::size_t at;

    [[noreturn]] void wrong (const char* what) const {
      fail("this is not JSON: " + std::string(what) + " at byte " + std::to_string(at));
    }
    char now () const { return at < text.size() ? text[at] : '\0'; }
    void blanks () {
      while (now() == ' ' or now() == '\t' or now() == '\n' or now() == '\r') ++at;
    }
    bool skip (char c) {
      blanks();
      if (now() != c) return false;
      ++at;
      return true;
    }

    Json value (int depth) {
      if (depth > 100) wrong("too deep");
      blanks();
      Json value;
      switch (now()) {
        case '{': object(value, depth); break;
        case '[': list(value, depth); break;
        case '"': value.type_ = Text; value.text_ = string(); break;
        case 't': word("true"); value.type_ = Bool; value.number_ = 1; break;
        case 'f': word("false"); value.type_ = Bool; break;
        case 'n': word("null"); break;
        default: number(value);
      }
      return value;
    }

    void object (Json& value, int depth) {
      value.type_ = Object;
      ++at;
      if (skip('}')) return;
      do {
        blanks();
        if (now() != '"') wrong("no name of a field");
        std::string name = string();
        if (not skip(':')) wrong("no colon");
        value.fields_.emplace_back(std::move(name), this->value(depth + 1));
      } while (skip(','));
      if (not skip('}')) wrong("no end of an object");
    }

    void list (Json& value, int depth) {
      value.type_ = List;
      ++at;
      if (skip(']')) return;
      do value.list_.push_back(this->value(depth + 1)); while (skip(','));
      if (not skip(']')) wrong("no end of a list");
    }

    void word (const char* word) {
      for (; *word != '\0'; ++word, ++at) {
        if (now() != *word) wrong("an unknown word");
      }
    }

    void number (Json& value) {
      value.type_ = Number;
      char* end = nullptr;
      const char* begin = text.c_str() + at;
      bool begins = now() == '-' or (now() >= '0' and now() <= '9');
      value.number_ = std::strtod(begin, &end);
      if (not begins or end == begin) wrong("no value");
      at += static_cast<std::size_t>(end - begin);
    }

    unsigned hex () {
      unsigned code = 0;
      for (int i = 0; i < 4; ++i, ++at) {
        char c = now();
        if (c >= '0' and c <= '9') code = 16*code + unsigned(c - '0');
        else if (c >= 'a' and c <= 'f') code = 16*code + unsigned(c - 'a') + 10;
        else if (c >= 'A' and c <= 'F') code = 16*code + unsigned(c - 'A') + 10;
        else wrong("no code of a letter");
      }
      return code;
    }

    // A letter beyond the basic plane is written as two codes.
    unsigned letter () {
      unsigned code = hex();
      bool first = code >= 0xD800 and code < 0xDC00;
      if (not first or text.compare(at, 2, "\\u") != 0) return code;
      at += 2;
      return 0x10000 + ((code - 0xD800) << 10) + (hex() - 0xDC00);
    }

    static void add (std::string& out, unsigned code) {
      auto byte = [&] (unsigned bits) { out += static_cast<char>(bits); };
      if (code < 0x80) byte(code);
      else if (code < 0x800) { byte(0xC0 | code >> 6); byte(0x80 | (code & 63)); }
      else if (code < 0x10000) { byte(0xE0 | code >> 12); byte(0x80 | (code >> 6 & 63)); byte(0x80 | (code & 63)); }
      else { byte(0xF0 | code >> 18); byte(0x80 | (code >> 12 & 63)); byte(0x80 | (code >> 6 & 63)); byte(0x80 | (code & 63)); }
    }

    std::string string () {
      std::string out;
      for (++at; now() != '"'; ) {
        if (at >= text.size()) wrong("no end of a text");
        char c = text[at++];
        if (c != '\\') { out += c; continue; }
        switch (char escaped = now(); ++at, escaped) {
          case 'b': out += '\b'; break;
          case 'f': out += '\f'; break;
          case 'n': out += '\n'; break;
          case 'r': out += '\r'; break;
          case 't': out += '\t'; break;
          case 'u': add(out, letter()); break;
          case '"': case '\\': case '/': out += escaped; break;
          default: wrong("an unknown escape");
        }
      }
      ++at;
      return out;
    }
  };
};

} // namespace joust

#endif
