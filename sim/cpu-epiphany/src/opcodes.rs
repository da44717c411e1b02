//! What executes each opcode, once: [`dispatch`](crate::dispatch) executes it.
//!
//! | kind | what `…` in `kind(…)` is |
//! |---|---|
//! | `integer` | an operation on the state |
//! | `logic` | a function of the operands; whether the second one is the number |
//! | `load`, `load_pair`, `store`, `store_pair` | how the address is made |
//! | `branch` | an operation on the state that answers whether it is taken, and where it goes |
//! | `fpu` | |
//!
//! Opcodes that are not listed are system instructions and TESTSET.

/// Hands these opcodes to the macro `$to`, behind `$with`.
macro_rules! each_opcode {
    ($to:ident, $($with:tt)*) => {
        $to! { $($with)*;
            Add => integer(alu::add::<_, false>);
            Sub => integer(alu::sub::<_, false>);
            And => logic(Ops::and, false);
            Orr => logic(Ops::or, false);
            Eor => logic(Ops::xor, false);
            Lsl => logic(Ops::shift_left, false);
            Lsr => logic(Ops::shift_right, false);
            Asr => logic(Ops::shift_right_signed, false);
            AddI => integer(alu::add::<_, true>);
            SubI => integer(alu::sub::<_, true>);
            LslI => logic(Ops::shift_left, true);
            LsrI => logic(Ops::shift_right, true);
            AsrI => logic(Ops::shift_right_signed, true);
            Bitr => integer(alu::bitr);
            MovI => integer(alu::mov_number);
            Movt => integer(alu::movt);
            Mov => integer(alu::mov);
            MovCc => integer(alu::mov_if);
            Nop => integer(alu::nop);
            Fadd | Fsub | Fmul | Fmadd | Fmsub | Float | Fix | Fabs => fpu();
            LdrbDisp | LdrhDisp | LdrDisp => load(AddressMode::Displacement);
            LdrbIdx | LdrhIdx | LdrIdx => load(AddressMode::Index);
            LdrbDpm | LdrhDpm | LdrDpm => load(AddressMode::DisplacementPost);
            LdrbPm | LdrhPm | LdrPm => load(AddressMode::IndexPost);
            LdrdDisp => load_pair(AddressMode::Displacement);
            LdrdIdx => load_pair(AddressMode::Index);
            LdrdDpm => load_pair(AddressMode::DisplacementPost);
            LdrdPm => load_pair(AddressMode::IndexPost);
            StrbDisp | StrhDisp | StrDisp => store(AddressMode::Displacement);
            StrbIdx | StrhIdx | StrIdx => store(AddressMode::Index);
            StrbDpm | StrhDpm | StrDpm => store(AddressMode::DisplacementPost);
            StrbPm | StrhPm | StrPm => store(AddressMode::IndexPost);
            StrdDisp => store_pair(AddressMode::Displacement);
            StrdIdx => store_pair(AddressMode::Index);
            StrdDpm => store_pair(AddressMode::DisplacementPost);
            StrdPm => store_pair(AddressMode::IndexPost);
            Bcc => branch(branch::conditional);
            B => branch(branch::always);
            Bl => branch(branch::call);
            Jr => branch(branch::jump);
            Jalr => branch(branch::jump_and_link);
        }
    };
}
pub(crate) use each_opcode;
