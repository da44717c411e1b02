//! What executes each opcode, once: [`dispatch`](crate::dispatch) makes a single step of it,
//! [`handlers`](crate::handlers) an instruction of a block.
//!
//! | kind | what `…` in `kind(…)` is | where |
//! |---|---|---|
//! | `integer`, `compare` | an operation on the state; a branch mostly follows a comparison | inline; blocks |
//! | `trapping` | an operation on the state, which may trap | inline; blocks |
//! | `load` | whether the value is extended by its sign | inline; blocks |
//! | `store`, `access`, `float` | a method of the core that makes the access | inline; blocks |
//! | `fpop` | | inline; blocks |
//! | `transfer` | a method of the core | inline; ends a block |
//! | `seldom_integer`, `seldom_plain`, `seldom_trapping`, `seldom_fpop` | as without `seldom` | off the hot path; blocks |
//! | `rare` | what executes it, before what its class costs | off the hot path |
//! | `own` | what executes it and accounts for its time | off the hot path |
//!
//! `plain`: there is no second operand.

/// Hands all opcodes to the macro `$to`, behind `$with`.
macro_rules! each_opcode {
    ($to:ident, $($with:tt)*) => {
        $to! { $($with)*;
            Add => integer(alu::add::<false, false>);
            Addcc => integer(alu::add::<false, true>);
            Addx => integer(alu::add::<true, false>);
            Addxcc => integer(alu::add::<true, true>);
            Sub => integer(alu::sub::<false, false>);
            Subcc => compare(alu::sub::<false, true>);
            Subx => integer(alu::sub::<true, false>);
            Subxcc => integer(alu::sub::<true, true>);
            And => integer(alu::logic::<false>(|a, b| a & b));
            Andcc => compare(alu::logic::<true>(|a, b| a & b));
            Andn => integer(alu::logic::<false>(|a, b| a & !b));
            Andncc => integer(alu::logic::<true>(|a, b| a & !b));
            Or => integer(alu::logic::<false>(|a, b| a | b));
            Orcc => compare(alu::logic::<true>(|a, b| a | b));
            Orn => integer(alu::logic::<false>(|a, b| a | !b));
            Orncc => integer(alu::logic::<true>(|a, b| a | !b));
            Xor => integer(alu::logic::<false>(|a, b| a ^ b));
            Xorcc => integer(alu::logic::<true>(|a, b| a ^ b));
            Xnor => integer(alu::logic::<false>(|a, b| a ^ !b));
            Xnorcc => integer(alu::logic::<true>(|a, b| a ^ !b));
            Sll => integer(alu::logic::<false>(alu::sll));
            Srl => integer(alu::logic::<false>(alu::srl));
            Sra => integer(alu::logic::<false>(alu::sra));
            Sethi => plain(alu::sethi);
            Umul => integer(alu::multiply::<false, false>);
            Smul => integer(alu::multiply::<true, false>);
            Umulcc => integer(alu::multiply::<false, true>);
            Smulcc => integer(alu::multiply::<true, true>);
            Mulscc => seldom_integer(alu::mulscc);
            Udiv => rare(|core, d, _| alu::divide(&mut core.state, d, false, false));
            Sdiv => rare(|core, d, _| alu::divide(&mut core.state, d, true, false));
            Udivcc => rare(|core, d, _| alu::divide(&mut core.state, d, false, true));
            Sdivcc => rare(|core, d, _| alu::divide(&mut core.state, d, true, true));
            Taddcc => rare(|core, d, _| alu::tagged(&mut core.state, d, false, false));
            Taddcctv => rare(|core, d, _| alu::tagged(&mut core.state, d, false, true));
            Tsubcc => rare(|core, d, _| alu::tagged(&mut core.state, d, true, false));
            Tsubcctv => rare(|core, d, _| alu::tagged(&mut core.state, d, true, true));
            Save => trapping(branch::save);
            Restore => trapping(branch::restore);
            Bicc => transfer(bicc);
            Fbfcc => transfer(fbfcc);
            Call => transfer(call);
            Jmpl => transfer(jmpl);
            Rett => own(Leon::rett);
            Ticc => own(|core, d, _| core.ticc(d));
            Rdy => seldom_plain(|st, d| system::read(st, d, |st| st.y));
            Rdpsr => seldom_trapping(|st, d| system::read_privileged(st, d, |st| st.psr.to_bits()));
            Rdwim => seldom_trapping(|st, d| system::read_privileged(st, d, |st| st.wim));
            Rdtbr => seldom_trapping(|st, d| system::read_privileged(st, d, |st| st.tbr));
            Rdasr => rare(Leon::rdasr);
            Wry => seldom_plain(system::write_y);
            Wrpsr => rare(Leon::wrpsr);
            Wrwim => seldom_trapping(system::write_wim);
            Wrtbr => seldom_trapping(system::write_tbr);
            Wrasr => rare(Leon::wrasr);
            Stbar => rare(|_, _, _| Ok(()));
            Flush => rare(|core, _, _| {
                core.flush_caches(true, true);
                Ok(())
            });
            Ld | Ldub | Lduh => load(false);
            Ldsb | Ldsh => load(true);
            Ldd => access(load_double);
            St | Stb | Sth => store(store_word);
            Std => access(store_double);
            Ldf | Lddf => float(load_fp);
            Stf | Stdf => float(store_fp);
            Ldfsr => own(Leon::ldfsr);
            Stfsr => own(Leon::stfsr);
            Stdfq => own(Leon::stdfq);
            Lda | Lduba | Lduha | Ldda => rare(|core, d, cx| core.load_alternate(d, cx, false));
            Ldsba | Ldsha => rare(|core, d, cx| core.load_alternate(d, cx, true));
            Sta | Stba | Stha | Stda => rare(Leon::store_alternate);
            Ldstub => rare(|core, d, cx| core.atomic(cx, d, Atomic::ldstub(&core.state, d)));
            Swap => rare(|core, d, cx| core.atomic(cx, d, Atomic::swap(&core.state, d)));
            Ldstuba => rare(|core, d, cx| core.atomic(cx, d, Atomic::ldstuba(&core.state, d)?));
            Swapa => rare(|core, d, cx| core.atomic(cx, d, Atomic::swapa(&core.state, d)?));
            Casa => rare(|core, d, cx| core.atomic(cx, d, Atomic::casa(&core.state, d)?));
            Faddd | Fsubd | Fmuld | Fadds | Fsubs | Fmuls | Fmovs => fpop();
            Fnegs | Fabss | Fsqrts | Fsqrtd | Fsmuld | Fdivs | Fdivd | Fitos | Fdtos | Fitod | Fstod
                | Fstoi | Fdtoi | Fcmps | Fcmpd | Fcmpes | Fcmped | Fsqrtq | Faddq | Fsubq | Fmulq
                | Fdivq | Fdmulq | Fqtos | Fqtod | Fitoq | Fstoq | Fdtoq | Fqtoi | Fcmpq | Fcmpeq
                | Fpop1Unknown | Fpop2Unknown => seldom_fpop();
            Unimp => rare(|_, _, _| Err(Exc::Trap(trap::ILLEGAL)));
            Cbccc | Ldc | Ldcsr | Lddc | Stc | Stcsr | Stdc | Cpop1 | Cpop2 => rare(|_, _, _| {
                Err(Exc::Trap(trap::CP_DISABLED))
            });
            // Privileged (V8 manual, B.5), which comes before cp_disabled.
            Stdcq => rare(|core, _, _| {
                core.state.supervisor()?;
                Err(Exc::Trap(trap::CP_DISABLED))
            });
        }
    };
}
pub(crate) use each_opcode;
