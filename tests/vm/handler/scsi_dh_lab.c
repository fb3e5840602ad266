// SPDX-License-Identifier: GPL-2.0
/*
 * A hardware handler for the lab: "lab" attaches to any SCSI device, and each
 * activation ends as /sys/module/scsi_dh_lab/parameters says:
 *
 *   result    the SCSI_DH_ number, see scsi/scsi_dh.h
 *   times     how many activations end so, those after them well; -1: all
 *   delay_ms  answer so much later, from a worker; 0: within the call
 *   seen      what came: "activate H:C:T:L" or "params WORD..." a line; written: cleared
 */
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <scsi/scsi.h>
#include <scsi/scsi_dh.h>

static int result;
module_param(result, int, 0644);
static int times = -1;
module_param(times, int, 0644);
static unsigned int delay_ms;
module_param(delay_ms, uint, 0644);

static DEFINE_SPINLOCK(lab_lock);
static char lab_seen[PAGE_SIZE - 1];
static size_t lab_used;

static atomic_t lab_answers = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(lab_answers_wait);

static int seen_set(const char *text, const struct kernel_param *kp)
{
	spin_lock(&lab_lock);
	lab_used = 0;
	lab_seen[0] = '\0';
	spin_unlock(&lab_lock);
	return 0;
}

static int seen_get(char *buffer, const struct kernel_param *kp)
{
	int length;

	spin_lock(&lab_lock);
	length = scnprintf(buffer, PAGE_SIZE, "%s", lab_seen);
	spin_unlock(&lab_lock);
	return length;
}

static const struct kernel_param_ops seen_ops = { .set = seen_set, .get = seen_get };
module_param_cb(seen, &seen_ops, NULL, 0644);

static __printf(1, 2) void lab_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	spin_lock(&lab_lock);
	lab_used += vscnprintf(lab_seen + lab_used, sizeof(lab_seen) - lab_used, format, args);
	spin_unlock(&lab_lock);
	va_end(args);
}

struct lab_answer {
	struct delayed_work work;
	activate_complete complete;
	void *data;
	int result;
};

static void lab_answer_late(struct work_struct *work)
{
	struct lab_answer *answer = container_of(to_delayed_work(work), struct lab_answer, work);

	answer->complete(answer->data, answer->result);
	kfree(answer);
	if (atomic_dec_and_test(&lab_answers))
		wake_up(&lab_answers_wait);
}

static int lab_result(void)
{
	int r = SCSI_DH_OK;

	spin_lock(&lab_lock);
	if (times)
		r = result;
	if (times > 0)
		times--;
	spin_unlock(&lab_lock);
	return r;
}

/* A late answer comes from here. */
static struct workqueue_struct *lab_workqueue;

static int lab_activate(struct scsi_device *sdev, activate_complete complete, void *data)
{
	struct lab_answer *answer = NULL;
	int r = lab_result();

	lab_note("activate %s\n", dev_name(&sdev->sdev_gendev));
	if (delay_ms)
		answer = kmalloc(sizeof(*answer), GFP_KERNEL);
	if (!answer) {
		complete(data, r);
		return 0;
	}
	answer->complete = complete;
	answer->data = data;
	answer->result = r;
	INIT_DELAYED_WORK(&answer->work, lab_answer_late);
	atomic_inc(&lab_answers);
	queue_delayed_work(lab_workqueue, &answer->work, msecs_to_jiffies(delay_ms));
	return 0;
}

static int lab_attach(struct scsi_device *sdev)
{
	return SCSI_DH_OK;
}

static void lab_detach(struct scsi_device *sdev)
{
}

/* "2", "one", "two", one string after the other. */
static int lab_set_params(struct scsi_device *sdev, const char *params)
{
	unsigned int count, i;

	if (kstrtouint(params, 10, &count))
		return -EINVAL;
	lab_note("params");
	for (i = 0; i < count; i++) {
		params += strlen(params) + 1;
		lab_note(" %s", params);
	}
	lab_note("\n");
	return 0;
}

static struct scsi_device_handler lab_handler = {
	.name = "lab",
	.module = THIS_MODULE,
	.attach = lab_attach,
	.detach = lab_detach,
	.activate = lab_activate,
	.set_params = lab_set_params,
};

static int __init lab_init(void)
{
	int r;

	lab_workqueue = alloc_workqueue("scsi_dh_lab", 0, 0);
	if (!lab_workqueue)
		return -ENOMEM;
	r = scsi_register_device_handler(&lab_handler);
	if (r)
		destroy_workqueue(lab_workqueue);
	return r;
}

static void __exit lab_exit(void)
{
	scsi_unregister_device_handler(&lab_handler);
	wait_event(lab_answers_wait, !atomic_read(&lab_answers));
	/* The last answer has left this module's text. */
	destroy_workqueue(lab_workqueue);
}

module_init(lab_init);
module_exit(lab_exit);

MODULE_DESCRIPTION("hardware handler whose answers a test sets");
MODULE_AUTHOR("the fairpath project");
MODULE_LICENSE("GPL");
