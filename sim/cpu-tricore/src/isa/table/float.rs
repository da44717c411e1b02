//! Floating point.

super::family! { $ float
    opcodes {
        /// ADD.F: `D[d] = rnd(D[c] + D[a])`; flags FS, FI, FV, FU, FX.
        AddF Fp;
        /// CMP.F: `D[d]` bit 0 less, 1 equal, 2 greater, 3 unordered, 4 `D[a]` denormal, 5 `D[b]`
        /// denormal; flags FS, FI (of a signalling NaN).
        CmpF Fp1;
        /// DIV.F: `D[d] = rnd(D[a] / D[b])`; flags FS, FI, FV, FZ, FU, FX.
        DivF FpDiv;
        /// FTOI: `D[d] = D[a] as a signed integer`, rounded as PSW.RM says, saturated; 0 of a NaN;
        /// flags FS, FI, FX.
        Ftoi Fp;
        /// FTOIZ: `D[d] = D[a] as a signed integer`, toward zero, saturated; 0 of a NaN; flags FS, FI,
        /// FX.
        Ftoiz Fp;
        /// FTOQ31: `D[d] = sat_q31(D[a] * 2^-sx9(D[b]))`, rounded as PSW.RM says; 0 of a NaN; flags
        /// FS, FI, FX.
        Ftoq31 Fp;
        /// FTOQ31Z: `D[d] = sat_q31(D[a] * 2^-sx9(D[b]))`, toward zero; 0 of a NaN; flags FS, FI, FX.
        Ftoq31z Fp;
        /// FTOU: `D[d] = D[a] as an unsigned integer`, rounded as PSW.RM says, saturated; 0 of a NaN;
        /// flags FS, FI, FX.
        Ftou Fp;
        /// FTOUZ: `D[d] = D[a] as an unsigned integer`, toward zero, saturated; 0 of a NaN; flags FS,
        /// FI, FX.
        Ftouz Fp;
        /// ITOF: `D[d] = float(signed D[a])`, rounded as PSW.RM says; flags FS, FX.
        Itof Fp;
        /// MADD.F: `D[d] = rnd(D[c] + D[a] * D[b])`, rounded once; flags FS, FI, FV, FU, FX.
        MaddF FpMac;
        /// MSUB.F: `D[d] = rnd(D[c] - D[a] * D[b])`, rounded once; flags FS, FI, FV, FU, FX.
        MsubF FpMac;
        /// MUL.F: `D[d] = rnd(D[a] * D[b])`; flags FS, FI, FV, FU, FX.
        MulF Fp;
        /// PACK: `m = E[c].lo, e = signed E[c].hi, sign = D[a][31]; r = m[7] & (m[8] |
        /// (m[6:0] != 0) | PSW.C)`. Exponent and fraction: `{255, m[30:8]}` if `m[31] == 0 && e ==
        /// 255`; `{255, 0}` if `m[31] && e >= 127`; `{0, 0}` if `(m[31] && e <= -128) || m == 0`;
        /// else `{m[31] ? (e + 128)[7:0] : 0, m[30:8]} + r` as one number of 31 bits. `D[d]` is
        /// these behind the sign.
        Pack Mul;
        /// Q31TOF: `D[d] = float(q31(D[a]) * 2^sx9(D[b]))`, rounded as PSW.RM says; flags FS, FV, FU,
        /// FX.
        Q31tof Fp;
        /// QSEED.F: `D[d]` = seed for the reciprocal square root of `D[a]`, by a table of 8 bits;
        /// flags FS, FI.
        QseedF Fp1;
        /// SUB.F: `D[d] = rnd(D[c] - D[a])`; flags FS, FI, FV, FU, FX.
        SubF Fp;
        /// UNPACK: `E[d].hi` = exponent of `D[a]` without bias (255 of infinity and NaN, -127 of zero,
        /// -126 of a denormal), `E[d].lo` = fraction << 7, with bit 30 set for a normal number.
        Unpack Mul;
        /// UPDFL: `m = D[a][15:8], v = D[a][7:0]: PSW[31:24] = (PSW[31:24] & ~m) | (v & m)`.
        Updfl Fp1 { raises: false };
        /// UTOF: `D[d] = float(unsigned D[a])`, rounded as PSW.RM says; flags FS, FX.
        Utof Fp;
    }
    rows {
        // Floating point.
        "dddd cccc 0010 --01 ---- aaaa 0110 1011" AddFRrr { d: D = "d" write, c: D = "c", a: D = "a" } "add.f {d},{c},{a}" AddF;
        "dddd 0000 0000 --01 bbbb aaaa 0100 1011" CmpFRr { d: D = "d" write, a: D = "a", b: D = "b" } "cmp.f {d},{a},{b}" CmpF;
        "dddd 0000 0101 --01 bbbb aaaa 0100 1011" DivFRr { d: D = "d" write, a: D = "a", b: D = "b" } "div.f {d},{a},{b}" DivF;
        "dddd 0001 0000 --01 ---- aaaa 0100 1011" FtoiRr { d: D = "d" write, a: D = "a" } "ftoi {d},{a}" Ftoi;
        "dddd 0001 0011 --01 ---- aaaa 0100 1011" FtoizRr { d: D = "d" write, a: D = "a" } "ftoiz {d},{a}" Ftoiz;
        "dddd 0001 0001 --01 bbbb aaaa 0100 1011" Ftoq31Rr { d: D = "d" write, a: D = "a", b: D = "b" } "ftoq31 {d},{a},{b}" Ftoq31;
        "dddd 0001 1000 --01 bbbb aaaa 0100 1011" Ftoq31zRr { d: D = "d" write, a: D = "a", b: D = "b" } "ftoq31z {d},{a},{b}" Ftoq31z;
        "dddd 0001 0010 --01 ---- aaaa 0100 1011" FtouRr { d: D = "d" write, a: D = "a" } "ftou {d},{a}" Ftou;
        "dddd 0001 0111 --01 ---- aaaa 0100 1011" FtouzRr { d: D = "d" write, a: D = "a" } "ftouz {d},{a}" Ftouz;
        "dddd 0001 0100 --01 ---- aaaa 0100 1011" ItofRr { d: D = "d" write, a: D = "a" } "itof {d},{a}" Itof;
        "dddd cccc 0110 --01 bbbb aaaa 0110 1011" MaddFRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "madd.f {d},{c},{a},{b}" MaddF;
        "dddd cccc 0111 --01 bbbb aaaa 0110 1011" MsubFRrr { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "msub.f {d},{c},{a},{b}" MsubF;
        "dddd 0000 0100 --01 bbbb aaaa 0100 1011" MulFRr { d: D = "d" write, a: D = "a", b: D = "b" } "mul.f {d},{a},{b}" MulF;
        "dddd cccc 0000 ---- ---- aaaa 0110 1011" PackRrr { d: D = "d" write, c: E = "c", a: D = "a" } "pack {d},{c},{a}" Pack;
        "dddd 0001 0101 --01 bbbb aaaa 0100 1011" Q31tofRr { d: D = "d" write, a: D = "a", b: D = "b" } "q31tof {d},{a},{b}" Q31tof;
        "dddd 0001 1001 --01 ---- aaaa 0100 1011" QseedFRr { d: D = "d" write, a: D = "a" } "qseed.f {d},{a}" QseedF;
        "dddd cccc 0011 --01 ---- aaaa 0110 1011" SubFRrr { d: D = "d" write, c: D = "c", a: D = "a" } "sub.f {d},{c},{a}" SubF;
        "dddd 0000 1000 ---- ---- aaaa 0100 1011" UnpackRr { d: E = "d" write, a: D = "a" } "unpack {d},{a}" Unpack;
        "---- 0000 1100 --01 ---- aaaa 0100 1011" UpdflRr { a: D = "a" } "updfl {a}" Updfl;
        "dddd 0001 0110 --01 ---- aaaa 0100 1011" UtofRr { d: D = "d" write, a: D = "a" } "utof {d},{a}" Utof;
    }
}
