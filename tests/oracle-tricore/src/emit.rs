//! Instruction words for the frame of a case, from the table's encoder.

use trueboard_cpu_tricore::isa::Op;

/// The word of `op` whose named operands stand for these values: register numbers, constants,
/// distances in bytes, absolute addresses.
///
/// # Panics
/// If the encoding has no such operand, or the value does not fit: a mistake in this crate.
#[must_use]
pub fn word(op: Op, operands: &[(&str, u32)]) -> u32 {
    let form = &op.row().form;
    operands
        .iter()
        .fold(form.fixed.value, |word, &(name, value)| {
            let field = form
                .operands
                .iter()
                .find(|f| f.name == name)
                .unwrap_or_else(|| panic!("{op:?} has no operand {name}"));
            let bits = match field.kind {
                "Abs18" => value >> 14 & 0x3_c000 | value & 0x3fff,
                "AbsJ" => value >> 8 & 0xf0_0000 | value >> 1 & 0xf_ffff,
                "Disp" => (value as i32 >> 1) as u32,
                _ => value,
            };
            let with = word | field.bits.scatter(bits);
            assert_eq!(field.value(with) as u32, value, "{op:?} {name}");
            with
        })
}

/// Appends the bytes of an instruction word.
pub fn push(code: &mut Vec<u8>, op: Op, word: u32) {
    code.extend(&word.to_le_bytes()[..op.width() as usize / 8]);
}

/// Collects instructions.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Code {
    /// Appends an instruction.
    pub fn op(&mut self, op: Op, operands: &[(&str, u32)]) -> &mut Code {
        push(&mut self.bytes, op, word(op, operands));
        self
    }

    /// Loads an address register with any value.
    pub fn address(&mut self, a: u32, value: u32) -> &mut Code {
        let low = value as i16;
        let high = value.wrapping_sub(low as u32) >> 16;
        self.op(Op::MovhARlc, &[("d", a), ("b", high)]);
        self.op(Op::LeaBol, &[("d", a), ("b", a), ("o", low as u32)])
    }

    /// Loads a data register with any value.
    pub fn data(&mut self, d: u32, value: u32) -> &mut Code {
        let low = value as i16;
        let high = value.wrapping_sub(low as u32) >> 16;
        self.op(Op::MovhRlc, &[("d", d), ("b", high)]);
        self.op(Op::AddiRlc, &[("d", d), ("a", d), ("b", low as u32)])
    }
}
