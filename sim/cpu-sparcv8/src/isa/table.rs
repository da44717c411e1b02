//! The table: a row for each encoding, with the roles of its operands, its text and its timing class.

use super::class::Class;
use super::operands::*;
use crate::decoded::Operands;

trueboard_core::isa! {
    /// A SPARC V8 instruction with its operands.
    pub enum Insn;
    /// The name of an instruction, without operands.
    pub enum Op: u8;
    class Class;
    operands Operands;
    width 32;
    rows {
        // Format 3: arithmetic and logic.
        "10 ddddd 000000 sssss i jjjjjjjjjjjjj" Add { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "add {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000001 sssss i jjjjjjjjjjjjj" And { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "and {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000010 sssss i jjjjjjjjjjjjj" Or { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "or {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000011 sssss i jjjjjjjjjjjjj" Xor { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "xor {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000100 sssss i jjjjjjjjjjjjj" Sub { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "sub {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000101 sssss i jjjjjjjjjjjjj" Andn { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "andn {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000110 sssss i jjjjjjjjjjjjj" Orn { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "orn {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 000111 sssss i jjjjjjjjjjjjj" Xnor { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "xnor {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 001000 sssss i jjjjjjjjjjjjj" Addx { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "addx {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 001100 sssss i jjjjjjjjjjjjj" Subx { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "subx {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 010000 sssss i jjjjjjjjjjjjj" Addcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "addcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010001 sssss i jjjjjjjjjjjjj" Andcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "andcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010010 sssss i jjjjjjjjjjjjj" Orcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "orcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010011 sssss i jjjjjjjjjjjjj" Xorcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "xorcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010100 sssss i jjjjjjjjjjjjj" Subcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "subcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010101 sssss i jjjjjjjjjjjjj" Andncc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "andncc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010110 sssss i jjjjjjjjjjjjj" Orncc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "orncc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 010111 sssss i jjjjjjjjjjjjj" Xnorcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "xnorcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 011000 sssss i jjjjjjjjjjjjj" Addxcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "addxcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 011100 sssss i jjjjjjjjjjjjj" Subxcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "subxcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 100000 sssss i jjjjjjjjjjjjj" Taddcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "taddcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 100001 sssss i jjjjjjjjjjjjj" Tsubcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "tsubcc {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 100010 sssss i jjjjjjjjjjjjj" Taddcctv { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "taddcctv {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 100011 sssss i jjjjjjjjjjjjj" Tsubcctv { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "tsubcctv {rs1}, {op2}, {rd}" AluCc;
        "10 ddddd 100100 sssss i jjjjjjjjjjjjj" Mulscc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "mulscc {rs1}, {op2}, {rd}" AluCc;

        // Shifts: a register or a count of 5 bits; bits 12:5 are ignored.
        "10 ddddd 100101 sssss i -------- jjjjj" Sll { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "sll {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 100110 sssss i -------- jjjjj" Srl { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "srl {rs1}, {op2}, {rd}" Alu;
        "10 ddddd 100111 sssss i -------- jjjjj" Sra { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "sra {rs1}, {op2}, {rd}" Alu;

        // Multiply and divide.
        "10 ddddd 001010 sssss i jjjjjjjjjjjjj" Umul { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "umul {rs1}, {op2}, {rd}" Mul;
        "10 ddddd 001011 sssss i jjjjjjjjjjjjj" Smul { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "smul {rs1}, {op2}, {rd}" Mul;
        "10 ddddd 011010 sssss i jjjjjjjjjjjjj" Umulcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "umulcc {rs1}, {op2}, {rd}" MulCc;
        "10 ddddd 011011 sssss i jjjjjjjjjjjjj" Smulcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "smulcc {rs1}, {op2}, {rd}" MulCc;
        "10 ddddd 001110 sssss i jjjjjjjjjjjjj" Udiv { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "udiv {rs1}, {op2}, {rd}" Div;
        "10 ddddd 001111 sssss i jjjjjjjjjjjjj" Sdiv { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "sdiv {rs1}, {op2}, {rd}" Div;
        "10 ddddd 011110 sssss i jjjjjjjjjjjjj" Udivcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "udivcc {rs1}, {op2}, {rd}" DivCc;
        "10 ddddd 011111 sssss i jjjjjjjjjjjjj" Sdivcc { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "sdivcc {rs1}, {op2}, {rd}" DivCc;

        // Windows.
        "10 ddddd 111100 sssss i jjjjjjjjjjjjj" Save { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "save {rs1}, {op2}, {rd}" SaveRestore;
        "10 ddddd 111101 sssss i jjjjjjjjjjjjj" Restore { rs1: Gpr = "s", op2: Src2 = "ij", rd: Gpr = "d" write } "restore {rs1}, {op2}, {rd}" SaveRestore;

        // Format 2 and 1: sethi, branches, call.
        "00 ddddd 100 hhhhhhhhhhhhhhhhhhhhhh" Sethi { imm: Hi22 = "h", rd: Gpr = "d" write } "sethi {imm}, {rd}" Sethi;
        "00 ----- 000 cccccccccccccccccccccc" Unimp { imm: Const = "c" } "unimp {imm}" Unimp;
        "00 a cccc 010 tttttttttttttttttttttt" Bicc { annul: Annul = "a", cond: Cond = "c", disp: Disp = "t" } "b{cond}{annul} {disp}" Branch;
        "00 a cccc 110 tttttttttttttttttttttt" Fbfcc { annul: Annul = "a", cond: FpCond = "c", disp: Disp = "t" } "fb{cond}{annul} {disp}" Fbranch;
        "00 a cccc 111 tttttttttttttttttttttt" Cbccc { annul: Annul = "a", cond: CpCond = "c", disp: Disp = "t" } "cb{cond}{annul} {disp}" Coproc;
        "01 tttttttttttttttttttttttttttttt" Call { disp: Disp = "t" } "call {disp}" Call;

        // Format 3: control transfer.
        "10 ddddd 111000 sssss i jjjjjjjjjjjjj" Jmpl { addr: Addr = "sij", rd: Gpr = "d" write } "jmpl {addr}, {rd}" Jmpl;
        "10 ----- 111001 sssss i jjjjjjjjjjjjj" Rett { addr: Addr = "sij" } "rett {addr}" Rett;
        "10 - cccc 111010 sssss i jjjjjjjjjjjjj" Ticc { cond: Cond = "c", addr: Addr = "sij" } "t{cond} {addr}" Trap;
        "10 ----- 111011 sssss i jjjjjjjjjjjjj" Flush { addr: Addr = "sij" } "flush {addr}" Flush;

        // State registers. Of a read, bits 13:0 are ignored.
        "10 ddddd 101000 00000 --------------" Rdy { rd: Gpr = "d" write } "rd %y, {rd}" ReadState;
        "10 00000 101000 01111 --------------" Stbar {} "stbar" Alu;
        "10 ddddd 101000 sssss --------------" Rdasr { rs1: Asr = "s", rd: Gpr = "d" write } "rd {rs1}, {rd}" ReadState;
        "10 ddddd 101001 ----- --------------" Rdpsr { rd: Gpr = "d" write } "rd %psr, {rd}" ReadState;
        "10 ddddd 101010 ----- --------------" Rdwim { rd: Gpr = "d" write } "rd %wim, {rd}" ReadState;
        "10 ddddd 101011 ----- --------------" Rdtbr { rd: Gpr = "d" write } "rd %tbr, {rd}" ReadState;
        "10 00000 110000 sssss i jjjjjjjjjjjjj" Wry { rs1: Gpr = "s", op2: Src2 = "ij" } "wr {rs1}, {op2}, %y" WriteState;
        "10 ddddd 110000 sssss i jjjjjjjjjjjjj" Wrasr { rs1: Gpr = "s", op2: Src2 = "ij", rd: Asr = "d" write } "wr {rs1}, {op2}, {rd}" WriteState;
        "10 ddddd 110001 sssss i jjjjjjjjjjjjj" Wrpsr { rs1: Gpr = "s", op2: Src2 = "ij", partial: Partial = "d" } "pwr {rs1}, {op2}, %psr" WriteState;
        "10 ----- 110010 sssss i jjjjjjjjjjjjj" Wrwim { rs1: Gpr = "s", op2: Src2 = "ij" } "wr {rs1}, {op2}, %wim" WriteState;
        "10 ----- 110011 sssss i jjjjjjjjjjjjj" Wrtbr { rs1: Gpr = "s", op2: Src2 = "ij" } "wr {rs1}, {op2}, %tbr" WriteState;

        // Loads, stores and atomics.
        "11 ddddd 000000 sssss i jjjjjjjjjjjjj" Ld { rd: Gpr = "d" write, addr: Addr = "sij" } "ld [ {addr} ], {rd}" Load 4;
        "11 ddddd 000001 sssss i jjjjjjjjjjjjj" Ldub { rd: Gpr = "d" write, addr: Addr = "sij" } "ldub [ {addr} ], {rd}" Load 1;
        "11 ddddd 000010 sssss i jjjjjjjjjjjjj" Lduh { rd: Gpr = "d" write, addr: Addr = "sij" } "lduh [ {addr} ], {rd}" Load 2;
        "11 ddddd 000011 sssss i jjjjjjjjjjjjj" Ldd { rd: GprPair = "d" write, addr: Addr = "sij" } "ldd [ {addr} ], {rd}" LoadDouble 8;
        "11 ddddd 001001 sssss i jjjjjjjjjjjjj" Ldsb { rd: Gpr = "d" write, addr: Addr = "sij" } "ldsb [ {addr} ], {rd}" Load 1;
        "11 ddddd 001010 sssss i jjjjjjjjjjjjj" Ldsh { rd: Gpr = "d" write, addr: Addr = "sij" } "ldsh [ {addr} ], {rd}" Load 2;
        "11 ddddd 000100 sssss i jjjjjjjjjjjjj" St { rd: Gpr = "d", addr: Addr = "sij" } "st {rd}, [ {addr} ]" Store 4;
        "11 ddddd 000101 sssss i jjjjjjjjjjjjj" Stb { rd: Gpr = "d", addr: Addr = "sij" } "stb {rd}, [ {addr} ]" Store 1;
        "11 ddddd 000110 sssss i jjjjjjjjjjjjj" Sth { rd: Gpr = "d", addr: Addr = "sij" } "sth {rd}, [ {addr} ]" Store 2;
        "11 ddddd 000111 sssss i jjjjjjjjjjjjj" Std { rd: GprPair = "d", addr: Addr = "sij" } "std {rd}, [ {addr} ]" StoreDouble 8;
        "11 ddddd 001101 sssss i jjjjjjjjjjjjj" Ldstub { rd: Gpr = "d" write, addr: Addr = "sij" } "ldstub [ {addr} ], {rd}" Atomic 1;
        "11 ddddd 001111 sssss i jjjjjjjjjjjjj" Swap { rd: Gpr = "d" read_write, addr: Addr = "sij" } "swap [ {addr} ], {rd}" Atomic 4;

        // Accesses to an alternate address space: register form only, the immediate form is illegal in V8.
        "11 ddddd 010000 sssss 0 aaaaaaaa ttttt" Lda { rd: Gpr = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "lda [ {addr} ] {asi}, {rd}" Load 4;
        "11 ddddd 010001 sssss 0 aaaaaaaa ttttt" Lduba { rd: Gpr = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "lduba [ {addr} ] {asi}, {rd}" Load 1;
        "11 ddddd 010010 sssss 0 aaaaaaaa ttttt" Lduha { rd: Gpr = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "lduha [ {addr} ] {asi}, {rd}" Load 2;
        "11 ddddd 010011 sssss 0 aaaaaaaa ttttt" Ldda { rd: GprPair = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "ldda [ {addr} ] {asi}, {rd}" LoadDouble 8;
        "11 ddddd 011001 sssss 0 aaaaaaaa ttttt" Ldsba { rd: Gpr = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "ldsba [ {addr} ] {asi}, {rd}" Load 1;
        "11 ddddd 011010 sssss 0 aaaaaaaa ttttt" Ldsha { rd: Gpr = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "ldsha [ {addr} ] {asi}, {rd}" Load 2;
        "11 ddddd 010100 sssss 0 aaaaaaaa ttttt" Sta { rd: Gpr = "d", addr: RegAddr = "st", asi: Asi = "a" } "sta {rd}, [ {addr} ] {asi}" Store 4;
        "11 ddddd 010101 sssss 0 aaaaaaaa ttttt" Stba { rd: Gpr = "d", addr: RegAddr = "st", asi: Asi = "a" } "stba {rd}, [ {addr} ] {asi}" Store 1;
        "11 ddddd 010110 sssss 0 aaaaaaaa ttttt" Stha { rd: Gpr = "d", addr: RegAddr = "st", asi: Asi = "a" } "stha {rd}, [ {addr} ] {asi}" Store 2;
        "11 ddddd 010111 sssss 0 aaaaaaaa ttttt" Stda { rd: GprPair = "d", addr: RegAddr = "st", asi: Asi = "a" } "stda {rd}, [ {addr} ] {asi}" StoreDouble 8;
        "11 ddddd 011101 sssss 0 aaaaaaaa ttttt" Ldstuba { rd: Gpr = "d" write, addr: RegAddr = "st", asi: Asi = "a" } "ldstuba [ {addr} ] {asi}, {rd}" Atomic 1;
        "11 ddddd 011111 sssss 0 aaaaaaaa ttttt" Swapa { rd: Gpr = "d" read_write, addr: RegAddr = "st", asi: Asi = "a" } "swapa [ {addr} ] {asi}, {rd}" Atomic 4;
        "11 ddddd 111100 sssss 0 aaaaaaaa ttttt" Casa { rd: Gpr = "d" read_write, rs1: Gpr = "s", rs2: Gpr = "t", asi: Asi = "a" } "casa [ {rs1} ] {asi}, {rs2}, {rd}" Atomic 4;

        // Floating-point loads and stores.
        "11 ddddd 100000 sssss i jjjjjjjjjjjjj" Ldf { rd: Freg = "d" write, addr: Addr = "sij" } "ld [ {addr} ], {rd}" Fload 4;
        "11 ----- 100001 sssss i jjjjjjjjjjjjj" Ldfsr { addr: Addr = "sij" } "ld [ {addr} ], %fsr" Fload 4;
        "11 ddddd 100011 sssss i jjjjjjjjjjjjj" Lddf { rd: FregD = "d" write, addr: Addr = "sij" } "ldd [ {addr} ], {rd}" FloadDouble 8;
        "11 ddddd 100100 sssss i jjjjjjjjjjjjj" Stf { rd: Freg = "d", addr: Addr = "sij" } "st {rd}, [ {addr} ]" Fstore 4;
        "11 ----- 100101 sssss i jjjjjjjjjjjjj" Stfsr { addr: Addr = "sij" } "st %fsr, [ {addr} ]" Fstore 4;
        "11 ----- 100110 sssss i jjjjjjjjjjjjj" Stdfq { addr: Addr = "sij" } "std %fq, [ {addr} ]" FstoreDouble 8;
        "11 ddddd 100111 sssss i jjjjjjjjjjjjj" Stdf { rd: FregD = "d", addr: Addr = "sij" } "std {rd}, [ {addr} ]" FstoreDouble 8;

        // Coprocessor: no LEON has one, all of these trap with cp_disabled.
        "11 ddddd 110000 sssss i jjjjjjjjjjjjj" Ldc { rd: Creg = "d" write, addr: Addr = "sij" } "ld [ {addr} ], {rd}" Coproc;
        "11 ----- 110001 sssss i jjjjjjjjjjjjj" Ldcsr { addr: Addr = "sij" } "ld [ {addr} ], %csr" Coproc;
        "11 ddddd 110011 sssss i jjjjjjjjjjjjj" Lddc { rd: Creg = "d" write, addr: Addr = "sij" } "ldd [ {addr} ], {rd}" Coproc;
        "11 ddddd 110100 sssss i jjjjjjjjjjjjj" Stc { rd: Creg = "d", addr: Addr = "sij" } "st {rd}, [ {addr} ]" Coproc;
        "11 ----- 110101 sssss i jjjjjjjjjjjjj" Stcsr { addr: Addr = "sij" } "st %csr, [ {addr} ]" Coproc;
        "11 ----- 110110 sssss i jjjjjjjjjjjjj" Stdcq { addr: Addr = "sij" } "std %cq, [ {addr} ]" Coproc;
        "11 ddddd 110111 sssss i jjjjjjjjjjjjj" Stdc { rd: Creg = "d", addr: Addr = "sij" } "std {rd}, [ {addr} ]" Coproc;
        "10 ddddd 110110 sssss ooooooooo ttttt" Cpop1 { opc: Opf = "o", rs1: Creg = "s", rs2: Creg = "t", rd: Creg = "d" write } "cpop1 {opc}, {rs1}, {rs2}, {rd}" Coproc;
        "10 ddddd 110111 sssss ooooooooo ttttt" Cpop2 { opc: Opf = "o", rs1: Creg = "s", rs2: Creg = "t", rd: Creg = "d" write } "cpop2 {opc}, {rs1}, {rs2}, {rd}" Coproc;

        // Floating-point operate.
        "10 ddddd 110100 ----- 000000001 ttttt" Fmovs { rs2: Freg = "t", rd: Freg = "d" write } "fmovs {rs2}, {rd}" FpMove;
        "10 ddddd 110100 ----- 000000101 ttttt" Fnegs { rs2: Freg = "t", rd: Freg = "d" write } "fnegs {rs2}, {rd}" FpMove;
        "10 ddddd 110100 ----- 000001001 ttttt" Fabss { rs2: Freg = "t", rd: Freg = "d" write } "fabss {rs2}, {rd}" FpMove;
        "10 ddddd 110100 ----- 000101001 ttttt" Fsqrts { rs2: Freg = "t", rd: Freg = "d" write } "fsqrts {rs2}, {rd}" FpSqrts;
        "10 ddddd 110100 ----- 000101010 ttttt" Fsqrtd { rs2: FregD = "t", rd: FregD = "d" write } "fsqrtd {rs2}, {rd}" FpSqrtd;
        "10 ddddd 110100 sssss 001000001 ttttt" Fadds { rs1: Freg = "s", rs2: Freg = "t", rd: Freg = "d" write } "fadds {rs1}, {rs2}, {rd}" FpAdd;
        "10 ddddd 110100 sssss 001000010 ttttt" Faddd { rs1: FregD = "s", rs2: FregD = "t", rd: FregD = "d" write } "faddd {rs1}, {rs2}, {rd}" FpAdd;
        "10 ddddd 110100 sssss 001000101 ttttt" Fsubs { rs1: Freg = "s", rs2: Freg = "t", rd: Freg = "d" write } "fsubs {rs1}, {rs2}, {rd}" FpAdd;
        "10 ddddd 110100 sssss 001000110 ttttt" Fsubd { rs1: FregD = "s", rs2: FregD = "t", rd: FregD = "d" write } "fsubd {rs1}, {rs2}, {rd}" FpAdd;
        "10 ddddd 110100 sssss 001001001 ttttt" Fmuls { rs1: Freg = "s", rs2: Freg = "t", rd: Freg = "d" write } "fmuls {rs1}, {rs2}, {rd}" FpMul;
        "10 ddddd 110100 sssss 001001010 ttttt" Fmuld { rs1: FregD = "s", rs2: FregD = "t", rd: FregD = "d" write } "fmuld {rs1}, {rs2}, {rd}" FpMul;
        "10 ddddd 110100 sssss 001101001 ttttt" Fsmuld { rs1: Freg = "s", rs2: Freg = "t", rd: FregD = "d" write } "fsmuld {rs1}, {rs2}, {rd}" FpMul;
        "10 ddddd 110100 sssss 001001101 ttttt" Fdivs { rs1: Freg = "s", rs2: Freg = "t", rd: Freg = "d" write } "fdivs {rs1}, {rs2}, {rd}" FpDivs;
        "10 ddddd 110100 sssss 001001110 ttttt" Fdivd { rs1: FregD = "s", rs2: FregD = "t", rd: FregD = "d" write } "fdivd {rs1}, {rs2}, {rd}" FpDivd;
        "10 ddddd 110100 ----- 011000100 ttttt" Fitos { rs2: Freg = "t", rd: Freg = "d" write } "fitos {rs2}, {rd}" FpConv;
        "10 ddddd 110100 ----- 011000110 ttttt" Fdtos { rs2: FregD = "t", rd: Freg = "d" write } "fdtos {rs2}, {rd}" FpConv;
        "10 ddddd 110100 ----- 011001000 ttttt" Fitod { rs2: Freg = "t", rd: FregD = "d" write } "fitod {rs2}, {rd}" FpConv;
        "10 ddddd 110100 ----- 011001001 ttttt" Fstod { rs2: Freg = "t", rd: FregD = "d" write } "fstod {rs2}, {rd}" FpConv;
        "10 ddddd 110100 ----- 011010001 ttttt" Fstoi { rs2: Freg = "t", rd: Freg = "d" write } "fstoi {rs2}, {rd}" FpConv;
        "10 ddddd 110100 ----- 011010010 ttttt" Fdtoi { rs2: FregD = "t", rd: Freg = "d" write } "fdtoi {rs2}, {rd}" FpConv;
        "10 ----- 110101 sssss 001010001 ttttt" Fcmps { rs1: Freg = "s", rs2: Freg = "t" } "fcmps {rs1}, {rs2}" FpCmp;
        "10 ----- 110101 sssss 001010010 ttttt" Fcmpd { rs1: FregD = "s", rs2: FregD = "t" } "fcmpd {rs1}, {rs2}" FpCmp;
        "10 ----- 110101 sssss 001010101 ttttt" Fcmpes { rs1: Freg = "s", rs2: Freg = "t" } "fcmpes {rs1}, {rs2}" FpCmp;
        "10 ----- 110101 sssss 001010110 ttttt" Fcmped { rs1: FregD = "s", rs2: FregD = "t" } "fcmped {rs1}, {rs2}" FpCmp;

        // Quadruple precision: known to the decoder, raises unimplemented_FPop.
        "10 ddddd 110100 ----- 000101011 ttttt" Fsqrtq { rs2: FregQ = "t", rd: FregQ = "d" write } "fsqrtq {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 sssss 001000011 ttttt" Faddq { rs1: FregQ = "s", rs2: FregQ = "t", rd: FregQ = "d" write } "faddq {rs1}, {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 sssss 001000111 ttttt" Fsubq { rs1: FregQ = "s", rs2: FregQ = "t", rd: FregQ = "d" write } "fsubq {rs1}, {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 sssss 001001011 ttttt" Fmulq { rs1: FregQ = "s", rs2: FregQ = "t", rd: FregQ = "d" write } "fmulq {rs1}, {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 sssss 001001111 ttttt" Fdivq { rs1: FregQ = "s", rs2: FregQ = "t", rd: FregQ = "d" write } "fdivq {rs1}, {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 sssss 001101110 ttttt" Fdmulq { rs1: FregD = "s", rs2: FregD = "t", rd: FregQ = "d" write } "fdmulq {rs1}, {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 ----- 011000111 ttttt" Fqtos { rs2: FregQ = "t", rd: Freg = "d" write } "fqtos {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 ----- 011001011 ttttt" Fqtod { rs2: FregQ = "t", rd: FregD = "d" write } "fqtod {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 ----- 011001100 ttttt" Fitoq { rs2: Freg = "t", rd: FregQ = "d" write } "fitoq {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 ----- 011001101 ttttt" Fstoq { rs2: Freg = "t", rd: FregQ = "d" write } "fstoq {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 ----- 011001110 ttttt" Fdtoq { rs2: FregD = "t", rd: FregQ = "d" write } "fdtoq {rs2}, {rd}" FpUnimp;
        "10 ddddd 110100 ----- 011010011 ttttt" Fqtoi { rs2: FregQ = "t", rd: Freg = "d" write } "fqtoi {rs2}, {rd}" FpUnimp;
        "10 ----- 110101 sssss 001010011 ttttt" Fcmpq { rs1: FregQ = "s", rs2: FregQ = "t" } "fcmpq {rs1}, {rs2}" FpUnimp;
        "10 ----- 110101 sssss 001010111 ttttt" Fcmpeq { rs1: FregQ = "s", rs2: FregQ = "t" } "fcmpeq {rs1}, {rs2}" FpUnimp;

        // Every other value of opf: unimplemented_FPop as well.
        "10 ddddd 110100 sssss ooooooooo ttttt" Fpop1Unknown { opf: Opf = "o", rs1: Freg = "s", rs2: Freg = "t", rd: Freg = "d" write } "fpop1 {opf}, {rs1}, {rs2}, {rd}" FpUnimp;
        "10 ddddd 110101 sssss ooooooooo ttttt" Fpop2Unknown { opf: Opf = "o", rs1: Freg = "s", rs2: Freg = "t", rd: Freg = "d" write } "fpop2 {opf}, {rs1}, {rs2}, {rd}" FpUnimp;
    }
    aliases {
        "00 00000 100 0000000000000000000000" {} "nop";
        "00 a 1000 010 tttttttttttttttttttttt" { annul: Annul = "a", disp: Disp = "t" } "b{annul} {disp}";
        "00 a 1000 110 tttttttttttttttttttttt" { annul: Annul = "a", disp: Disp = "t" } "fb{annul} {disp}";
        "00 a 1000 111 tttttttttttttttttttttt" { annul: Annul = "a", disp: Disp = "t" } "cb{annul} {disp}";
        "10 00000 111000 11111 1 0000000001000" {} "ret";
        "10 00000 111000 01111 1 0000000001000" {} "retl";
        "10 00000 111000 sssss i jjjjjjjjjjjjj" { addr: Addr = "sij" } "jmp {addr}";
        "10 01111 111000 sssss i jjjjjjjjjjjjj" { addr: Addr = "sij" } "call {addr}";
        "10 - cccc 111010 00000 1 jjjjjjjjjjjjj" { cond: Cond = "c", imm: Simm13 = "j" } "t{cond} {imm}";
        "10 - cccc 111010 sssss 1 0000000000000" { cond: Cond = "c", rs1: Gpr = "s" } "t{cond} {rs1} + 0";
        "10 00000 111100 00000 0 0000000000000" {} "save";
        "10 00000 111101 00000 - 0000000000000" {} "restore";
        "10 ddddd 000000 sssss 1 0000000000001" { rd: Gpr = "d" } where "s" == "d" "inc {rd}";
        "10 ddddd 000100 sssss 1 0000000000001" { rd: Gpr = "d" } where "s" == "d" "dec {rd}";
        "10 ddddd 010000 sssss 1 0000000000001" { rd: Gpr = "d" } where "s" == "d" "inccc {rd}";
        "10 ddddd 010100 sssss 1 0000000000001" { rd: Gpr = "d" } where "s" == "d" "deccc {rd}";
        "10 ddddd 000100 00000 0 -------- ttttt" { rd: Gpr = "d" } where "t" == "d" "neg {rd}";
        "10 ddddd 000100 00000 0 -------- ttttt" { rs2: Gpr = "t", rd: Gpr = "d" } "neg {rs2}, {rd}";
        "10 00000 010100 sssss i jjjjjjjjjjjjj" { rs1: Gpr = "s", op2: Src2 = "ij" } "cmp {rs1}, {op2}";
        "10 00000 010010 sssss - 0000000000000" { rs1: Gpr = "s" } "tst {rs1}";
        "10 00000 010010 00000 0 -------- ttttt" { rs2: Gpr = "t" } "tst {rs2}";
        "10 00000 010001 sssss 0 -------- ttttt" { rs1: Gpr = "s", rs2: Gpr = "t" } "btst {rs1}, {rs2}";
        "10 00000 010001 sssss 1 jjjjjjjjjjjjj" { rs1: Gpr = "s", imm: Simm13 = "j" } "btst {imm}, {rs1}";
        "10 00000 000010 00000 - 0000000000000" {} "clr %g0";
        "10 ddddd 000010 00000 1 0000000000000" { rd: Gpr = "d" } "clr {rd}";
        "10 ddddd 000010 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij", rd: Gpr = "d" } "mov {op2}, {rd}";
        "10 ddddd 000010 sssss - 0000000000000" { rs1: Gpr = "s", rd: Gpr = "d" } "mov {rs1}, {rd}";
        "11 00000 000100 sssss i jjjjjjjjjjjjj" { addr: Addr = "sij" } "clr [ {addr} ]";
        "11 00000 000101 sssss i jjjjjjjjjjjjj" { addr: Addr = "sij" } "clrb [ {addr} ]";
        "11 00000 000110 sssss i jjjjjjjjjjjjj" { addr: Addr = "sij" } "clrh [ {addr} ]";
        "10 00000 110000 sssss - 0000000000000" { rs1: Gpr = "s" } "wr {rs1}, %y";
        "10 00000 110000 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij" } "wr {op2}, %y";
        "10 ddddd 110000 sssss - 0000000000000" { rs1: Gpr = "s", rd: Asr = "d" } "wr {rs1}, {rd}";
        "10 ddddd 110000 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij", rd: Asr = "d" } "wr {op2}, {rd}";
        "10 00000 110001 sssss - 0000000000000" { rs1: Gpr = "s" } "wr {rs1}, %psr";
        "10 00000 110001 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij" } "wr {op2}, %psr";
        "10 00000 110001 sssss i jjjjjjjjjjjjj" { rs1: Gpr = "s", op2: Src2 = "ij" } "wr {rs1}, {op2}, %psr";
        // Assemblers write rd = 1.
        "10 00001 110001 00000 0 -------- ttttt" { rs2: Gpr = "t" } "pwr {rs2}, %psr";
        "10 00001 110001 sssss - 0000000000000" { rs1: Gpr = "s" } "pwr {rs1}, %psr";
        "10 00001 110001 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij" } "pwr {op2}, %psr";
        "10 00001 110001 sssss i jjjjjjjjjjjjj" { rs1: Gpr = "s", op2: Src2 = "ij" } "pwr {rs1}, {op2}, %psr";
        "10 ----- 110001 sssss - 0000000000000" { rs1: Gpr = "s" } "pwr {rs1}, %psr";
        "10 ----- 110001 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij" } "pwr {op2}, %psr";
        "10 ----- 110010 sssss - 0000000000000" { rs1: Gpr = "s" } "wr {rs1}, %wim";
        "10 ----- 110010 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij" } "wr {op2}, %wim";
        "10 ----- 110011 sssss - 0000000000000" { rs1: Gpr = "s" } "wr {rs1}, %tbr";
        "10 ----- 110011 00000 i jjjjjjjjjjjjj" { op2: Src2 = "ij" } "wr {op2}, %tbr";
    }
}
