//! The digest: 128 bits over the state of a machine, for comparison.

use super::{Observed, State};
use crate::machine::Machine;
use trueboard_core::snapshot::{Digest, to_bytes};

impl Machine {
    /// 128 bits over the whole state, as hexadecimal digits. What was only seen of the run, but for the
    /// judge, is no part of it: warnings, and what a debugger or a trace looked at.
    pub fn digest(&self) -> String {
        let mut d = Digest::default();
        for (name, bytes) in self.parts() {
            d.add(&name, &bytes);
        }
        d.finish()
    }

    /// A digest of each part: where two machines differ.
    pub fn digest_parts(&self) -> Vec<(String, String)> {
        let one = |(name, bytes): (String, Vec<u8>)| {
            let mut d = Digest::default();
            d.add(&name, &bytes);
            (name, d.finish())
        };
        self.parts().into_iter().map(one).collect()
    }

    fn parts(&self) -> Vec<(String, Vec<u8>)> {
        // Every field is listed: a new one is either a part or left out by name.
        let State {
            now,
            cores,
            states,
            devices,
            memory,
            holders,
            queue,
            snoops,
            network_queue,
            streams: _,
            streamed,
            typed,
            meters,
            die_mc,
            faults,
            untimed,
            power,
            observed,
        } = self.state(self.mem.image());
        let Observed { judge, .. } = observed;
        let gates: Vec<bool> = devices.iter().map(|d| d.clocked).collect();
        let names = self.info.iter().map(|info| info.name.clone());
        let mut parts: Vec<(String, Vec<u8>)> = names.zip(cores).collect();
        parts.extend(devices.into_iter().map(|d| (d.name, d.bytes)));
        parts.push(("memory".to_owned(), to_bytes(&memory)));
        parts.push(("meters".to_owned(), to_bytes(&meters)));
        if self.fabric.network.is_some() {
            parts.push(("network".to_owned(), to_bytes(&network_queue)));
        }
        parts.push(("events".to_owned(), to_bytes(&queue.sorted())));
        parts.extend(power.map(|bytes| ("power".to_owned(), bytes)));
        let machine = to_bytes(&(now, states, gates, typed, die_mc));
        parts.push(("machine".to_owned(), machine));
        let lines = to_bytes(&(holders, snoops));
        parts.push(("snooping".to_owned(), lines));
        parts.push(("streams".to_owned(), to_bytes(&streamed)));
        parts.extend(faults.map(|f| ("faults".to_owned(), to_bytes(&f))));
        parts.extend(untimed.then(|| ("untimed".to_owned(), Vec::new())));
        parts.push(("judge".to_owned(), to_bytes(&judge)));
        parts
    }
}
