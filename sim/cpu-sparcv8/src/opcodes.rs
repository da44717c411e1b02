//! What executes each opcode, once: [`dispatch`](crate::dispatch) makes a single step of it,
//! [`handlers`](crate::handlers) an instruction of a block.
//!
//! | kind | what `…` in `kind(…)` is | where |
//! |---|---|---|
//! | `integer`, `compare` | an operation on the state; a branch mostly follows a comparison | inline; blocks |
//! | `trapping` | an operation on the state, which may trap | inline; blocks |
//! | `load` | whether the value is extended by its sign | inline; blocks |
//! | `store` | | inline; blocks |
//! | `access` | an operation on state and memory | inline; blocks |
//! | `float` | a method of the core that makes the access | inline; blocks |
//! | `fpop` | | inline; blocks |
//! | `transfer` | a method of the core | inline; ends a block |
//! | `seldom_integer`, `seldom_plain`, `seldom_trapping`, `seldom_fpop` | as without `seldom` | off the hot path; blocks |
//! | `single` | an operation on the state, which may trap | off the hot path |
//! | `rare` | what executes it, before what its class costs | off the hot path |
//! | `own` | what executes it and accounts for its time | off the hot path |
//!
//! `plain`: there is no second operand.

/// Hands all opcodes to the macro `$to`, behind `$with`.
macro_rules! each_opcode {
    ($to:ident, $($with:tt)*) => {
        $to! { $($with)*;
            Add => integer(alu::add::<_, false, false>);
            Addcc => integer(alu::add::<_, false, true>);
            Addx => integer(alu::add::<_, true, false>);
            Addxcc => integer(alu::add::<_, true, true>);
            Sub => integer(alu::sub::<_, false, false>);
            Subcc => compare(alu::sub::<_, false, true>);
            Subx => integer(alu::sub::<_, true, false>);
            Subxcc => integer(alu::sub::<_, true, true>);
            And => integer(alu::logic::<_, false>(Ops::and));
            Andcc => compare(alu::logic::<_, true>(Ops::and));
            Andn => integer(alu::logic::<_, false>(alu::and_not));
            Andncc => integer(alu::logic::<_, true>(alu::and_not));
            Or => integer(alu::logic::<_, false>(Ops::or));
            Orcc => compare(alu::logic::<_, true>(Ops::or));
            Orn => integer(alu::logic::<_, false>(alu::or_not));
            Orncc => integer(alu::logic::<_, true>(alu::or_not));
            Xor => integer(alu::logic::<_, false>(Ops::xor));
            Xorcc => integer(alu::logic::<_, true>(Ops::xor));
            Xnor => integer(alu::logic::<_, false>(alu::xor_not));
            Xnorcc => integer(alu::logic::<_, true>(alu::xor_not));
            Sll => integer(alu::logic::<_, false>(Ops::shift_left));
            Srl => integer(alu::logic::<_, false>(Ops::shift_right));
            Sra => integer(alu::logic::<_, false>(Ops::shift_right_signed));
            Sethi => plain(alu::sethi);
            Umul => integer(alu::multiply::<_, false, false>);
            Smul => integer(alu::multiply::<_, true, false>);
            Umulcc => integer(alu::multiply::<_, false, true>);
            Smulcc => integer(alu::multiply::<_, true, true>);
            Mulscc => seldom_integer(alu::mulscc);
            Udiv => single(alu::divide::<_, false, false>);
            Sdiv => single(alu::divide::<_, true, false>);
            Udivcc => single(alu::divide::<_, false, true>);
            Sdivcc => single(alu::divide::<_, true, true>);
            Taddcc => single(alu::tagged::<_, false, false>);
            Taddcctv => single(alu::tagged::<_, false, true>);
            Tsubcc => single(alu::tagged::<_, true, false>);
            Tsubcctv => single(alu::tagged::<_, true, true>);
            Save => trapping(branch::save);
            Restore => trapping(branch::restore);
            Bicc => transfer(bicc);
            Fbfcc => transfer(fbfcc);
            Call => transfer(call);
            Jmpl => transfer(jmpl);
            Rett => own(Leon::rett);
            Ticc => own(|core, d, _| core.ticc(d));
            Rdy => seldom_plain(|o, d| system::read(o, d, IuReg::Y));
            Rdpsr => seldom_trapping(|o, d| system::read_privileged(o, d, IuReg::Psr));
            Rdwim => seldom_trapping(|o, d| system::read_privileged(o, d, IuReg::Wim));
            Rdtbr => seldom_trapping(|o, d| system::read_privileged(o, d, IuReg::Tbr));
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
            Ldd => access(mem::load_double);
            St | Stb | Sth => store();
            Std => access(mem::store_double);
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
