//! Division.

super::family! { $ divide
    opcodes {
        /// DIV: `E[d].lo` = quotient (toward zero), `E[d].hi` = remainder of `D[a] / D[b]`, signed;
        /// V = 0. Divisor 0: lo = 0x7FFFFFFF, or 0x80000000 for a negative dividend, hi = 0, V = 1.
        /// 0x80000000 / -1: lo = 0x7FFFFFFF, hi = 0, V = 1. Flags V, SV; AV = 0.
        Div Div;
        /// DIV.U: `E[d].lo` = quotient, `E[d].hi` = remainder of `D[a] / D[b]`, unsigned; V = 0.
        /// Divisor 0: lo = 0xFFFFFFFF, hi = 0, V = 1. Flags V, SV; AV = 0.
        DivU Div;
        /// DVADJ: `x = E[c]`, `xs = x < 0`, `eqp = xs && x.hi == D[b]`, `eqn = xs && x.hi ==
        /// -D[b]`: quotient `E[d].lo = x.lo + ((((xs ^ (D[b] < 0)) && !eqn) || eqp) ? 1 : 0)`;
        /// remainder `E[d].hi = (eqp || eqn) ? 0 : x.hi`.
        Dvadj Mul;
        /// DVINIT: `E[d]` = `D[a]` extended by sign to 64 bits; V = divisor 0, or -1 and dividend
        /// 0x80000000 (divisor `D[b]`). Flags V, SV; AV = 0.
        Dvinit Mul;
        /// DVINIT.B: `E[d]` = `D[a]` extended by sign to 64 bits << 24, the low 24 bits all ones if
        /// the signs differ; V = divisor 0, or -1 and dividend 0xFFFFFF80 (divisor `D[b]`). Flags V,
        /// SV; AV = 0.
        DvinitB Mul;
        /// DVINIT.BU: `E[d]` = `D[a]` extended by zero to 64 bits << 24; V = divisor 0 (divisor
        /// `D[b]`). Flags V, SV; AV = 0.
        DvinitBu Mul;
        /// DVINIT.H: `E[d]` = `D[a]` extended by sign to 64 bits << 16, the low 16 bits all ones if
        /// the signs differ; V = divisor 0, or -1 and dividend 0xFFFF8000 (divisor `D[b]`). Flags V,
        /// SV; AV = 0.
        DvinitH Mul;
        /// DVINIT.HU: `E[d]` = `D[a]` extended by zero to 64 bits << 16; V = divisor 0 (divisor
        /// `D[b]`). Flags V, SV; AV = 0.
        DvinitHu Mul;
        /// DVINIT.U: `E[d]` = `D[a]` extended by zero to 64 bits; V = divisor 0 (divisor `D[b]`).
        /// Flags V, SV; AV = 0.
        DvinitU Mul;
        /// DVSTEP: 8 steps of signed division of `E[c] = {rem, quo}` by `D[b]`: `sgn` = sign of
        /// `E[c].hi`, `differs` = it is not that of `D[b]`; each step `{rem, quo} <<= 1; t =
        /// differs ? rem + D[b] : rem - D[b]`; if `(t < 0) == sgn` then `rem = t, quo |=
        /// !differs` else `quo |= differs`.
        Dvstep Dvstep;
        /// DVSTEP.U: 8 steps of unsigned restoring division of `E[c] = {rem, quo}` by `D[b]`: `{rem,
        /// quo} <<= 1`; if `rem >= D[b]` then `rem -= D[b], quo |= 1`.
        DvstepU Dvstep;
    }
    rows {
        // Division.
        "dddd 0010 0000 --01 bbbb aaaa 0100 1011" DivRr { d: E = "d" write, a: D = "a", b: D = "b" } "div {d},{a},{b}" Div;
        "dddd 0010 0001 --01 bbbb aaaa 0100 1011" DivURr { d: E = "d" write, a: D = "a", b: D = "b" } "div.u {d},{a},{b}" DivU;
        "dddd cccc 1101 ---- bbbb ---- 0110 1011" DvadjRrr { d: E = "d" write, c: E = "c", b: D = "b" } "dvadj {d},{c},{b}" Dvadj;
        "dddd 0001 1010 ---- bbbb aaaa 0100 1011" DvinitRr { d: E = "d" write, a: D = "a", b: D = "b" } "dvinit {d},{a},{b}" Dvinit;
        "dddd 0101 1010 ---- bbbb aaaa 0100 1011" DvinitBRr { d: E = "d" write, a: D = "a", b: D = "b" } "dvinit.b {d},{a},{b}" DvinitB;
        "dddd 0100 1010 ---- bbbb aaaa 0100 1011" DvinitBuRr { d: E = "d" write, a: D = "a", b: D = "b" } "dvinit.bu {d},{a},{b}" DvinitBu;
        "dddd 0011 1010 ---- bbbb aaaa 0100 1011" DvinitHRr { d: E = "d" write, a: D = "a", b: D = "b" } "dvinit.h {d},{a},{b}" DvinitH;
        "dddd 0010 1010 ---- bbbb aaaa 0100 1011" DvinitHuRr { d: E = "d" write, a: D = "a", b: D = "b" } "dvinit.hu {d},{a},{b}" DvinitHu;
        "dddd 0000 1010 ---- bbbb aaaa 0100 1011" DvinitURr { d: E = "d" write, a: D = "a", b: D = "b" } "dvinit.u {d},{a},{b}" DvinitU;
        "dddd cccc 1111 ---- bbbb ---- 0110 1011" DvstepRrr { d: E = "d" write, c: E = "c", b: D = "b" } "dvstep {d},{c},{b}" Dvstep;
        "dddd cccc 1110 ---- bbbb ---- 0110 1011" DvstepURrr { d: E = "d" write, c: E = "c", b: D = "b" } "dvstep.u {d},{c},{b}" DvstepU;
    }
}
