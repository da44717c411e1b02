//! The dictionary of this kind of core: `Meter` for this crate, [`METERS`] for all others.

trueboard_core::core_meters! {
    /// What a host counts. Instructions are steps of the script.
    pub enum Meter {
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction, also an annulled one, was issued: one each.";
    }
    /// The meters of a host.
    pub static METERS of "host";
    stack { IssueCycles }
    executed { Instructions }
    changes {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dictionary_is_in_order() {
        assert_eq!(METERS.problems(), [""; 0]);
    }
}
