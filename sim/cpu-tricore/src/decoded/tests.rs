use super::*;
use crate::isa::{LOWER, Op, UPPER, decode_op};
use trueboard_core::isa::Role;

const D: [u32; 16] = registers(0);
const A: [u32; 16] = registers(16);

const fn registers(from: u32) -> [u32; 16] {
    let (mut bits, mut n) = ([0; 16], 0);
    while n < 16 {
        bits[n] = 1 << (from + n as u32);
        n += 1;
    }
    bits
}

/// What the word of a row reads early, reads late and writes.
#[track_caller]
fn flow(op: Op, fields: &[(&str, u32)]) -> (u32, u32, u32) {
    let form = &op.row().form;
    let word = fields.iter().fold(form.fixed.value, |word, &(name, bits)| {
        let field = form.operands.iter().find(|f| f.name == name).unwrap();
        word | field.bits.scatter(bits)
    });
    assert_eq!(decode_op(word), Some(op));
    let s = DecodedInsn::decode(word).unwrap();
    assert_eq!(s.late() & !s.reads, 0);
    (s.reads & !s.late(), s.late(), s.writes)
}

#[test]
fn a_decoded_instruction_is_half_a_cache_line() {
    assert!(
        size_of::<DecodedInsn>() <= 32,
        "{}",
        size_of::<DecodedInsn>()
    );
}

#[test]
fn operands_of_a_word() {
    // add %d2,%d4,-3; ld.w %d15,[%sp]8; loop %a5,-6; jne %d15,-1,40; insert %d1,%d2,%d3,4,5.
    let s = DecodedInsn::decode(0x2000_048b | 0x1fd << 12).unwrap();
    assert_eq!((s.opcode, s.class, s.len), (Opcode::Add, Class::Alu, 4));
    assert_eq!((s.d, s.a, s.b, s.k), (2, 4, NONE, -3));
    let s = DecodedInsn::decode(0x0258).unwrap();
    assert_eq!(
        (s.opcode, s.len, s.d, s.b, s.o),
        (Opcode::LdW, 2, 15, A0 + 10, 8)
    );
    let s = DecodedInsn::decode(0x5dfc).unwrap();
    assert_eq!((s.opcode, s.a, s.o), (Opcode::Loop, A0 + 5, -6));
    let s = DecodedInsn::decode(0xf4de).unwrap();
    assert_eq!((s.opcode, s.a, s.k, s.o), (Opcode::Jne, 15, -1, 40));
    let s = DecodedInsn::decode(0x1205_3237).unwrap();
    assert_eq!((s.a, s.b, s.p, s.w), (2, 3, 4, 5));
    assert_eq!(DecodedInsn::decode(0x0036), None);
}

#[test]
fn register_operands_are_read_or_written() {
    let abc = [("d", 1), ("a", 2), ("b", 3)];
    assert_eq!(flow(Op::AddRr, &abc), (D[2] | D[3], 0, D[1]));
    assert_eq!(flow(Op::AddARr, &abc), (A[2] | A[3], 0, A[1]));
    // Implied operands of 16-bit forms.
    assert_eq!(
        flow(Op::AddSrr1a, &[("a", 4), ("b", 5)]),
        (D[4] | D[5], 0, D[15])
    );
    assert_eq!(flow(Op::LdASc, &[]), (A[10], 0, A[15]));
    // Conditional moves keep the old value.
    assert_eq!(
        flow(Op::CmovSrr, &[("a", 4), ("b", 5)]),
        (D[4] | D[5] | D[15], 0, D[4])
    );
    assert_eq!(flow(Op::AddscARr, &abc), (D[2] | A[3], 0, A[1]));
}

#[test]
fn pairs_are_two_registers() {
    assert_eq!(
        flow(Op::DivRr, &[("d", 4), ("a", 6), ("b", 7)]),
        (D[6] | D[7], 0, D[4] | D[5])
    );
    assert_eq!(
        flow(Op::LdDaBoPost, &[("d", 2), ("b", 4)]),
        (A[4], 0, A[2] | A[3] | A[4])
    );
    assert_eq!(
        flow(Op::InsertRrrr, &[("d", 1), ("a", 2), ("b", 3), ("c", 14)]),
        (D[2] | D[3] | D[14] | D[15], 0, D[1])
    );
}

#[test]
fn odd_pairs_are_marked() {
    let odd = |word| DecodedInsn::decode(word).unwrap().odd_pair;
    // div, ld.d, ld.w with circular addressing, and a plain ld.w.
    assert!(odd(0x5201_654b) && !odd(0x4201_654b));
    assert!(odd(0x0940_2309) && !odd(0x0940_2209));
    assert!(odd(0x0500_3229) && !odd(0x0500_2329));
    assert!(!odd(0x0900_3309));
}

#[test]
fn addressing_modes_update_their_base() {
    let db = [("d", 1), ("b", 4)];
    assert_eq!(flow(Op::LdWBoBase, &db), (A[4], 0, D[1]));
    assert_eq!(flow(Op::LdWBoPost, &db), (A[4], 0, D[1] | A[4]));
    assert_eq!(flow(Op::LdWBoPre, &db), (A[4], 0, D[1] | A[4]));
    assert_eq!(flow(Op::LdWBoCirc, &db), (A[4] | A[5], 0, D[1] | A[5]));
    assert_eq!(flow(Op::LdWBoRev, &db), (A[4] | A[5], 0, D[1] | A[5]));
    assert_eq!(flow(Op::LdWAbs, &[("d", 1)]), (0, 0, D[1]));
    assert_eq!(flow(Op::LdWSlrPost, &db), (A[4], 0, D[1] | A[4]));
    assert_eq!(flow(Op::CacheaWBoRev, &db[1..]), (A[4] | A[5], 0, A[5]));
    assert_eq!(
        flow(Op::SwapWBoIndex, &[("a", 1), ("b", 4)]),
        (D[1] | A[4] | A[5], 0, D[1])
    );
    assert_eq!(flow(Op::LeaBo, &db), (A[4], 0, A[1]));
}

#[test]
fn store_data_and_accumulators_are_late() {
    let ab = [("a", 2), ("b", 4)];
    assert_eq!(flow(Op::StWBoPost, &ab), (A[4], D[2], A[4]));
    assert_eq!(flow(Op::StDBoBase, &ab), (A[4], D[2] | D[3], 0));
    assert_eq!(flow(Op::StDaBoBase, &ab), (A[4], A[2] | A[3], 0));
    let mac = [("d", 1), ("c", 6), ("a", 2), ("b", 3)];
    assert_eq!(flow(Op::MaddRrr2, &mac), (D[2] | D[3], D[6], D[1]));
    let wide = [("d", 8), ("c", 6), ("a", 2), ("b", 3)];
    assert_eq!(
        flow(Op::MsubHEUlRrr1, &wide),
        (D[2] | D[3], D[6] | D[7], D[8] | D[9])
    );
    // Not those of the FPU; and what is an address or a factor as well is needed early.
    assert_eq!(flow(Op::MaddFRrr, &mac), (D[2] | D[3] | D[6], 0, D[1]));
    assert_eq!(flow(Op::StABoBase, &[("a", 4), ("b", 4)]), (A[4], 0, 0));
    let square = [("d", 8), ("c", 6), ("a", 6), ("b", 6)];
    assert_eq!(flow(Op::MaddHEUlRrr1, &square), (D[6], D[7], D[8] | D[9]));
    // Read-modify-writes need their operand with the address.
    assert_eq!(flow(Op::LdmstBoBase, &ab), (A[4] | D[2] | D[3], 0, 0));
    assert_eq!(flow(Op::SwapmskWBoBase, &ab), (A[4] | D[2] | D[3], 0, D[2]));
}

#[test]
fn accumulating_operations_read_their_destination() {
    let abc = [("d", 1), ("a", 2), ("b", 3)];
    for op in [
        Op::AndEqRr,
        Op::XorLtURr,
        Op::ShGeRr,
        Op::OrAndnTBit,
        Op::ShXorTBit,
    ] {
        assert_eq!(flow(op, &abc), (D[1] | D[2] | D[3], 0, D[1]), "{op:?}");
    }
    for op in [Op::EqRr, Op::AndTBit, Op::InsTBit, Op::ShRr] {
        assert_eq!(flow(op, &abc), (D[2] | D[3], 0, D[1]), "{op:?}");
    }
    // All of them, by their names.
    let named = |op: &&Op| {
        let text = op.row().form.syntax;
        let head = text.split([' ', '.']).next().unwrap_or("");
        let tests = [".eq", ".ne", ".lt", ".ge"]
            .iter()
            .any(|t| text.contains(t));
        let bits = text.contains(".t ") && text.matches('.').count() == 2;
        ["and", "or", "xor", "sh"].contains(&head) && (tests || bits)
    };
    for op in Op::ALL {
        let fields = op.row().form.operands;
        let both = fields
            .iter()
            .any(|f| f.name == "d" && f.role == Role::ReadWrite);
        assert_eq!(named(&op), both, "{op:?}");
    }
}

#[test]
fn jumps_and_loops_change_registers_that_no_operand_names() {
    assert_eq!(flow(Op::JlB, &[]), (0, 0, A[11]));
    assert_eq!(flow(Op::JliRr, &[("a", 3)]), (A[3], 0, A[11]));
    assert_eq!(flow(Op::FcallB, &[]), (A[10] | A[11], 0, A[10] | A[11]));
    assert_eq!(flow(Op::FretSr, &[]), (A[10] | A[11], 0, A[10] | A[11]));
    assert_eq!(flow(Op::LoopSbr, &[("a", 3)]), (A[3], 0, A[3]));
    assert_eq!(flow(Op::LoopuBrr, &[]), (0, 0, 0));
    assert_eq!(flow(Op::JnedBrc, &[("a", 3)]), (D[3], 0, D[3]));
    assert_eq!(flow(Op::JneBrc, &[("a", 3)]), (D[3], 0, 0));
}

#[test]
fn context_operations_move_a_whole_context() {
    let upper: u32 = D[8..].iter().chain(&A[10..]).sum();
    let lower: u32 = D[..8].iter().chain(&A[2..8]).sum();
    assert_eq!((UPPER, LOWER), (upper, lower));
    assert_eq!(flow(Op::CallB, &[]), (upper, 0, A[11]));
    assert_eq!(flow(Op::CalliRr, &[("a", 2)]), (upper | A[2], 0, A[11]));
    assert_eq!(flow(Op::RetSr, &[]), (A[11], 0, upper));
    assert_eq!(flow(Op::RfeSr, &[]), (A[11], 0, upper));
    assert_eq!(flow(Op::RfmSys, &[]), (A[11], 0, A[10] | A[11]));
    assert_eq!(flow(Op::BisrSc, &[]), (lower | A[11], 0, 0));
    assert_eq!(flow(Op::SvlcxSys, &[]), (lower | A[11], 0, 0));
    assert_eq!(flow(Op::RslcxSys, &[]), (0, 0, lower | A[11]));
    assert_eq!(flow(Op::StlcxBo, &[("b", 9)]), (lower | A[11] | A[9], 0, 0));
    assert_eq!(flow(Op::LdlcxBo, &[("b", 9)]), (A[9], 0, lower));
    assert_eq!(flow(Op::StucxBo, &[("b", 9)]), (upper | A[9], 0, 0));
    assert_eq!(flow(Op::LducxBo, &[("b", 9)]), (A[9], 0, upper));
    assert_eq!(flow(Op::SyscallRc, &[]), (upper, 0, A[10] | A[11] | D[15]));
}
