//! The schemas in `docs/schema` are those of the types. `JOUST_WRITE=1 cargo test -p joust-proto --test schemas`
//! writes them.

use joust_proto::{FromBot, ToBot};
use std::path::Path;

#[test]
fn the_documented_schemas_are_those_of_the_messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    for (name, schema) in
        [("to-bot.json", schemars::schema_for!(ToBot)), ("from-bot.json", schemars::schema_for!(FromBot))]
    {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = folder.join(name);
        if std::env::var_os("JOUST_WRITE").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(found, text, "{}: write it with JOUST_WRITE=1", path.display());
    }
}
