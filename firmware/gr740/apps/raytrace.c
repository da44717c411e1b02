/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A small ray tracer: spheres over a floor, with shadows and one reflection. One core
   makes the scene, which takes as long for every input; all cores trace the rows.
   Lines 2..0 of the bootstrap register: the input, 256 << (n - 1) pixels. */
#include "analyzer.h"
#include "check.h"
#include "omp.h"
#include "printf.h"
#include "smp.h"
#include "straps.h"

#define SPHERES 12
#define PLACES 600 /* tried for each sphere */
#define WIDTH 16   /* and height of i1 */
#define MOST (256u << 6)

struct vector {
	float x, y, z;
};
static struct {
	struct vector centre;
	float radius, mirror;
	uint32_t shade;
} spheres[SPHERES];
static uint8_t pixels[MOST] __attribute__((section(".noinit")));

static struct vector add(struct vector a, float s, struct vector b)
{
	return (struct vector){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static float dot(struct vector a, struct vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector a)
{
	float length = __builtin_sqrtf(dot(a, a));
	return (struct vector){ a.x / length, a.y / length, a.z / length };
}

/* Distance along a ray to sphere i, or a negative number. */
static float hit(int i, struct vector from, struct vector way)
{
	struct vector to = add(spheres[i].centre, -1, from);
	float along = dot(to, way), gap = spheres[i].radius * spheres[i].radius - dot(to, to) + along * along;
	return gap < 0 ? -1 : along - __builtin_sqrtf(gap);
}

static float chance(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)(int)(*state >> 8) / 16777216.0f;
}

/* The serial part: each sphere goes where it is farthest from those before it. */
NOINLINE static void make_scene(void)
{
	uint32_t state = 7;
	for (int i = 0; i < SPHERES; i++) {
		float best = -1;
		spheres[i].radius = 0.4f;
		spheres[i].mirror = i % 3 ? 0 : 0.4f;
		spheres[i].shade = (uint32_t)(90 + 13 * i);
		for (int place = 0; place < PLACES / SPHERES; place++) {
			float x = chance(&state) * 6 - 3, z = chance(&state) * 6 + 3;
			struct vector at = { x, -0.6f + chance(&state), z };
			float least = 100;
			for (int j = 0; j < i; j++) {
				struct vector apart = add(at, -1, spheres[j].centre);
				float d = dot(apart, apart);
				least = d < least ? d : least;
			}
			if (least > best) {
				best = least;
				spheres[i].centre = at;
			}
		}
	}
}

static int nearest(struct vector from, struct vector way, float *distance)
{
	int found = -1;
	*distance = 1000;
	for (int i = 0; i < SPHERES; i++) {
		float d = hit(i, from, way);
		if (d > 0.001f && d < *distance) {
			*distance = d;
			found = i;
		}
	}
	return found;
}

static float light(struct vector at, struct vector normal)
{
	struct vector sun = unit((struct vector){ 0.5f, 1, -0.4f });
	float angle = dot(normal, sun), shadow;
	if (angle <= 0 || nearest(add(at, 0.01f, normal), sun, &shadow) >= 0)
		return 0.2f;
	return 0.2f + 0.8f * angle;
}

NOINLINE static float trace(struct vector from, struct vector way, int depth)
{
	float distance;
	int i = nearest(from, way, &distance);
	if (i < 0) {
		if (way.y >= -0.01f)
			return 40;
		struct vector at = add(from, (-1 - from.y) / way.y, way);
		int square = (int)(at.x + 100) + (int)(at.z + 100);
		return (square & 1 ? 180.0f : 60.0f) * light(at, (struct vector){ 0, 1, 0 });
	}
	struct vector at = add(from, distance, way);
	struct vector normal = unit(add(at, -1, spheres[i].centre));
	float own = (float)(int)spheres[i].shade * light(at, normal);
	if (depth == 0 || spheres[i].mirror == 0)
		return own;
	struct vector back = add(way, -2 * dot(way, normal), normal);
	return own * (1 - spheres[i].mirror) + spheres[i].mirror * trace(add(at, 0.01f, normal), back, depth - 1);
}

static uint8_t pixel(int row, int column, int width, int height)
{
	struct vector way = { (float)(2 * column - width) / (float)width, (float)(height - 2 * row) / (float)height, 1.5f };
	float value = trace((struct vector){ 0, 0, -2 }, unit(way), 1);
	return (uint8_t)(value > 255 ? 255 : (int)value);
}

NOINLINE static void render(int width, int height)
{
#pragma omp parallel for schedule(dynamic)
	for (int row = 0; row < height; row++)
		for (int column = 0; column < width; column++)
			pixels[row * width + column] = pixel(row, column, width, height);
}

int main(void)
{
	uint32_t doublings = straps_input() - 1, wrong = 0, sum = 0, bright = 0;
	int width = WIDTH << doublings / 2, height = WIDTH << (doublings + 1) / 2;
	omp_wait_policy = straps_wait_policy();
	printf("Ray tracer, input i%u: %d x %d pixels on %d cores\n", straps_input(), width, height, omp_get_max_threads());
	smp_start(smp_cores());
	analyzer_start(1);
	analyzer_start(2);
	make_scene();
	analyzer_stop(2);
	analyzer_start(3);
	render(width, height);
	analyzer_stop(3);
	analyzer_stop(1);
	/* One pixel of eight again, by one core. */
	for (int i = 0; i < width * height; i++) {
		if (i % 8 == 0)
			wrong += pixel(i / width, i % width, width, height) != pixels[i];
		sum = sum * 31 + pixels[i];
		bright += pixels[i] > 100;
	}
	printf("region 1, all %llu cycles; region 2, make_scene %llu; region 3, render %llu; image %08x\n",
	       analyzer_records[0][1].cycles, analyzer_records[0][2].cycles, analyzer_records[0][3].cycles, sum);
	check_equal("pixels with another value", wrong, 0);
	check_true("the image is neither dark nor bright", bright > 0 && bright < (uint32_t)(width * height));
	return check_result();
}
