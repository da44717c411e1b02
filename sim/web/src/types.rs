//! The TypeScript types of the page, derived from what the module sends and takes.

use crate::about::About;
use crate::assembler::{Faults, Words, Written};
use crate::lessons::Shown;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_lab::lesson::{Attempt, Grade};
use trueboard_lab::{Answer, ImageOn, Panel, Request, Setup};
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name: of a type and of all that it is made of.
struct Declared {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl Declared {
    /// The page leaves out fields of what the module takes with defaults.
    fn is_partial(id: TypeId) -> bool {
        let taken = [
            TypeId::of::<Request>(),
            TypeId::of::<Setup>(),
            TypeId::of::<ImageOn>(),
            TypeId::of::<Attempt>(),
        ];
        taken.contains(&id)
    }
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the language have no declaration.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.texts.contains_key(&name) {
                return;
            }
            let declaration = T::decl(&self.config);
            let (head, body) = declaration.split_once(" = ").unwrap_or((&declaration, ""));
            let body = body.trim_end_matches(';');
            let body = match Declared::is_partial(TypeId::of::<T>()) {
                true => format!("Partial<{body}>"),
                false => body.to_owned(),
            };
            let docs = T::docs().unwrap_or_default();
            self.texts
                .insert(name, format!("{docs}export {head} = {body};\n"));
        }
        T::visit_dependencies(self);
    }
}

fn derived() -> String {
    let mut all = Declared {
        config: Config::new().with_large_int("number"),
        texts: BTreeMap::new(),
    };
    all.visit::<Request>();
    all.visit::<Answer>();
    all.visit::<Setup>();
    all.visit::<About>();
    all.visit::<Shown>();
    all.visit::<Attempt>();
    all.visit::<Grade>();
    all.visit::<Words>();
    all.visit::<Written>();
    all.visit::<Faults>();
    let mut text = String::from(
        "// What the module sends and takes, derived from its types: VIEWS=write cargo test -p trueboard-web types\n\n",
    );
    let declarations: Vec<String> = all.texts.into_values().collect();
    text.push_str(&declarations.join("\n"));
    let later = Panel::ALL.iter().filter(|(_, panel)| panel.comes_later());
    let later: Vec<String> = later.map(|(name, _)| format!("{name:?}")).collect();
    text.push_str(&format!(
        "\n/** Panels that are computed by executing the last instructions again: they are asked for behind the others. */\n\
         export const AFTERWARDS: Panel[] = [{}];\n",
        later.join(", ")
    ));
    text
}

/// `VIEWS=write` writes the file.
#[test]
fn the_types_of_the_page_are_those_of_the_lab() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/view.ts");
    let derived = derived();
    if std::env::var_os("VIEWS").is_some_and(|v| v == "write") {
        std::fs::write(&path, &derived).expect("it can be written");
    }
    let there = std::fs::read_to_string(&path).expect("the page has types");
    assert!(
        there == derived,
        "sim/web/page/view.ts is not what the types are; VIEWS=write cargo test -p trueboard-web types writes it"
    );
}
