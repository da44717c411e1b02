//! Moves, addition and subtraction.

super::family! { $ arithmetic
    opcodes {
        /// MOV: `D[d] = D[b]`.
        Mov Alu { flow: Copies };
        /// MOV: `E[d] = sign-extend-64(D[b])`.
        MovE Mul;
        /// MOV: `E[d] = {hi: D[a], lo: D[b]}`.
        MovEd Mul;
        /// MOV.U: `D[d] = b`.
        MovU Alu;
        /// MOVH: `D[d] = b << 16`.
        Movh Alu;
        /// ADD: `D[d] = D[a] + D[b]`; flags V, AV.
        Add Alu;
        /// ADDC: `D[d] = D[a] + D[b] + PSW.C`; flags C, V, AV.
        Addc Alu;
        /// ADDI: `D[d] = D[a] + b`; flags V, AV.
        Addi Alu;
        /// ADDIH: `D[d] = D[a] + (b << 16)`; flags V, AV.
        Addih Alu;
        /// ADDS: `D[d] = ssov32(D[a] + D[b])`; flags V, AV.
        Adds Alu2;
        /// ADDS.U: `D[d] = suov32(zx(D[a]) + zx(D[b]))`; flags V, AV.
        AddsU Alu2;
        /// ADDX: `D[d] = D[a] + D[b]`; flags C, V, AV.
        Addx Alu;
        /// RSUB: `D[d] = b - D[a]`; flags V, AV.
        Rsub Alu;
        /// RSUBS: `D[d] = ssov32(b - D[a])`; flags V, AV.
        Rsubs Alu2;
        /// RSUBS.U: `D[d] = suov32(b - D[a])`, both unsigned; flags V, AV.
        RsubsU Alu2;
        /// SUB: `D[d] = D[a] - D[b]`; flags V, AV.
        Sub Alu { flow: Cancels };
        /// SUBC: `D[d] = D[a] - D[b] - (1 - PSW.C)`; C = carry of `D[a] + ~D[b] + C`; flags C,
        /// V, AV.
        Subc Alu;
        /// SUBS: `D[d] = ssov32(D[a] - D[b])`; flags V, AV.
        Subs Alu2;
        /// SUBS.U: `D[d] = suov32(zx(D[a]) - zx(D[b]))`; flags V, AV.
        SubsU Alu2;
        /// SUBX: `D[d] = D[a] - D[b]`; C = no borrow; flags C, V, AV.
        Subx Alu;
        /// ADD.B: per byte `D[d][i] = wrap(D[a][i] + D[b][i])`; flags V, AV (of any lane).
        AddB Alu;
        /// ADD.H: per half-word `D[d][i] = wrap(D[a][i] + D[b][i])`; flags V, AV (of any lane).
        AddH Alu;
        /// ADDS.H: per half-word `D[d][i] = ssov16(D[a][i] + D[b][i])`; flags V, AV (of any lane).
        AddsH Alu2;
        /// ADDS.HU: per unsigned half-word `D[d][i] = suov16(D[a][i] + D[b][i])`; flags V, AV (of any
        /// lane).
        AddsHu Alu2;
        /// SUB.B: per byte `D[d][i] = wrap(D[a][i] - D[b][i])`; flags V, AV (of any lane).
        SubB Alu;
        /// SUB.H: per half-word `D[d][i] = wrap(D[a][i] - D[b][i])`; flags V, AV (of any lane).
        SubH Alu;
        /// SUBS.H: per half-word `D[d][i] = ssov16(D[a][i] - D[b][i])`; flags V, AV (of any lane).
        SubsH Alu2;
        /// SUBS.HU: per unsigned half-word `D[d][i] = suov16(D[a][i] - D[b][i])`; flags V, AV (of any
        /// lane).
        SubsHu Alu2;
        /// ABS: `D[d] = |D[b]|`; flags V, AV.
        Abs Alu;
        /// ABS.B: per byte `D[d] = |D[b]|`; flags V, AV (of any lane).
        AbsB Alu;
        /// ABS.H: per half-word `D[d] = |D[b]|`; flags V, AV (of any lane).
        AbsH Alu;
        /// ABSDIF: `D[d] = |D[a] - D[b]|`; flags V, AV.
        Absdif Alu;
        /// ABSDIF.B: per byte `D[d] = |D[a] - D[b]|`; flags V, AV (of any lane).
        AbsdifB Alu;
        /// ABSDIF.H: per half-word `D[d] = |D[a] - D[b]|`; flags V, AV (of any lane).
        AbsdifH Alu;
        /// ABSDIFS: `D[d] = ssov32(|D[a] - D[b]|)`; flags V, AV.
        Absdifs Alu2;
        /// ABSDIFS.H: per half-word `D[d] = ssov16(|D[a] - D[b]|)`; flags V, AV (of any lane).
        AbsdifsH Alu2;
        /// ABSS: `D[d] = ssov32(|D[b]|)`; flags V, AV.
        Abss Alu2;
        /// ABSS.H: per half-word `D[d] = ssov16(|D[b]|)`; flags V, AV (of any lane).
        AbssH Alu2;
    }
    rows {
        // Moves of data registers and constants.
        "bbbb aaaa 0000 0010" MovSrr { d: D = "a" write, b: D = "b" } "mov {d},{b}" Mov;
        "kkkk aaaa 1000 0010" MovSrc { d: D = "a" write, b: K = "k" } "mov {d},{b}" Mov;
        "kkkk aaaa 1101 0010" MovESrc { d: E = "a" write, b: K = "k" } "mov {d},{b}" MovE;
        "kkkk kkkk 1101 1010" MovSc { d: D15 = "" write, b: Ku = "k" } "mov {d},{b}" Mov;
        "dddd 0001 1111 ---- bbbb ---- 0000 1011" MovRr { d: D = "d" write, b: D = "b" } "mov {d},{b}" Mov;
        "dddd 1000 0000 ---- bbbb ---- 0000 1011" MovERr { d: E = "d" write, b: D = "b" } "mov {d},{b}" MovE;
        "dddd 1000 0001 ---- bbbb aaaa 0000 1011" MovEdRr { d: E = "d" write, a: D = "a", b: D = "b" } "mov {d},{a},{b}" MovEd;
        "dddd kkkk kkkk kkkk kkkk ---- 0011 1011" MovRlc { d: D = "d" write, b: K = "k" } "mov {d},{b}" Mov;
        "dddd kkkk kkkk kkkk kkkk ---- 1111 1011" MovERlc { d: E = "d" write, b: K = "k" } "mov {d},{b}" MovE;
        "dddd kkkk kkkk kkkk kkkk ---- 1011 1011" MovURlc { d: D = "d" write, b: Ku = "k" } "mov.u {d},{b}" MovU;
        "dddd kkkk kkkk kkkk kkkk ---- 0111 1011" MovhRlc { d: D = "d" write, b: Ku = "k" } "movh {d},{b}" Movh;

        // Addition and subtraction of words.
        "bbbb aaaa 0001 0010" AddSrr12 { d: D = "a" write, a: D15 = "", b: D = "b" } "add {d},{a},{b}" Add;
        "bbbb aaaa 0001 1010" AddSrr1a { d: D15 = "" write, a: D = "a", b: D = "b" } "add {d},{a},{b}" Add;
        "bbbb aaaa 0100 0010" AddSrr42 { d: D = "a" write, a: D = "a", b: D = "b" } "add {d},{b}" Add;
        "kkkk aaaa 1001 0010" AddSrc92 { d: D = "a" write, a: D15 = "", b: K = "k" } "add {d},{a},{b}" Add;
        "kkkk aaaa 1001 1010" AddSrc9a { d: D15 = "" write, a: D = "a", b: K = "k" } "add {d},{a},{b}" Add;
        "kkkk aaaa 1100 0010" AddSrcC2 { d: D = "a" write, a: D = "a", b: K = "k" } "add {d},{b}" Add;
        "dddd 0000 0000 ---- bbbb aaaa 0000 1011" AddRr { d: D = "d" write, a: D = "a", b: D = "b" } "add {d},{a},{b}" Add;
        "dddd 0000 000k kkkk kkkk aaaa 1000 1011" AddRc { d: D = "d" write, a: D = "a", b: K = "k" } "add {d},{a},{b}" Add;
        "dddd 0000 0101 ---- bbbb aaaa 0000 1011" AddcRr { d: D = "d" write, a: D = "a", b: D = "b" } "addc {d},{a},{b}" Addc;
        "dddd 0000 101k kkkk kkkk aaaa 1000 1011" AddcRc { d: D = "d" write, a: D = "a", b: K = "k" } "addc {d},{a},{b}" Addc;
        "dddd kkkk kkkk kkkk kkkk aaaa 0001 1011" AddiRlc { d: D = "d" write, a: D = "a", b: K = "k" } "addi {d},{a},{b}" Addi;
        "dddd kkkk kkkk kkkk kkkk aaaa 1001 1011" AddihRlc { d: D = "d" write, a: D = "a", b: Ku = "k" } "addih {d},{a},{b}" Addih;
        "bbbb aaaa 0010 0010" AddsSrr { d: D = "a" write, a: D = "a", b: D = "b" } "adds {d},{b}" Adds;
        "dddd 0000 0010 ---- bbbb aaaa 0000 1011" AddsRr { d: D = "d" write, a: D = "a", b: D = "b" } "adds {d},{a},{b}" Adds;
        "dddd 0000 010k kkkk kkkk aaaa 1000 1011" AddsRc { d: D = "d" write, a: D = "a", b: K = "k" } "adds {d},{a},{b}" Adds;
        "dddd 0000 0011 ---- bbbb aaaa 0000 1011" AddsURr { d: D = "d" write, a: D = "a", b: D = "b" } "adds.u {d},{a},{b}" AddsU;
        "dddd 0000 011k kkkk kkkk aaaa 1000 1011" AddsURc { d: D = "d" write, a: D = "a", b: K = "k" } "adds.u {d},{a},{b}" AddsU;
        "dddd 0000 0100 ---- bbbb aaaa 0000 1011" AddxRr { d: D = "d" write, a: D = "a", b: D = "b" } "addx {d},{a},{b}" Addx;
        "dddd 0000 100k kkkk kkkk aaaa 1000 1011" AddxRc { d: D = "d" write, a: D = "a", b: K = "k" } "addx {d},{a},{b}" Addx;
        "0101 aaaa 0011 0010" RsubSr { d: D = "a" write, a: D = "a" } "rsub {d}" Rsub;
        "dddd 0001 000k kkkk kkkk aaaa 1000 1011" RsubRc { d: D = "d" write, a: D = "a", b: K = "k" } "rsub {d},{a},{b}" Rsub;
        "dddd 0001 010k kkkk kkkk aaaa 1000 1011" RsubsRc { d: D = "d" write, a: D = "a", b: K = "k" } "rsubs {d},{a},{b}" Rsubs;
        "dddd 0001 011k kkkk kkkk aaaa 1000 1011" RsubsURc { d: D = "d" write, a: D = "a", b: K = "k" } "rsubs.u {d},{a},{b}" RsubsU;
        "bbbb aaaa 0101 0010" SubSrr52 { d: D = "a" write, a: D15 = "", b: D = "b" } "sub {d},{a},{b}" Sub;
        "bbbb aaaa 0101 1010" SubSrr5a { d: D15 = "" write, a: D = "a", b: D = "b" } "sub {d},{a},{b}" Sub;
        "bbbb aaaa 1010 0010" SubSrrA2 { d: D = "a" write, a: D = "a", b: D = "b" } "sub {d},{b}" Sub;
        "dddd 0000 1000 ---- bbbb aaaa 0000 1011" SubRr { d: D = "d" write, a: D = "a", b: D = "b" } "sub {d},{a},{b}" Sub;
        "dddd 0000 1101 ---- bbbb aaaa 0000 1011" SubcRr { d: D = "d" write, a: D = "a", b: D = "b" } "subc {d},{a},{b}" Subc;
        "bbbb aaaa 0110 0010" SubsSrr { d: D = "a" write, a: D = "a", b: D = "b" } "subs {d},{b}" Subs;
        "dddd 0000 1010 ---- bbbb aaaa 0000 1011" SubsRr { d: D = "d" write, a: D = "a", b: D = "b" } "subs {d},{a},{b}" Subs;
        "dddd 0000 1011 ---- bbbb aaaa 0000 1011" SubsURr { d: D = "d" write, a: D = "a", b: D = "b" } "subs.u {d},{a},{b}" SubsU;
        "dddd 0000 1100 ---- bbbb aaaa 0000 1011" SubxRr { d: D = "d" write, a: D = "a", b: D = "b" } "subx {d},{a},{b}" Subx;

        // Addition and subtraction of packed bytes and half-words.
        "dddd 0100 0000 ---- bbbb aaaa 0000 1011" AddBRr { d: D = "d" write, a: D = "a", b: D = "b" } "add.b {d},{a},{b}" AddB;
        "dddd 0110 0000 ---- bbbb aaaa 0000 1011" AddHRr { d: D = "d" write, a: D = "a", b: D = "b" } "add.h {d},{a},{b}" AddH;
        "dddd 0110 0010 ---- bbbb aaaa 0000 1011" AddsHRr { d: D = "d" write, a: D = "a", b: D = "b" } "adds.h {d},{a},{b}" AddsH;
        "dddd 0110 0011 ---- bbbb aaaa 0000 1011" AddsHuRr { d: D = "d" write, a: D = "a", b: D = "b" } "adds.hu {d},{a},{b}" AddsHu;
        "dddd 0100 1000 ---- bbbb aaaa 0000 1011" SubBRr { d: D = "d" write, a: D = "a", b: D = "b" } "sub.b {d},{a},{b}" SubB;
        "dddd 0110 1000 ---- bbbb aaaa 0000 1011" SubHRr { d: D = "d" write, a: D = "a", b: D = "b" } "sub.h {d},{a},{b}" SubH;
        "dddd 0110 1010 ---- bbbb aaaa 0000 1011" SubsHRr { d: D = "d" write, a: D = "a", b: D = "b" } "subs.h {d},{a},{b}" SubsH;
        "dddd 0110 1011 ---- bbbb aaaa 0000 1011" SubsHuRr { d: D = "d" write, a: D = "a", b: D = "b" } "subs.hu {d},{a},{b}" SubsHu;

        // Absolute values and differences.
        "dddd 0001 1100 ---- bbbb ---- 0000 1011" AbsRr { d: D = "d" write, b: D = "b" } "abs {d},{b}" Abs;
        "dddd 0101 1100 ---- bbbb ---- 0000 1011" AbsBRr { d: D = "d" write, b: D = "b" } "abs.b {d},{b}" AbsB;
        "dddd 0111 1100 ---- bbbb ---- 0000 1011" AbsHRr { d: D = "d" write, b: D = "b" } "abs.h {d},{b}" AbsH;
        "dddd 0000 1110 ---- bbbb aaaa 0000 1011" AbsdifRr { d: D = "d" write, a: D = "a", b: D = "b" } "absdif {d},{a},{b}" Absdif;
        "dddd 0001 110k kkkk kkkk aaaa 1000 1011" AbsdifRc { d: D = "d" write, a: D = "a", b: K = "k" } "absdif {d},{a},{b}" Absdif;
        "dddd 0100 1110 ---- bbbb aaaa 0000 1011" AbsdifBRr { d: D = "d" write, a: D = "a", b: D = "b" } "absdif.b {d},{a},{b}" AbsdifB;
        "dddd 0110 1110 ---- bbbb aaaa 0000 1011" AbsdifHRr { d: D = "d" write, a: D = "a", b: D = "b" } "absdif.h {d},{a},{b}" AbsdifH;
        "dddd 0000 1111 ---- bbbb aaaa 0000 1011" AbsdifsRr { d: D = "d" write, a: D = "a", b: D = "b" } "absdifs {d},{a},{b}" Absdifs;
        "dddd 0001 111k kkkk kkkk aaaa 1000 1011" AbsdifsRc { d: D = "d" write, a: D = "a", b: K = "k" } "absdifs {d},{a},{b}" Absdifs;
        "dddd 0110 1111 ---- bbbb aaaa 0000 1011" AbsdifsHRr { d: D = "d" write, a: D = "a", b: D = "b" } "absdifs.h {d},{a},{b}" AbsdifsH;
        "dddd 0001 1101 ---- bbbb ---- 0000 1011" AbssRr { d: D = "d" write, b: D = "b" } "abss {d},{b}" Abss;
        "dddd 0111 1101 ---- bbbb ---- 0000 1011" AbssHRr { d: D = "d" write, b: D = "b" } "abss.h {d},{b}" AbssH;
    }
}
