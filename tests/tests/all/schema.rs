//! The JSON Schema of the report, derived from its types: descriptions are their comments.

use conformance::root;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};
use trueboard_analyses::expect::Judged;
use trueboard_board::Report;

/// What report.json holds: the report of a run, and of a test its expectations.
#[derive(Serialize, JsonSchema)]
#[schemars(
    title = "trueboard.report/1",
    description = "The report of a run of Trueboard. docs/user/reference/report.md explains it."
)]
struct Document {
    #[serde(flatten)]
    report: Report,
    /// What a library of the firmware told, beside what happened; only of `trueboard test` with `expect`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expectations: Vec<Judged>,
}

/// The schema as it is published.
fn derived() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Document>();
    RecursiveTransform(published).transform(&mut schema);
    schema.to_value()
}

/// Objects have no other fields, integers no width, and descriptions no links of rustdoc.
fn published(schema: &mut Schema) {
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), json!(false));
    }
    schema.remove("format");
    schema.remove("default");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text
            .replace("[`", "`")
            .replace("`]", "`")
            .replace('\n', " ");
    }
}

/// `SCHEMA=write` writes the file.
#[test]
fn the_published_schema_is_that_of_the_types() {
    let path = root().join("docs/user/reference/report.schema.json");
    let derived = serde_json::to_string_pretty(&derived()).expect("it is JSON") + "\n";
    if std::env::var_os("SCHEMA").is_some_and(|v| v == "write") {
        std::fs::write(&path, &derived).expect("it can be written");
    }
    let published = std::fs::read_to_string(&path).expect("there is a schema");
    assert!(
        published == derived,
        "docs/user/reference/report.schema.json is not that of the types; SCHEMA=write cargo test -p conformance \
         --test all schema writes it"
    );
}
