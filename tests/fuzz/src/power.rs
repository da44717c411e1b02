//! Power models: refused with a reason, or all they say is a number.

use crate::Target;
use crate::rig::{BOARD, PLACE};
use conformance::root;
use trueboard_board::machine;
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::METERS;
use trueboard_power::{PowerModel, anchors, static_table};

pub const TARGET: Target = Target {
    name: "power",
    run,
    seeds,
    words: &[
        "(", ")", "[", "]", ",", "\"", "0", "-1", "1e308", "-1e308", "1e-308", "NaN", "inf",
        "None", "value: ", "unit: \"", "mW", "nJ", "K/W", "cycles", "name: \"",
    ],
    longest: 1 << 15,
    mutations: 1500,
};

fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let model = match PowerModel::from_ron(&text, PLACE, &[&METERS]) {
        Ok(model) => model,
        Err(e) => {
            let text = e.to_string();
            return assert!(text.contains(PLACE) && text.len() > 20, "{text}");
        }
    };
    for row in static_table(&model, 4, model.reference_hz()) {
        let text = serde_json::to_string(&row).expect("a row is JSON");
        assert!(!text.contains("null"), "only numbers: {text}");
    }
    let _ = anchors(&model);
    let mut m = machine(&BOARD.place, &BOARD.file, false).expect("the board is sound");
    m.set_power_model(model, BOARD.file.power_grid_us);
    m.boot().expect("it boots");
    m.run(Tick(1_200_000));
    m.finish();
}

fn seeds() -> Vec<Vec<u8>> {
    vec![std::fs::read(root().join("models/power/gr740.ron")).expect("a power model")]
}
