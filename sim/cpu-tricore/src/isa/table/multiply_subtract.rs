//! Multiplication and subtraction.

super::family! { $ multiply_subtract
    opcodes {
        /// MSUB: `D[d] = D[c] - D[a] * D[b] (signed)`; flags V, AV.
        Msub Mac;
        /// MSUB: `E[d] = E[c] - D[a] * D[b] (signed)`; flags V, AV.
        MsubE Mac;
        /// MSUB.U: `E[d] = E[c] - D[a] * D[b] (unsigned)`; flags V, AV.
        MsubU Mac;
        /// MSUBS: `D[d] = ssov32(D[c] - D[a] * D[b]) (signed)`; flags V, AV.
        Msubs Mac;
        /// MSUBS: `E[d] = ssov64(E[c] - D[a] * D[b]) (signed)`; flags V, AV.
        MsubsE Mac;
        /// MSUBS.U: `D[d] = suov32(D[c] - D[a] * D[b]) (unsigned)`; flags V, AV.
        MsubsU Mac;
        /// MSUBS.U: `E[d] = suov64(E[c] - D[a] * D[b]) (unsigned)`; flags V, AV.
        MsubsUE Mac;
        /// MSUB.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MsubHEUl Mac;
        /// MSUB.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MsubHELu Mac;
        /// MSUB.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MsubHELl Mac;
        /// MSUB.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
        /// L`; flags V, AV (of either).
        MsubHEUu Mac;
        /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].U) << n) >> 16)`; flags V, AV.
        MsubQU Mac;
        /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].L) << n) >> 16)`; flags V, AV.
        MsubQL Mac;
        /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b]) << n) >> 32)`; flags V, AV.
        MsubQ Mac;
        /// MSUB.Q: `D[d] = D[c] - q16(D[a].U, D[b].U, n)`; flags V, AV.
        MsubQUU Mac;
        /// MSUB.Q: `D[d] = D[c] - q16(D[a].L, D[b].L, n)`; flags V, AV.
        MsubQLL Mac;
        /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].U) << n)`; flags V, AV.
        MsubQEU Mac;
        /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].L) << n)`; flags V, AV.
        MsubQEL Mac;
        /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b]) << n)`; flags V, AV.
        MsubQE Mac;
        /// MSUB.Q: `E[d] = E[c] - (q16(D[a].U, D[b].U, n) << 16)`; flags V, AV.
        MsubQEUU Mac;
        /// MSUB.Q: `E[d] = E[c] - (q16(D[a].L, D[b].L, n) << 16)`; flags V, AV.
        MsubQELL Mac;
        /// MSUBAD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MsubadHEUl Mac;
        /// MSUBAD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MsubadHELu Mac;
        /// MSUBAD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MsubadHELl Mac;
        /// MSUBAD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
        /// L`; flags V, AV (of either).
        MsubadHEUu Mac;
        /// MSUBADM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MsubadmHEUl Mac;
        /// MSUBADM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MsubadmHELu Mac;
        /// MSUBADM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MsubadmHELl Mac;
        /// MSUBADM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
        /// flags V, AV.
        MsubadmHEUu Mac;
        /// MSUBADMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MsubadmsHEUl Mac;
        /// MSUBADMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MsubadmsHELu Mac;
        /// MSUBADMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MsubadmsHELl Mac;
        /// MSUBADMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
        /// 16))`; flags V, AV.
        MsubadmsHEUu Mac;
        /// MSUBADR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubadrHUl Mac;
        /// MSUBADR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubadrHLu Mac;
        /// MSUBADR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubadrHLl Mac;
        /// MSUBADR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubadrHUu Mac;
        /// MSUBADRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubadrsHUl Mac;
        /// MSUBADRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubadrsHLu Mac;
        /// MSUBADRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubadrsHLl Mac;
        /// MSUBADRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubadrsHUu Mac;
        /// MSUBADS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MsubadsHEUl Mac;
        /// MSUBADS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MsubadsHELu Mac;
        /// MSUBADS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MsubadsHELl Mac;
        /// MSUBADS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo + L)`; flags V, AV (of either).
        MsubadsHEUu Mac;
        /// MSUBM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MsubmHEUl Mac;
        /// MSUBM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MsubmHELu Mac;
        /// MSUBM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MsubmHELl Mac;
        /// MSUBM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
        /// flags V, AV.
        MsubmHEUu Mac;
        /// MSUBMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MsubmsHEUl Mac;
        /// MSUBMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MsubmsHELu Mac;
        /// MSUBMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MsubmsHELl Mac;
        /// MSUBMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
        /// 16))`; flags V, AV.
        MsubmsHEUu Mac;
        /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi - H + 0x8000)[31:16],
        /// (E[c].lo - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubrHUlC Mac;
        /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubrHUl Mac;
        /// MSUBR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubrHLu Mac;
        /// MSUBR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubrHLl Mac;
        /// MSUBR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
        /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
        MsubrHUu Mac;
        /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
        MsubrQUU Mac;
        /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
        MsubrQLL Mac;
        /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi - H +
        /// 0x8000))[31:16], (ssov32(E[c].lo - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubrsHUlC Mac;
        /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubrsHUl Mac;
        /// MSUBRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubrsHLu Mac;
        /// MSUBRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubrsHLl Mac;
        /// MSUBRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
        /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
        MsubrsHUu Mac;
        /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
        /// V, AV.
        MsubrsQUU Mac;
        /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
        /// V, AV.
        MsubrsQLL Mac;
        /// MSUBS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MsubsHEUl Mac;
        /// MSUBS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MsubsHELu Mac;
        /// MSUBS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MsubsHELl Mac;
        /// MSUBS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
        /// ssov32(E[c].lo - L)`; flags V, AV (of either).
        MsubsHEUu Mac;
        /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].U) << n) >> 16))`; flags V, AV.
        MsubsQU Mac;
        /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].L) << n) >> 16))`; flags V, AV.
        MsubsQL Mac;
        /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b]) << n) >> 32))`; flags V, AV.
        MsubsQ Mac;
        /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].U, D[b].U, n))`; flags V, AV.
        MsubsQUU Mac;
        /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].L, D[b].L, n))`; flags V, AV.
        MsubsQLL Mac;
        /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].U) << n))`; flags V, AV.
        MsubsQEU Mac;
        /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].L) << n))`; flags V, AV.
        MsubsQEL Mac;
        /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b]) << n))`; flags V, AV.
        MsubsQE Mac;
        /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].U, D[b].U, n) << 16))`; flags V, AV.
        MsubsQEUU Mac;
        /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].L, D[b].L, n) << 16))`; flags V, AV.
        MsubsQELL Mac;
    }
    rows {
        // Multiplication and subtraction.
        "dddd cccc 0000 1010 bbbb aaaa 0010 0011" MsubRrr2 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "msub {d},{c},{a},{b}" Msub;
        "dddd cccc 0110 1010 bbbb aaaa 0010 0011" MsubERrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "msub {d},{c},{a},{b}" MsubE;
        "dddd cccc 001k kkkk kkkk aaaa 0011 0011" MsubRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "msub {d},{c},{a},{b}" Msub;
        "dddd cccc 011k kkkk kkkk aaaa 0011 0011" MsubERcr { d: E = "d" write, c: E = "c", a: D = "a", b: K = "k" } "msub {d},{c},{a},{b}" MsubE;
        "dddd cccc 0110 1000 bbbb aaaa 0010 0011" MsubURrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "msub.u {d},{c},{a},{b}" MsubU;
        "dddd cccc 010k kkkk kkkk aaaa 0011 0011" MsubURcr { d: E = "d" write, c: E = "c", a: D = "a", b: Ku = "k" } "msub.u {d},{c},{a},{b}" MsubU;
        "dddd cccc 1000 1010 bbbb aaaa 0010 0011" MsubsRrr2 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "msubs {d},{c},{a},{b}" Msubs;
        "dddd cccc 1110 1010 bbbb aaaa 0010 0011" MsubsERrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "msubs {d},{c},{a},{b}" MsubsE;
        "dddd cccc 101k kkkk kkkk aaaa 0011 0011" MsubsRcr { d: D = "d" write, c: D = "c", a: D = "a", b: K = "k" } "msubs {d},{c},{a},{b}" Msubs;
        "dddd cccc 111k kkkk kkkk aaaa 0011 0011" MsubsERcr { d: E = "d" write, c: E = "c", a: D = "a", b: K = "k" } "msubs {d},{c},{a},{b}" MsubsE;
        "dddd cccc 1000 1000 bbbb aaaa 0010 0011" MsubsURrr2 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b" } "msubs.u {d},{c},{a},{b}" MsubsU;
        "dddd cccc 1110 1000 bbbb aaaa 0010 0011" MsubsUERrr2 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b" } "msubs.u {d},{c},{a},{b}" MsubsUE;
        "dddd cccc 100k kkkk kkkk aaaa 0011 0011" MsubsURcr { d: D = "d" write, c: D = "c", a: D = "a", b: Ku = "k" } "msubs.u {d},{c},{a},{b}" MsubsU;
        "dddd cccc 110k kkkk kkkk aaaa 0011 0011" MsubsUERcr { d: E = "d" write, c: E = "c", a: D = "a", b: Ku = "k" } "msubs.u {d},{c},{a},{b}" MsubsUE;

        // Multiplication and subtraction of packed and fractional numbers.
        "dddd cccc 0110 00nn bbbb aaaa 1010 0011" MsubHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}ul,{n}" MsubHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1010 0011" MsubHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}lu,{n}" MsubHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1010 0011" MsubHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}ll,{n}" MsubHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1010 0011" MsubHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.h {d},{c},{a},{b}uu,{n}" MsubHEUu;
        "dddd cccc 0000 00nn bbbb aaaa 0110 0011" MsubQURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}u,{n}" MsubQU;
        "dddd cccc 0000 01nn bbbb aaaa 0110 0011" MsubQLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}l,{n}" MsubQL;
        "dddd cccc 0000 10nn bbbb aaaa 0110 0011" MsubQRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b},{n}" MsubQ;
        "dddd cccc 0001 00nn bbbb aaaa 0110 0011" MsubQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}u,{b}u,{n}" MsubQUU;
        "dddd cccc 0001 01nn bbbb aaaa 0110 0011" MsubQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}l,{b}l,{n}" MsubQLL;
        "dddd cccc 0110 00nn bbbb aaaa 0110 0011" MsubQEURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}u,{n}" MsubQEU;
        "dddd cccc 0110 01nn bbbb aaaa 0110 0011" MsubQELRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b}l,{n}" MsubQEL;
        "dddd cccc 0110 11nn bbbb aaaa 0110 0011" MsubQERrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a},{b},{n}" MsubQE;
        "dddd cccc 0111 00nn bbbb aaaa 0110 0011" MsubQEUURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}u,{b}u,{n}" MsubQEUU;
        "dddd cccc 0111 01nn bbbb aaaa 0110 0011" MsubQELLRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msub.q {d},{c},{a}l,{b}l,{n}" MsubQELL;
        "dddd cccc 0110 00nn bbbb aaaa 1110 0011" MsubadHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}ul,{n}" MsubadHEUl;
        "dddd cccc 0110 01nn bbbb aaaa 1110 0011" MsubadHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}lu,{n}" MsubadHELu;
        "dddd cccc 0110 10nn bbbb aaaa 1110 0011" MsubadHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}ll,{n}" MsubadHELl;
        "dddd cccc 0110 11nn bbbb aaaa 1110 0011" MsubadHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubad.h {d},{c},{a},{b}uu,{n}" MsubadHEUu;
        "dddd cccc 0111 00nn bbbb aaaa 1110 0011" MsubadmHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}ul,{n}" MsubadmHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1110 0011" MsubadmHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}lu,{n}" MsubadmHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1110 0011" MsubadmHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}ll,{n}" MsubadmHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1110 0011" MsubadmHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadm.h {d},{c},{a},{b}uu,{n}" MsubadmHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1110 0011" MsubadmsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}ul,{n}" MsubadmsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1110 0011" MsubadmsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}lu,{n}" MsubadmsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1110 0011" MsubadmsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}ll,{n}" MsubadmsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1110 0011" MsubadmsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadms.h {d},{c},{a},{b}uu,{n}" MsubadmsHEUu;
        "dddd cccc 0011 00nn bbbb aaaa 1110 0011" MsubadrHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}ul,{n}" MsubadrHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1110 0011" MsubadrHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}lu,{n}" MsubadrHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1110 0011" MsubadrHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}ll,{n}" MsubadrHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1110 0011" MsubadrHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadr.h {d},{c},{a},{b}uu,{n}" MsubadrHUu;
        "dddd cccc 1011 00nn bbbb aaaa 1110 0011" MsubadrsHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}ul,{n}" MsubadrsHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1110 0011" MsubadrsHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}lu,{n}" MsubadrsHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1110 0011" MsubadrsHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}ll,{n}" MsubadrsHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1110 0011" MsubadrsHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubadrs.h {d},{c},{a},{b}uu,{n}" MsubadrsHUu;
        "dddd cccc 1110 00nn bbbb aaaa 1110 0011" MsubadsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}ul,{n}" MsubadsHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1110 0011" MsubadsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}lu,{n}" MsubadsHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1110 0011" MsubadsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}ll,{n}" MsubadsHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1110 0011" MsubadsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubads.h {d},{c},{a},{b}uu,{n}" MsubadsHEUu;
        "dddd cccc 0111 00nn bbbb aaaa 1010 0011" MsubmHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}ul,{n}" MsubmHEUl;
        "dddd cccc 0111 01nn bbbb aaaa 1010 0011" MsubmHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}lu,{n}" MsubmHELu;
        "dddd cccc 0111 10nn bbbb aaaa 1010 0011" MsubmHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}ll,{n}" MsubmHELl;
        "dddd cccc 0111 11nn bbbb aaaa 1010 0011" MsubmHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubm.h {d},{c},{a},{b}uu,{n}" MsubmHEUu;
        "dddd cccc 1111 00nn bbbb aaaa 1010 0011" MsubmsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}ul,{n}" MsubmsHEUl;
        "dddd cccc 1111 01nn bbbb aaaa 1010 0011" MsubmsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}lu,{n}" MsubmsHELu;
        "dddd cccc 1111 10nn bbbb aaaa 1010 0011" MsubmsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}ll,{n}" MsubmsHELl;
        "dddd cccc 1111 11nn bbbb aaaa 1010 0011" MsubmsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubms.h {d},{c},{a},{b}uu,{n}" MsubmsHEUu;
        "dddd cccc 0111 10nn bbbb aaaa 0110 0011" MsubrHUlCRrr1 { d: D = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}ul,{n}" MsubrHUlC;
        "dddd cccc 0011 00nn bbbb aaaa 1010 0011" MsubrHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}ul,{n}" MsubrHUl;
        "dddd cccc 0011 01nn bbbb aaaa 1010 0011" MsubrHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}lu,{n}" MsubrHLu;
        "dddd cccc 0011 10nn bbbb aaaa 1010 0011" MsubrHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}ll,{n}" MsubrHLl;
        "dddd cccc 0011 11nn bbbb aaaa 1010 0011" MsubrHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.h {d},{c},{a},{b}uu,{n}" MsubrHUu;
        "dddd cccc 0001 10nn bbbb aaaa 0110 0011" MsubrQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.q {d},{c},{a}u,{b}u,{n}" MsubrQUU;
        "dddd cccc 0001 11nn bbbb aaaa 0110 0011" MsubrQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubr.q {d},{c},{a}l,{b}l,{n}" MsubrQLL;
        "dddd cccc 1111 10nn bbbb aaaa 0110 0011" MsubrsHUlCRrr1 { d: D = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}ul,{n}" MsubrsHUlC;
        "dddd cccc 1011 00nn bbbb aaaa 1010 0011" MsubrsHUlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}ul,{n}" MsubrsHUl;
        "dddd cccc 1011 01nn bbbb aaaa 1010 0011" MsubrsHLuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}lu,{n}" MsubrsHLu;
        "dddd cccc 1011 10nn bbbb aaaa 1010 0011" MsubrsHLlRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}ll,{n}" MsubrsHLl;
        "dddd cccc 1011 11nn bbbb aaaa 1010 0011" MsubrsHUuRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.h {d},{c},{a},{b}uu,{n}" MsubrsHUu;
        "dddd cccc 1001 10nn bbbb aaaa 0110 0011" MsubrsQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.q {d},{c},{a}u,{b}u,{n}" MsubrsQUU;
        "dddd cccc 1001 11nn bbbb aaaa 0110 0011" MsubrsQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubrs.q {d},{c},{a}l,{b}l,{n}" MsubrsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 1010 0011" MsubsHEUlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}ul,{n}" MsubsHEUl;
        "dddd cccc 1110 01nn bbbb aaaa 1010 0011" MsubsHELuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}lu,{n}" MsubsHELu;
        "dddd cccc 1110 10nn bbbb aaaa 1010 0011" MsubsHELlRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}ll,{n}" MsubsHELl;
        "dddd cccc 1110 11nn bbbb aaaa 1010 0011" MsubsHEUuRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.h {d},{c},{a},{b}uu,{n}" MsubsHEUu;
        "dddd cccc 1000 00nn bbbb aaaa 0110 0011" MsubsQURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}u,{n}" MsubsQU;
        "dddd cccc 1000 01nn bbbb aaaa 0110 0011" MsubsQLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}l,{n}" MsubsQL;
        "dddd cccc 1000 10nn bbbb aaaa 0110 0011" MsubsQRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b},{n}" MsubsQ;
        "dddd cccc 1001 00nn bbbb aaaa 0110 0011" MsubsQUURrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}u,{b}u,{n}" MsubsQUU;
        "dddd cccc 1001 01nn bbbb aaaa 0110 0011" MsubsQLLRrr1 { d: D = "d" write, c: D = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}l,{b}l,{n}" MsubsQLL;
        "dddd cccc 1110 00nn bbbb aaaa 0110 0011" MsubsQEURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}u,{n}" MsubsQEU;
        "dddd cccc 1110 01nn bbbb aaaa 0110 0011" MsubsQELRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b}l,{n}" MsubsQEL;
        "dddd cccc 1110 11nn bbbb aaaa 0110 0011" MsubsQERrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a},{b},{n}" MsubsQE;
        "dddd cccc 1111 00nn bbbb aaaa 0110 0011" MsubsQEUURrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}u,{b}u,{n}" MsubsQEUU;
        "dddd cccc 1111 01nn bbbb aaaa 0110 0011" MsubsQELLRrr1 { d: E = "d" write, c: E = "c", a: D = "a", b: D = "b", n: U = "n" } "msubs.q {d},{c},{a}l,{b}l,{n}" MsubsQELL;
    }
}
