/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Product of two matrices of doubles: the FPU. */
#include "check.h"

#define N 96
static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline, noclone)) static void multiply(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double sum = 0;
			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i + j / 8.0;
			b[i][j] = i == j ? 2 : 0;
		}
	int right = 1;
	for (int n = 0; n < 4; n++)
		multiply();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			right &= c[i][j] == 2 * a[i][j];
	check_true("twice the matrix", right);
	return check_result();
}
