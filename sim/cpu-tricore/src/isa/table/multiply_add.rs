//! Multiplication and addition.

super::family! { $ multiply_add
    opcodes {
        /// MADD: `D[d] = D[c] + D[a] * D[b] (signed)`; flags V, AV.
        Madd Mac;
        /// MADD: `E[d] = E[c] + D[a] * D[b] (signed)`; flags V, AV.
        MaddE Mac;
        /// MADD.U: `E[d] = E[c] + D[a] * D[b] (unsigned)`; flags V, AV.
        MaddU Mac;
        /// MADDS: `D[d] = ssov32(D[c] + D[a] * D[b]) (signed)`; flags V, AV.
        Madds Mac;
        /// MADDS: `E[d] = ssov64(E[c] + D[a] * D[b]) (signed)`; flags V, AV.
        MaddsE Mac;
        /// MADDS.U: `D[d] = suov32(D[c] + D[a] * D[b]) (unsigned)`; flags V, AV.
        MaddsU Mac;
        /// MADDS.U: `E[d] = suov64(E[c] + D[a] * D[b]) (unsigned)`; flags V, AV.
        MaddsUE Mac;
        /// MADD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MaddHEUl Mac;
        /// MADD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MaddHELu Mac;
        /// MADD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MaddHELl Mac;
        /// MADD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MaddHEUu Mac;
        /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].U) << n) >> 16)`; flags V, AV.
        MaddQU Mac;
        /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].L) << n) >> 16)`; flags V, AV.
        MaddQL Mac;
        /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b]) << n) >> 32)`; flags V, AV.
        MaddQ Mac;
        /// MADD.Q: `D[d] = D[c] + q16(D[a].U, D[b].U, n)`; flags V, AV.
        MaddQUU Mac;
        /// MADD.Q: `D[d] = D[c] + q16(D[a].L, D[b].L, n)`; flags V, AV.
        MaddQLL Mac;
        /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].U) << n)`; flags V, AV.
        MaddQEU Mac;
        /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].L) << n)`; flags V, AV.
        MaddQEL Mac;
        /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b]) << n)`; flags V, AV.
        MaddQE Mac;
        /// MADD.Q: `E[d] = E[c] + (q16(D[a].U, D[b].U, n) << 16)`; flags V, AV.
        MaddQEUU Mac;
        /// MADD.Q: `E[d] = E[c] + (q16(D[a].L, D[b].L, n) << 16)`; flags V, AV.
        MaddQELL Mac;
        /// MADDM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MaddmHEUl Mac;
        /// MADDM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MaddmHELu Mac;
        /// MADDM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MaddmHELl Mac;
        /// MADDM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MaddmHEUu Mac;
        /// MADDMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MaddmsHEUl Mac;
        /// MADDMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MaddmsHELu Mac;
        /// MADDMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MaddmsHELl Mac;
        /// MADDMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MaddmsHEUu Mac;
        /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi + H + 0x8000)[31:16],
        /// (E[c].lo + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddrHUlC Mac;
        /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddrHUl Mac;
        /// MADDR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddrHLu Mac;
        /// MADDR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddrHLl Mac;
        /// MADDR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddrHUu Mac;
        /// MADDR.Q: `D[d] = (D[c] + q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
        MaddrQUU Mac;
        /// MADDR.Q: `D[d] = (D[c] + q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
        MaddrQLL Mac;
        /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi + H +
        /// 0x8000))[31:16], (ssov32(E[c].lo + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddrsHUlC Mac;
        /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddrsHUl Mac;
        /// MADDRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddrsHLu Mac;
        /// MADDRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddrsHLl Mac;
        /// MADDRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddrsHUu Mac;
        /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
        /// V, AV.
        MaddrsQUU Mac;
        /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
        /// V, AV.
        MaddrsQLL Mac;
        /// MADDS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MaddsHEUl Mac;
        /// MADDS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MaddsHELu Mac;
        /// MADDS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MaddsHELl Mac;
        /// MADDS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MaddsHEUu Mac;
        /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].U) << n) >> 16))`; flags V, AV.
        MaddsQU Mac;
        /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].L) << n) >> 16))`; flags V, AV.
        MaddsQL Mac;
        /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b]) << n) >> 32))`; flags V, AV.
        MaddsQ Mac;
        /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].U, D[b].U, n))`; flags V, AV.
        MaddsQUU Mac;
        /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].L, D[b].L, n))`; flags V, AV.
        MaddsQLL Mac;
        /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].U) << n))`; flags V, AV.
        MaddsQEU Mac;
        /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].L) << n))`; flags V, AV.
        MaddsQEL Mac;
        /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b]) << n))`; flags V, AV.
        MaddsQE Mac;
        /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].U, D[b].U, n) << 16))`; flags V, AV.
        MaddsQEUU Mac;
        /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].L, D[b].L, n) << 16))`; flags V, AV.
        MaddsQELL Mac;
        /// MADDSU.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MaddsuHEUl Mac;
        /// MADDSU.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MaddsuHELu Mac;
        /// MADDSU.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MaddsuHELl Mac;
        /// MADDSU.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MaddsuHEUu Mac;
        /// MADDSUM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MaddsumHEUl Mac;
        /// MADDSUM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MaddsumHELu Mac;
        /// MADDSUM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MaddsumHELl Mac;
        /// MADDSUM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MaddsumHEUu Mac;
        /// MADDSUMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MaddsumsHEUl Mac;
        /// MADDSUMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MaddsumsHELu Mac;
        /// MADDSUMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MaddsumsHELl Mac;
        /// MADDSUMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MaddsumsHEUu Mac;
        /// MADDSUR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddsurHUl Mac;
        /// MADDSUR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddsurHLu Mac;
        /// MADDSUR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddsurHLl Mac;
        /// MADDSUR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MaddsurHUu Mac;
        /// MADDSURS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddsursHUl Mac;
        /// MADDSURS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddsursHLu Mac;
        /// MADDSURS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddsursHLl Mac;
        /// MADDSURS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MaddsursHUu Mac;
        /// MADDSUS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MaddsusHEUl Mac;
        /// MADDSUS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MaddsusHELu Mac;
        /// MADDSUS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MaddsusHELl Mac;
        /// MADDSUS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MaddsusHEUu Mac;
    }
    rows {
        // Multiplication and addition.
        "dddd cccc 0000 1010 bbbb aaaa 0000 0011" MaddRrr2 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "madd {d},{c},{a},{b}" Madd;
        "dddd cccc 0110 1010 bbbb aaaa 0000 0011" MaddERrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "madd {d},{c},{a},{b}" MaddE;
        "dddd cccc 001k kkkk kkkk aaaa 0001 0011" MaddRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "madd {d},{c},{a},{b}" Madd;
        "dddd cccc 011k kkkk kkkk aaaa 0001 0011" MaddERcr { d: E = "d" write, c: E = "c", a: D = "a", b: K = "k" } "madd {d},{c},{a},{b}" MaddE;
        "dddd cccc 0110 1000 bbbb aaaa 0000 0011" MaddURrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "madd.u {d},{c},{a},{b}" MaddU;
        "dddd cccc 010k kkkk kkkk aaaa 0001 0011" MaddURcr { d: E = "d" write, c: E = "c", a: D = "a", b: Ku = "k" } "madd.u {d},{c},{a},{b}" MaddU;
        "dddd cccc 1000 1010 bbbb aaaa 0000 0011" MaddsRrr2 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "madds {d},{c},{a},{b}" Madds;
        "dddd cccc 1110 1010 bbbb aaaa 0000 0011" MaddsERrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "madds {d},{c},{a},{b}" MaddsE;
        "dddd cccc 101k kkkk kkkk aaaa 0001 0011" MaddsRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "madds {d},{c},{a},{b}" Madds;
        "dddd cccc 111k kkkk kkkk aaaa 0001 0011" MaddsERcr { d: E = "d" write, c: E = "c", a: D = "a", b: K = "k" } "madds {d},{c},{a},{b}" MaddsE;
        "dddd cccc 1000 1000 bbbb aaaa 0000 0011" MaddsURrr2 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "madds.u {d},{c},{a},{b}" MaddsU;
        "dddd cccc 1110 1000 bbbb aaaa 0000 0011" MaddsUERrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "madds.u {d},{c},{a},{b}" MaddsUE;
        "dddd cccc 100k kkkk kkkk aaaa 0001 0011" MaddsURcr { d: D = "d" write, c: D = "c", a: D = "a", b: Ku = "k" } "madds.u {d},{c},{a},{b}" MaddsU;
        "dddd cccc 110k kkkk kkkk aaaa 0001 0011" MaddsUERcr { d: E = "d" write, c: E = "c", a: D = "a", b: Ku = "k" } "madds.u {d},{c},{a},{b}" MaddsUE;

        // Multiplication and addition of packed and fractional numbers.
        "dddd cccc 0110 00nn bbbb aaaa 1000 0011" MaddHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}ul,{n}" MaddHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1000 0011" MaddHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}lu,{n}" MaddHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1000 0011" MaddHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}ll,{n}" MaddHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1000 0011" MaddHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.h {d},{c},{a},{b}uu,{n}" MaddHEUu;
        "dddd cccc 0000 00nn bbbb aaaa 0100 0011" MaddQURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}u,{n}" MaddQU;
        "dddd cccc 0000 01nn bbbb aaaa 0100 0011" MaddQLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}l,{n}" MaddQL;
        "dddd cccc 0000 10nn bbbb aaaa 0100 0011" MaddQRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b},{n}" MaddQ;
        "dddd cccc 0001 00nn bbbb aaaa 0100 0011" MaddQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}u,{b}u,{n}" MaddQUU;
        "dddd cccc 0001 01nn bbbb aaaa 0100 0011" MaddQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}l,{b}l,{n}" MaddQLL;
        "dddd cccc 0110 00nn bbbb aaaa 0100 0011" MaddQEURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}u,{n}" MaddQEU;
        "dddd cccc 0110 01nn bbbb aaaa 0100 0011" MaddQELRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b}l,{n}" MaddQEL;
        "dddd cccc 0110 11nn bbbb aaaa 0100 0011" MaddQERrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a},{b},{n}" MaddQE;
        "dddd cccc 0111 00nn bbbb aaaa 0100 0011" MaddQEUURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}u,{b}u,{n}" MaddQEUU;
        "dddd cccc 0111 01nn bbbb aaaa 0100 0011" MaddQELLRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madd.q {d},{c},{a}l,{b}l,{n}" MaddQELL;
        "dddd cccc 0111 00nn bbbb aaaa 1000 0011" MaddmHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}ul,{n}" MaddmHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1000 0011" MaddmHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}lu,{n}" MaddmHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1000 0011" MaddmHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}ll,{n}" MaddmHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1000 0011" MaddmHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddm.h {d},{c},{a},{b}uu,{n}" MaddmHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1000 0011" MaddmsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}ul,{n}" MaddmsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1000 0011" MaddmsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}lu,{n}" MaddmsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1000 0011" MaddmsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}ll,{n}" MaddmsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1000 0011" MaddmsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddms.h {d},{c},{a},{b}uu,{n}" MaddmsHEUu;
        "dddd cccc 0111 10nn bbbb aaaa 0100 0011" MaddrHUlCRrr1 { d: D = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}ul,{n}" MaddrHUlC;
        "dddd cccc 0011 00nn bbbb aaaa 1000 0011" MaddrHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}ul,{n}" MaddrHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1000 0011" MaddrHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}lu,{n}" MaddrHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1000 0011" MaddrHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}ll,{n}" MaddrHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1000 0011" MaddrHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.h {d},{c},{a},{b}uu,{n}" MaddrHUu;
        "dddd cccc 0001 10nn bbbb aaaa 0100 0011" MaddrQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.q {d},{c},{a}u,{b}u,{n}" MaddrQUU;
        "dddd cccc 0001 11nn bbbb aaaa 0100 0011" MaddrQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddr.q {d},{c},{a}l,{b}l,{n}" MaddrQLL;
        "dddd cccc 1111 10nn bbbb aaaa 0100 0011" MaddrsHUlCRrr1 { d: D = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}ul,{n}" MaddrsHUlC;
        "dddd cccc 1011 00nn bbbb aaaa 1000 0011" MaddrsHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}ul,{n}" MaddrsHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1000 0011" MaddrsHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}lu,{n}" MaddrsHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1000 0011" MaddrsHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}ll,{n}" MaddrsHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1000 0011" MaddrsHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.h {d},{c},{a},{b}uu,{n}" MaddrsHUu;
        "dddd cccc 1001 10nn bbbb aaaa 0100 0011" MaddrsQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.q {d},{c},{a}u,{b}u,{n}" MaddrsQUU;
        "dddd cccc 1001 11nn bbbb aaaa 0100 0011" MaddrsQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddrs.q {d},{c},{a}l,{b}l,{n}" MaddrsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 1000 0011" MaddsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}ul,{n}" MaddsHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1000 0011" MaddsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}lu,{n}" MaddsHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1000 0011" MaddsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}ll,{n}" MaddsHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1000 0011" MaddsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.h {d},{c},{a},{b}uu,{n}" MaddsHEUu;
        "dddd cccc 1000 00nn bbbb aaaa 0100 0011" MaddsQURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}u,{n}" MaddsQU;
        "dddd cccc 1000 01nn bbbb aaaa 0100 0011" MaddsQLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}l,{n}" MaddsQL;
        "dddd cccc 1000 10nn bbbb aaaa 0100 0011" MaddsQRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b},{n}" MaddsQ;
        "dddd cccc 1001 00nn bbbb aaaa 0100 0011" MaddsQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}u,{b}u,{n}" MaddsQUU;
        "dddd cccc 1001 01nn bbbb aaaa 0100 0011" MaddsQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}l,{b}l,{n}" MaddsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 0100 0011" MaddsQEURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}u,{n}" MaddsQEU;
        "dddd cccc 1110 01nn bbbb aaaa 0100 0011" MaddsQELRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b}l,{n}" MaddsQEL;
        "dddd cccc 1110 11nn bbbb aaaa 0100 0011" MaddsQERrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a},{b},{n}" MaddsQE;
        "dddd cccc 1111 00nn bbbb aaaa 0100 0011" MaddsQEUURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}u,{b}u,{n}" MaddsQEUU;
        "dddd cccc 1111 01nn bbbb aaaa 0100 0011" MaddsQELLRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "madds.q {d},{c},{a}l,{b}l,{n}" MaddsQELL;
        "dddd cccc 0110 00nn bbbb aaaa 1100 0011" MaddsuHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}ul,{n}" MaddsuHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1100 0011" MaddsuHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}lu,{n}" MaddsuHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1100 0011" MaddsuHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}ll,{n}" MaddsuHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1100 0011" MaddsuHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsu.h {d},{c},{a},{b}uu,{n}" MaddsuHEUu;
        "dddd cccc 0111 00nn bbbb aaaa 1100 0011" MaddsumHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}ul,{n}" MaddsumHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1100 0011" MaddsumHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}lu,{n}" MaddsumHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1100 0011" MaddsumHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}ll,{n}" MaddsumHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1100 0011" MaddsumHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsum.h {d},{c},{a},{b}uu,{n}" MaddsumHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1100 0011" MaddsumsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}ul,{n}" MaddsumsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1100 0011" MaddsumsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}lu,{n}" MaddsumsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1100 0011" MaddsumsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}ll,{n}" MaddsumsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1100 0011" MaddsumsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsums.h {d},{c},{a},{b}uu,{n}" MaddsumsHEUu;
        "dddd cccc 0011 00nn bbbb aaaa 1100 0011" MaddsurHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}ul,{n}" MaddsurHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1100 0011" MaddsurHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}lu,{n}" MaddsurHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1100 0011" MaddsurHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}ll,{n}" MaddsurHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1100 0011" MaddsurHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsur.h {d},{c},{a},{b}uu,{n}" MaddsurHUu;
        "dddd cccc 1011 00nn bbbb aaaa 1100 0011" MaddsursHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}ul,{n}" MaddsursHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1100 0011" MaddsursHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}lu,{n}" MaddsursHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1100 0011" MaddsursHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}ll,{n}" MaddsursHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1100 0011" MaddsursHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsurs.h {d},{c},{a},{b}uu,{n}" MaddsursHUu;
        "dddd cccc 1110 00nn bbbb aaaa 1100 0011" MaddsusHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}ul,{n}" MaddsusHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1100 0011" MaddsusHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}lu,{n}" MaddsusHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1100 0011" MaddsusHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}ll,{n}" MaddsusHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1100 0011" MaddsusHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "maddsus.h {d},{c},{a},{b}uu,{n}" MaddsusHEUu;
    }
}
