//! libFuzzer's entry. The variable `FUZZ_TARGET` names the target; arguments are libFuzzer's.

#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<&'static fuzz::Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    fuzz::target(&name).unwrap_or_else(|| {
        let known: Vec<&str> = fuzz::TARGETS.iter().map(|t| t.name).collect();
        eprintln!("FUZZ_TARGET={name}: must be one of {}", known.join(", "));
        std::process::exit(2)
    })
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (TARGET.run)(data);
});
