//! Snapshots: refused with a reason, or loaded; a machine with a loaded one continues.

use crate::Target;
use crate::rig;
use trueboard_core::time::Tick;

pub const TARGET: Target = Target {
    name: "snapshot",
    run,
    seeds,
    words: &["gr740"],
    longest: 1 << 20,
    mutations: 60,
};

fn run(data: &[u8]) {
    let mut m = rig::bare();
    match m.load_state(data) {
        Err(e) => assert!(e.to_string().len() > 20, "cause and remedy: {e}"),
        Ok(()) => {
            m.run(Tick(m.now().0.saturating_add(10_000)));
            m.finish();
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let at = |ticks: u64| {
        let mut m = rig::bare();
        m.boot().expect("it boots");
        m.run(Tick(ticks));
        m.save()
    };
    vec![at(0), at(3000)]
}
