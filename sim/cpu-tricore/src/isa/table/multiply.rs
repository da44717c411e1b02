//! Multiplication.

super::family! { $ multiply
    opcodes {
        /// MUL: `D[d] = D[a] * D[b] (signed)`; flags V, AV.
        Mul Mul;
        /// MUL: `E[d] = D[a] * D[b] (signed)`; flags V = 0, AV.
        MulE Mul;
        /// MUL.U: `E[d] = D[a] * D[b] (unsigned)`; flags V = 0, AV.
        MulU Mul;
        /// MULS: `D[d] = ssov32(D[a] * D[b] (signed))`; flags V, AV.
        Muls Mac;
        /// MULS.U: `D[d] = suov32(D[a] * D[b] (unsigned))`; flags V, AV.
        MulsU Mac;
        /// MUL.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
        MulHEUl Mac;
        /// MUL.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
        MulHELu Mac;
        /// MUL.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
        MulHELl Mac;
        /// MUL.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
        MulHEUu Mac;
        /// MUL.Q: `D[d] = ((D[a] * D[b].U) << n) >> 16`; flags V, AV.
        MulQU Mac;
        /// MUL.Q: `D[d] = ((D[a] * D[b].L) << n) >> 16`; flags V, AV.
        MulQL Mac;
        /// MUL.Q: `D[d] = ((D[a] * D[b]) << n) >> 32`; flags V, AV.
        MulQ Mac;
        /// MUL.Q: `D[d] = q16(D[a].U, D[b].U, n)`; flags V, AV.
        MulQUU Mac;
        /// MUL.Q: `D[d] = q16(D[a].L, D[b].L, n)`; flags V, AV.
        MulQLL Mac;
        /// MUL.Q: `E[d] = (D[a] * D[b].U) << n`; flags V, AV.
        MulQEU Mac;
        /// MUL.Q: `E[d] = (D[a] * D[b].L) << n`; flags V, AV.
        MulQEL Mac;
        /// MUL.Q: `E[d] = (D[a] * D[b]) << n`; flags V, AV.
        MulQE Mac;
        /// MULM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
        /// AV.
        MulmHEUl Mac;
        /// MULM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
        /// AV.
        MulmHELu Mac;
        /// MULM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
        /// AV.
        MulmHELl Mac;
        /// MULM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
        /// AV.
        MulmHEUu Mac;
        /// MULMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
        /// 64 bits; flags V = 0, AV.
        MulmsHEUl Mac;
        /// MULMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
        /// 64 bits; flags V = 0, AV.
        MulmsHELu Mac;
        /// MULMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
        /// 64 bits; flags V = 0, AV.
        MulmsHELl Mac;
        /// MULMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
        /// 64 bits; flags V = 0, AV.
        MulmsHEUu Mac;
        /// MULR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
        MulrHUl Mac;
        /// MULR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
        MulrHLu Mac;
        /// MULR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
        MulrHLl Mac;
        /// MULR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
        MulrHUu Mac;
        /// MULR.Q: `D[d] = (q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; 0x7FFF0000 of -1 * -1
        /// with n = 1; flags V, AV.
        MulrQUU Mac;
        /// MULR.Q: `D[d] = (q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; 0x7FFF0000 of -1 * -1
        /// with n = 1; flags V, AV.
        MulrQLL Mac;
    }
    rows {
        // Multiplication.
        "bbbb aaaa 1110 0010" MulSrr { d: D = "a" write, a: D = "a", b: D = "b" } "mul {d},{b}" Mul;
        "dddd 0000 001k kkkk kkkk aaaa 0101 0011" MulRc { d: D = "d" write, a: D = "a", b: K = "k" } "mul {d},{a},{b}" Mul;
        "dddd 0000 011k kkkk kkkk aaaa 0101 0011" MulERc { d: E = "d" write, a: D = "a", b: K = "k" } "mul {d},{a},{b}" MulE;
        "dddd 0000 0000 1010 bbbb aaaa 0111 0011" MulRr2 { d: D = "d" write, a: D = "a", b: D = "b" } "mul {d},{a},{b}" Mul;
        "dddd 0000 0110 1010 bbbb aaaa 0111 0011" MulERr2 { d: E = "d" write, a: D = "a", b: D = "b" } "mul {d},{a},{b}" MulE;
        "dddd 0000 010k kkkk kkkk aaaa 0101 0011" MulURc { d: E = "d" write, a: D = "a", b: Ku = "k" } "mul.u {d},{a},{b}" MulU;
        "dddd 0000 0110 1000 bbbb aaaa 0111 0011" MulURr2 { d: E = "d" write, a: D = "a", b: D = "b" } "mul.u {d},{a},{b}" MulU;
        "dddd 0000 101k kkkk kkkk aaaa 0101 0011" MulsRc { d: D = "d" write, a: D = "a", b: K = "k" } "muls {d},{a},{b}" Muls;
        "dddd 0000 1000 1010 bbbb aaaa 0111 0011" MulsRr2 { d: D = "d" write, a: D = "a", b: D = "b" } "muls {d},{a},{b}" Muls;
        "dddd 0000 100k kkkk kkkk aaaa 0101 0011" MulsURc { d: D = "d" write, a: D = "a", b: Ku = "k" } "muls.u {d},{a},{b}" MulsU;
        "dddd 0000 1000 1000 bbbb aaaa 0111 0011" MulsURr2 { d: D = "d" write, a: D = "a", b: D = "b" } "muls.u {d},{a},{b}" MulsU;

        // Multiplication of packed and fractional numbers.
        "dddd 0000 0110 00nn bbbb aaaa 1011 0011" MulHEUlRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}ul,{n}" MulHEUl;
        "dddd 0000 0110 01nn bbbb aaaa 1011 0011" MulHELuRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}lu,{n}" MulHELu;
        "dddd 0000 0110 10nn bbbb aaaa 1011 0011" MulHELlRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}ll,{n}" MulHELl;
        "dddd 0000 0110 11nn bbbb aaaa 1011 0011" MulHEUuRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.h {d},{a},{b}uu,{n}" MulHEUu;
        "dddd 0000 0000 00nn bbbb aaaa 1001 0011" MulQURr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}u,{n}" MulQU;
        "dddd 0000 0000 01nn bbbb aaaa 1001 0011" MulQLRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}l,{n}" MulQL;
        "dddd 0000 0000 10nn bbbb aaaa 1001 0011" MulQRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b},{n}" MulQ;
        "dddd 0000 0001 00nn bbbb aaaa 1001 0011" MulQUURr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a}u,{b}u,{n}" MulQUU;
        "dddd 0000 0001 01nn bbbb aaaa 1001 0011" MulQLLRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a}l,{b}l,{n}" MulQLL;
        "dddd 0000 0110 00nn bbbb aaaa 1001 0011" MulQEURr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}u,{n}" MulQEU;
        "dddd 0000 0110 01nn bbbb aaaa 1001 0011" MulQELRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b}l,{n}" MulQEL;
        "dddd 0000 0110 11nn bbbb aaaa 1001 0011" MulQERr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mul.q {d},{a},{b},{n}" MulQE;
        "dddd 0000 0111 00nn bbbb aaaa 1011 0011" MulmHEUlRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}ul,{n}" MulmHEUl;
        "dddd 0000 0111 01nn bbbb aaaa 1011 0011" MulmHELuRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}lu,{n}" MulmHELu;
        "dddd 0000 0111 10nn bbbb aaaa 1011 0011" MulmHELlRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}ll,{n}" MulmHELl;
        "dddd 0000 0111 11nn bbbb aaaa 1011 0011" MulmHEUuRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulm.h {d},{a},{b}uu,{n}" MulmHEUu;
        "dddd 0000 1111 00nn bbbb aaaa 1011 0011" MulmsHEUlRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}ul,{n}" MulmsHEUl;
        "dddd 0000 1111 01nn bbbb aaaa 1011 0011" MulmsHELuRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}lu,{n}" MulmsHELu;
        "dddd 0000 1111 10nn bbbb aaaa 1011 0011" MulmsHELlRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}ll,{n}" MulmsHELl;
        "dddd 0000 1111 11nn bbbb aaaa 1011 0011" MulmsHEUuRr1 { d: E = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulms.h {d},{a},{b}uu,{n}" MulmsHEUu;
        "dddd 0000 0011 00nn bbbb aaaa 1011 0011" MulrHUlRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}ul,{n}" MulrHUl;
        "dddd 0000 0011 01nn bbbb aaaa 1011 0011" MulrHLuRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}lu,{n}" MulrHLu;
        "dddd 0000 0011 10nn bbbb aaaa 1011 0011" MulrHLlRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}ll,{n}" MulrHLl;
        "dddd 0000 0011 11nn bbbb aaaa 1011 0011" MulrHUuRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulr.h {d},{a},{b}uu,{n}" MulrHUu;
        "dddd 0000 0001 10nn bbbb aaaa 1001 0011" MulrQUURr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulr.q {d},{a}u,{b}u,{n}" MulrQUU;
        "dddd 0000 0001 11nn bbbb aaaa 1001 0011" MulrQLLRr1 { d: D = "d" write, a: D = "a", b: D = "b", n: U = "n" } "mulr.q {d},{a}l,{b}l,{n}" MulrQLL;
    }
}
