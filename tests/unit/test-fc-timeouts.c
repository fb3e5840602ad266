// SPDX-License-Identifier: GPL-2.0
/* Timeouts of remote ports: which, and in an order that the kernel takes. */
#include "unit.h"

#include <string.h>

#include "fairpathd/fc/timeouts.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static struct fpd_fc_port port(int64_t fast, int64_t loss)
{
	return (struct fpd_fc_port){ .name = "rport-2:0-1",
				     .state = FPD_FC_ONLINE,
				     .fast_io_fail_tmo = fast,
				     .dev_loss_tmo = loss };
}

static struct fpd_settings settings(int64_t fast, int64_t loss, int64_t retries)
{
	return (struct fpd_settings){ .fast_io_fail_tmo.value = fast,
				      .dev_loss_tmo.value = loss,
				      .no_path_retry.value = retries,
				      .polling_interval.value = 5 };
}

static struct fpd_fc_plan plan(struct fpd_fc_port now, struct fpd_settings wish)
{
	struct fpd_fc_wanted wanted = FPD_FC_NOTHING_WANTED;
	struct fpd_fc_plan ret;

	fpd_fc_want(&wanted, &wish);
	fpd_fc_plan_timeouts(&now, &wanted, &ret);
	return ret;
}

/* As scsi_transport_fc does it; true if it takes the value. */
static bool kernel_takes(struct fpd_fc_port *now, const struct fpd_fc_write *write)
{
	int64_t value;

	assert_true(fpd_fc_tmo_parse(write->text, &value));
	if (!strcmp(write->attribute, "dev_loss_tmo")) {
		if (value == FPD_FC_OFF || (now->fast_io_fail_tmo == FPD_FC_OFF && value > 600))
			return false;
		now->dev_loss_tmo = value;
		return true;
	}
	assert_string_equal(write->attribute, "fast_io_fail_tmo");
	if (value != FPD_FC_OFF && (value >= now->dev_loss_tmo || value > 600))
		return false;
	now->fast_io_fail_tmo = value;
	return true;
}

static void each_order_is_taken(void **state)
{
	static const int64_t values[] = { FPD_UNSET, FPD_FC_OFF,     0, 1, 5, 30, 599, 600, 601,
					  5000,	     FPD_FC_INFINITY };
	size_t from_fast, from_loss, fast, loss, retries, i;

	(void)state;
	for (from_fast = 1; from_fast < ARRAY_SIZE(values); from_fast++)
		for (from_loss = 3; from_loss < ARRAY_SIZE(values); from_loss++)
			for (fast = 0; fast < ARRAY_SIZE(values); fast++)
				for (loss = 0; loss < ARRAY_SIZE(values); loss++)
					for (retries = 1; retries < 6; retries++) {
						struct fpd_fc_port now =
							port(values[from_fast], values[from_loss]);
						struct fpd_fc_plan steps;

						if (values[loss] == FPD_FC_OFF || values[loss] == 0)
							continue; /* no dev_loss_tmo */
						if (now.fast_io_fail_tmo >= now.dev_loss_tmo ||
						    now.fast_io_fail_tmo > 600 ||
						    (now.fast_io_fail_tmo == FPD_FC_OFF &&
						     now.dev_loss_tmo > 600))
							continue; /* no port is like this */
						steps = plan(now,
							     settings(values[fast], values[loss],
								      values[retries]));
						for (i = 0; i < steps.nr; i++)
							assert_true(kernel_takes(&now,
										 &steps.writes[i]));
						assert_int_equal(now.fast_io_fail_tmo,
								 steps.fast_io_fail_tmo);
						assert_int_equal(now.dev_loss_tmo,
								 steps.dev_loss_tmo);
						/* And then nothing is left to do. */
						steps = plan(now,
							     settings(values[fast], values[loss],
								      values[retries]));
						assert_int_equal(steps.nr, 0);
					}
}

static void as_it_should_be(void **state)
{
	struct fpd_fc_plan steps = plan(port(5, 60), settings(5, 60, 2));

	(void)state;
	assert_int_equal(steps.nr, 0);
	assert_string_equal(steps.notes, "");
}

static void unset_stays(void **state)
{
	struct fpd_fc_plan steps = plan(port(FPD_FC_OFF, 30), settings(5, FPD_UNSET, 6));

	(void)state;
	assert_int_equal(steps.nr, 1);
	assert_string_equal(steps.writes[0].attribute, "fast_io_fail_tmo");
	assert_string_equal(steps.writes[0].text, "5");
	assert_int_equal(steps.dev_loss_tmo, 30);
}

static void infinity(void **state)
{
	struct fpd_fc_plan steps = plan(port(FPD_FC_OFF, 30), settings(10, FPD_INFINITY, 18));

	(void)state;
	assert_int_equal(steps.nr, 2);
	assert_string_equal(steps.writes[0].text, "10");
	assert_string_equal(steps.writes[1].attribute, "dev_loss_tmo");
	assert_string_equal(steps.writes[1].text, "4294967295");
	assert_string_equal(steps.notes, "");
}

static void off_caps_loss(void **state)
{
	struct fpd_fc_plan steps = plan(port(5, 5000), settings(FPD_OFF, FPD_INFINITY, 0));

	(void)state;
	assert_int_equal(steps.nr, 2);
	assert_string_equal(steps.writes[0].text, "600");
	assert_string_equal(steps.writes[1].text, "off");
	assert_string_equal(steps.notes,
			    "dev_loss_tmo is lowered to 600: more needs a fast_io_fail_tmo");
}

static void fast_below_loss(void **state)
{
	struct fpd_fc_plan steps = plan(port(5, 60), settings(30, 20, 0));

	(void)state;
	assert_int_equal(steps.fast_io_fail_tmo, 19);
	assert_int_equal(steps.dev_loss_tmo, 20);
	assert_string_equal(steps.notes, "fast_io_fail_tmo 30 is lowered to 19: it must be less "
					 "than dev_loss_tmo");
}

static void loss_outlasts_queueing(void **state)
{
	struct fpd_fc_plan steps = plan(port(5, 60), settings(5, 30, 12));

	(void)state;
	assert_int_equal(steps.dev_loss_tmo, 60);
	assert_string_equal(steps.notes, "dev_loss_tmo 30 is raised to 60: so long requests wait "
					 "for a path (no_path_retry)");
	steps = plan(port(5, 60), settings(5, 30, FPD_NO_PATH_QUEUE));
	assert_int_equal(steps.dev_loss_tmo, FPD_FC_INFINITY);
}

static void luns_that_disagree(void **state)
{
	const struct fpd_settings a = settings(FPD_OFF, 30, 0), b = settings(7, FPD_UNSET, 0),
				  c = settings(9, 90, 3);
	const struct fpd_settings *orders[][3] = { { &a, &b, &c }, { &c, &b, &a }, { &b, &c, &a } };
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		struct fpd_fc_wanted wanted = FPD_FC_NOTHING_WANTED;

		for (j = 0; j < 3; j++)
			fpd_fc_want(&wanted, orders[i][j]);
		assert_int_equal(wanted.fast_io_fail_tmo, 7);
		assert_int_equal(wanted.dev_loss_tmo, 90);
		assert_int_equal(wanted.queueing, 15);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a port that is as it should be is left alone", as_it_should_be),
		TEST("a timeout that is not set stays", unset_stays),
		TEST("dev_loss_tmo may be infinity once fast_io_fail_tmo is on", infinity),
		TEST("without fast_io_fail_tmo dev_loss_tmo is 600 at most", off_caps_loss),
		TEST("fast_io_fail_tmo is less than dev_loss_tmo", fast_below_loss),
		TEST("a dev_loss_tmo that is set outlasts queueing", loss_outlasts_queueing),
		TEST("of LUNs that disagree the quickest failover and the longest memory count",
		     luns_that_disagree),
		TEST("from anything to anything the kernel takes each write", each_order_is_taken),
	};

	return cmocka_run_group_tests_name("timeouts of Fibre Channel ports", tests, NULL, NULL);
}
