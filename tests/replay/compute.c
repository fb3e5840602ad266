// SPDX-License-Identifier: GPL-2.0
/*
 * The jobs that compute. What each does is of AIM7's kind, not its code, and how
 * much of it is our own choice: some ten milliseconds of a processor of 2011.
 */
#include "job.h"
#include "mix.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define OPERATIONS 10000000

/* What is computed goes somewhere, or the compiler would leave it out. */
static volatile double sink;

/* Volatile, so that each operation is done, one by one. */
#define ARITHMETIC(name, type, operator, operand)                                                  \
	static void name(struct task *task)                                                        \
	{                                                                                          \
		unsigned int n = job_times(task, OPERATIONS);                                      \
		volatile type by = (operand), value = 100;                                         \
                                                                                                   \
		while (n--)                                                                        \
			value = (type)(value operator by) + 1;                                     \
		sink = (double)value;                                                              \
	}

ARITHMETIC(add_double, double, +, 1.5)
ARITHMETIC(add_float, float, +, 1.5f)
ARITHMETIC(add_int, unsigned int, +, 7)
ARITHMETIC(add_long, unsigned long, +, 7)
ARITHMETIC(add_short, unsigned short, +, 7)
ARITHMETIC(mul_double, double, *, 0.5)
ARITHMETIC(mul_float, float, *, 0.5f)
ARITHMETIC(mul_int, unsigned int, *, 7)
ARITHMETIC(mul_long, unsigned long, *, 7)
ARITHMETIC(mul_short, unsigned short, *, 7)
ARITHMETIC(div_double, double, /, 1.5)
ARITHMETIC(div_float, float, /, 1.5f)
ARITHMETIC(div_int, unsigned int, /, 3)
ARITHMETIC(div_long, unsigned long, /, 3)
ARITHMETIC(div_short, unsigned short, /, 3)

static void array_rtns(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS), i;
	static unsigned int array[1000];

	for (i = 0; i < n; i++)
		array[i % 1000] += array[i * 7 % 1000] + i;
	sink = array[n % 1000];
}

static void jmp_test(struct task *task)
{
	volatile unsigned int n = job_times(task, OPERATIONS / 10);
	jmp_buf place;

	setjmp(place);
	if (n--)
		longjmp(place, 1);
}

#define MATRIX 20

static void matrix_rtns(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / (MATRIX * MATRIX * MATRIX)), i, j, k;
	static double a[MATRIX][MATRIX], b[MATRIX][MATRIX], c[MATRIX][MATRIX];

	while (n--) {
		for (i = 0; i < MATRIX; i++) {
			for (j = 0; j < MATRIX; j++) {
				a[i][j] = i + j;
				b[i][j] = c[j][i] + n;
				c[i][j] = 0;
				for (k = 0; k < MATRIX; k++)
					c[i][j] += a[i][k] * b[k][j];
				c[i][j] /= 1e3;
			}
		}
	}
	sink = c[1][1];
}

/* The square root of three, by Newton and Raphson. */
static void new_raph(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / 50), step;
	double x = 0;

	while (n--) {
		for (x = 1 + n % 9, step = 0; step < 10; step++)
			x -= (x * x - 3) / (2 * x);
		sink = x;
	}
}

static void num_rtns_1(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / 100);

	while (n--)
		sink = exp(-(double)(n % 10)) + log(n + 1.0) + sqrt(n) + pow(n, 0.3);
}

/* The series of the sine. */
static void series_1(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / 60), k;
	double x, term, sum;

	while (n--) {
		x = (n % 31) / 10.0;
		for (term = sum = x, k = 1; k < 10; k++) {
			term *= -x * x / (2 * k * (2 * k + 1));
			sum += term;
		}
		sink = sum;
	}
}

static void trig_rtns(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / 100);

	while (n--)
		sink = sin(n) + cos(n) + atan(n) + tan(n % 3);
}

#define SIEVE 8192

static void sieve(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / (3 * SIEVE)), i, k, primes = 0;
	static char composite[SIEVE];

	while (n--) {
		memset(composite, 0, sizeof(composite));
		for (primes = 0, i = 2; i < SIEVE; i++) {
			if (composite[i])
				continue;
			primes++;
			for (k = 2 * i; k < SIEVE; k += i)
				composite[k] = 1;
		}
	}
	sink = primes;
}

static int compare(const void *a, const void *b)
{
	unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;

	return (x > y) - (x < y);
}

#define SORTED 1000

static void sort_rtns_1(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / (SORTED * 50)), i;
	static unsigned int array[SORTED];

	while (n--) {
		for (i = 0; i < SORTED; i++)
			array[i] = mix_random(&task->random, 1u << 30);
		qsort(array, SORTED, sizeof(array[0]), compare);
	}
	sink = array[0];
}

static void string_rtns(struct task *task)
{
	unsigned int n = job_times(task, OPERATIONS / 500);
	char a[128], b[128];

	while (n--) {
		memset(a, 'a' + n % 26, sizeof(a) - 1);
		a[sizeof(a) - 1] = '\0';
		strcpy(b, a);
		b[n % 100] = 'z';
		sink = (strcmp(a, b) < 0) + (strchr(b, 'z') - b) + strlen(b);
	}
}

const struct job compute_jobs[] = {
	{ "add_double", add_double },
	{ "add_float", add_float },
	{ "add_int", add_int },
	{ "add_long", add_long },
	{ "add_short", add_short },
	{ "mul_double", mul_double },
	{ "mul_float", mul_float },
	{ "mul_int", mul_int },
	{ "mul_long", mul_long },
	{ "mul_short", mul_short },
	{ "div_double", div_double },
	{ "div_float", div_float },
	{ "div_int", div_int },
	{ "div_long", div_long },
	{ "div_short", div_short },
	{ "array_rtns", array_rtns },
	{ "jmp_test", jmp_test },
	{ "matrix_rtns", matrix_rtns },
	{ "new_raph", new_raph },
	{ "num_rtns_1", num_rtns_1 },
	{ "series_1", series_1 },
	{ "trig_rtns", trig_rtns },
	{ "sieve", sieve },
	{ "sort_rtns_1", sort_rtns_1 },
	{ "string_rtns", string_rtns },
	{ 0 },
};
