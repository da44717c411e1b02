/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MATH_H
#define MATH_H
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
double floor(double x);
double fmax(double x, double y);
float fmaxf(float x, float y);
long double fmaxl(long double x, long double y);
int ilogb(double x);
int ilogbf(float x);
int ilogbl(long double x);
double sqrt(double x);
double pow(double x, double y); /* declared for programs whose compiler folds it */
#endif
