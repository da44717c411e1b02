/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single precision in the FPU. Values stay normal: denormals are zero on these cores. */
#include "c_tests.h"
#include "check.h"

#define ROUNDS 2000

static uint32_t bits(float f)
{
	return (union { float f; uint32_t u; }){ .f = f }.u;
}

void test_floats(void)
{
	uint32_t state = 3, sums = 0, products = 0, quotients = 0, conversions = 0, compares = 0, fused = 0;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		int32_t ia = (int32_t)next_random(&state), ib = (int32_t)next_random(&state) >> (i & 15);
		float a = (float)ia / 1024.0f, b = (float)(ib | 1) * 0.37f;
		sums = mix(sums, bits(a + b));
		sums = mix(sums, bits(a - b));
		products = mix(products, bits(a * b));
		quotients = mix(quotients, bits(a / b));
		fused = mix(fused, bits(__builtin_fmaf(a, b, -1000.0f)));
		conversions = mix(conversions, (uint32_t)(int32_t)a);
		conversions = mix(conversions, (uint32_t)(a < 0 ? -a : a));
		conversions = mix(conversions, bits((float)(uint32_t)ia));
		compares = mix(compares, (uint32_t)(a < b) | (uint32_t)(a >= b) << 1 | (uint32_t)(a == b) << 2 |
						 (uint32_t)(a > 0.5f) << 3);
	}
	check_equal("float sums", sums, 0x602F4A3D);
	check_equal("float products", products, 0x776A4F65);
	check_equal("float quotients", quotients, 0xBD24BC47);
	check_equal("float fused products", fused, 0x0A277BDB);
	check_equal("float conversions", conversions, 0x6AEEBDEC);
	check_equal("float comparisons", compares, 0x5811AF86);

	/* Newton: 1/3 to the last bit. */
	float x = 0.3f;
	for (int i = 0; i < 4; i++)
		x = x * (2.0f - 3.0f * x);
	check_equal("1/3 by iteration", bits(x), 0x3EAAAAAB);
}
