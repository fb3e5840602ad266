# shellcheck shell=bash disable=SC2034
DESCRIPTION="partitions are made of the device and not of its paths, and all names lead to it"
LIMIT=240
REQUIRES="udev stock"

scenario() {
	local wwid links
	# In udev-lvm they are there.
	without_multipath_tools
	array_up scsi_debug paths=2
	udev_settle
	wwid=$(/lib/udev/scsi_id -g -u "${PATHS[0]}")
	partition_table "${PATHS[0]}" 2048 65536
	blockdev --rereadpt "${PATHS[1]}"
	wait_until 40 "a path has a partition, as long as nobody claims it" test -b "${PATHS[1]}1"
	# shellcheck disable=SC2119
	fairpath_module
	dm create fp --uuid "mpath-$wwid" --table "$(fairpath_table service-time)"
	udev_again "${PATHS[@]}"
	wait_until 40 "the device's partition is there" test -b /dev/mapper/fp-part1
	wait_until 40 "the path's partition is gone" no_partition_of "${PATHS[1]}"

	mkfs.ext4 -q -L data -U 11111111-2222-3333-4444-555555555555 /dev/mapper/fp-part1
	udev_settle
	links=$(links_to /dev/mapper/fp-part1)
	assert_match "names of the partition" "/dev/disk/by-label/data" "$links"
	assert_match "names of the partition" "/dev/disk/by-uuid/11111111-2222" "$links"
	assert_match "names of the partition" "/dev/disk/by-id/wwn-0x[0-9a-f]+-part1" "$links"
	links=$(links_to /dev/mapper/fp)
	assert_match "names of the device" "/dev/disk/by-id/scsi-$wwid" "$links"
	assert_match "names of the device" "/dev/disk/by-id/wwn-0x${wwid#3}" "$links"
	assert_eq "who has the label for blkid" /dev/mapper/fp-part1 "$(blkid --label data)"
	kpartx -d -p -part /dev/mapper/fp
	udev_settle
	remove fp
}

no_partition_of() {
	[[ ! -b ${1}1 ]]
}
