//! first path
use std::path::Path;
use std::sync::Arc;
use trueboard_board as tb;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string("models/boards/gr740.ron").unwrap();
    let v = tb::schema::parse("gr740.ron", &text).unwrap_or_else(|e| {
        eprintln!("{e}");
        std::process::exit(3)
    });
    let file = tb::schema::board("gr740.ron", v).unwrap_or_else(|e| {
        eprintln!("{e}");
        std::process::exit(3)
    });
    let mut m = tb::machine("gr740.ron", &file, false).unwrap_or_else(|e| {
        eprintln!("{e}");
        std::process::exit(3)
    });
    let image = tb::Image::read(
        Path::new(&args[2]),
        tb::Expected {
            machines: &[2],
            name: "SPARC",
            big_endian: true,
        },
    )
    .unwrap_or_else(|e| {
        eprintln!("{e}");
        std::process::exit(3)
    });
    m.load(Arc::new(image), &[0]).unwrap();
    m.boot().unwrap();
    let t = std::time::Instant::now();
    let end = loop {
        let e = m.run(trueboard_core::time::Tick(m.now().0 + 500_000_000 / 10));
        use std::io::Write;
        std::io::stdout().write_all(&m.take_console()).unwrap();
        if e != tb::Ended::Paused {
            break e;
        }
        if m.now().0 > 500_000_000 * 20 {
            break e;
        }
    };
    m.finish();
    let n: u64 = m.total(trueboard_core::meter::CoreMeter::Instructions);
    let s = t.elapsed().as_secs_f64();
    eprintln!(
        "{end:?} {} insns {:.3}s {:.1} MIPS",
        n,
        s,
        n as f64 / s / 1e6
    );
    for d in trueboard_core::meter::CoreMeter::ALL {
        eprintln!(
            "{:28} {:?}",
            d.def().name,
            m.meters()
                .cores
                .iter()
                .map(|c| c.get(*d))
                .collect::<Vec<_>>()
        );
    }
}
