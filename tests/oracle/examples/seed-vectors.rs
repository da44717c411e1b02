//! Writes the vectors of the known differences, with the reasons: `vectors/known.txt`.

use oracle::case::Oracle;
use oracle::known;
use oracle::ours::Ours;
use oracle::vector::Vector;

fn main() {
    let mut ours = Ours::new();
    for k in known::list() {
        let case = k.case();
        let outcome = ours
            .run(std::slice::from_ref(&case))
            .expect("runs")
            .swap_remove(0);
        let notes = vec![k.reason.to_owned()];
        println!(
            "{}",
            Vector {
                name: k.name.to_owned(),
                notes,
                case,
                outcome,
                qemu: None,
            }
            .text()
        );
    }
}
