#!/bin/sh
# What a JSON crate would weigh in the rules of the play page, packed: builds them in a copy of the workspace
# as they are, then with each crate in place of the reader and the writer in src/value.rs.
#   sh crates/joust-view/scripts/json-weight.sh
set -eu
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$root"
git ls-files Cargo.toml Cargo.lock crates kits rules tests/data/mad | tar -cf - -T - | tar -xf - -C "$copy"
cd "$copy"
value=crates/joust-view/src/value.rs
cp "$value" ours.rs
cp crates/joust-view/Cargo.toml ours.toml

weigh() {
  CARGO_TARGET_DIR="$copy/target" cargo rustc --quiet --profile page --target wasm32-unknown-unknown \
    --crate-type cdylib -p joust-view --features page 2>log || { cat log; exit 1; }
  bytes=$(gzip -9 -c target/wasm32-unknown-unknown/page/joust_view.wasm | wc -c)
  : "${first:=$bytes}"
  printf '%-12s %6d bytes packed, %+d\n' "$1" "$bytes" $((bytes - first))
}

# The crate is the first argument, its version the second; functions `theirs_read` and `theirs_write` follow
# on standard input.
with() {
  sed "s/^serde.workspace = true/&\n$1 = { version = \"$2\", default-features = false, features = [\"std\"] }/" \
    ours.toml | sed "/^jzon/s/, default-features.*]//" >crates/joust-view/Cargo.toml
  sed -e 's/let mut reader = Reader {.*/return theirs_read(text);\n&/' \
    -e 's/let comma = |i| .*/return f.write_str(\&theirs_write(self));\n&/' ours.rs >"$value"
  cat >>"$value"
  weigh "$1"
}

weigh hand-written
with jzon 0.12 <<'RUST'
fn theirs_read(text: &str) -> Option<Value> {
    fn ours(value: jzon::JsonValue) -> Option<Value> {
        Some(match value {
            jzon::JsonValue::Null => Value::Null,
            jzon::JsonValue::Short(text) => Value::Text(text.to_string()),
            jzon::JsonValue::String(text) => Value::Text(text),
            jzon::JsonValue::Number(number) => Value::Number(number.as_fixed_point_i64(0)?),
            jzon::JsonValue::Boolean(value) => Value::Bool(value),
            jzon::JsonValue::Array(items) => Value::List(items.into_iter().map(ours).collect::<Option<_>>()?),
            jzon::JsonValue::Object(fields) => Value::Object(
                fields.iter().map(|(name, value)| Some((Cow::Owned(name.to_owned()), ours(value.clone())?))).collect::<Option<_>>()?,
            ),
        })
    }
    ours(jzon::parse(text).ok()?)
}
fn theirs_write(value: &Value) -> String {
    fn theirs(value: &Value) -> jzon::JsonValue {
        match value {
            Value::Null => jzon::JsonValue::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(number) | Value::Millionths(number) => (*number).into(),
            Value::Text(text) => text.as_str().into(),
            Value::List(values) => jzon::JsonValue::Array(values.iter().map(theirs).collect()),
            Value::Object(fields) => {
                let mut object = jzon::object::Object::new();
                fields.iter().for_each(|(name, value)| object.insert(name, theirs(value)));
                jzon::JsonValue::Object(object)
            }
        }
    }
    theirs(value).dump()
}
RUST
with serde_json 1 <<'RUST'
fn theirs_read(text: &str) -> Option<Value> {
    fn ours(value: serde_json::Value) -> Option<Value> {
        Some(match value {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(value),
            serde_json::Value::Number(number) => Value::Number(number.as_i64()?),
            serde_json::Value::String(text) => Value::Text(text),
            serde_json::Value::Array(items) => Value::List(items.into_iter().map(ours).collect::<Option<_>>()?),
            serde_json::Value::Object(fields) => Value::Object(
                fields.into_iter().map(|(name, value)| Some((Cow::Owned(name), ours(value)?))).collect::<Option<_>>()?,
            ),
        })
    }
    ours(serde_json::from_str(text).ok()?)
}
fn theirs_write(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
RUST
