//! Every image runs to success, says so on its console, and its accounts balance.

use conformance::{all_prebuilt, golden, prebuilt, run_prebuilt};
use std::collections::BTreeSet;

fn check(name: &str) {
    let run = run_prebuilt(name);
    let complaints = golden::complaints(name, &run);
    assert!(complaints.is_empty(), "{name}:\n{}", complaints.join("\n"));
}

macro_rules! images {
    ($($board:ident: $($name:ident),*;)*) => {
        $(
            mod $board {
                $(
                    #[test]
                    fn $name() {
                        super::check(concat!(stringify!($board), "/", stringify!($name)));
                    }
                )*
            }
        )*

        #[test]
        fn none_is_forgotten() {
            let listed: BTreeSet<_> = [$($(prebuilt(
                concat!(stringify!($board), "/", stringify!($name))
            )),*),*].into();
            let shipped: BTreeSet<_> = all_prebuilt()
                .into_iter()
                .filter(|(board, _)| [$(stringify!($board)),*].contains(&board.as_str()))
                .map(|(_, image)| image)
                .collect();
            assert_eq!(listed, shipped);
        }
    };
}

images!(
    gr740:
        hello, lu, omp, events, counters, contention, traps, heat, memory, epapi_demo,
        speed_calls, speed_loop, speed_matmul, speed_memory, speed_four, speed_cold,
        speed_mix, speed_data, speed_devices, monitor, peers, rt_sequential, rt_scattered, rt_pair, rt_pair_delayed, rt_readers, tasks,
        omp_full, omp_clang, marks, lu_for, lu_table1, lu_tasks, proc, loops, overhead, overhead_long, tracker, raytrace,
        pthreads, thread_local,
        pmc, pmc_preset, pmc_event, pmc_uncleared, pmc_narrow, pmc_core, pmc_sign, pmc_wrap,
        lu_for_extrae, lu_tasks_extrae, lu_idle_extrae, loops_extrae, proc_extrae, proc_extrae_250,
        proc_extrae_set, functions_extrae;
    tc275:
        hello, c_tests, events, interrupts, traps, vendor, speed_loop, speed_memory, speed_three,
        epapi, epapi_bare, epapi_bare_e, epapi_contention, epapi_demo, epapi_e, epapi_state, latency,
        dataflash, counters, osek_tasks;
);

/// A board of existing parts, and an image that QEMU's LEON3 machine runs too.
#[test]
fn the_leon3_board_runs() {
    let board = trueboard_board::open_board("leon3-mini", &[]).expect("it is a board");
    let image = conformance::root().join("firmware/prebuilt/leon3-mini/hello.elf");
    let run = conformance::try_run(&board, conformance::on_boot_core(image)).expect("it runs");
    assert_eq!(
        run.console,
        "Hello from a LEON3\nfive timer interrupts\nchecksum OK\n"
    );
    assert_eq!(run.report.outcome.status, Some(0));
    assert!(run.report.warnings.is_empty(), "{:?}", run.report.warnings);
}
