# shellcheck shell=bash disable=SC2034
DESCRIPTION="path events, also the last, and a suspend leave the device ready and all its names in place"
LIMIT=240
REQUIRES="udev stock"
CORE=yes

scenario() {
	local path
	array_up scsi_debug paths=2
	udev_settle
	# shellcheck disable=SC2119
	fairpath_module
	dm create fp --uuid "mpath-$(/lib/udev/scsi_id -g -u "${PATHS[0]}")" \
		--table "$(fairpath_table service-time queue_if_no_path)"
	mkfs.ext4 -q -L data -U 11111111-2222-3333-4444-555555555555 /dev/mapper/fp
	udev_settle
	LINKS=$(links_to /dev/mapper/fp)
	assert_match "names of the device" "by-label/data .*by-uuid/11111111" "$LINKS"

	message fp fail_path "${PATHS[0]}"
	unchanged "after a path event"
	for path in "${PATHS[@]:1}"; do
		message fp fail_path "$path"
	done
	unchanged "with no path left"
	# Somebody triggers udev meanwhile: a rule that read from the device would hang.
	udev_again /dev/mapper/fp
	unchanged "with no path left, after an event of somebody else's"
	message fp reinstate_path "${PATHS[0]}"
	unchanged "with a path back"
	dm suspend fp
	udev_again /dev/mapper/fp
	unchanged "while it is suspended"
	dm resume fp
	unchanged "after that"
	# And what changes is seen again.
	tune2fs -L other /dev/mapper/fp >&2
	udev_again /dev/mapper/fp
	assert_match "names of the device" "by-label/other" "$(links_to /dev/mapper/fp)"
	remove fp
}

# unchanged "when"
unchanged() {
	udev_settle
	assert_eq "names of the device $1" "$LINKS" "$(links_to /dev/mapper/fp)"
	assert_eq "what is on the device $1" ext4 "$(property /dev/mapper/fp ID_FS_TYPE)"
	[[ $(property /dev/mapper/fp SYSTEMD_READY) != 0 ]] || fail "the device is not ready $1"
	[[ $(property /dev/mapper/fp DM_SUSPENDED) == 1 ||
		$(property /dev/mapper/fp DM_UDEV_DISABLE_OTHER_RULES_FLAG) != 1 ]] ||
		fail "other rules are kept from the device $1"
}
