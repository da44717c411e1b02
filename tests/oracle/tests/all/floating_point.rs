//! Every operation of the GRFPU, executed by our core, against an independent soft float.

use oracle::fpbulk::{self, execute, expected, operations};
use oracle::ours::Ours;
use oracle::rng::Rng;

const SEED: u64 = 740;

#[test]
fn operations_do_what_the_soft_float_says() {
    let mut ours = Ours::new();
    for op in operations() {
        let mut rng = Rng::new(SEED ^ (op as u64) << 32);
        let ops: Vec<_> = (0..fpbulk::ROUND)
            .map(|_| fpbulk::random(&mut rng, op))
            .collect();
        let results = execute(&mut ours, op, &ops).unwrap();
        assert_eq!(results.len(), ops.len());
        for (o, r) in ops.iter().zip(&results) {
            assert_eq!(*r, expected(o), "{o:x?}");
        }
    }
}

/// The random operations reach what they are meant to reach.
#[test]
fn every_kind_of_exception_occurs() {
    let mut rng = Rng::new(SEED);
    let mut seen = [0u32; 5];
    let mut unfinished = 0;
    for op in operations() {
        for _ in 0..2000 {
            let o = fpbulk::random(&mut rng, op);
            let e = expected(&o);
            unfinished += u32::from(e.fsr >> 14 & 7 == 2);
            for (i, n) in seen.iter_mut().enumerate() {
                *n += e.fsr >> i & 1;
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
    assert!(unfinished > 300, "{unfinished}");
}
