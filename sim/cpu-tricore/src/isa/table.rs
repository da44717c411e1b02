//! The instructions of TriCore 1.6.1 as the TC1.6P and the TC1.6E have them: one row per encoding.
//!
//! Field names say what an operand is for, whatever the format calls it: `d` is the destination,
//! `a` the first source (s1), `b` the second (s2, or the constant in its place), `c` the third (s3);
//! `m` is the addressing mode, `o` an offset, `t` a branch target, `p` and `w` position and width,
//! `q` a second position, `n` a shift. Operands that a 16-bit form implies (D15, A15, A10, the
//! increment) are written out with no bits of their own.
//!
//! Sources: TriCore TC1.6P & TC1.6E Core Architecture, volume 2 (instruction set); the encodings
//! agree with the opcode table of the TriCore port of GNU binutils 2.40. Bits marked `-` are
//! reserved and ignored here.
//!
//! Encodings without a row decode to `None` and trap with IOPC. Which of the decoded ones trap
//! (privileged, odd register of a pair) is semantics, not encoding.
//!
//! The text is that of objdump of that port, except that
//! - words with reserved bits that are set are read as if they were not,
//! - core registers have the names of the TC27x: objdump has no names for some, as `ccnt`, and says
//!   so, and has some that the TC27x lacks,
//! - the address that objdump guesses from earlier instructions is not added to a load or store.

use super::operands::*;
use super::sem::Sem;

trueboard_core::isa! {
    /// A TriCore instruction with its operands.
    pub enum Insn;
    /// An encoding: mnemonic, format and, where that leaves a choice, opcode or addressing mode.
    pub enum Op: u16;
    class Sem;
    width 16 | 32;
    rows {
        // Moves of data registers and constants.
        "bbbb aaaa 0000 0010" MovSrr { d: D = "a", b: D = "b" } "mov {d},{b}" Mov;
        "kkkk aaaa 1000 0010" MovSrc { d: D = "a", b: K = "k" } "mov {d},{b}" Mov;
        "kkkk aaaa 1101 0010" MovESrc { d: E = "a", b: K = "k" } "mov {d},{b}" MovE;
        "kkkk kkkk 1101 1010" MovSc { d: D15 = "", b: Ku = "k" } "mov {d},{b}" Mov;
        "dddd 0001 1111 ---- bbbb ---- 0000 1011" MovRr { d: D = "d", b: D = "b" } "mov {d},{b}" Mov;
        "dddd 1000 0000 ---- bbbb ---- 0000 1011" MovERr { d: E = "d", b: D = "b" } "mov {d},{b}" MovE;
        "dddd 1000 0001 ---- bbbb aaaa 0000 1011" MovEdRr { d: E = "d", a: D = "a", b: D = "b" } "mov {d},{a},{b}" MovEd;
        "dddd kkkk kkkk kkkk kkkk ---- 0011 1011" MovRlc { d: D = "d", b: K = "k" } "mov {d},{b}" Mov;
        "dddd kkkk kkkk kkkk kkkk ---- 1111 1011" MovERlc { d: E = "d", b: K = "k" } "mov {d},{b}" MovE;
        "dddd kkkk kkkk kkkk kkkk ---- 1011 1011" MovURlc { d: D = "d", b: Ku = "k" } "mov.u {d},{b}" MovU;
        "dddd kkkk kkkk kkkk kkkk ---- 0111 1011" MovhRlc { d: D = "d", b: Ku = "k" } "movh {d},{b}" Movh;

        // Addition and subtraction of words.
        "bbbb aaaa 0001 0010" AddSrr12 { d: D = "a", a: D15 = "", b: D = "b" } "add {d},{a},{b}" Add;
        "bbbb aaaa 0001 1010" AddSrr1a { d: D15 = "", a: D = "a", b: D = "b" } "add {d},{a},{b}" Add;
        "bbbb aaaa 0100 0010" AddSrr42 { d: D = "a", a: D = "a", b: D = "b" } "add {d},{b}" Add;
        "kkkk aaaa 1001 0010" AddSrc92 { d: D = "a", a: D15 = "", b: K = "k" } "add {d},{a},{b}" Add;
        "kkkk aaaa 1001 1010" AddSrc9a { d: D15 = "", a: D = "a", b: K = "k" } "add {d},{a},{b}" Add;
        "kkkk aaaa 1100 0010" AddSrcC2 { d: D = "a", a: D = "a", b: K = "k" } "add {d},{b}" Add;
        "dddd 0000 0000 ---- bbbb aaaa 0000 1011" AddRr { d: D = "d", a: D = "a", b: D = "b" } "add {d},{a},{b}" Add;
        "dddd 0000 000k kkkk kkkk aaaa 1000 1011" AddRc { d: D = "d", a: D = "a", b: K = "k" } "add {d},{a},{b}" Add;
        "dddd 0000 0101 ---- bbbb aaaa 0000 1011" AddcRr { d: D = "d", a: D = "a", b: D = "b" } "addc {d},{a},{b}" Addc;
        "dddd 0000 101k kkkk kkkk aaaa 1000 1011" AddcRc { d: D = "d", a: D = "a", b: K = "k" } "addc {d},{a},{b}" Addc;
        "dddd kkkk kkkk kkkk kkkk aaaa 0001 1011" AddiRlc { d: D = "d", a: D = "a", b: K = "k" } "addi {d},{a},{b}" Addi;
        "dddd kkkk kkkk kkkk kkkk aaaa 1001 1011" AddihRlc { d: D = "d", a: D = "a", b: Ku = "k" } "addih {d},{a},{b}" Addih;
        "bbbb aaaa 0010 0010" AddsSrr { d: D = "a", a: D = "a", b: D = "b" } "adds {d},{b}" Adds;
        "dddd 0000 0010 ---- bbbb aaaa 0000 1011" AddsRr { d: D = "d", a: D = "a", b: D = "b" } "adds {d},{a},{b}" Adds;
        "dddd 0000 010k kkkk kkkk aaaa 1000 1011" AddsRc { d: D = "d", a: D = "a", b: K = "k" } "adds {d},{a},{b}" Adds;
        "dddd 0000 0011 ---- bbbb aaaa 0000 1011" AddsURr { d: D = "d", a: D = "a", b: D = "b" } "adds.u {d},{a},{b}" AddsU;
        "dddd 0000 011k kkkk kkkk aaaa 1000 1011" AddsURc { d: D = "d", a: D = "a", b: K = "k" } "adds.u {d},{a},{b}" AddsU;
        "dddd 0000 0100 ---- bbbb aaaa 0000 1011" AddxRr { d: D = "d", a: D = "a", b: D = "b" } "addx {d},{a},{b}" Addx;
        "dddd 0000 100k kkkk kkkk aaaa 1000 1011" AddxRc { d: D = "d", a: D = "a", b: K = "k" } "addx {d},{a},{b}" Addx;
        "0101 aaaa 0011 0010" RsubSr { d: D = "a", a: D = "a" } "rsub {d}" Rsub;
        "dddd 0001 000k kkkk kkkk aaaa 1000 1011" RsubRc { d: D = "d", a: D = "a", b: K = "k" } "rsub {d},{a},{b}" Rsub;
        "dddd 0001 010k kkkk kkkk aaaa 1000 1011" RsubsRc { d: D = "d", a: D = "a", b: K = "k" } "rsubs {d},{a},{b}" Rsubs;
        "dddd 0001 011k kkkk kkkk aaaa 1000 1011" RsubsURc { d: D = "d", a: D = "a", b: K = "k" } "rsubs.u {d},{a},{b}" RsubsU;
        "bbbb aaaa 0101 0010" SubSrr52 { d: D = "a", a: D15 = "", b: D = "b" } "sub {d},{a},{b}" Sub;
        "bbbb aaaa 0101 1010" SubSrr5a { d: D15 = "", a: D = "a", b: D = "b" } "sub {d},{a},{b}" Sub;
        "bbbb aaaa 1010 0010" SubSrrA2 { d: D = "a", a: D = "a", b: D = "b" } "sub {d},{b}" Sub;
        "dddd 0000 1000 ---- bbbb aaaa 0000 1011" SubRr { d: D = "d", a: D = "a", b: D = "b" } "sub {d},{a},{b}" Sub;
        "dddd 0000 1101 ---- bbbb aaaa 0000 1011" SubcRr { d: D = "d", a: D = "a", b: D = "b" } "subc {d},{a},{b}" Subc;
        "bbbb aaaa 0110 0010" SubsSrr { d: D = "a", a: D = "a", b: D = "b" } "subs {d},{b}" Subs;
        "dddd 0000 1010 ---- bbbb aaaa 0000 1011" SubsRr { d: D = "d", a: D = "a", b: D = "b" } "subs {d},{a},{b}" Subs;
        "dddd 0000 1011 ---- bbbb aaaa 0000 1011" SubsURr { d: D = "d", a: D = "a", b: D = "b" } "subs.u {d},{a},{b}" SubsU;
        "dddd 0000 1100 ---- bbbb aaaa 0000 1011" SubxRr { d: D = "d", a: D = "a", b: D = "b" } "subx {d},{a},{b}" Subx;

        // Addition and subtraction of packed bytes and half-words.
        "dddd 0100 0000 ---- bbbb aaaa 0000 1011" AddBRr { d: D = "d", a: D = "a", b: D = "b" } "add.b {d},{a},{b}" AddB;
        "dddd 0110 0000 ---- bbbb aaaa 0000 1011" AddHRr { d: D = "d", a: D = "a", b: D = "b" } "add.h {d},{a},{b}" AddH;
        "dddd 0110 0010 ---- bbbb aaaa 0000 1011" AddsHRr { d: D = "d", a: D = "a", b: D = "b" } "adds.h {d},{a},{b}" AddsH;
        "dddd 0110 0011 ---- bbbb aaaa 0000 1011" AddsHuRr { d: D = "d", a: D = "a", b: D = "b" } "adds.hu {d},{a},{b}" AddsHu;
        "dddd 0100 1000 ---- bbbb aaaa 0000 1011" SubBRr { d: D = "d", a: D = "a", b: D = "b" } "sub.b {d},{a},{b}" SubB;
        "dddd 0110 1000 ---- bbbb aaaa 0000 1011" SubHRr { d: D = "d", a: D = "a", b: D = "b" } "sub.h {d},{a},{b}" SubH;
        "dddd 0110 1010 ---- bbbb aaaa 0000 1011" SubsHRr { d: D = "d", a: D = "a", b: D = "b" } "subs.h {d},{a},{b}" SubsH;
        "dddd 0110 1011 ---- bbbb aaaa 0000 1011" SubsHuRr { d: D = "d", a: D = "a", b: D = "b" } "subs.hu {d},{a},{b}" SubsHu;

        // Absolute values and differences.
        "dddd 0001 1100 ---- bbbb ---- 0000 1011" AbsRr { d: D = "d", b: D = "b" } "abs {d},{b}" Abs;
        "dddd 0101 1100 ---- bbbb ---- 0000 1011" AbsBRr { d: D = "d", b: D = "b" } "abs.b {d},{b}" AbsB;
        "dddd 0111 1100 ---- bbbb ---- 0000 1011" AbsHRr { d: D = "d", b: D = "b" } "abs.h {d},{b}" AbsH;
        "dddd 0000 1110 ---- bbbb aaaa 0000 1011" AbsdifRr { d: D = "d", a: D = "a", b: D = "b" } "absdif {d},{a},{b}" Absdif;
        "dddd 0001 110k kkkk kkkk aaaa 1000 1011" AbsdifRc { d: D = "d", a: D = "a", b: K = "k" } "absdif {d},{a},{b}" Absdif;
        "dddd 0100 1110 ---- bbbb aaaa 0000 1011" AbsdifBRr { d: D = "d", a: D = "a", b: D = "b" } "absdif.b {d},{a},{b}" AbsdifB;
        "dddd 0110 1110 ---- bbbb aaaa 0000 1011" AbsdifHRr { d: D = "d", a: D = "a", b: D = "b" } "absdif.h {d},{a},{b}" AbsdifH;
        "dddd 0000 1111 ---- bbbb aaaa 0000 1011" AbsdifsRr { d: D = "d", a: D = "a", b: D = "b" } "absdifs {d},{a},{b}" Absdifs;
        "dddd 0001 111k kkkk kkkk aaaa 1000 1011" AbsdifsRc { d: D = "d", a: D = "a", b: K = "k" } "absdifs {d},{a},{b}" Absdifs;
        "dddd 0110 1111 ---- bbbb aaaa 0000 1011" AbsdifsHRr { d: D = "d", a: D = "a", b: D = "b" } "absdifs.h {d},{a},{b}" AbsdifsH;
        "dddd 0001 1101 ---- bbbb ---- 0000 1011" AbssRr { d: D = "d", b: D = "b" } "abss {d},{b}" Abss;
        "dddd 0111 1101 ---- bbbb ---- 0000 1011" AbssHRr { d: D = "d", b: D = "b" } "abss.h {d},{b}" AbssH;

        // Minimum, maximum, saturation.
        "dddd 0001 1010 ---- bbbb aaaa 0000 1011" MaxRr { d: D = "d", a: D = "a", b: D = "b" } "max {d},{a},{b}" Max;
        "dddd 0011 010k kkkk kkkk aaaa 1000 1011" MaxRc { d: D = "d", a: D = "a", b: K = "k" } "max {d},{a},{b}" Max;
        "dddd 0101 1010 ---- bbbb aaaa 0000 1011" MaxBRr { d: D = "d", a: D = "a", b: D = "b" } "max.b {d},{a},{b}" MaxB;
        "dddd 0101 1011 ---- bbbb aaaa 0000 1011" MaxBuRr { d: D = "d", a: D = "a", b: D = "b" } "max.bu {d},{a},{b}" MaxBu;
        "dddd 0111 1010 ---- bbbb aaaa 0000 1011" MaxHRr { d: D = "d", a: D = "a", b: D = "b" } "max.h {d},{a},{b}" MaxH;
        "dddd 0111 1011 ---- bbbb aaaa 0000 1011" MaxHuRr { d: D = "d", a: D = "a", b: D = "b" } "max.hu {d},{a},{b}" MaxHu;
        "dddd 0001 1011 ---- bbbb aaaa 0000 1011" MaxURr { d: D = "d", a: D = "a", b: D = "b" } "max.u {d},{a},{b}" MaxU;
        "dddd 0011 011k kkkk kkkk aaaa 1000 1011" MaxURc { d: D = "d", a: D = "a", b: Ku = "k" } "max.u {d},{a},{b}" MaxU;
        "dddd 0001 1000 ---- bbbb aaaa 0000 1011" MinRr { d: D = "d", a: D = "a", b: D = "b" } "min {d},{a},{b}" Min;
        "dddd 0011 000k kkkk kkkk aaaa 1000 1011" MinRc { d: D = "d", a: D = "a", b: K = "k" } "min {d},{a},{b}" Min;
        "dddd 0101 1000 ---- bbbb aaaa 0000 1011" MinBRr { d: D = "d", a: D = "a", b: D = "b" } "min.b {d},{a},{b}" MinB;
        "dddd 0101 1001 ---- bbbb aaaa 0000 1011" MinBuRr { d: D = "d", a: D = "a", b: D = "b" } "min.bu {d},{a},{b}" MinBu;
        "dddd 0111 1000 ---- bbbb aaaa 0000 1011" MinHRr { d: D = "d", a: D = "a", b: D = "b" } "min.h {d},{a},{b}" MinH;
        "dddd 0111 1001 ---- bbbb aaaa 0000 1011" MinHuRr { d: D = "d", a: D = "a", b: D = "b" } "min.hu {d},{a},{b}" MinHu;
        "dddd 0001 1001 ---- bbbb aaaa 0000 1011" MinURr { d: D = "d", a: D = "a", b: D = "b" } "min.u {d},{a},{b}" MinU;
        "dddd 0011 001k kkkk kkkk aaaa 1000 1011" MinURc { d: D = "d", a: D = "a", b: Ku = "k" } "min.u {d},{a},{b}" MinU;
        "0000 aaaa 0011 0010" SatBSr { d: D = "a", a: D = "a" } "sat.b {d}" SatB;
        "dddd 0101 1110 ---- ---- aaaa 0000 1011" SatBRr { d: D = "d", a: D = "a" } "sat.b {d},{a}" SatB;
        "0001 aaaa 0011 0010" SatBuSr { d: D = "a", a: D = "a" } "sat.bu {d}" SatBu;
        "dddd 0101 1111 ---- ---- aaaa 0000 1011" SatBuRr { d: D = "d", a: D = "a" } "sat.bu {d},{a}" SatBu;
        "0010 aaaa 0011 0010" SatHSr { d: D = "a", a: D = "a" } "sat.h {d}" SatH;
        "dddd 0111 1110 ---- ---- aaaa 0000 1011" SatHRr { d: D = "d", a: D = "a" } "sat.h {d},{a}" SatH;
        "0011 aaaa 0011 0010" SatHuSr { d: D = "a", a: D = "a" } "sat.hu {d}" SatHu;
        "dddd 0111 1111 ---- ---- aaaa 0000 1011" SatHuRr { d: D = "d", a: D = "a" } "sat.hu {d},{a}" SatHu;

        // Search for the index of an extremum.
        "dddd cccc 1010 ---- bbbb ---- 0110 1011" IxmaxRrr { d: E = "d", c: E = "c", b: D = "b" } "ixmax {d},{c},{b}" Ixmax;
        "dddd cccc 1011 ---- bbbb ---- 0110 1011" IxmaxURrr { d: E = "d", c: E = "c", b: D = "b" } "ixmax.u {d},{c},{b}" IxmaxU;
        "dddd cccc 1000 ---- bbbb ---- 0110 1011" IxminRrr { d: E = "d", c: E = "c", b: D = "b" } "ixmin {d},{c},{b}" Ixmin;
        "dddd cccc 1001 ---- bbbb ---- 0110 1011" IxminURrr { d: E = "d", c: E = "c", b: D = "b" } "ixmin.u {d},{c},{b}" IxminU;

        // Conditional addition, subtraction, move and selection.
        "kkkk aaaa 1000 1010" CaddSrc { d: D = "a", a: D = "a", c: D15 = "", b: K = "k" } "cadd {d},{c},{b}" Cadd;
        "dddd cccc 0000 ---- bbbb aaaa 0010 1011" CaddRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "cadd {d},{c},{a},{b}" Cadd;
        "dddd cccc 000k kkkk kkkk aaaa 1010 1011" CaddRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "cadd {d},{c},{a},{b}" Cadd;
        "kkkk aaaa 1100 1010" CaddnSrc { d: D = "a", a: D = "a", c: D15 = "", b: K = "k" } "caddn {d},{c},{b}" Caddn;
        "dddd cccc 0001 ---- bbbb aaaa 0010 1011" CaddnRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "caddn {d},{c},{a},{b}" Caddn;
        "dddd cccc 001k kkkk kkkk aaaa 1010 1011" CaddnRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "caddn {d},{c},{a},{b}" Caddn;
        "bbbb aaaa 0010 1010" CmovSrr { d: D = "a", a: D = "a", c: D15 = "", b: D = "b" } "cmov {d},{c},{b}" Cmov;
        "kkkk aaaa 1010 1010" CmovSrc { d: D = "a", a: D = "a", c: D15 = "", b: K = "k" } "cmov {d},{c},{b}" Cmov;
        "bbbb aaaa 0110 1010" CmovnSrr { d: D = "a", a: D = "a", c: D15 = "", b: D = "b" } "cmovn {d},{c},{b}" Cmovn;
        "kkkk aaaa 1110 1010" CmovnSrc { d: D = "a", a: D = "a", c: D15 = "", b: K = "k" } "cmovn {d},{c},{b}" Cmovn;
        "dddd cccc 0010 ---- bbbb aaaa 0010 1011" CsubRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "csub {d},{c},{a},{b}" Csub;
        "dddd cccc 0011 ---- bbbb aaaa 0010 1011" CsubnRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "csubn {d},{c},{a},{b}" Csubn;
        "dddd cccc 0100 ---- bbbb aaaa 0010 1011" SelRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "sel {d},{c},{a},{b}" Sel;
        "dddd cccc 100k kkkk kkkk aaaa 1010 1011" SelRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "sel {d},{c},{a},{b}" Sel;
        "dddd cccc 0101 ---- bbbb aaaa 0010 1011" SelnRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "seln {d},{c},{a},{b}" Seln;
        "dddd cccc 101k kkkk kkkk aaaa 1010 1011" SelnRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "seln {d},{c},{a},{b}" Seln;

        // Comparison.
        "bbbb aaaa 0011 1010" EqSrr { d: D15 = "", a: D = "a", b: D = "b" } "eq {d},{a},{b}" Eq;
        "kkkk aaaa 1011 1010" EqSrc { d: D15 = "", a: D = "a", b: K = "k" } "eq {d},{a},{b}" Eq;
        "dddd 0001 0000 ---- bbbb aaaa 0000 1011" EqRr { d: D = "d", a: D = "a", b: D = "b" } "eq {d},{a},{b}" Eq;
        "dddd 0010 000k kkkk kkkk aaaa 1000 1011" EqRc { d: D = "d", a: D = "a", b: K = "k" } "eq {d},{a},{b}" Eq;
        "dddd 0101 0000 ---- bbbb aaaa 0000 1011" EqBRr { d: D = "d", a: D = "a", b: D = "b" } "eq.b {d},{a},{b}" EqB;
        "dddd 0111 0000 ---- bbbb aaaa 0000 1011" EqHRr { d: D = "d", a: D = "a", b: D = "b" } "eq.h {d},{a},{b}" EqH;
        "dddd 1001 0000 ---- bbbb aaaa 0000 1011" EqWRr { d: D = "d", a: D = "a", b: D = "b" } "eq.w {d},{a},{b}" EqW;
        "dddd 0101 0110 ---- bbbb aaaa 0000 1011" EqanyBRr { d: D = "d", a: D = "a", b: D = "b" } "eqany.b {d},{a},{b}" EqanyB;
        "dddd 1010 110k kkkk kkkk aaaa 1000 1011" EqanyBRc { d: D = "d", a: D = "a", b: K = "k" } "eqany.b {d},{a},{b}" EqanyB;
        "dddd 0111 0110 ---- bbbb aaaa 0000 1011" EqanyHRr { d: D = "d", a: D = "a", b: D = "b" } "eqany.h {d},{a},{b}" EqanyH;
        "dddd 1110 110k kkkk kkkk aaaa 1000 1011" EqanyHRc { d: D = "d", a: D = "a", b: K = "k" } "eqany.h {d},{a},{b}" EqanyH;
        "dddd 0001 0100 ---- bbbb aaaa 0000 1011" GeRr { d: D = "d", a: D = "a", b: D = "b" } "ge {d},{a},{b}" Ge;
        "dddd 0010 100k kkkk kkkk aaaa 1000 1011" GeRc { d: D = "d", a: D = "a", b: K = "k" } "ge {d},{a},{b}" Ge;
        "dddd 0001 0101 ---- bbbb aaaa 0000 1011" GeURr { d: D = "d", a: D = "a", b: D = "b" } "ge.u {d},{a},{b}" GeU;
        "dddd 0010 101k kkkk kkkk aaaa 1000 1011" GeURc { d: D = "d", a: D = "a", b: Ku = "k" } "ge.u {d},{a},{b}" GeU;
        "bbbb aaaa 0111 1010" LtSrr { d: D15 = "", a: D = "a", b: D = "b" } "lt {d},{a},{b}" Lt;
        "kkkk aaaa 1111 1010" LtSrc { d: D15 = "", a: D = "a", b: K = "k" } "lt {d},{a},{b}" Lt;
        "dddd 0001 0010 ---- bbbb aaaa 0000 1011" LtRr { d: D = "d", a: D = "a", b: D = "b" } "lt {d},{a},{b}" Lt;
        "dddd 0010 010k kkkk kkkk aaaa 1000 1011" LtRc { d: D = "d", a: D = "a", b: K = "k" } "lt {d},{a},{b}" Lt;
        "dddd 0101 0010 ---- bbbb aaaa 0000 1011" LtBRr { d: D = "d", a: D = "a", b: D = "b" } "lt.b {d},{a},{b}" LtB;
        "dddd 0101 0011 ---- bbbb aaaa 0000 1011" LtBuRr { d: D = "d", a: D = "a", b: D = "b" } "lt.bu {d},{a},{b}" LtBu;
        "dddd 0111 0010 ---- bbbb aaaa 0000 1011" LtHRr { d: D = "d", a: D = "a", b: D = "b" } "lt.h {d},{a},{b}" LtH;
        "dddd 0111 0011 ---- bbbb aaaa 0000 1011" LtHuRr { d: D = "d", a: D = "a", b: D = "b" } "lt.hu {d},{a},{b}" LtHu;
        "dddd 0001 0011 ---- bbbb aaaa 0000 1011" LtURr { d: D = "d", a: D = "a", b: D = "b" } "lt.u {d},{a},{b}" LtU;
        "dddd 0010 011k kkkk kkkk aaaa 1000 1011" LtURc { d: D = "d", a: D = "a", b: Ku = "k" } "lt.u {d},{a},{b}" LtU;
        "dddd 1001 0010 ---- bbbb aaaa 0000 1011" LtWRr { d: D = "d", a: D = "a", b: D = "b" } "lt.w {d},{a},{b}" LtW;
        "dddd 1001 0011 ---- bbbb aaaa 0000 1011" LtWuRr { d: D = "d", a: D = "a", b: D = "b" } "lt.wu {d},{a},{b}" LtWu;
        "dddd 0001 0001 ---- bbbb aaaa 0000 1011" NeRr { d: D = "d", a: D = "a", b: D = "b" } "ne {d},{a},{b}" Ne;
        "dddd 0010 001k kkkk kkkk aaaa 1000 1011" NeRc { d: D = "d", a: D = "a", b: K = "k" } "ne {d},{a},{b}" Ne;

        // Comparison, accumulated in bit 0 of the destination or shifted into it.
        "dddd 0010 0000 ---- bbbb aaaa 0000 1011" AndEqRr { d: D = "d", a: D = "a", b: D = "b" } "and.eq {d},{a},{b}" AndEq;
        "dddd 0100 000k kkkk kkkk aaaa 1000 1011" AndEqRc { d: D = "d", a: D = "a", b: K = "k" } "and.eq {d},{a},{b}" AndEq;
        "dddd 0010 0100 ---- bbbb aaaa 0000 1011" AndGeRr { d: D = "d", a: D = "a", b: D = "b" } "and.ge {d},{a},{b}" AndGe;
        "dddd 0100 100k kkkk kkkk aaaa 1000 1011" AndGeRc { d: D = "d", a: D = "a", b: K = "k" } "and.ge {d},{a},{b}" AndGe;
        "dddd 0010 0101 ---- bbbb aaaa 0000 1011" AndGeURr { d: D = "d", a: D = "a", b: D = "b" } "and.ge.u {d},{a},{b}" AndGeU;
        "dddd 0100 101k kkkk kkkk aaaa 1000 1011" AndGeURc { d: D = "d", a: D = "a", b: Ku = "k" } "and.ge.u {d},{a},{b}" AndGeU;
        "dddd 0010 0010 ---- bbbb aaaa 0000 1011" AndLtRr { d: D = "d", a: D = "a", b: D = "b" } "and.lt {d},{a},{b}" AndLt;
        "dddd 0100 010k kkkk kkkk aaaa 1000 1011" AndLtRc { d: D = "d", a: D = "a", b: K = "k" } "and.lt {d},{a},{b}" AndLt;
        "dddd 0010 0011 ---- bbbb aaaa 0000 1011" AndLtURr { d: D = "d", a: D = "a", b: D = "b" } "and.lt.u {d},{a},{b}" AndLtU;
        "dddd 0100 011k kkkk kkkk aaaa 1000 1011" AndLtURc { d: D = "d", a: D = "a", b: Ku = "k" } "and.lt.u {d},{a},{b}" AndLtU;
        "dddd 0010 0001 ---- bbbb aaaa 0000 1011" AndNeRr { d: D = "d", a: D = "a", b: D = "b" } "and.ne {d},{a},{b}" AndNe;
        "dddd 0100 001k kkkk kkkk aaaa 1000 1011" AndNeRc { d: D = "d", a: D = "a", b: K = "k" } "and.ne {d},{a},{b}" AndNe;
        "dddd 0010 0111 ---- bbbb aaaa 0000 1011" OrEqRr { d: D = "d", a: D = "a", b: D = "b" } "or.eq {d},{a},{b}" OrEq;
        "dddd 0100 111k kkkk kkkk aaaa 1000 1011" OrEqRc { d: D = "d", a: D = "a", b: K = "k" } "or.eq {d},{a},{b}" OrEq;
        "dddd 0010 1011 ---- bbbb aaaa 0000 1011" OrGeRr { d: D = "d", a: D = "a", b: D = "b" } "or.ge {d},{a},{b}" OrGe;
        "dddd 0101 011k kkkk kkkk aaaa 1000 1011" OrGeRc { d: D = "d", a: D = "a", b: K = "k" } "or.ge {d},{a},{b}" OrGe;
        "dddd 0010 1100 ---- bbbb aaaa 0000 1011" OrGeURr { d: D = "d", a: D = "a", b: D = "b" } "or.ge.u {d},{a},{b}" OrGeU;
        "dddd 0101 100k kkkk kkkk aaaa 1000 1011" OrGeURc { d: D = "d", a: D = "a", b: Ku = "k" } "or.ge.u {d},{a},{b}" OrGeU;
        "dddd 0010 1001 ---- bbbb aaaa 0000 1011" OrLtRr { d: D = "d", a: D = "a", b: D = "b" } "or.lt {d},{a},{b}" OrLt;
        "dddd 0101 001k kkkk kkkk aaaa 1000 1011" OrLtRc { d: D = "d", a: D = "a", b: K = "k" } "or.lt {d},{a},{b}" OrLt;
        "dddd 0010 1010 ---- bbbb aaaa 0000 1011" OrLtURr { d: D = "d", a: D = "a", b: D = "b" } "or.lt.u {d},{a},{b}" OrLtU;
        "dddd 0101 010k kkkk kkkk aaaa 1000 1011" OrLtURc { d: D = "d", a: D = "a", b: Ku = "k" } "or.lt.u {d},{a},{b}" OrLtU;
        "dddd 0010 1000 ---- bbbb aaaa 0000 1011" OrNeRr { d: D = "d", a: D = "a", b: D = "b" } "or.ne {d},{a},{b}" OrNe;
        "dddd 0101 000k kkkk kkkk aaaa 1000 1011" OrNeRc { d: D = "d", a: D = "a", b: K = "k" } "or.ne {d},{a},{b}" OrNe;
        "dddd 0011 0111 ---- bbbb aaaa 0000 1011" ShEqRr { d: D = "d", a: D = "a", b: D = "b" } "sh.eq {d},{a},{b}" ShEq;
        "dddd 0110 111k kkkk kkkk aaaa 1000 1011" ShEqRc { d: D = "d", a: D = "a", b: K = "k" } "sh.eq {d},{a},{b}" ShEq;
        "dddd 0011 1011 ---- bbbb aaaa 0000 1011" ShGeRr { d: D = "d", a: D = "a", b: D = "b" } "sh.ge {d},{a},{b}" ShGe;
        "dddd 0111 011k kkkk kkkk aaaa 1000 1011" ShGeRc { d: D = "d", a: D = "a", b: K = "k" } "sh.ge {d},{a},{b}" ShGe;
        "dddd 0011 1100 ---- bbbb aaaa 0000 1011" ShGeURr { d: D = "d", a: D = "a", b: D = "b" } "sh.ge.u {d},{a},{b}" ShGeU;
        "dddd 0111 100k kkkk kkkk aaaa 1000 1011" ShGeURc { d: D = "d", a: D = "a", b: Ku = "k" } "sh.ge.u {d},{a},{b}" ShGeU;
        "dddd 0011 1001 ---- bbbb aaaa 0000 1011" ShLtRr { d: D = "d", a: D = "a", b: D = "b" } "sh.lt {d},{a},{b}" ShLt;
        "dddd 0111 001k kkkk kkkk aaaa 1000 1011" ShLtRc { d: D = "d", a: D = "a", b: K = "k" } "sh.lt {d},{a},{b}" ShLt;
        "dddd 0011 1010 ---- bbbb aaaa 0000 1011" ShLtURr { d: D = "d", a: D = "a", b: D = "b" } "sh.lt.u {d},{a},{b}" ShLtU;
        "dddd 0111 010k kkkk kkkk aaaa 1000 1011" ShLtURc { d: D = "d", a: D = "a", b: Ku = "k" } "sh.lt.u {d},{a},{b}" ShLtU;
        "dddd 0011 1000 ---- bbbb aaaa 0000 1011" ShNeRr { d: D = "d", a: D = "a", b: D = "b" } "sh.ne {d},{a},{b}" ShNe;
        "dddd 0111 000k kkkk kkkk aaaa 1000 1011" ShNeRc { d: D = "d", a: D = "a", b: K = "k" } "sh.ne {d},{a},{b}" ShNe;
        "dddd 0010 1111 ---- bbbb aaaa 0000 1011" XorEqRr { d: D = "d", a: D = "a", b: D = "b" } "xor.eq {d},{a},{b}" XorEq;
        "dddd 0101 111k kkkk kkkk aaaa 1000 1011" XorEqRc { d: D = "d", a: D = "a", b: K = "k" } "xor.eq {d},{a},{b}" XorEq;
        "dddd 0011 0011 ---- bbbb aaaa 0000 1011" XorGeRr { d: D = "d", a: D = "a", b: D = "b" } "xor.ge {d},{a},{b}" XorGe;
        "dddd 0110 011k kkkk kkkk aaaa 1000 1011" XorGeRc { d: D = "d", a: D = "a", b: K = "k" } "xor.ge {d},{a},{b}" XorGe;
        "dddd 0011 0100 ---- bbbb aaaa 0000 1011" XorGeURr { d: D = "d", a: D = "a", b: D = "b" } "xor.ge.u {d},{a},{b}" XorGeU;
        "dddd 0110 100k kkkk kkkk aaaa 1000 1011" XorGeURc { d: D = "d", a: D = "a", b: Ku = "k" } "xor.ge.u {d},{a},{b}" XorGeU;
        "dddd 0011 0001 ---- bbbb aaaa 0000 1011" XorLtRr { d: D = "d", a: D = "a", b: D = "b" } "xor.lt {d},{a},{b}" XorLt;
        "dddd 0110 001k kkkk kkkk aaaa 1000 1011" XorLtRc { d: D = "d", a: D = "a", b: K = "k" } "xor.lt {d},{a},{b}" XorLt;
        "dddd 0011 0010 ---- bbbb aaaa 0000 1011" XorLtURr { d: D = "d", a: D = "a", b: D = "b" } "xor.lt.u {d},{a},{b}" XorLtU;
        "dddd 0110 010k kkkk kkkk aaaa 1000 1011" XorLtURc { d: D = "d", a: D = "a", b: Ku = "k" } "xor.lt.u {d},{a},{b}" XorLtU;
        "dddd 0011 0000 ---- bbbb aaaa 0000 1011" XorNeRr { d: D = "d", a: D = "a", b: D = "b" } "xor.ne {d},{a},{b}" XorNe;
        "dddd 0110 000k kkkk kkkk aaaa 1000 1011" XorNeRc { d: D = "d", a: D = "a", b: K = "k" } "xor.ne {d},{a},{b}" XorNe;

        // Logic.
        "kkkk kkkk 0001 0110" AndSc { d: D15 = "", a: D15 = "", b: Ku = "k" } "and {d},{b}" And;
        "bbbb aaaa 0010 0110" AndSrr { d: D = "a", a: D = "a", b: D = "b" } "and {d},{b}" And;
        "dddd 0000 1000 ---- bbbb aaaa 0000 1111" AndRr { d: D = "d", a: D = "a", b: D = "b" } "and {d},{a},{b}" And;
        "dddd 0001 000k kkkk kkkk aaaa 1000 1111" AndRc { d: D = "d", a: D = "a", b: Ku = "k" } "and {d},{a},{b}" And;
        "dddd 0000 1110 ---- bbbb aaaa 0000 1111" AndnRr { d: D = "d", a: D = "a", b: D = "b" } "andn {d},{a},{b}" Andn;
        "dddd 0001 110k kkkk kkkk aaaa 1000 1111" AndnRc { d: D = "d", a: D = "a", b: Ku = "k" } "andn {d},{a},{b}" Andn;
        "dddd 0000 1001 ---- bbbb aaaa 0000 1111" NandRr { d: D = "d", a: D = "a", b: D = "b" } "nand {d},{a},{b}" Nand;
        "dddd 0001 001k kkkk kkkk aaaa 1000 1111" NandRc { d: D = "d", a: D = "a", b: Ku = "k" } "nand {d},{a},{b}" Nand;
        "dddd 0000 1011 ---- bbbb aaaa 0000 1111" NorRr { d: D = "d", a: D = "a", b: D = "b" } "nor {d},{a},{b}" Nor;
        "dddd 0001 011k kkkk kkkk aaaa 1000 1111" NorRc { d: D = "d", a: D = "a", b: Ku = "k" } "nor {d},{a},{b}" Nor;
        "0000 aaaa 0100 0110" NotSr { d: D = "a", a: D = "a" } "not {d}" Not;
        "kkkk kkkk 1001 0110" OrSc { d: D15 = "", a: D15 = "", b: Ku = "k" } "or {d},{b}" Or;
        "bbbb aaaa 1010 0110" OrSrr { d: D = "a", a: D = "a", b: D = "b" } "or {d},{b}" Or;
        "dddd 0000 1010 ---- bbbb aaaa 0000 1111" OrRr { d: D = "d", a: D = "a", b: D = "b" } "or {d},{a},{b}" Or;
        "dddd 0001 010k kkkk kkkk aaaa 1000 1111" OrRc { d: D = "d", a: D = "a", b: Ku = "k" } "or {d},{a},{b}" Or;
        "dddd 0000 1111 ---- bbbb aaaa 0000 1111" OrnRr { d: D = "d", a: D = "a", b: D = "b" } "orn {d},{a},{b}" Orn;
        "dddd 0001 111k kkkk kkkk aaaa 1000 1111" OrnRc { d: D = "d", a: D = "a", b: Ku = "k" } "orn {d},{a},{b}" Orn;
        "dddd 0000 1101 ---- bbbb aaaa 0000 1111" XnorRr { d: D = "d", a: D = "a", b: D = "b" } "xnor {d},{a},{b}" Xnor;
        "dddd 0001 101k kkkk kkkk aaaa 1000 1111" XnorRc { d: D = "d", a: D = "a", b: Ku = "k" } "xnor {d},{a},{b}" Xnor;
        "bbbb aaaa 1100 0110" XorSrr { d: D = "a", a: D = "a", b: D = "b" } "xor {d},{b}" Xor;
        "dddd 0000 1100 ---- bbbb aaaa 0000 1111" XorRr { d: D = "d", a: D = "a", b: D = "b" } "xor {d},{a},{b}" Xor;
        "dddd 0001 100k kkkk kkkk aaaa 1000 1111" XorRc { d: D = "d", a: D = "a", b: Ku = "k" } "xor {d},{a},{b}" Xor;

        // Logic of two bits.
        "dddd qqqq q00p pppp bbbb aaaa 1000 0111" AndTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.t {d},{a},{p},{b},{q}" AndT;
        "dddd qqqq q11p pppp bbbb aaaa 1000 0111" AndnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "andn.t {d},{a},{p},{b},{q}" AndnT;
        "dddd qqqq q00p pppp bbbb aaaa 0110 0111" InsTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "ins.t {d},{a},{p},{b},{q}" InsT;
        "dddd qqqq q01p pppp bbbb aaaa 0110 0111" InsnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "insn.t {d},{a},{p},{b},{q}" InsnT;
        "dddd qqqq q00p pppp bbbb aaaa 0000 0111" NandTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "nand.t {d},{a},{p},{b},{q}" NandT;
        "dddd qqqq q10p pppp bbbb aaaa 1000 0111" NorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "nor.t {d},{a},{p},{b},{q}" NorT;
        "dddd qqqq q01p pppp bbbb aaaa 1000 0111" OrTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.t {d},{a},{p},{b},{q}" OrT;
        "dddd qqqq q01p pppp bbbb aaaa 0000 0111" OrnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "orn.t {d},{a},{p},{b},{q}" OrnT;
        "dddd qqqq q10p pppp bbbb aaaa 0000 0111" XnorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "xnor.t {d},{a},{p},{b},{q}" XnorT;
        "dddd qqqq q11p pppp bbbb aaaa 0000 0111" XorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "xor.t {d},{a},{p},{b},{q}" XorT;

        // Logic of two bits, accumulated in bit 0 of the destination or shifted into it.
        "dddd qqqq q00p pppp bbbb aaaa 0100 0111" AndAndTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.and.t {d},{a},{p},{b},{q}" AndAndT;
        "dddd qqqq q11p pppp bbbb aaaa 0100 0111" AndAndnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.andn.t {d},{a},{p},{b},{q}" AndAndnT;
        "dddd qqqq q10p pppp bbbb aaaa 0100 0111" AndNorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.nor.t {d},{a},{p},{b},{q}" AndNorT;
        "dddd qqqq q01p pppp bbbb aaaa 0100 0111" AndOrTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.or.t {d},{a},{p},{b},{q}" AndOrT;
        "dddd qqqq q00p pppp bbbb aaaa 1100 0111" OrAndTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.and.t {d},{a},{p},{b},{q}" OrAndT;
        "dddd qqqq q11p pppp bbbb aaaa 1100 0111" OrAndnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.andn.t {d},{a},{p},{b},{q}" OrAndnT;
        "dddd qqqq q10p pppp bbbb aaaa 1100 0111" OrNorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.nor.t {d},{a},{p},{b},{q}" OrNorT;
        "dddd qqqq q01p pppp bbbb aaaa 1100 0111" OrOrTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.or.t {d},{a},{p},{b},{q}" OrOrT;
        "dddd qqqq q00p pppp bbbb aaaa 0010 0111" ShAndTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.and.t {d},{a},{p},{b},{q}" ShAndT;
        "dddd qqqq q11p pppp bbbb aaaa 0010 0111" ShAndnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.andn.t {d},{a},{p},{b},{q}" ShAndnT;
        "dddd qqqq q00p pppp bbbb aaaa 1010 0111" ShNandTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.nand.t {d},{a},{p},{b},{q}" ShNandT;
        "dddd qqqq q10p pppp bbbb aaaa 0010 0111" ShNorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.nor.t {d},{a},{p},{b},{q}" ShNorT;
        "dddd qqqq q01p pppp bbbb aaaa 0010 0111" ShOrTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.or.t {d},{a},{p},{b},{q}" ShOrT;
        "dddd qqqq q01p pppp bbbb aaaa 1010 0111" ShOrnTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.orn.t {d},{a},{p},{b},{q}" ShOrnT;
        "dddd qqqq q10p pppp bbbb aaaa 1010 0111" ShXnorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.xnor.t {d},{a},{p},{b},{q}" ShXnorT;
        "dddd qqqq q11p pppp bbbb aaaa 1010 0111" ShXorTBit { d: D = "d", a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.xor.t {d},{a},{p},{b},{q}" ShXorT;

        // Shifts.
        "kkkk aaaa 0000 0110" ShSrc { d: D = "a", a: D = "a", b: K = "k" } "sh {a},{b}" Sh;
        "dddd 0000 0000 ---- bbbb aaaa 0000 1111" ShRr { d: D = "d", a: D = "a", b: D = "b" } "sh {d},{a},{b}" Sh;
        "dddd 0000 000k kkkk kkkk aaaa 1000 1111" ShRc { d: D = "d", a: D = "a", b: K = "k" } "sh {d},{a},{b}" Sh;
        "dddd 0100 0000 ---- bbbb aaaa 0000 1111" ShHRr { d: D = "d", a: D = "a", b: D = "b" } "sh.h {d},{a},{b}" ShH;
        "dddd 1000 000k kkkk kkkk aaaa 1000 1111" ShHRc { d: D = "d", a: D = "a", b: K = "k" } "sh.h {d},{a},{b}" ShH;
        "kkkk aaaa 1000 0110" ShaSrc { d: D = "a", a: D = "a", b: K = "k" } "sha {a},{b}" Sha;
        "dddd 0000 0001 ---- bbbb aaaa 0000 1111" ShaRr { d: D = "d", a: D = "a", b: D = "b" } "sha {d},{a},{b}" Sha;
        "dddd 0000 001k kkkk kkkk aaaa 1000 1111" ShaRc { d: D = "d", a: D = "a", b: K = "k" } "sha {d},{a},{b}" Sha;
        "dddd 0100 0001 ---- bbbb aaaa 0000 1111" ShaHRr { d: D = "d", a: D = "a", b: D = "b" } "sha.h {d},{a},{b}" ShaH;
        "dddd 1000 001k kkkk kkkk aaaa 1000 1111" ShaHRc { d: D = "d", a: D = "a", b: K = "k" } "sha.h {d},{a},{b}" ShaH;
        "dddd 0000 0010 ---- bbbb aaaa 0000 1111" ShasRr { d: D = "d", a: D = "a", b: D = "b" } "shas {d},{a},{b}" Shas;
        "dddd 0000 010k kkkk kkkk aaaa 1000 1111" ShasRc { d: D = "d", a: D = "a", b: K = "k" } "shas {d},{a},{b}" Shas;

        // Counts of leading bits.
        "dddd 0001 1100 ---- ---- aaaa 0000 1111" CloRr { d: D = "d", a: D = "a" } "clo {d},{a}" Clo;
        "dddd 0111 1101 ---- ---- aaaa 0000 1111" CloHRr { d: D = "d", a: D = "a" } "clo.h {d},{a}" CloH;
        "dddd 0001 1101 ---- ---- aaaa 0000 1111" ClsRr { d: D = "d", a: D = "a" } "cls {d},{a}" Cls;
        "dddd 0111 1110 ---- ---- aaaa 0000 1111" ClsHRr { d: D = "d", a: D = "a" } "cls.h {d},{a}" ClsH;
        "dddd 0001 1011 ---- ---- aaaa 0000 1111" ClzRr { d: D = "d", a: D = "a" } "clz {d},{a}" Clz;
        "dddd 0111 1100 ---- ---- aaaa 0000 1111" ClzHRr { d: D = "d", a: D = "a" } "clz.h {d},{a}" ClzH;

        // Bit fields.
        "dddd 0000 0001 ---- bbbb aaaa 0100 1011" BmergeRr { d: D = "d", a: D = "a", b: D = "b" } "bmerge {d},{a},{b}" Bmerge;
        "dddd 0000 1001 ---- ---- aaaa 0100 1011" BsplitRr { d: E = "d", a: D = "a" } "bsplit {d},{a}" Bsplit;
        "dddd cccc 100- ---- bbbb aaaa 0001 0111" DextrRrrr { d: D = "d", a: D = "a", b: D = "b", c: D = "c" } "dextr {d},{a},{b},{c}" Dextr;
        "dddd pppp p00- ---- bbbb aaaa 0111 0111" DextrPRrpw { d: D = "d", a: D = "a", b: D = "b", p: U = "p" } "dextr {d},{a},{b},{p}" DextrP;
        "dddd cccc 010- ---- ---- aaaa 0001 0111" ExtrRrrr { d: D = "d", a: D = "a", c: E = "c" } "extr {d},{a},{c}" Extr;
        "dddd pppp p10w wwww ---- aaaa 0011 0111" ExtrPwRrpw { d: D = "d", a: D = "a", p: U = "p", w: U = "w" } "extr {d},{a},{p},{w}" ExtrPw;
        "dddd cccc 010w wwww ---- aaaa 0101 0111" ExtrWRrrw { d: D = "d", a: D = "a", c: D = "c", w: U = "w" } "extr {d},{a},{c},{w}" ExtrW;
        "dddd cccc 011- ---- ---- aaaa 0001 0111" ExtrURrrr { d: D = "d", a: D = "a", c: E = "c" } "extr.u {d},{a},{c}" ExtrU;
        "dddd pppp p11w wwww ---- aaaa 0011 0111" ExtrUPwRrpw { d: D = "d", a: D = "a", p: U = "p", w: U = "w" } "extr.u {d},{a},{p},{w}" ExtrUPw;
        "dddd cccc 011w wwww ---- aaaa 0101 0111" ExtrUWRrrw { d: D = "d", a: D = "a", c: D = "c", w: U = "w" } "extr.u {d},{a},{c},{w}" ExtrUW;
        "dddd pppp p01w wwww bbbb ---- 0011 0111" ImaskEPwRrpw { d: E = "d", b: D = "b", p: U = "p", w: U = "w" } "imask {d},{b},{p},{w}" ImaskEPw;
        "dddd cccc 001w wwww bbbb ---- 0101 0111" ImaskEWRrrw { d: E = "d", b: D = "b", c: D = "c", w: U = "w" } "imask {d},{b},{c},{w}" ImaskEW;
        "dddd pppp p01w wwww kkkk ---- 1011 0111" ImaskEPwRcpw { d: E = "d", b: Ku = "k", p: U = "p", w: U = "w" } "imask {d},{b},{p},{w}" ImaskEPw;
        "dddd cccc 001w wwww kkkk ---- 1101 0111" ImaskEWRcrw { d: E = "d", b: Ku = "k", c: D = "c", w: U = "w" } "imask {d},{b},{c},{w}" ImaskEW;
        "dddd cccc 000- ---- bbbb aaaa 0001 0111" InsertRrrr { d: D = "d", a: D = "a", b: D = "b", c: E = "c" } "insert {d},{a},{b},{c}" Insert;
        "dddd pppp p00w wwww bbbb aaaa 0011 0111" InsertPwRrpw { d: D = "d", a: D = "a", b: D = "b", p: U = "p", w: U = "w" } "insert {d},{a},{b},{p},{w}" InsertPw;
        "dddd cccc 000w wwww bbbb aaaa 0101 0111" InsertWRrrw { d: D = "d", a: D = "a", b: D = "b", c: D = "c", w: U = "w" } "insert {d},{a},{b},{c},{w}" InsertW;
        "dddd cccc 000- ---- kkkk aaaa 1001 0111" InsertRcrr { d: D = "d", a: D = "a", b: Ku = "k", c: E = "c" } "insert {d},{a},{b},{c}" Insert;
        "dddd pppp p00w wwww kkkk aaaa 1011 0111" InsertPwRcpw { d: D = "d", a: D = "a", b: Ku = "k", p: U = "p", w: U = "w" } "insert {d},{a},{b},{p},{w}" InsertPw;
        "dddd cccc 000w wwww kkkk aaaa 1101 0111" InsertWRcrw { d: D = "d", a: D = "a", b: Ku = "k", c: D = "c", w: U = "w" } "insert {d},{a},{b},{c},{w}" InsertW;

        // Parity and checksum.
        "dddd 0000 0011 ---- bbbb aaaa 0100 1011" Crc32Rr { d: D = "d", b: D = "b", a: D = "a" } "crc32 {d},{b},{a}" Crc32;
        "dddd 0000 0010 ---- ---- aaaa 0100 1011" ParityRr { d: D = "d", a: D = "a" } "parity {d},{a}" Parity;

        // Multiplication.
        "bbbb aaaa 1110 0010" MulSrr { d: D = "a", a: D = "a", b: D = "b" } "mul {d},{b}" Mul;
        "dddd 0000 001k kkkk kkkk aaaa 0101 0011" MulRc { d: D = "d", a: D = "a", b: K = "k" } "mul {d},{a},{b}" Mul;
        "dddd 0000 011k kkkk kkkk aaaa 0101 0011" MulERc { d: E = "d", a: D = "a", b: K = "k" } "mul {d},{a},{b}" MulE;
        "dddd 0000 0000 1010 bbbb aaaa 0111 0011" MulRr2 { d: D = "d", a: D = "a", b: D = "b" } "mul {d},{a},{b}" Mul;
        "dddd 0000 0110 1010 bbbb aaaa 0111 0011" MulERr2 { d: E = "d", a: D = "a", b: D = "b" } "mul {d},{a},{b}" MulE;
        "dddd 0000 010k kkkk kkkk aaaa 0101 0011" MulURc { d: E = "d", a: D = "a", b: Ku = "k" } "mul.u {d},{a},{b}" MulU;
        "dddd 0000 0110 1000 bbbb aaaa 0111 0011" MulURr2 { d: E = "d", a: D = "a", b: D = "b" } "mul.u {d},{a},{b}" MulU;
        "dddd 0000 101k kkkk kkkk aaaa 0101 0011" MulsRc { d: D = "d", a: D = "a", b: K = "k" } "muls {d},{a},{b}" Muls;
        "dddd 0000 1000 1010 bbbb aaaa 0111 0011" MulsRr2 { d: D = "d", a: D = "a", b: D = "b" } "muls {d},{a},{b}" Muls;
        "dddd 0000 100k kkkk kkkk aaaa 0101 0011" MulsURc { d: D = "d", a: D = "a", b: Ku = "k" } "muls.u {d},{a},{b}" MulsU;
        "dddd 0000 1000 1000 bbbb aaaa 0111 0011" MulsURr2 { d: D = "d", a: D = "a", b: D = "b" } "muls.u {d},{a},{b}" MulsU;

        // Multiplication of packed and fractional numbers.
        "dddd 0000 0110 00nn bbbb aaaa 1011 0011" MulHEUlRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}ul,{n}" MulHEUl;
        "dddd 0000 0110 01nn bbbb aaaa 1011 0011" MulHELuRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}lu,{n}" MulHELu;
        "dddd 0000 0110 10nn bbbb aaaa 1011 0011" MulHELlRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}ll,{n}" MulHELl;
        "dddd 0000 0110 11nn bbbb aaaa 1011 0011" MulHEUuRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}uu,{n}" MulHEUu;
        "dddd 0000 0000 00nn bbbb aaaa 1001 0011" MulQURr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}u,{n}" MulQU;
        "dddd 0000 0000 01nn bbbb aaaa 1001 0011" MulQLRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}l,{n}" MulQL;
        "dddd 0000 0000 10nn bbbb aaaa 1001 0011" MulQRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b},{n}" MulQ;
        "dddd 0000 0001 00nn bbbb aaaa 1001 0011" MulQUURr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a}u,{b}u,{n}" MulQUU;
        "dddd 0000 0001 01nn bbbb aaaa 1001 0011" MulQLLRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a}l,{b}l,{n}" MulQLL;
        "dddd 0000 0110 00nn bbbb aaaa 1001 0011" MulQEURr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}u,{n}" MulQEU;
        "dddd 0000 0110 01nn bbbb aaaa 1001 0011" MulQELRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}l,{n}" MulQEL;
        "dddd 0000 0110 11nn bbbb aaaa 1001 0011" MulQERr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b},{n}" MulQE;
        "dddd 0000 0111 00nn bbbb aaaa 1011 0011" MulmHEUlRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}ul,{n}" MulmHEUl;
        "dddd 0000 0111 01nn bbbb aaaa 1011 0011" MulmHELuRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}lu,{n}" MulmHELu;
        "dddd 0000 0111 10nn bbbb aaaa 1011 0011" MulmHELlRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}ll,{n}" MulmHELl;
        "dddd 0000 0111 11nn bbbb aaaa 1011 0011" MulmHEUuRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}uu,{n}" MulmHEUu;
        "dddd 0000 1111 00nn bbbb aaaa 1011 0011" MulmsHEUlRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}ul,{n}" MulmsHEUl;
        "dddd 0000 1111 01nn bbbb aaaa 1011 0011" MulmsHELuRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}lu,{n}" MulmsHELu;
        "dddd 0000 1111 10nn bbbb aaaa 1011 0011" MulmsHELlRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}ll,{n}" MulmsHELl;
        "dddd 0000 1111 11nn bbbb aaaa 1011 0011" MulmsHEUuRr1 { d: E = "d", a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}uu,{n}" MulmsHEUu;
        "dddd 0000 0011 00nn bbbb aaaa 1011 0011" MulrHUlRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}ul,{n}" MulrHUl;
        "dddd 0000 0011 01nn bbbb aaaa 1011 0011" MulrHLuRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}lu,{n}" MulrHLu;
        "dddd 0000 0011 10nn bbbb aaaa 1011 0011" MulrHLlRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}ll,{n}" MulrHLl;
        "dddd 0000 0011 11nn bbbb aaaa 1011 0011" MulrHUuRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}uu,{n}" MulrHUu;
        "dddd 0000 0001 10nn bbbb aaaa 1001 0011" MulrQUURr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mulr.q {d},{a}u,{b}u,{n}" MulrQUU;
        "dddd 0000 0001 11nn bbbb aaaa 1001 0011" MulrQLLRr1 { d: D = "d", a: D = "a", b: D = "b", n: U = "n" } "mulr.q {d},{a}l,{b}l,{n}" MulrQLL;

        // Multiplication and addition.
        "dddd cccc 0000 1010 bbbb aaaa 0000 0011" MaddRrr2 { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "madd {d},{c},{a},{b}" Madd;
        "dddd cccc 0110 1010 bbbb aaaa 0000 0011" MaddERrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "madd {d},{c},{a},{b}" MaddE;
        "dddd cccc 001k kkkk kkkk aaaa 0001 0011" MaddRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "madd {d},{c},{a},{b}" Madd;
        "dddd cccc 011k kkkk kkkk aaaa 0001 0011" MaddERcr { d: E = "d", c: E = "c", a: D = "a", b: K = "k" } "madd {d},{c},{a},{b}" MaddE;
        "dddd cccc 0110 1000 bbbb aaaa 0000 0011" MaddURrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "madd.u {d},{c},{a},{b}" MaddU;
        "dddd cccc 010k kkkk kkkk aaaa 0001 0011" MaddURcr { d: E = "d", c: E = "c", a: D = "a", b: Ku = "k" } "madd.u {d},{c},{a},{b}" MaddU;
        "dddd cccc 1000 1010 bbbb aaaa 0000 0011" MaddsRrr2 { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "madds {d},{c},{a},{b}" Madds;
        "dddd cccc 1110 1010 bbbb aaaa 0000 0011" MaddsERrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "madds {d},{c},{a},{b}" MaddsE;
        "dddd cccc 101k kkkk kkkk aaaa 0001 0011" MaddsRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "madds {d},{c},{a},{b}" Madds;
        "dddd cccc 111k kkkk kkkk aaaa 0001 0011" MaddsERcr { d: E = "d", c: E = "c", a: D = "a", b: K = "k" } "madds {d},{c},{a},{b}" MaddsE;
        "dddd cccc 1000 1000 bbbb aaaa 0000 0011" MaddsURrr2 { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "madds.u {d},{c},{a},{b}" MaddsU;
        "dddd cccc 1110 1000 bbbb aaaa 0000 0011" MaddsUERrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "madds.u {d},{c},{a},{b}" MaddsUE;
        "dddd cccc 100k kkkk kkkk aaaa 0001 0011" MaddsURcr { d: D = "d", c: D = "c", a: D = "a", b: Ku = "k" } "madds.u {d},{c},{a},{b}" MaddsU;
        "dddd cccc 110k kkkk kkkk aaaa 0001 0011" MaddsUERcr { d: E = "d", c: E = "c", a: D = "a", b: Ku = "k" } "madds.u {d},{c},{a},{b}" MaddsUE;

        // Multiplication and addition of packed and fractional numbers.
        "dddd cccc 0110 00nn bbbb aaaa 1000 0011" MaddHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}ul,{n}" MaddHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1000 0011" MaddHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}lu,{n}" MaddHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1000 0011" MaddHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}ll,{n}" MaddHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1000 0011" MaddHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}uu,{n}" MaddHEUu;
        "dddd cccc 0000 00nn bbbb aaaa 0100 0011" MaddQURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}u,{n}" MaddQU;
        "dddd cccc 0000 01nn bbbb aaaa 0100 0011" MaddQLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}l,{n}" MaddQL;
        "dddd cccc 0000 10nn bbbb aaaa 0100 0011" MaddQRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b},{n}" MaddQ;
        "dddd cccc 0001 00nn bbbb aaaa 0100 0011" MaddQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}u,{b}u,{n}" MaddQUU;
        "dddd cccc 0001 01nn bbbb aaaa 0100 0011" MaddQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}l,{b}l,{n}" MaddQLL;
        "dddd cccc 0110 00nn bbbb aaaa 0100 0011" MaddQEURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}u,{n}" MaddQEU;
        "dddd cccc 0110 01nn bbbb aaaa 0100 0011" MaddQELRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}l,{n}" MaddQEL;
        "dddd cccc 0110 11nn bbbb aaaa 0100 0011" MaddQERrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b},{n}" MaddQE;
        "dddd cccc 0111 00nn bbbb aaaa 0100 0011" MaddQEUURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}u,{b}u,{n}" MaddQEUU;
        "dddd cccc 0111 01nn bbbb aaaa 0100 0011" MaddQELLRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}l,{b}l,{n}" MaddQELL;
        "dddd cccc 0111 00nn bbbb aaaa 1000 0011" MaddmHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}ul,{n}" MaddmHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1000 0011" MaddmHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}lu,{n}" MaddmHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1000 0011" MaddmHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}ll,{n}" MaddmHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1000 0011" MaddmHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}uu,{n}" MaddmHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1000 0011" MaddmsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}ul,{n}" MaddmsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1000 0011" MaddmsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}lu,{n}" MaddmsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1000 0011" MaddmsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}ll,{n}" MaddmsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1000 0011" MaddmsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}uu,{n}" MaddmsHEUu;
        "dddd cccc 0111 10nn bbbb aaaa 0100 0011" MaddrHUlCRrr1 { d: D = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}ul,{n}" MaddrHUlC;
        "dddd cccc 0011 00nn bbbb aaaa 1000 0011" MaddrHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}ul,{n}" MaddrHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1000 0011" MaddrHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}lu,{n}" MaddrHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1000 0011" MaddrHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}ll,{n}" MaddrHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1000 0011" MaddrHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}uu,{n}" MaddrHUu;
        "dddd cccc 0001 10nn bbbb aaaa 0100 0011" MaddrQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.q {d},{c},{a}u,{b}u,{n}" MaddrQUU;
        "dddd cccc 0001 11nn bbbb aaaa 0100 0011" MaddrQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.q {d},{c},{a}l,{b}l,{n}" MaddrQLL;
        "dddd cccc 1111 10nn bbbb aaaa 0100 0011" MaddrsHUlCRrr1 { d: D = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}ul,{n}" MaddrsHUlC;
        "dddd cccc 1011 00nn bbbb aaaa 1000 0011" MaddrsHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}ul,{n}" MaddrsHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1000 0011" MaddrsHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}lu,{n}" MaddrsHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1000 0011" MaddrsHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}ll,{n}" MaddrsHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1000 0011" MaddrsHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}uu,{n}" MaddrsHUu;
        "dddd cccc 1001 10nn bbbb aaaa 0100 0011" MaddrsQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.q {d},{c},{a}u,{b}u,{n}" MaddrsQUU;
        "dddd cccc 1001 11nn bbbb aaaa 0100 0011" MaddrsQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.q {d},{c},{a}l,{b}l,{n}" MaddrsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 1000 0011" MaddsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}ul,{n}" MaddsHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1000 0011" MaddsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}lu,{n}" MaddsHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1000 0011" MaddsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}ll,{n}" MaddsHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1000 0011" MaddsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}uu,{n}" MaddsHEUu;
        "dddd cccc 1000 00nn bbbb aaaa 0100 0011" MaddsQURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}u,{n}" MaddsQU;
        "dddd cccc 1000 01nn bbbb aaaa 0100 0011" MaddsQLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}l,{n}" MaddsQL;
        "dddd cccc 1000 10nn bbbb aaaa 0100 0011" MaddsQRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b},{n}" MaddsQ;
        "dddd cccc 1001 00nn bbbb aaaa 0100 0011" MaddsQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}u,{b}u,{n}" MaddsQUU;
        "dddd cccc 1001 01nn bbbb aaaa 0100 0011" MaddsQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}l,{b}l,{n}" MaddsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 0100 0011" MaddsQEURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}u,{n}" MaddsQEU;
        "dddd cccc 1110 01nn bbbb aaaa 0100 0011" MaddsQELRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}l,{n}" MaddsQEL;
        "dddd cccc 1110 11nn bbbb aaaa 0100 0011" MaddsQERrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b},{n}" MaddsQE;
        "dddd cccc 1111 00nn bbbb aaaa 0100 0011" MaddsQEUURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}u,{b}u,{n}" MaddsQEUU;
        "dddd cccc 1111 01nn bbbb aaaa 0100 0011" MaddsQELLRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}l,{b}l,{n}" MaddsQELL;
        "dddd cccc 0110 00nn bbbb aaaa 1100 0011" MaddsuHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}ul,{n}" MaddsuHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1100 0011" MaddsuHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}lu,{n}" MaddsuHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1100 0011" MaddsuHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}ll,{n}" MaddsuHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1100 0011" MaddsuHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}uu,{n}" MaddsuHEUu;
        "dddd cccc 0111 00nn bbbb aaaa 1100 0011" MaddsumHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}ul,{n}" MaddsumHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1100 0011" MaddsumHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}lu,{n}" MaddsumHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1100 0011" MaddsumHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}ll,{n}" MaddsumHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1100 0011" MaddsumHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}uu,{n}" MaddsumHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1100 0011" MaddsumsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}ul,{n}" MaddsumsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1100 0011" MaddsumsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}lu,{n}" MaddsumsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1100 0011" MaddsumsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}ll,{n}" MaddsumsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1100 0011" MaddsumsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}uu,{n}" MaddsumsHEUu;
        "dddd cccc 0011 00nn bbbb aaaa 1100 0011" MaddsurHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}ul,{n}" MaddsurHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1100 0011" MaddsurHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}lu,{n}" MaddsurHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1100 0011" MaddsurHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}ll,{n}" MaddsurHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1100 0011" MaddsurHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}uu,{n}" MaddsurHUu;
        "dddd cccc 1011 00nn bbbb aaaa 1100 0011" MaddsursHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}ul,{n}" MaddsursHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1100 0011" MaddsursHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}lu,{n}" MaddsursHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1100 0011" MaddsursHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}ll,{n}" MaddsursHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1100 0011" MaddsursHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}uu,{n}" MaddsursHUu;
        "dddd cccc 1110 00nn bbbb aaaa 1100 0011" MaddsusHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}ul,{n}" MaddsusHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1100 0011" MaddsusHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}lu,{n}" MaddsusHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1100 0011" MaddsusHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}ll,{n}" MaddsusHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1100 0011" MaddsusHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}uu,{n}" MaddsusHEUu;

        // Multiplication and subtraction.
        "dddd cccc 0000 1010 bbbb aaaa 0010 0011" MsubRrr2 { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "msub {d},{c},{a},{b}" Msub;
        "dddd cccc 0110 1010 bbbb aaaa 0010 0011" MsubERrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "msub {d},{c},{a},{b}" MsubE;
        "dddd cccc 001k kkkk kkkk aaaa 0011 0011" MsubRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "msub {d},{c},{a},{b}" Msub;
        "dddd cccc 011k kkkk kkkk aaaa 0011 0011" MsubERcr { d: E = "d", c: E = "c", a: D = "a", b: K = "k" } "msub {d},{c},{a},{b}" MsubE;
        "dddd cccc 0110 1000 bbbb aaaa 0010 0011" MsubURrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "msub.u {d},{c},{a},{b}" MsubU;
        "dddd cccc 010k kkkk kkkk aaaa 0011 0011" MsubURcr { d: E = "d", c: E = "c", a: D = "a", b: Ku = "k" } "msub.u {d},{c},{a},{b}" MsubU;
        "dddd cccc 1000 1010 bbbb aaaa 0010 0011" MsubsRrr2 { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "msubs {d},{c},{a},{b}" Msubs;
        "dddd cccc 1110 1010 bbbb aaaa 0010 0011" MsubsERrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "msubs {d},{c},{a},{b}" MsubsE;
        "dddd cccc 101k kkkk kkkk aaaa 0011 0011" MsubsRcr { d: D = "d", c: D = "c", a: D = "a", b: K = "k" } "msubs {d},{c},{a},{b}" Msubs;
        "dddd cccc 111k kkkk kkkk aaaa 0011 0011" MsubsERcr { d: E = "d", c: E = "c", a: D = "a", b: K = "k" } "msubs {d},{c},{a},{b}" MsubsE;
        "dddd cccc 1000 1000 bbbb aaaa 0010 0011" MsubsURrr2 { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "msubs.u {d},{c},{a},{b}" MsubsU;
        "dddd cccc 1110 1000 bbbb aaaa 0010 0011" MsubsUERrr2 { d: E = "d", c: E = "c", a: D = "a", b: D = "b" } "msubs.u {d},{c},{a},{b}" MsubsUE;
        "dddd cccc 100k kkkk kkkk aaaa 0011 0011" MsubsURcr { d: D = "d", c: D = "c", a: D = "a", b: Ku = "k" } "msubs.u {d},{c},{a},{b}" MsubsU;
        "dddd cccc 110k kkkk kkkk aaaa 0011 0011" MsubsUERcr { d: E = "d", c: E = "c", a: D = "a", b: Ku = "k" } "msubs.u {d},{c},{a},{b}" MsubsUE;

        // Multiplication and subtraction of packed and fractional numbers.
        "dddd cccc 0110 00nn bbbb aaaa 1010 0011" MsubHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}ul,{n}" MsubHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1010 0011" MsubHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}lu,{n}" MsubHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1010 0011" MsubHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}ll,{n}" MsubHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1010 0011" MsubHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}uu,{n}" MsubHEUu;
        "dddd cccc 0000 00nn bbbb aaaa 0110 0011" MsubQURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}u,{n}" MsubQU;
        "dddd cccc 0000 01nn bbbb aaaa 0110 0011" MsubQLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}l,{n}" MsubQL;
        "dddd cccc 0000 10nn bbbb aaaa 0110 0011" MsubQRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b},{n}" MsubQ;
        "dddd cccc 0001 00nn bbbb aaaa 0110 0011" MsubQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}u,{b}u,{n}" MsubQUU;
        "dddd cccc 0001 01nn bbbb aaaa 0110 0011" MsubQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}l,{b}l,{n}" MsubQLL;
        "dddd cccc 0110 00nn bbbb aaaa 0110 0011" MsubQEURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}u,{n}" MsubQEU;
        "dddd cccc 0110 01nn bbbb aaaa 0110 0011" MsubQELRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}l,{n}" MsubQEL;
        "dddd cccc 0110 11nn bbbb aaaa 0110 0011" MsubQERrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b},{n}" MsubQE;
        "dddd cccc 0111 00nn bbbb aaaa 0110 0011" MsubQEUURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}u,{b}u,{n}" MsubQEUU;
        "dddd cccc 0111 01nn bbbb aaaa 0110 0011" MsubQELLRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}l,{b}l,{n}" MsubQELL;
        "dddd cccc 0110 00nn bbbb aaaa 1110 0011" MsubadHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}ul,{n}" MsubadHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1110 0011" MsubadHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}lu,{n}" MsubadHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1110 0011" MsubadHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}ll,{n}" MsubadHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1110 0011" MsubadHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}uu,{n}" MsubadHEUu;
        "dddd cccc 0111 00nn bbbb aaaa 1110 0011" MsubadmHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}ul,{n}" MsubadmHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1110 0011" MsubadmHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}lu,{n}" MsubadmHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1110 0011" MsubadmHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}ll,{n}" MsubadmHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1110 0011" MsubadmHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}uu,{n}" MsubadmHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1110 0011" MsubadmsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}ul,{n}" MsubadmsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1110 0011" MsubadmsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}lu,{n}" MsubadmsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1110 0011" MsubadmsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}ll,{n}" MsubadmsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1110 0011" MsubadmsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}uu,{n}" MsubadmsHEUu;
        "dddd cccc 0011 00nn bbbb aaaa 1110 0011" MsubadrHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}ul,{n}" MsubadrHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1110 0011" MsubadrHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}lu,{n}" MsubadrHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1110 0011" MsubadrHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}ll,{n}" MsubadrHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1110 0011" MsubadrHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}uu,{n}" MsubadrHUu;
        "dddd cccc 1011 00nn bbbb aaaa 1110 0011" MsubadrsHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}ul,{n}" MsubadrsHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1110 0011" MsubadrsHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}lu,{n}" MsubadrsHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1110 0011" MsubadrsHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}ll,{n}" MsubadrsHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1110 0011" MsubadrsHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}uu,{n}" MsubadrsHUu;
        "dddd cccc 1110 00nn bbbb aaaa 1110 0011" MsubadsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}ul,{n}" MsubadsHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1110 0011" MsubadsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}lu,{n}" MsubadsHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1110 0011" MsubadsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}ll,{n}" MsubadsHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1110 0011" MsubadsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}uu,{n}" MsubadsHEUu;
        "dddd cccc 0111 00nn bbbb aaaa 1010 0011" MsubmHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}ul,{n}" MsubmHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1010 0011" MsubmHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}lu,{n}" MsubmHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1010 0011" MsubmHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}ll,{n}" MsubmHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1010 0011" MsubmHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}uu,{n}" MsubmHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1010 0011" MsubmsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}ul,{n}" MsubmsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1010 0011" MsubmsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}lu,{n}" MsubmsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1010 0011" MsubmsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}ll,{n}" MsubmsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1010 0011" MsubmsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}uu,{n}" MsubmsHEUu;
        "dddd cccc 0111 10nn bbbb aaaa 0110 0011" MsubrHUlCRrr1 { d: D = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}ul,{n}" MsubrHUlC;
        "dddd cccc 0011 00nn bbbb aaaa 1010 0011" MsubrHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}ul,{n}" MsubrHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1010 0011" MsubrHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}lu,{n}" MsubrHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1010 0011" MsubrHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}ll,{n}" MsubrHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1010 0011" MsubrHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}uu,{n}" MsubrHUu;
        "dddd cccc 0001 10nn bbbb aaaa 0110 0011" MsubrQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.q {d},{c},{a}u,{b}u,{n}" MsubrQUU;
        "dddd cccc 0001 11nn bbbb aaaa 0110 0011" MsubrQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.q {d},{c},{a}l,{b}l,{n}" MsubrQLL;
        "dddd cccc 1111 10nn bbbb aaaa 0110 0011" MsubrsHUlCRrr1 { d: D = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}ul,{n}" MsubrsHUlC;
        "dddd cccc 1011 00nn bbbb aaaa 1010 0011" MsubrsHUlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}ul,{n}" MsubrsHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1010 0011" MsubrsHLuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}lu,{n}" MsubrsHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1010 0011" MsubrsHLlRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}ll,{n}" MsubrsHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1010 0011" MsubrsHUuRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}uu,{n}" MsubrsHUu;
        "dddd cccc 1001 10nn bbbb aaaa 0110 0011" MsubrsQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.q {d},{c},{a}u,{b}u,{n}" MsubrsQUU;
        "dddd cccc 1001 11nn bbbb aaaa 0110 0011" MsubrsQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.q {d},{c},{a}l,{b}l,{n}" MsubrsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 1010 0011" MsubsHEUlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}ul,{n}" MsubsHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1010 0011" MsubsHELuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}lu,{n}" MsubsHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1010 0011" MsubsHELlRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}ll,{n}" MsubsHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1010 0011" MsubsHEUuRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}uu,{n}" MsubsHEUu;
        "dddd cccc 1000 00nn bbbb aaaa 0110 0011" MsubsQURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}u,{n}" MsubsQU;
        "dddd cccc 1000 01nn bbbb aaaa 0110 0011" MsubsQLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}l,{n}" MsubsQL;
        "dddd cccc 1000 10nn bbbb aaaa 0110 0011" MsubsQRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b},{n}" MsubsQ;
        "dddd cccc 1001 00nn bbbb aaaa 0110 0011" MsubsQUURrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}u,{b}u,{n}" MsubsQUU;
        "dddd cccc 1001 01nn bbbb aaaa 0110 0011" MsubsQLLRrr1 { d: D = "d", c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}l,{b}l,{n}" MsubsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 0110 0011" MsubsQEURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}u,{n}" MsubsQEU;
        "dddd cccc 1110 01nn bbbb aaaa 0110 0011" MsubsQELRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}l,{n}" MsubsQEL;
        "dddd cccc 1110 11nn bbbb aaaa 0110 0011" MsubsQERrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b},{n}" MsubsQE;
        "dddd cccc 1111 00nn bbbb aaaa 0110 0011" MsubsQEUURrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}u,{b}u,{n}" MsubsQEUU;
        "dddd cccc 1111 01nn bbbb aaaa 0110 0011" MsubsQELLRrr1 { d: E = "d", c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}l,{b}l,{n}" MsubsQELL;

        // Division.
        "dddd 0010 0000 --01 bbbb aaaa 0100 1011" DivRr { d: E = "d", a: D = "a", b: D = "b" } "div {d},{a},{b}" Div;
        "dddd 0010 0001 --01 bbbb aaaa 0100 1011" DivURr { d: E = "d", a: D = "a", b: D = "b" } "div.u {d},{a},{b}" DivU;
        "dddd cccc 1101 ---- bbbb ---- 0110 1011" DvadjRrr { d: E = "d", c: E = "c", b: D = "b" } "dvadj {d},{c},{b}" Dvadj;
        "dddd 0001 1010 ---- bbbb aaaa 0100 1011" DvinitRr { d: E = "d", a: D = "a", b: D = "b" } "dvinit {d},{a},{b}" Dvinit;
        "dddd 0101 1010 ---- bbbb aaaa 0100 1011" DvinitBRr { d: E = "d", a: D = "a", b: D = "b" } "dvinit.b {d},{a},{b}" DvinitB;
        "dddd 0100 1010 ---- bbbb aaaa 0100 1011" DvinitBuRr { d: E = "d", a: D = "a", b: D = "b" } "dvinit.bu {d},{a},{b}" DvinitBu;
        "dddd 0011 1010 ---- bbbb aaaa 0100 1011" DvinitHRr { d: E = "d", a: D = "a", b: D = "b" } "dvinit.h {d},{a},{b}" DvinitH;
        "dddd 0010 1010 ---- bbbb aaaa 0100 1011" DvinitHuRr { d: E = "d", a: D = "a", b: D = "b" } "dvinit.hu {d},{a},{b}" DvinitHu;
        "dddd 0000 1010 ---- bbbb aaaa 0100 1011" DvinitURr { d: E = "d", a: D = "a", b: D = "b" } "dvinit.u {d},{a},{b}" DvinitU;
        "dddd cccc 1111 ---- bbbb ---- 0110 1011" DvstepRrr { d: E = "d", c: E = "c", b: D = "b" } "dvstep {d},{c},{b}" Dvstep;
        "dddd cccc 1110 ---- bbbb ---- 0110 1011" DvstepURrr { d: E = "d", c: E = "c", b: D = "b" } "dvstep.u {d},{c},{b}" DvstepU;

        // Floating point.
        "dddd cccc 0010 --01 ---- aaaa 0110 1011" AddFRrr { d: D = "d", c: D = "c", a: D = "a" } "add.f {d},{c},{a}" AddF;
        "dddd 0000 0000 --01 bbbb aaaa 0100 1011" CmpFRr { d: D = "d", a: D = "a", b: D = "b" } "cmp.f {d},{a},{b}" CmpF;
        "dddd 0000 0101 --01 bbbb aaaa 0100 1011" DivFRr { d: D = "d", a: D = "a", b: D = "b" } "div.f {d},{a},{b}" DivF;
        "dddd 0001 0000 --01 ---- aaaa 0100 1011" FtoiRr { d: D = "d", a: D = "a" } "ftoi {d},{a}" Ftoi;
        "dddd 0001 0011 --01 ---- aaaa 0100 1011" FtoizRr { d: D = "d", a: D = "a" } "ftoiz {d},{a}" Ftoiz;
        "dddd 0001 0001 --01 bbbb aaaa 0100 1011" Ftoq31Rr { d: D = "d", a: D = "a", b: D = "b" } "ftoq31 {d},{a},{b}" Ftoq31;
        "dddd 0001 1000 --01 bbbb aaaa 0100 1011" Ftoq31zRr { d: D = "d", a: D = "a", b: D = "b" } "ftoq31z {d},{a},{b}" Ftoq31z;
        "dddd 0001 0010 --01 ---- aaaa 0100 1011" FtouRr { d: D = "d", a: D = "a" } "ftou {d},{a}" Ftou;
        "dddd 0001 0111 --01 ---- aaaa 0100 1011" FtouzRr { d: D = "d", a: D = "a" } "ftouz {d},{a}" Ftouz;
        "dddd 0001 0100 --01 ---- aaaa 0100 1011" ItofRr { d: D = "d", a: D = "a" } "itof {d},{a}" Itof;
        "dddd cccc 0110 --01 bbbb aaaa 0110 1011" MaddFRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "madd.f {d},{c},{a},{b}" MaddF;
        "dddd cccc 0111 --01 bbbb aaaa 0110 1011" MsubFRrr { d: D = "d", c: D = "c", a: D = "a", b: D = "b" } "msub.f {d},{c},{a},{b}" MsubF;
        "dddd 0000 0100 --01 bbbb aaaa 0100 1011" MulFRr { d: D = "d", a: D = "a", b: D = "b" } "mul.f {d},{a},{b}" MulF;
        "dddd cccc 0000 ---- ---- aaaa 0110 1011" PackRrr { d: D = "d", c: E = "c", a: D = "a" } "pack {d},{c},{a}" Pack;
        "dddd 0001 0101 --01 bbbb aaaa 0100 1011" Q31tofRr { d: D = "d", a: D = "a", b: D = "b" } "q31tof {d},{a},{b}" Q31tof;
        "dddd 0001 1001 --01 ---- aaaa 0100 1011" QseedFRr { d: D = "d", a: D = "a" } "qseed.f {d},{a}" QseedF;
        "dddd cccc 0011 --01 ---- aaaa 0110 1011" SubFRrr { d: D = "d", c: D = "c", a: D = "a" } "sub.f {d},{c},{a}" SubF;
        "dddd 0000 1000 ---- ---- aaaa 0100 1011" UnpackRr { d: E = "d", a: D = "a" } "unpack {d},{a}" Unpack;
        "---- 0000 1100 --01 ---- aaaa 0100 1011" UpdflRr { a: D = "a" } "updfl {a}" Updfl;
        "dddd 0001 0110 --01 ---- aaaa 0100 1011" UtofRr { d: D = "d", a: D = "a" } "utof {d},{a}" Utof;

        // Moves and arithmetic of address registers.
        "bbbb aaaa 0011 0000" AddASrr { d: A = "a", a: A = "a", b: A = "b" } "add.a {d},{b}" AddA;
        "kkkk aaaa 1011 0000" AddASrc { d: A = "a", a: A = "a", b: K = "k" } "add.a {d},{b}" AddA;
        "dddd 0000 0001 ---- bbbb aaaa 0000 0001" AddARr { d: A = "d", a: A = "a", b: A = "b" } "add.a {d},{a},{b}" AddA;
        "dddd kkkk kkkk kkkk kkkk aaaa 0001 0001" AddihARlc { d: A = "d", a: A = "a", b: Ku = "k" } "addih.a {d},{a},{b}" AddihA;
        "bbbb aaaa nn01 0000" AddscASrrs { d: A = "a", b: A = "b", a: D15 = "", n: U = "n" } "addsc.a {d},{b},{a},{n}" AddscA;
        "dddd 0110 0000 --nn bbbb aaaa 0000 0001" AddscARr { d: A = "d", b: A = "b", a: D = "a", n: U = "n" } "addsc.a {d},{b},{a},{n}" AddscA;
        "dddd 0110 0010 ---- bbbb aaaa 0000 0001" AddscAtRr { d: A = "d", b: A = "b", a: D = "a" } "addsc.at {d},{b},{a}" AddscAt;
        "eeee 1010 00ff ffff bbbb aaaa 0100 1001" LeaBo { d: A = "a", b: A = "b", o: Off = "ef", m: Base = "" } "lea {d},[{b}]{o}" Lea;
        "gggg 00ff ffhh hhhh eeee aaaa 1100 0101" LeaAbs { d: A = "a", o: Abs18 = "efgh", m: Abs = "" } "lea {d},{o}" Lea;
        "ffff eeee eegg gggg bbbb aaaa 1101 1001" LeaBol { d: A = "a", b: A = "b", o: Off = "efg", m: Base = "" } "lea {d},[{b}]{o}" Lea;
        "bbbb aaaa 0110 0000" MovASrr { d: A = "a", b: D = "b" } "mov.a {d},{b}" MovA;
        "kkkk aaaa 1010 0000" MovASrc { d: A = "a", b: Ku = "k" } "mov.a {d},{b}" MovA;
        "dddd 0110 0011 ---- bbbb ---- 0000 0001" MovARr { d: A = "d", b: D = "b" } "mov.a {d},{b}" MovA;
        "bbbb aaaa 0100 0000" MovAaSrr { d: A = "a", b: A = "b" } "mov.aa {d},{b}" MovAa;
        "dddd 0000 0000 ---- bbbb ---- 0000 0001" MovAaRr { d: A = "d", b: A = "b" } "mov.aa {d},{b}" MovAa;
        "bbbb aaaa 1000 0000" MovDSrr { d: D = "a", b: A = "b" } "mov.d {d},{b}" MovD;
        "dddd 0100 1100 ---- bbbb ---- 0000 0001" MovDRr { d: D = "d", b: A = "b" } "mov.d {d},{b}" MovD;
        "dddd kkkk kkkk kkkk kkkk ---- 1001 0001" MovhARlc { d: A = "d", b: Ku = "k" } "movh.a {d},{b}" MovhA;
        "kkkk kkkk 0010 0000" SubASc { d: A10 = "", a: A10 = "", b: Ku = "k" } "sub.a {d},{b}" SubA;
        "dddd 0000 0010 ---- bbbb aaaa 0000 0001" SubARr { d: A = "d", a: A = "a", b: A = "b" } "sub.a {d},{a},{b}" SubA;

        // Comparison of addresses.
        "dddd 0100 0000 ---- bbbb aaaa 0000 0001" EqARr { d: D = "d", a: A = "a", b: A = "b" } "eq.a {d},{a},{b}" EqA;
        "dddd 0100 1000 ---- ---- aaaa 0000 0001" EqzARr { d: D = "d", a: A = "a" } "eqz.a {d},{a}" EqzA;
        "dddd 0100 0011 ---- bbbb aaaa 0000 0001" GeARr { d: D = "d", a: A = "a", b: A = "b" } "ge.a {d},{a},{b}" GeA;
        "dddd 0100 0010 ---- bbbb aaaa 0000 0001" LtARr { d: D = "d", a: A = "a", b: A = "b" } "lt.a {d},{a},{b}" LtA;
        "dddd 0100 0001 ---- bbbb aaaa 0000 0001" NeARr { d: D = "d", a: A = "a", b: A = "b" } "ne.a {d},{a},{b}" NeA;
        "dddd 0100 1001 ---- ---- aaaa 0000 0001" NezARr { d: D = "d", a: A = "a" } "nez.a {d},{a}" NezA;

        // Loads.
        "bbbb dddd 1100 0100" LdASlrPost { d: A = "d", b: A = "b", o: Inc4 = "", m: Post = "" } "ld.a {d},[{b}+]" LdA;
        "oooo dddd 1100 1000" LdASlro { d: A = "d", b: A15 = "", o: Off4x4 = "o", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "bbbb oooo 1100 1100" LdASro { d: A15 = "", b: A = "b", o: Off4x4 = "o", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "bbbb dddd 1101 0100" LdASlrBase { d: A = "d", b: A = "b", m: Base = "" } "ld.a {d},[{b}]" LdA;
        "kkkk kkkk 1101 1000" LdASc { d: A15 = "", b: A10 = "", o: Off8x4 = "k", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "eeee 0001 10ff ffff bbbb aaaa 0000 1001" LdABoPost { d: A = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.a {d},[{b}+]{o}" LdA;
        "eeee 0101 10ff ffff bbbb aaaa 0000 1001" LdABoPre { d: A = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.a {d},[+{b}]{o}" LdA;
        "eeee 1001 10ff ffff bbbb aaaa 0000 1001" LdABoBase { d: A = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "---- 0001 10-- ---- bbbb aaaa 0010 1001" LdABoRev { d: A = "a", b: P = "b", m: Rev = "" } "ld.a {d},[{b}+r]" LdA;
        "eeee 0101 10ff ffff bbbb aaaa 0010 1001" LdABoCirc { d: A = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.a {d},[{b}+c]{o}" LdA;
        "gggg 10ff ffhh hhhh eeee aaaa 1000 0101" LdAAbs { d: A = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.a {d},{o}" LdA;
        "ffff eeee eegg gggg bbbb aaaa 1001 1001" LdABol { d: A = "a", b: A = "b", o: Off = "efg", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "gggg 00ff ffhh hhhh eeee aaaa 0000 0101" LdBAbs { d: D = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.b {d},{o}" LdB;
        "eeee 0000 00ff ffff bbbb aaaa 0000 1001" LdBBoPost { d: D = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.b {d},[{b}+]{o}" LdB;
        "eeee 0100 00ff ffff bbbb aaaa 0000 1001" LdBBoPre { d: D = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.b {d},[+{b}]{o}" LdB;
        "eeee 1000 00ff ffff bbbb aaaa 0000 1001" LdBBoBase { d: D = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.b {d},[{b}]{o}" LdB;
        "---- 0000 00-- ---- bbbb aaaa 0010 1001" LdBBoRev { d: D = "a", b: P = "b", m: Rev = "" } "ld.b {d},[{b}+r]" LdB;
        "eeee 0100 00ff ffff bbbb aaaa 0010 1001" LdBBoCirc { d: D = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.b {d},[{b}+c]{o}" LdB;
        "ffff eeee eegg gggg bbbb aaaa 0111 1001" LdBBol { d: D = "a", b: A = "b", o: Off = "efg", m: Base = "" } "ld.b {d},[{b}]{o}" LdB;
        "bbbb dddd 0000 0100" LdBuSlrPost { d: D = "d", b: A = "b", o: Inc1 = "", m: Post = "" } "ld.bu {d},[{b}+]" LdBu;
        "oooo dddd 0000 1000" LdBuSlro { d: D = "d", b: A15 = "", o: Off4 = "o", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "bbbb oooo 0000 1100" LdBuSro { d: D15 = "", b: A = "b", o: Off4 = "o", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "bbbb dddd 0001 0100" LdBuSlrBase { d: D = "d", b: A = "b", m: Base = "" } "ld.bu {d},[{b}]" LdBu;
        "gggg 01ff ffhh hhhh eeee aaaa 0000 0101" LdBuAbs { d: D = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.bu {d},{o}" LdBu;
        "eeee 0000 01ff ffff bbbb aaaa 0000 1001" LdBuBoPost { d: D = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.bu {d},[{b}+]{o}" LdBu;
        "eeee 0100 01ff ffff bbbb aaaa 0000 1001" LdBuBoPre { d: D = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.bu {d},[+{b}]{o}" LdBu;
        "eeee 1000 01ff ffff bbbb aaaa 0000 1001" LdBuBoBase { d: D = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "---- 0000 01-- ---- bbbb aaaa 0010 1001" LdBuBoRev { d: D = "a", b: P = "b", m: Rev = "" } "ld.bu {d},[{b}+r]" LdBu;
        "eeee 0100 01ff ffff bbbb aaaa 0010 1001" LdBuBoCirc { d: D = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.bu {d},[{b}+c]{o}" LdBu;
        "ffff eeee eegg gggg bbbb aaaa 0011 1001" LdBuBol { d: D = "a", b: A = "b", o: Off = "efg", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "eeee 0001 01ff ffff bbbb aaaa 0000 1001" LdDBoPost { d: E = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.d {d},[{b}+]{o}" LdD;
        "eeee 0101 01ff ffff bbbb aaaa 0000 1001" LdDBoPre { d: E = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.d {d},[+{b}]{o}" LdD;
        "eeee 1001 01ff ffff bbbb aaaa 0000 1001" LdDBoBase { d: E = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.d {d},[{b}]{o}" LdD;
        "---- 0001 01-- ---- bbbb aaaa 0010 1001" LdDBoRev { d: E = "a", b: P = "b", m: Rev = "" } "ld.d {d},[{b}+r]" LdD;
        "eeee 0101 01ff ffff bbbb aaaa 0010 1001" LdDBoCirc { d: E = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.d {d},[{b}+c]{o}" LdD;
        "gggg 01ff ffhh hhhh eeee aaaa 1000 0101" LdDAbs { d: E = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.d {d},{o}" LdD;
        "eeee 0001 11ff ffff bbbb aaaa 0000 1001" LdDaBoPost { d: P = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.da {d},[{b}+]{o}" LdDa;
        "eeee 0101 11ff ffff bbbb aaaa 0000 1001" LdDaBoPre { d: P = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.da {d},[+{b}]{o}" LdDa;
        "eeee 1001 11ff ffff bbbb aaaa 0000 1001" LdDaBoBase { d: P = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.da {d},[{b}]{o}" LdDa;
        "---- 0001 11-- ---- bbbb aaaa 0010 1001" LdDaBoRev { d: P = "a", b: P = "b", m: Rev = "" } "ld.da {d},[{b}+r]" LdDa;
        "eeee 0101 11ff ffff bbbb aaaa 0010 1001" LdDaBoCirc { d: P = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.da {d},[{b}+c]{o}" LdDa;
        "gggg 11ff ffhh hhhh eeee aaaa 1000 0101" LdDaAbs { d: P = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.da {d},{o}" LdDa;
        "bbbb dddd 1000 0100" LdHSlrPost { d: D = "d", b: A = "b", o: Inc2 = "", m: Post = "" } "ld.h {d},[{b}+]" LdH;
        "oooo dddd 1000 1000" LdHSlro { d: D = "d", b: A15 = "", o: Off4x2 = "o", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "bbbb oooo 1000 1100" LdHSro { d: D15 = "", b: A = "b", o: Off4x2 = "o", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "bbbb dddd 1001 0100" LdHSlrBase { d: D = "d", b: A = "b", m: Base = "" } "ld.h {d},[{b}]" LdH;
        "gggg 10ff ffhh hhhh eeee aaaa 0000 0101" LdHAbs { d: D = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.h {d},{o}" LdH;
        "eeee 0000 10ff ffff bbbb aaaa 0000 1001" LdHBoPost { d: D = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.h {d},[{b}+]{o}" LdH;
        "eeee 0100 10ff ffff bbbb aaaa 0000 1001" LdHBoPre { d: D = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.h {d},[+{b}]{o}" LdH;
        "eeee 1000 10ff ffff bbbb aaaa 0000 1001" LdHBoBase { d: D = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "---- 0000 10-- ---- bbbb aaaa 0010 1001" LdHBoRev { d: D = "a", b: P = "b", m: Rev = "" } "ld.h {d},[{b}+r]" LdH;
        "eeee 0100 10ff ffff bbbb aaaa 0010 1001" LdHBoCirc { d: D = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.h {d},[{b}+c]{o}" LdH;
        "ffff eeee eegg gggg bbbb aaaa 1100 1001" LdHBol { d: D = "a", b: A = "b", o: Off = "efg", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "gggg 11ff ffhh hhhh eeee aaaa 0000 0101" LdHuAbs { d: D = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.hu {d},{o}" LdHu;
        "eeee 0000 11ff ffff bbbb aaaa 0000 1001" LdHuBoPost { d: D = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.hu {d},[{b}+]{o}" LdHu;
        "eeee 0100 11ff ffff bbbb aaaa 0000 1001" LdHuBoPre { d: D = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.hu {d},[+{b}]{o}" LdHu;
        "eeee 1000 11ff ffff bbbb aaaa 0000 1001" LdHuBoBase { d: D = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.hu {d},[{b}]{o}" LdHu;
        "---- 0000 11-- ---- bbbb aaaa 0010 1001" LdHuBoRev { d: D = "a", b: P = "b", m: Rev = "" } "ld.hu {d},[{b}+r]" LdHu;
        "eeee 0100 11ff ffff bbbb aaaa 0010 1001" LdHuBoCirc { d: D = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.hu {d},[{b}+c]{o}" LdHu;
        "ffff eeee eegg gggg bbbb aaaa 1011 1001" LdHuBol { d: D = "a", b: A = "b", o: Off = "efg", m: Base = "" } "ld.hu {d},[{b}]{o}" LdHu;
        "eeee 0010 00ff ffff bbbb aaaa 0000 1001" LdQBoPost { d: D = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.q {d},[{b}+]{o}" LdQ;
        "eeee 0110 00ff ffff bbbb aaaa 0000 1001" LdQBoPre { d: D = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.q {d},[+{b}]{o}" LdQ;
        "eeee 1010 00ff ffff bbbb aaaa 0000 1001" LdQBoBase { d: D = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.q {d},[{b}]{o}" LdQ;
        "---- 0010 00-- ---- bbbb aaaa 0010 1001" LdQBoRev { d: D = "a", b: P = "b", m: Rev = "" } "ld.q {d},[{b}+r]" LdQ;
        "eeee 0110 00ff ffff bbbb aaaa 0010 1001" LdQBoCirc { d: D = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.q {d},[{b}+c]{o}" LdQ;
        "gggg 00ff ffhh hhhh eeee aaaa 0100 0101" LdQAbs { d: D = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.q {d},{o}" LdQ;
        "bbbb dddd 0100 0100" LdWSlrPost { d: D = "d", b: A = "b", o: Inc4 = "", m: Post = "" } "ld.w {d},[{b}+]" LdW;
        "oooo dddd 0100 1000" LdWSlro { d: D = "d", b: A15 = "", o: Off4x4 = "o", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "bbbb oooo 0100 1100" LdWSro { d: D15 = "", b: A = "b", o: Off4x4 = "o", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "bbbb dddd 0101 0100" LdWSlrBase { d: D = "d", b: A = "b", m: Base = "" } "ld.w {d},[{b}]" LdW;
        "kkkk kkkk 0101 1000" LdWSc { d: D15 = "", b: A10 = "", o: Off8x4 = "k", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "eeee 0001 00ff ffff bbbb aaaa 0000 1001" LdWBoPost { d: D = "a", b: A = "b", o: Off = "ef", m: Post = "" } "ld.w {d},[{b}+]{o}" LdW;
        "eeee 0101 00ff ffff bbbb aaaa 0000 1001" LdWBoPre { d: D = "a", b: A = "b", o: Off = "ef", m: Pre = "" } "ld.w {d},[+{b}]{o}" LdW;
        "eeee 1001 00ff ffff bbbb aaaa 0000 1001" LdWBoBase { d: D = "a", b: A = "b", o: Off = "ef", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "ffff eeee eegg gggg bbbb aaaa 0001 1001" LdWBol { d: D = "a", b: A = "b", o: Off = "efg", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "---- 0001 00-- ---- bbbb aaaa 0010 1001" LdWBoRev { d: D = "a", b: P = "b", m: Rev = "" } "ld.w {d},[{b}+r]" LdW;
        "eeee 0101 00ff ffff bbbb aaaa 0010 1001" LdWBoCirc { d: D = "a", b: P = "b", o: Off = "ef", m: Circ = "" } "ld.w {d},[{b}+c]{o}" LdW;
        "gggg 00ff ffhh hhhh eeee aaaa 1000 0101" LdWAbs { d: D = "a", o: Abs18 = "efgh", m: Abs = "" } "ld.w {d},{o}" LdW;

        // Stores.
        "bbbb aaaa 1110 0100" StASsrPost { b: A = "b", o: Inc4 = "", m: Post = "", a: A = "a" } "st.a [{b}+],{a}" StA;
        "oooo aaaa 1110 1000" StASsro { b: A15 = "", o: Off4x4 = "o", m: Base = "", a: A = "a" } "st.a [{b}]{o},{a}" StA;
        "bbbb oooo 1110 1100" StASro { b: A = "b", o: Off4x4 = "o", m: Base = "", a: A15 = "" } "st.a [{b}]{o},{a}" StA;
        "bbbb aaaa 1111 0100" StASsrBase { b: A = "b", m: Base = "", a: A = "a" } "st.a [{b}],{a}" StA;
        "kkkk kkkk 1111 1000" StASc { b: A10 = "", o: Off8x4 = "k", m: Base = "", a: A15 = "" } "st.a [{b}]{o},{a}" StA;
        "eeee 0001 10ff ffff bbbb aaaa 1000 1001" StABoPost { b: A = "b", o: Off = "ef", m: Post = "", a: A = "a" } "st.a [{b}+]{o},{a}" StA;
        "eeee 0101 10ff ffff bbbb aaaa 1000 1001" StABoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: A = "a" } "st.a [+{b}]{o},{a}" StA;
        "eeee 1001 10ff ffff bbbb aaaa 1000 1001" StABoBase { b: A = "b", o: Off = "ef", m: Base = "", a: A = "a" } "st.a [{b}]{o},{a}" StA;
        "gggg 10ff ffhh hhhh eeee aaaa 1010 0101" StAAbs { o: Abs18 = "efgh", m: Abs = "", a: A = "a" } "st.a {o},{a}" StA;
        "---- 0001 10-- ---- bbbb aaaa 1010 1001" StABoRev { b: P = "b", m: Rev = "", a: A = "a" } "st.a [{b}+r],{a}" StA;
        "eeee 0101 10ff ffff bbbb aaaa 1010 1001" StABoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: A = "a" } "st.a [{b}+c]{o},{a}" StA;
        "ffff eeee eegg gggg bbbb aaaa 1011 0101" StABol { b: A = "b", o: Off = "efg", m: Base = "", a: A = "a" } "st.a [{b}]{o},{a}" StA;
        "bbbb aaaa 0010 0100" StBSsrPost { b: A = "b", o: Inc1 = "", m: Post = "", a: D = "a" } "st.b [{b}+],{a}" StB;
        "oooo aaaa 0010 1000" StBSsro { b: A15 = "", o: Off4 = "o", m: Base = "", a: D = "a" } "st.b [{b}]{o},{a}" StB;
        "bbbb oooo 0010 1100" StBSro { b: A = "b", o: Off4 = "o", m: Base = "", a: D15 = "" } "st.b [{b}]{o},{a}" StB;
        "bbbb aaaa 0011 0100" StBSsrBase { b: A = "b", m: Base = "", a: D = "a" } "st.b [{b}],{a}" StB;
        "gggg 00ff ffhh hhhh eeee aaaa 0010 0101" StBAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.b {o},{a}" StB;
        "eeee 0000 00ff ffff bbbb aaaa 1000 1001" StBBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.b [{b}+]{o},{a}" StB;
        "eeee 0100 00ff ffff bbbb aaaa 1000 1001" StBBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.b [+{b}]{o},{a}" StB;
        "eeee 1000 00ff ffff bbbb aaaa 1000 1001" StBBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.b [{b}]{o},{a}" StB;
        "---- 0000 00-- ---- bbbb aaaa 1010 1001" StBBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.b [{b}+r],{a}" StB;
        "eeee 0100 00ff ffff bbbb aaaa 1010 1001" StBBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.b [{b}+c]{o},{a}" StB;
        "ffff eeee eegg gggg bbbb aaaa 1110 1001" StBBol { b: A = "b", o: Off = "efg", m: Base = "", a: D = "a" } "st.b [{b}]{o},{a}" StB;
        "eeee 0001 01ff ffff bbbb aaaa 1000 1001" StDBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a" } "st.d [{b}+]{o},{a}" StD;
        "eeee 0101 01ff ffff bbbb aaaa 1000 1001" StDBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a" } "st.d [+{b}]{o},{a}" StD;
        "eeee 1001 01ff ffff bbbb aaaa 1000 1001" StDBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a" } "st.d [{b}]{o},{a}" StD;
        "gggg 01ff ffhh hhhh eeee aaaa 1010 0101" StDAbs { o: Abs18 = "efgh", m: Abs = "", a: E = "a" } "st.d {o},{a}" StD;
        "---- 0001 01-- ---- bbbb aaaa 1010 1001" StDBoRev { b: P = "b", m: Rev = "", a: E = "a" } "st.d [{b}+r],{a}" StD;
        "eeee 0101 01ff ffff bbbb aaaa 1010 1001" StDBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a" } "st.d [{b}+c]{o},{a}" StD;
        "eeee 0001 11ff ffff bbbb aaaa 1000 1001" StDaBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: P = "a" } "st.da [{b}+]{o},{a}" StDa;
        "eeee 0101 11ff ffff bbbb aaaa 1000 1001" StDaBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: P = "a" } "st.da [+{b}]{o},{a}" StDa;
        "eeee 1001 11ff ffff bbbb aaaa 1000 1001" StDaBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: P = "a" } "st.da [{b}]{o},{a}" StDa;
        "gggg 11ff ffhh hhhh eeee aaaa 1010 0101" StDaAbs { o: Abs18 = "efgh", m: Abs = "", a: P = "a" } "st.da {o},{a}" StDa;
        "---- 0001 11-- ---- bbbb aaaa 1010 1001" StDaBoRev { b: P = "b", m: Rev = "", a: P = "a" } "st.da [{b}+r],{a}" StDa;
        "eeee 0101 11ff ffff bbbb aaaa 1010 1001" StDaBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: P = "a" } "st.da [{b}+c]{o},{a}" StDa;
        "bbbb aaaa 1010 0100" StHSsrPost { b: A = "b", o: Inc2 = "", m: Post = "", a: D = "a" } "st.h [{b}+],{a}" StH;
        "oooo aaaa 1010 1000" StHSsro { b: A15 = "", o: Off4x2 = "o", m: Base = "", a: D = "a" } "st.h [{b}]{o},{a}" StH;
        "bbbb oooo 1010 1100" StHSro { b: A = "b", o: Off4x2 = "o", m: Base = "", a: D15 = "" } "st.h [{b}]{o},{a}" StH;
        "bbbb aaaa 1011 0100" StHSsrBase { b: A = "b", m: Base = "", a: D = "a" } "st.h [{b}],{a}" StH;
        "gggg 10ff ffhh hhhh eeee aaaa 0010 0101" StHAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.h {o},{a}" StH;
        "eeee 0000 10ff ffff bbbb aaaa 1000 1001" StHBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.h [{b}+]{o},{a}" StH;
        "eeee 0100 10ff ffff bbbb aaaa 1000 1001" StHBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.h [+{b}]{o},{a}" StH;
        "eeee 1000 10ff ffff bbbb aaaa 1000 1001" StHBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.h [{b}]{o},{a}" StH;
        "---- 0000 10-- ---- bbbb aaaa 1010 1001" StHBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.h [{b}+r],{a}" StH;
        "eeee 0100 10ff ffff bbbb aaaa 1010 1001" StHBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.h [{b}+c]{o},{a}" StH;
        "ffff eeee eegg gggg bbbb aaaa 1111 1001" StHBol { b: A = "b", o: Off = "efg", m: Base = "", a: D = "a" } "st.h [{b}]{o},{a}" StH;
        "gggg 00ff ffhh hhhh eeee aaaa 0110 0101" StQAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.q {o},{a}" StQ;
        "eeee 0010 00ff ffff bbbb aaaa 1000 1001" StQBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.q [{b}+]{o},{a}" StQ;
        "eeee 0110 00ff ffff bbbb aaaa 1000 1001" StQBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.q [+{b}]{o},{a}" StQ;
        "eeee 1010 00ff ffff bbbb aaaa 1000 1001" StQBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.q [{b}]{o},{a}" StQ;
        "---- 0010 00-- ---- bbbb aaaa 1010 1001" StQBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.q [{b}+r],{a}" StQ;
        "eeee 0110 00ff ffff bbbb aaaa 1010 1001" StQBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.q [{b}+c]{o},{a}" StQ;
        "bbbb aaaa 0110 0100" StWSsrPost { b: A = "b", o: Inc4 = "", m: Post = "", a: D = "a" } "st.w [{b}+],{a}" StW;
        "oooo aaaa 0110 1000" StWSsro { b: A15 = "", o: Off4x4 = "o", m: Base = "", a: D = "a" } "st.w [{b}]{o},{a}" StW;
        "bbbb oooo 0110 1100" StWSro { b: A = "b", o: Off4x4 = "o", m: Base = "", a: D15 = "" } "st.w [{b}]{o},{a}" StW;
        "bbbb aaaa 0111 0100" StWSsrBase { b: A = "b", m: Base = "", a: D = "a" } "st.w [{b}],{a}" StW;
        "kkkk kkkk 0111 1000" StWSc { b: A10 = "", o: Off8x4 = "k", m: Base = "", a: D15 = "" } "st.w [{b}]{o},{a}" StW;
        "ffff eeee eegg gggg bbbb aaaa 0101 1001" StWBol { b: A = "b", o: Off = "efg", m: Base = "", a: D = "a" } "st.w [{b}]{o},{a}" StW;
        "eeee 0001 00ff ffff bbbb aaaa 1000 1001" StWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.w [{b}+]{o},{a}" StW;
        "eeee 0101 00ff ffff bbbb aaaa 1000 1001" StWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.w [+{b}]{o},{a}" StW;
        "eeee 1001 00ff ffff bbbb aaaa 1000 1001" StWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.w [{b}]{o},{a}" StW;
        "gggg 00ff ffhh hhhh eeee aaaa 1010 0101" StWAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.w {o},{a}" StW;
        "---- 0001 00-- ---- bbbb aaaa 1010 1001" StWBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.w [{b}+r],{a}" StW;
        "eeee 0101 00ff ffff bbbb aaaa 1010 1001" StWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.w [{b}+c]{o},{a}" StW;

        // Read and write in one.
        "eeee 0000 11ff ffff bbbb aaaa 0100 1001" CmpswapWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a", d: D = "a" } "cmpswap.w [{b}+]{o},{a}" CmpswapW;
        "eeee 0100 11ff ffff bbbb aaaa 0100 1001" CmpswapWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a", d: D = "a" } "cmpswap.w [+{b}]{o},{a}" CmpswapW;
        "eeee 1000 11ff ffff bbbb aaaa 0100 1001" CmpswapWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a", d: D = "a" } "cmpswap.w [{b}]{o},{a}" CmpswapW;
        "---- 0000 11-- ---- bbbb aaaa 0110 1001" CmpswapWBoRev { b: P = "b", m: Rev = "", a: E = "a", d: D = "a" } "cmpswap.w [{b}+r],{a}" CmpswapW;
        "eeee 0100 11ff ffff bbbb aaaa 0110 1001" CmpswapWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a", d: D = "a" } "cmpswap.w [{b}+c]{o},{a}" CmpswapW;
        "eeee 0000 01ff ffff bbbb aaaa 0100 1001" LdmstBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a" } "ldmst [{b}+]{o},{a}" Ldmst;
        "eeee 0100 01ff ffff bbbb aaaa 0100 1001" LdmstBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a" } "ldmst [+{b}]{o},{a}" Ldmst;
        "eeee 1000 01ff ffff bbbb aaaa 0100 1001" LdmstBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a" } "ldmst [{b}]{o},{a}" Ldmst;
        "---- 0000 01-- ---- bbbb aaaa 0110 1001" LdmstBoRev { b: P = "b", m: Rev = "", a: E = "a" } "ldmst [{b}+r],{a}" Ldmst;
        "eeee 0100 01ff ffff bbbb aaaa 0110 1001" LdmstBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a" } "ldmst [{b}+c]{o},{a}" Ldmst;
        "gggg 01ff ffhh hhhh eeee aaaa 1110 0101" LdmstAbs { o: Abs18 = "efgh", m: Abs = "", a: E = "a" } "ldmst {o},{a}" Ldmst;
        "gggg 00ff ffhh hhhh eeee vppp 1101 0101" StTAbsb { o: Abs18 = "efgh", m: Abs = "", p: U = "p", q: U = "v" } "st.t {o},{p},{q}" StT;
        "eeee 0000 00ff ffff bbbb aaaa 0100 1001" SwapWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a", d: D = "a" } "swap.w [{b}+]{o},{a}" SwapW;
        "eeee 0100 00ff ffff bbbb aaaa 0100 1001" SwapWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a", d: D = "a" } "swap.w [+{b}]{o},{a}" SwapW;
        "eeee 1000 00ff ffff bbbb aaaa 0100 1001" SwapWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a", d: D = "a" } "swap.w [{b}]{o},{a}" SwapW;
        "---- 0000 00-- ---- bbbb aaaa 0110 1001" SwapWBoRev { b: P = "b", m: Rev = "", a: D = "a", d: D = "a" } "swap.w [{b}+r],{a}" SwapW;
        "eeee 0100 00ff ffff bbbb aaaa 0110 1001" SwapWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a", d: D = "a" } "swap.w [{b}+c]{o},{a}" SwapW;
        "---- 1000 00-- ---- bbbb aaaa 0110 1001" SwapWBoIndex { b: P = "b", m: Index = "", a: D = "a", d: D = "a" } "swap.w [{b}+i],{a}" SwapW;
        "gggg 00ff ffhh hhhh eeee aaaa 1110 0101" SwapWAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a", d: D = "a" } "swap.w {o},{a}" SwapW;
        "eeee 0000 10ff ffff bbbb aaaa 0100 1001" SwapmskWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a", d: D = "a" } "swapmsk.w [{b}+]{o},{a}" SwapmskW;
        "eeee 0100 10ff ffff bbbb aaaa 0100 1001" SwapmskWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a", d: D = "a" } "swapmsk.w [+{b}]{o},{a}" SwapmskW;
        "eeee 1000 10ff ffff bbbb aaaa 0100 1001" SwapmskWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a", d: D = "a" } "swapmsk.w [{b}]{o},{a}" SwapmskW;
        "---- 0000 10-- ---- bbbb aaaa 0110 1001" SwapmskWBoRev { b: P = "b", m: Rev = "", a: E = "a", d: D = "a" } "swapmsk.w [{b}+r],{a}" SwapmskW;
        "eeee 0100 10ff ffff bbbb aaaa 0110 1001" SwapmskWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a", d: D = "a" } "swapmsk.w [{b}+c]{o},{a}" SwapmskW;
        "---- 1000 10-- ---- bbbb aaaa 0110 1001" SwapmskWBoIndex { b: P = "b", m: Index = "", a: E = "a", d: D = "a" } "swapmsk.w [{b}+i],{a}" SwapmskW;

        // Contexts: saved, restored, loaded, stored.
        "kkkk kkkk 1110 0000" BisrSc { b: Ku = "k" } "bisr {b}" Bisr;
        "---- 0000 00kk kkkk kkkk ---- 1010 1101" BisrRc { b: Ku = "k" } "bisr {b}" Bisr;
        "gggg 10ff ffhh hhhh eeee ---- 0001 0101" LdlcxAbs { o: Abs18 = "efgh", m: Abs = "" } "ldlcx {o}" Ldlcx;
        "eeee 1001 00ff ffff bbbb ---- 0100 1001" LdlcxBo { b: A = "b", o: Off = "ef", m: Base = "" } "ldlcx [{b}]{o}" Ldlcx;
        "gggg 11ff ffhh hhhh eeee ---- 0001 0101" LducxAbs { o: Abs18 = "efgh", m: Abs = "" } "lducx {o}" Lducx;
        "eeee 1001 01ff ffff bbbb ---- 0100 1001" LducxBo { b: A = "b", o: Off = "ef", m: Base = "" } "lducx [{b}]{o}" Lducx;
        "---- 0010 01-- ---- ---- ---- 0000 1101" RslcxSys {} "rslcx" Rslcx;
        "gggg 00ff ffhh hhhh eeee ---- 0001 0101" StlcxAbs { o: Abs18 = "efgh", m: Abs = "" } "stlcx {o}" Stlcx;
        "eeee 1001 10ff ffff bbbb ---- 0100 1001" StlcxBo { b: A = "b", o: Off = "ef", m: Base = "" } "stlcx [{b}]{o}" Stlcx;
        "gggg 01ff ffhh hhhh eeee ---- 0001 0101" StucxAbs { o: Abs18 = "efgh", m: Abs = "" } "stucx {o}" Stucx;
        "eeee 1001 11ff ffff bbbb ---- 0100 1001" StucxBo { b: A = "b", o: Off = "ef", m: Base = "" } "stucx [{b}]{o}" Stucx;
        "---- 0010 00-- ---- ---- ---- 0000 1101" SvlcxSys {} "svlcx" Svlcx;

        // Data cache.
        "eeee 0011 10ff ffff bbbb ---- 1000 1001" CacheaIBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachea.i [{b}+]{o}" CacheaI;
        "eeee 0111 10ff ffff bbbb ---- 1000 1001" CacheaIBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachea.i [+{b}]{o}" CacheaI;
        "eeee 1011 10ff ffff bbbb ---- 1000 1001" CacheaIBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachea.i [{b}]{o}" CacheaI;
        "---- 0011 10-- ---- bbbb ---- 1010 1001" CacheaIBoRev { b: P = "b", m: Rev = "" } "cachea.i [{b}+r]" CacheaI;
        "eeee 0111 10ff ffff bbbb ---- 1010 1001" CacheaIBoCirc { b: P = "b", o: Off = "ef", m: Circ = "" } "cachea.i [{b}+c]{o}" CacheaI;
        "eeee 0011 00ff ffff bbbb ---- 1000 1001" CacheaWBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachea.w [{b}+]{o}" CacheaW;
        "eeee 0111 00ff ffff bbbb ---- 1000 1001" CacheaWBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachea.w [+{b}]{o}" CacheaW;
        "eeee 1011 00ff ffff bbbb ---- 1000 1001" CacheaWBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachea.w [{b}]{o}" CacheaW;
        "---- 0011 00-- ---- bbbb ---- 1010 1001" CacheaWBoRev { b: P = "b", m: Rev = "" } "cachea.w [{b}+r]" CacheaW;
        "eeee 0111 00ff ffff bbbb ---- 1010 1001" CacheaWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "" } "cachea.w [{b}+c]{o}" CacheaW;
        "eeee 0011 01ff ffff bbbb ---- 1000 1001" CacheaWiBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachea.wi [{b}+]{o}" CacheaWi;
        "eeee 0111 01ff ffff bbbb ---- 1000 1001" CacheaWiBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachea.wi [+{b}]{o}" CacheaWi;
        "eeee 1011 01ff ffff bbbb ---- 1000 1001" CacheaWiBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachea.wi [{b}]{o}" CacheaWi;
        "---- 0011 01-- ---- bbbb ---- 1010 1001" CacheaWiBoRev { b: P = "b", m: Rev = "" } "cachea.wi [{b}+r]" CacheaWi;
        "eeee 0111 01ff ffff bbbb ---- 1010 1001" CacheaWiBoCirc { b: P = "b", o: Off = "ef", m: Circ = "" } "cachea.wi [{b}+c]{o}" CacheaWi;
        "eeee 0010 10ff ffff bbbb ---- 1000 1001" CacheiIBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachei.i [{b}+]{o}" CacheiI;
        "eeee 0110 10ff ffff bbbb ---- 1000 1001" CacheiIBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachei.i [+{b}]{o}" CacheiI;
        "eeee 1010 10ff ffff bbbb ---- 1000 1001" CacheiIBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachei.i [{b}]{o}" CacheiI;
        "eeee 0010 11ff ffff bbbb ---- 1000 1001" CacheiWBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachei.w [{b}+]{o}" CacheiW;
        "eeee 0110 11ff ffff bbbb ---- 1000 1001" CacheiWBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachei.w [+{b}]{o}" CacheiW;
        "eeee 1010 11ff ffff bbbb ---- 1000 1001" CacheiWBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachei.w [{b}]{o}" CacheiW;
        "eeee 0011 11ff ffff bbbb ---- 1000 1001" CacheiWiBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachei.wi [{b}+]{o}" CacheiWi;
        "eeee 0111 11ff ffff bbbb ---- 1000 1001" CacheiWiBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachei.wi [+{b}]{o}" CacheiWi;
        "eeee 1011 11ff ffff bbbb ---- 1000 1001" CacheiWiBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachei.wi [{b}]{o}" CacheiWi;

        // Jumps.
        "tttt tttt 0011 1100" JSb { t: Disp = "t" } "j {t}" J;
        "uuuu uuuu uuuu uuuu tttt tttt 0001 1101" JB { t: Disp = "tu" } "j {t}" J;
        "uuuu uuuu uuuu uuuu tttt tttt 1001 1101" JaB { t: AbsJ = "tu" } "ja {t}" Ja;
        "0000 aaaa 1101 1100" JiSr { a: A = "a" } "ji {a}" Ji;
        "---- 0000 0011 ---- ---- aaaa 0010 1101" JiRr { a: A = "a" } "ji {a}" Ji;
        "uuuu uuuu uuuu uuuu tttt tttt 0101 1101" JlB { t: Disp = "tu" } "jl {t}" Jl;
        "uuuu uuuu uuuu uuuu tttt tttt 1101 1101" JlaB { t: AbsJ = "tu" } "jla {t}" Jla;
        "---- 0000 0010 ---- ---- aaaa 0010 1101" JliRr { a: A = "a" } "jli {a}" Jli;

        // Conditional jumps.
        "kkkk tttt 0001 1110" JeqSbc1e { a: D15 = "", b: K = "k", t: Disp4 = "t" } "jeq {a},{b},{t}" Jeq;
        "bbbb tttt 0011 1110" JeqSbr3e { a: D15 = "", b: D = "b", t: Disp4 = "t" } "jeq {a},{b},{t}" Jeq;
        "kkkk tttt 1001 1110" JeqSbc9e { a: D15 = "", b: K = "k", t: Disp4p16 = "t" } "jeq {a},{b},{t}" Jeq;
        "bbbb tttt 1011 1110" JeqSbrBe { a: D15 = "", b: D = "b", t: Disp4p16 = "t" } "jeq {a},{b},{t}" Jeq;
        "0ttt tttt tttt tttt bbbb aaaa 0101 1111" JeqBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jeq {a},{b},{t}" Jeq;
        "0ttt tttt tttt tttt kkkk aaaa 1101 1111" JeqBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jeq {a},{b},{t}" Jeq;
        "0ttt tttt tttt tttt bbbb aaaa 0111 1101" JeqABrr { a: A = "a", b: A = "b", t: Disp = "t" } "jeq.a {a},{b},{t}" JeqA;
        "0ttt tttt tttt tttt bbbb aaaa 0111 1111" JgeBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jge {a},{b},{t}" Jge;
        "0ttt tttt tttt tttt kkkk aaaa 1111 1111" JgeBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jge {a},{b},{t}" Jge;
        "1ttt tttt tttt tttt bbbb aaaa 0111 1111" JgeUBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jge.u {a},{b},{t}" JgeU;
        "1ttt tttt tttt tttt kkkk aaaa 1111 1111" JgeUBrc { a: D = "a", b: Ku = "k", t: Disp = "t" } "jge.u {a},{b},{t}" JgeU;
        "bbbb tttt 1100 1110" JgezSbr { a: D = "b", t: Disp4 = "t" } "jgez {a},{t}" Jgez;
        "bbbb tttt 0100 1110" JgtzSbr { a: D = "b", t: Disp4 = "t" } "jgtz {a},{t}" Jgtz;
        "bbbb tttt 1000 1110" JlezSbr { a: D = "b", t: Disp4 = "t" } "jlez {a},{t}" Jlez;
        "0ttt tttt tttt tttt bbbb aaaa 0011 1111" JltBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jlt {a},{b},{t}" Jlt;
        "0ttt tttt tttt tttt kkkk aaaa 1011 1111" JltBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jlt {a},{b},{t}" Jlt;
        "1ttt tttt tttt tttt bbbb aaaa 0011 1111" JltUBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jlt.u {a},{b},{t}" JltU;
        "1ttt tttt tttt tttt kkkk aaaa 1011 1111" JltUBrc { a: D = "a", b: Ku = "k", t: Disp = "t" } "jlt.u {a},{b},{t}" JltU;
        "bbbb tttt 0000 1110" JltzSbr { a: D = "b", t: Disp4 = "t" } "jltz {a},{t}" Jltz;
        "kkkk tttt 0101 1110" JneSbc5e { a: D15 = "", b: K = "k", t: Disp4 = "t" } "jne {a},{b},{t}" Jne;
        "bbbb tttt 0111 1110" JneSbr7e { a: D15 = "", b: D = "b", t: Disp4 = "t" } "jne {a},{b},{t}" Jne;
        "kkkk tttt 1101 1110" JneSbcDe { a: D15 = "", b: K = "k", t: Disp4p16 = "t" } "jne {a},{b},{t}" Jne;
        "bbbb tttt 1111 1110" JneSbrFe { a: D15 = "", b: D = "b", t: Disp4p16 = "t" } "jne {a},{b},{t}" Jne;
        "1ttt tttt tttt tttt bbbb aaaa 0101 1111" JneBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jne {a},{b},{t}" Jne;
        "1ttt tttt tttt tttt kkkk aaaa 1101 1111" JneBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jne {a},{b},{t}" Jne;
        "1ttt tttt tttt tttt bbbb aaaa 0111 1101" JneABrr { a: A = "a", b: A = "b", t: Disp = "t" } "jne.a {a},{b},{t}" JneA;
        "1ttt tttt tttt tttt bbbb aaaa 0001 1111" JnedBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jned {a},{b},{t}" Jned;
        "1ttt tttt tttt tttt kkkk aaaa 1001 1111" JnedBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jned {a},{b},{t}" Jned;
        "0ttt tttt tttt tttt bbbb aaaa 0001 1111" JneiBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jnei {a},{b},{t}" Jnei;
        "0ttt tttt tttt tttt kkkk aaaa 1001 1111" JneiBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jnei {a},{b},{t}" Jnei;
        "tttt tttt 1110 1110" JnzSb { a: D15 = "", t: Disp = "t" } "jnz {a},{t}" Jnz;
        "bbbb tttt 1111 0110" JnzSbr { a: D = "b", t: Disp4 = "t" } "jnz {a},{t}" Jnz;
        "bbbb tttt 0111 1100" JnzASbr { a: A = "b", t: Disp4 = "t" } "jnz.a {a},{t}" JnzA;
        "1ttt tttt tttt tttt ---- aaaa 1011 1101" JnzABrr { a: A = "a", t: Disp = "t" } "jnz.a {a},{t}" JnzA;
        "nnnn tttt 1010 1110" JnzTSbrn { a: D15 = "", p: U = "n", t: Disp4 = "t" } "jnz.t {a},{p},{t}" JnzT;
        "1ttt tttt tttt tttt nnnn aaaa m110 1111" JnzTBrn { a: D = "a", p: U = "mn", t: Disp = "t" } "jnz.t {a},{p},{t}" JnzT;
        "tttt tttt 0110 1110" JzSb { a: D15 = "", t: Disp = "t" } "jz {a},{t}" Jz;
        "bbbb tttt 0111 0110" JzSbr { a: D = "b", t: Disp4 = "t" } "jz {a},{t}" Jz;
        "bbbb tttt 1011 1100" JzASbr { a: A = "b", t: Disp4 = "t" } "jz.a {a},{t}" JzA;
        "0ttt tttt tttt tttt ---- aaaa 1011 1101" JzABrr { a: A = "a", t: Disp = "t" } "jz.a {a},{t}" JzA;
        "nnnn tttt 0010 1110" JzTSbrn { a: D15 = "", p: U = "n", t: Disp4 = "t" } "jz.t {a},{p},{t}" JzT;
        "0ttt tttt tttt tttt nnnn aaaa m110 1111" JzTBrn { a: D = "a", p: U = "mn", t: Disp = "t" } "jz.t {a},{p},{t}" JzT;

        // Loops.
        "bbbb tttt 1111 1100" LoopSbr { a: A = "b", t: DispLoop = "t" } "loop {a},{t}" Loop;
        "0ttt tttt tttt tttt bbbb ---- 1111 1101" LoopBrr { a: A = "b", t: Disp = "t" } "loop {a},{t}" Loop;
        "1ttt tttt tttt tttt ---- ---- 1111 1101" LoopuBrr { t: Disp = "t" } "loopu {t}" Loopu;

        // Calls and returns.
        "tttt tttt 0101 1100" CallSb { t: Disp = "t" } "call {t}" Call;
        "uuuu uuuu uuuu uuuu tttt tttt 0110 1101" CallB { t: Disp = "tu" } "call {t}" Call;
        "uuuu uuuu uuuu uuuu tttt tttt 1110 1101" CallaB { t: AbsJ = "tu" } "calla {t}" Calla;
        "---- 0000 0000 ---- ---- aaaa 0010 1101" CalliRr { a: A = "a" } "calli {a}" Calli;
        "uuuu uuuu uuuu uuuu tttt tttt 0110 0001" FcallB { t: Disp = "tu" } "fcall {t}" Fcall;
        "uuuu uuuu uuuu uuuu tttt tttt 1110 0001" FcallaB { t: AbsJ = "tu" } "fcalla {t}" Fcalla;
        "---- 0000 0001 ---- ---- aaaa 0010 1101" FcalliRr { a: A = "a" } "fcalli {a}" Fcalli;
        "0111 ---- 0000 0000" FretSr {} "fret" Fret;
        "---- 0000 11-- ---- ---- ---- 0000 1101" FretSys {} "fret" Fret;
        "1001 ---- 0000 0000" RetSr {} "ret" Ret;
        "---- 0001 10-- ---- ---- ---- 0000 1101" RetSys {} "ret" Ret;
        "1000 ---- 0000 0000" RfeSr {} "rfe" Rfe;
        "---- 0001 11-- ---- ---- ---- 0000 1101" RfeSys {} "rfe" Rfe;
        "---- 0001 01-- ---- ---- ---- 0000 1101" RfmSys {} "rfm" Rfm;

        // Traps and system calls.
        "---- 0000 00-- ---- ---- ---- 0010 1111" RstvSys {} "rstv" Rstv;
        "---- 0000 100k kkkk kkkk ---- 1010 1101" SyscallRc { b: Ku = "k" } "syscall {b}" Syscall;
        "---- 0101 01-- ---- ---- ---- 0000 1101" TrapsvSys {} "trapsv" Trapsv;
        "---- 0101 00-- ---- ---- ---- 0000 1101" TrapvSys {} "trapv" Trapv;

        // Core control.
        "1010 ---- 0000 0000" DebugSr {} "debug" Debug;
        "---- 0001 00-- ---- ---- ---- 0000 1101" DebugSys {} "debug" Debug;
        "---- 0011 01-- ---- ---- ---- 0000 1101" DisableSys0d {} "disable" Disable;
        "---- 0011 11-- ---- ---- aaaa 0000 1101" DisableSys0f { d: D = "a" } "disable {d}" Disable;
        "---- 0100 10-- ---- ---- ---- 0000 1101" DsyncSys {} "dsync" Dsync;
        "---- 0011 00-- ---- ---- ---- 0000 1101" EnableSys {} "enable" Enable;
        "---- 0100 11-- ---- ---- ---- 0000 1101" IsyncSys {} "isync" Isync;
        "dddd kkkk kkkk kkkk kkkk ---- 0100 1101" MfcrRlc { d: D = "d", b: Csfr = "k" } "mfcr {d},{b}" Mfcr;
        "---- kkkk kkkk kkkk kkkk aaaa 1100 1101" MtcrRlc { b: Csfr = "k", a: D = "a" } "mtcr {b},{a}" Mtcr;
        "0000 ---- 0000 0000" NopSr {} "nop" Nop;
        "---- 0000 00-- ---- ---- ---- 0000 1101" NopSys {} "nop" Nop;
        "---- 0011 10-- ---- ---- aaaa 0000 1101" RestoreSys { a: D = "a" } "restore {a}" Restore;
        "---- 0101 10-- ---- ---- ---- 0000 1101" WaitSys {} "wait" Wait;

        // Memory management, which these cores do not have.
        "---- 0000 0000 ---- ---- aaaa 0111 0101" TlbdemapRr { a: D = "a" } "tlbdemap {a}" Tlbdemap;
        "---- 0000 0100 ---- ---- ---- 0111 0101" TlbflushARr {} "tlbflush.a" TlbflushA;
        "---- 0000 0101 ---- ---- ---- 0111 0101" TlbflushBRr {} "tlbflush.b" TlbflushB;
        "---- 0100 0000 ---- ---- aaaa 0111 0101" TlbmapRr { a: E = "a" } "tlbmap {a}" Tlbmap;
        "---- 0000 1000 ---- ---- aaaa 0111 0101" TlbprobeARr { a: D = "a" } "tlbprobe.a {a}" TlbprobeA;
        "---- 0000 1001 ---- ---- aaaa 0111 0101" TlbprobeIRr { a: D = "a" } "tlbprobe.i {a}" TlbprobeI;
    }
    aliases {
        "dddd 0001 0110 0000 0000 aaaa 1000 1111" { d: D = "d" } where "d" == "a" "not {d}";
        "0000 1000 0000 0000 bbbb aaaa 0000 1001" { d: D = "a", b: A = "b" } "ld.b {d},[{b}]";
        "0000 1000 1100 0000 bbbb aaaa 0000 1001" { d: D = "a", b: A = "b" } "ld.hu {d},[{b}]";
        "0000 1010 0000 0000 bbbb aaaa 0000 1001" { d: D = "a", b: A = "b" } "ld.q {d},[{b}]";
        "0000 1001 0100 0000 bbbb aaaa 0000 1001" { d: E = "a", b: A = "b" } "ld.d {d},[{b}]";
        "0000 1001 1100 0000 bbbb aaaa 0000 1001" { d: P = "a", b: A = "b" } "ld.da {d},[{b}]";
        "0000 1010 0000 0000 bbbb aaaa 1000 1001" { a: D = "a", b: A = "b" } "st.q [{b}],{a}";
        "0000 1001 0100 0000 bbbb aaaa 1000 1001" { a: E = "a", b: A = "b" } "st.d [{b}],{a}";
        "0000 1001 1100 0000 bbbb aaaa 1000 1001" { a: P = "a", b: A = "b" } "st.da [{b}],{a}";
    }
}
