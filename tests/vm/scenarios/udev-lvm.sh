# shellcheck shell=bash disable=SC2034
DESCRIPTION="LVM without any filter finds a volume group on the device, and no duplicates on its paths"
LIMIT=240
REQUIRES="udev stock"
CORE=yes

scenario() {
	array_up scsi_debug paths=2
	udev_settle
	create_named fp
	udev_again "${PATHS[@]}"
	pvcreate --quiet -ff --yes /dev/mapper/fp
	# Refused with "cannot use device with duplicates" if LVM sees a path too.
	vgcreate --quiet group /dev/mapper/fp
	lvcreate --quiet --name volume --extents 4 group
	assert_eq "what pvs says" "/dev/mapper/fp" "$(pvs_says)"
	assert_eq "what pvs says with the devices file" "/dev/mapper/fp" \
		"$(pvs_says_with_devices_file)"
	vgchange --quiet -an group
	# As at boot, when paths and device are seen for the first time.
	udevadm trigger --action=add --subsystem-match=block --sysname-match="sd*" --sysname-match="dm-*"
	wait_until 40 "the volume is activated by the event" test -e /dev/group/volume
	udev_settle
	assert_eq "what udev takes a path for" mpath_member "$(property "${PATHS[1]}" ID_FS_TYPE)"
	assert_eq "what systemd may do with a path" 0 "$(property "${PATHS[1]}" SYSTEMD_READY)"
	assert_eq "what udev takes the device for" LVM2_member \
		"$(property /dev/mapper/fp ID_FS_TYPE)"
	vgchange --quiet -an group
	remove fp
}

# create_named NAME: as fairpathd names it
create_named() {
	# shellcheck disable=SC2119
	fairpath_module
	dm create "$1" --uuid "mpath-$(/lib/udev/scsi_id -g -u "${PATHS[0]}")" \
		--table "$(fairpath_table service-time queue_if_no_path)"
	udev_settle
}

# Its warnings too: they are what a user sees of duplicates.
pvs_says() {
	pvs --noheadings --options pv_name "$@" 2>&1 | xargs
}

# That of the volume group, as `vgimportdevices` makes it on a host that uses one.
pvs_says_with_devices_file() {
	lvm vgimportdevices --all --config 'devices { use_devicesfile = 1 }' >&2
	pvs_says --config 'devices { use_devicesfile = 1 }'
	assert_match "the entry of the devices file" "IDTYPE=mpath_uuid IDNAME=mpath-3" \
		"$(</etc/lvm/devices/system.devices)"
	rm -rf /etc/lvm/devices
}
