//! Extrema, saturation, and what depends on a condition.

super::family! { $ select
    opcodes {
        /// MAX: `D[d] = max(D[a], D[b])` (signed).
        Max Alu;
        /// MAX.B: per byte `D[d] = max(D[a], D[b])` (signed).
        MaxB Alu;
        /// MAX.BU: per byte `D[d] = max(D[a], D[b])` (unsigned).
        MaxBu Alu;
        /// MAX.H: per half-word `D[d] = max(D[a], D[b])` (signed).
        MaxH Alu;
        /// MAX.HU: per half-word `D[d] = max(D[a], D[b])` (unsigned).
        MaxHu Alu;
        /// MAX.U: `D[d] = max(D[a], D[b])` (unsigned).
        MaxU Alu;
        /// MIN: `D[d] = min(D[a], D[b])` (signed).
        Min Alu;
        /// MIN.B: per byte `D[d] = min(D[a], D[b])` (signed).
        MinB Alu;
        /// MIN.BU: per byte `D[d] = min(D[a], D[b])` (unsigned).
        MinBu Alu;
        /// MIN.H: per half-word `D[d] = min(D[a], D[b])` (signed).
        MinH Alu;
        /// MIN.HU: per half-word `D[d] = min(D[a], D[b])` (unsigned).
        MinHu Alu;
        /// MIN.U: `D[d] = min(D[a], D[b])` (unsigned).
        MinU Alu;
        /// SAT.B: `D[d] = clamp(signed D[a], -128, 127)`.
        SatB Alu;
        /// SAT.BU: `D[d] = min(unsigned D[a], 255)`.
        SatBu Alu;
        /// SAT.H: `D[d] = clamp(signed D[a], -32768, 32767)`.
        SatH Alu;
        /// SAT.HU: `D[d] = min(unsigned D[a], 65535)`.
        SatHu Alu;
        /// IXMAX: `x = E[c]`, lo and hi = halves of `D[b]` (signed): `E[d][15:0] = x[15:0] + 2`; if
        /// `lo >= hi && lo > x[47:32]` then value = lo, index = `x[15:0]`; else if `hi > lo &&
        /// hi > x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x. `E[d][31:16]` =
        /// index, `[47:32]` = value, `[63:48]` = 0.
        Ixmax Mul;
        /// IXMAX.U: `x = E[c]`, lo and hi = halves of `D[b]` (unsigned): `E[d][15:0] = x[15:0] +
        /// 2`; if `lo >= hi && lo > x[47:32]` then value = lo, index = `x[15:0]`; else if `hi >
        /// lo && hi > x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x.
        /// `E[d][31:16]` = index, `[47:32]` = value, `[63:48]` = 0.
        IxmaxU Mul;
        /// IXMIN: `x = E[c]`, lo and hi = halves of `D[b]` (signed): `E[d][15:0] = x[15:0] + 2`; if
        /// `lo <= hi && lo < x[47:32]` then value = lo, index = `x[15:0]`; else if `hi < lo &&
        /// hi < x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x. `E[d][31:16]` =
        /// index, `[47:32]` = value, `[63:48]` = 0.
        Ixmin Mul;
        /// IXMIN.U: `x = E[c]`, lo and hi = halves of `D[b]` (unsigned): `E[d][15:0] = x[15:0] +
        /// 2`; if `lo <= hi && lo < x[47:32]` then value = lo, index = `x[15:0]`; else if `hi <
        /// lo && hi < x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x.
        /// `E[d][31:16]` = index, `[47:32]` = value, `[63:48]` = 0.
        IxminU Mul;
        /// CADD: `D[d] = (D[c] != 0) ? D[a] + D[b] : D[a]`; flags V, AV if the condition holds.
        Cadd Alu;
        /// CADDN: `D[d] = (D[c] == 0) ? D[a] + D[b] : D[a]`; flags V, AV if the condition holds.
        Caddn Alu;
        /// CMOV: `D[d] = (D[c] != 0) ? D[b] : D[a]`.
        Cmov Alu;
        /// CMOVN: `D[d] = (D[c] == 0) ? D[b] : D[a]`.
        Cmovn Alu;
        /// CSUB: `D[d] = (D[c] != 0) ? D[a] - D[b] : D[a]`; flags V, AV if the condition holds.
        Csub Alu;
        /// CSUBN: `D[d] = (D[c] == 0) ? D[a] - D[b] : D[a]`; flags V, AV if the condition holds.
        Csubn Alu;
        /// SEL: `D[d] = (D[c] != 0) ? D[a] : D[b]`.
        Sel Alu;
        /// SELN: `D[d] = (D[c] == 0) ? D[a] : D[b]`.
        Seln Alu;
    }
    rows {
        // Minimum, maximum, saturation.
        "dddd 0001 1010 ---- bbbb aaaa 0000 1011" MaxRr { d: D = "d" write, a: D = "a", b: D = "b" } "max {d},{a},{b}" Max;
        "dddd 0011 010k kkkk kkkk aaaa 1000 1011" MaxRc { d: D = "d" write, a: D = "a", b: K = "k" } "max {d},{a},{b}" Max;
        "dddd 0101 1010 ---- bbbb aaaa 0000 1011" MaxBRr { d: D = "d" write, a: D = "a", b: D = "b" } "max.b {d},{a},{b}" MaxB;
        "dddd 0101 1011 ---- bbbb aaaa 0000 1011" MaxBuRr { d: D = "d" write, a: D = "a", b: D = "b" } "max.bu {d},{a},{b}" MaxBu;
        "dddd 0111 1010 ---- bbbb aaaa 0000 1011" MaxHRr { d: D = "d" write, a: D = "a", b: D = "b" } "max.h {d},{a},{b}" MaxH;
        "dddd 0111 1011 ---- bbbb aaaa 0000 1011" MaxHuRr { d: D = "d" write, a: D = "a", b: D = "b" } "max.hu {d},{a},{b}" MaxHu;
        "dddd 0001 1011 ---- bbbb aaaa 0000 1011" MaxURr { d: D = "d" write, a: D = "a", b: D = "b" } "max.u {d},{a},{b}" MaxU;
        "dddd 0011 011k kkkk kkkk aaaa 1000 1011" MaxURc { d: D = "d" write, a: D = "a", b: Ku = "k" } "max.u {d},{a},{b}" MaxU;
        "dddd 0001 1000 ---- bbbb aaaa 0000 1011" MinRr { d: D = "d" write, a: D = "a", b: D = "b" } "min {d},{a},{b}" Min;
        "dddd 0011 000k kkkk kkkk aaaa 1000 1011" MinRc { d: D = "d" write, a: D = "a", b: K = "k" } "min {d},{a},{b}" Min;
        "dddd 0101 1000 ---- bbbb aaaa 0000 1011" MinBRr { d: D = "d" write, a: D = "a", b: D = "b" } "min.b {d},{a},{b}" MinB;
        "dddd 0101 1001 ---- bbbb aaaa 0000 1011" MinBuRr { d: D = "d" write, a: D = "a", b: D = "b" } "min.bu {d},{a},{b}" MinBu;
        "dddd 0111 1000 ---- bbbb aaaa 0000 1011" MinHRr { d: D = "d" write, a: D = "a", b: D = "b" } "min.h {d},{a},{b}" MinH;
        "dddd 0111 1001 ---- bbbb aaaa 0000 1011" MinHuRr { d: D = "d" write, a: D = "a", b: D = "b" } "min.hu {d},{a},{b}" MinHu;
        "dddd 0001 1001 ---- bbbb aaaa 0000 1011" MinURr { d: D = "d" write, a: D = "a", b: D = "b" } "min.u {d},{a},{b}" MinU;
        "dddd 0011 001k kkkk kkkk aaaa 1000 1011" MinURc { d: D = "d" write, a: D = "a", b: Ku = "k" } "min.u {d},{a},{b}" MinU;
        "0000 aaaa 0011 0010" SatBSr { d: D = "a" write, a: D = "a" } "sat.b {d}" SatB;
        "dddd 0101 1110 ---- ---- aaaa 0000 1011" SatBRr { d: D = "d" write, a: D = "a" } "sat.b {d},{a}" SatB;
        "0001 aaaa 0011 0010" SatBuSr { d: D = "a" write, a: D = "a" } "sat.bu {d}" SatBu;
        "dddd 0101 1111 ---- ---- aaaa 0000 1011" SatBuRr { d: D = "d" write, a: D = "a" } "sat.bu {d},{a}" SatBu;
        "0010 aaaa 0011 0010" SatHSr { d: D = "a" write, a: D = "a" } "sat.h {d}" SatH;
        "dddd 0111 1110 ---- ---- aaaa 0000 1011" SatHRr { d: D = "d" write, a: D = "a" } "sat.h {d},{a}" SatH;
        "0011 aaaa 0011 0010" SatHuSr { d: D = "a" write, a: D = "a" } "sat.hu {d}" SatHu;
        "dddd 0111 1111 ---- ---- aaaa 0000 1011" SatHuRr { d: D = "d" write, a: D = "a" } "sat.hu {d},{a}" SatHu;

        // Search for the index of an extremum.
        "dddd cccc 1010 ---- bbbb ---- 0110 1011" IxmaxRrr { d: E = "d" write, c: E = "c", b: D = "b" } "ixmax {d},{c},{b}" Ixmax;
        "dddd cccc 1011 ---- bbbb ---- 0110 1011" IxmaxURrr { d: E = "d" write, c: E = "c", b: D = "b" } "ixmax.u {d},{c},{b}" IxmaxU;
        "dddd cccc 1000 ---- bbbb ---- 0110 1011" IxminRrr { d: E = "d" write, c: E = "c", b: D = "b" } "ixmin {d},{c},{b}" Ixmin;
        "dddd cccc 1001 ---- bbbb ---- 0110 1011" IxminURrr { d: E = "d" write, c: E = "c", b: D = "b" } "ixmin.u {d},{c},{b}" IxminU;

        // Conditional addition, subtraction, move and selection.
        "kkkk aaaa 1000 1010" CaddSrc { d: D = "a" write, a: D = "a", c: D15 = "", b: K = "k" } "cadd {d},{c},{b}" Cadd;
        "dddd cccc 0000 ---- bbbb aaaa 0010 1011" CaddRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "cadd {d},{c},{a},{b}" Cadd;
        "dddd cccc 000k kkkk kkkk aaaa 1010 1011" CaddRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "cadd {d},{c},{a},{b}" Cadd;
        "kkkk aaaa 1100 1010" CaddnSrc { d: D = "a" write, a: D = "a", c: D15 = "", b: K = "k" } "caddn {d},{c},{b}" Caddn;
        "dddd cccc 0001 ---- bbbb aaaa 0010 1011" CaddnRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "caddn {d},{c},{a},{b}" Caddn;
        "dddd cccc 001k kkkk kkkk aaaa 1010 1011" CaddnRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "caddn {d},{c},{a},{b}" Caddn;
        "bbbb aaaa 0010 1010" CmovSrr { d: D = "a" write, a: D = "a", c: D15 = "", b: D = "b" } "cmov {d},{c},{b}" Cmov;
        "kkkk aaaa 1010 1010" CmovSrc { d: D = "a" write, a: D = "a", c: D15 = "", b: K = "k" } "cmov {d},{c},{b}" Cmov;
        "bbbb aaaa 0110 1010" CmovnSrr { d: D = "a" write, a: D = "a", c: D15 = "", b: D = "b" } "cmovn {d},{c},{b}" Cmovn;
        "kkkk aaaa 1110 1010" CmovnSrc { d: D = "a" write, a: D = "a", c: D15 = "", b: K = "k" } "cmovn {d},{c},{b}" Cmovn;
        "dddd cccc 0010 ---- bbbb aaaa 0010 1011" CsubRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "csub {d},{c},{a},{b}" Csub;
        "dddd cccc 0011 ---- bbbb aaaa 0010 1011" CsubnRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "csubn {d},{c},{a},{b}" Csubn;
        "dddd cccc 0100 ---- bbbb aaaa 0010 1011" SelRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "sel {d},{c},{a},{b}" Sel;
        "dddd cccc 100k kkkk kkkk aaaa 1010 1011" SelRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "sel {d},{c},{a},{b}" Sel;
        "dddd cccc 0101 ---- bbbb aaaa 0010 1011" SelnRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "seln {d},{c},{a},{b}" Seln;
        "dddd cccc 101k kkkk kkkk aaaa 1010 1011" SelnRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "seln {d},{c},{a},{b}" Seln;
    }
}
