/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Thread-local variables: threadprivate ones of OpenMP, and those of threads of pthreads. Prints the sums that follow
   from what each thread has written to its own. */
#include "check.h"
#include "omp.h"
#include "printf.h"
#include "pthread.h"

static int number;
#pragma omp threadprivate(number)
static _Thread_local struct {
	char tag;
	long long count __attribute__((aligned(16)));
} mine = { 'm', 100 };
static _Thread_local int zero[3];

static volatile uint32_t wrong;

static void expect(int so)
{
	if (!so)
		fetch_add32(&wrong, 1);
}

static void *adds(void *argument)
{
	expect(mine.tag == 'm' && mine.count == 100 && zero[2] == 0);
	expect(((uintptr_t)&mine.count & 15) == 0);
	for (int i = 0; i < 1000; i++)
		mine.count += (int)argument;
	zero[2] = (int)argument;
	return (void *)((int)mine.count + zero[2]);
}

int main(void)
{
	int sum = 0, again = 0;
	pthread_t threads[6];
	mine.count = 7;
#pragma omp parallel num_threads(4) reduction(+ : sum)
	{
		number = omp_get_thread_num() + 1;
#pragma omp barrier
		sum += number;
	}
	/* They are still there in the next region. */
#pragma omp parallel num_threads(4) reduction(+ : again)
	again += 10 * number;
	printf("threadprivate: %d, then %d\n", sum, again);
	sum = 0;
	/* More threads than cores: some begin behind others, on the same core. */
	for (int i = 0; i < 6; i++)
		expect(pthread_create(&threads[i], 0, adds, (void *)i) == 0);
	for (int i = 0; i < 6; i++) {
		void *result;
		pthread_join(threads[i], &result);
		sum += (int)result;
	}
	printf("threads: %d, main: %d, wrong: %u\n", sum, (int)mine.count + number, wrong);
	check_equal("sums of six threads", (uint32_t)sum, 15615);
	check_equal("sums of four threads", (uint32_t)again, 100);
	check_equal("the main thread's own", (uint32_t)mine.count, 7);
	check_equal("values of other threads", wrong, 0);
	return check_result();
}
