# shellcheck shell=bash disable=SC2034
DESCRIPTION="a device of one to eight paths is made by dmsetup and reads back what was written"
LIMIT=180
CORE=yes

scenario() {
	local n
	array_up scsi_debug paths=8 size=16
	for n in 1 2 3 4 5 6 7 8; do
		create fp "$(fairpath_table service-time "" "${PATHS[@]:0:n}")"
		verify_write /dev/mapper/fp
		assert_eq "paths in the status of a device of $n" "$n" \
			"$(status fp | grep -oE ' [0-9]+:[0-9]+ A ' | wc -l)"
		remove fp
	done
}
