# shellcheck shell=bash
# evas: many LUNs of one EVA. Four ports, each leads to all LUNs; what eva.sh is
# for one LUN and its faults, this is for 56 and their load.
#
#	luns=56  paths=4  size=32 (MiB)  flush=20 (ms)  cache=off  fua=off
#
# PATHS has the paths of LUN 1 first, then those of LUN 2: path P of LUN L is
# number (L - 1) * paths + P. All paths of a LUN share one backstore, or 56 LUNs
# would need 224 of them; so a cache mode is a LUN's, as on the real array, and
# there are no cables to pull.

# shellcheck source=tests/vm/arrays/loopback.sh
. /lab/tests/vm/arrays/loopback.sh
ARRAY_IS=scsi

evas_up() {
	local lun
	array_options "luns=56 paths=4 size=32 flush=20 cache=off fua=off" "$@"
	modprobe -a target_core_mod tcm_loop
	mkdir -p "$TARGET/core"
	for ((lun = 1; lun <= OPTION[luns]; lun++)); do
		evas_lun "$lun"
	done
	echo "${OPTION[luns]} ${OPTION[paths]}" >"$STATE/evas"
	evas_ports
	wait_until 120 "all paths of array evas" evas_all_there
}

# As in eva.sh: a cache of its own, so that flushes are real, 200 us for what is
# written to it, and what a flush costs.
evas_lun() {
	local store lun=$TARGET/core/fileio_$1/lun
	store=$(store_make "lun$1" memory_backed=1 "size=${OPTION[size]}" "cache_size=${OPTION[size]}" \
		irqmode=2 completion_nsec=200000)
	echo "$store" >"$STATE/store$1"
	dm create "array-flush$1" --table "0 $(<"/sys/block/$store/size") delay \
		/dev/$store 0 0 /dev/$store 0 0 /dev/$store 0 ${OPTION[flush]}"
	mkdir -p "$lun"
	echo "fd_dev_name=/dev/mapper/array-flush$1,fd_buffered_io=1,fd_async_io=1" >"$lun/control"
	echo 1 >"$lun/enable"
	echo HP >"$lun/wwn/vendor_id"
	echo HSV200 >"$lun/wwn/product_id"
	printf 'fa17%08d\n' "$1" >"$lun/wwn/vpd_unit_serial"
	backstore_cache "$lun" "${OPTION[cache]}" "${OPTION[fua]}"
}

evas_ports() {
	local port lun n luns=()
	for ((n = 1; n <= OPTION[paths]; n++)); do
		port=$(port_of "$n")
		mkdir -p "$port"
		printf 'naa.600140500001%04d\n' "$n" >"$port/nexus"
		for ((lun = 1; lun <= OPTION[luns]; lun++)); do
			luns[lun]=$port/lun/lun_$lun
		done
		# At once: in an emulated guest to start a program is what takes time.
		mkdir "${luns[@]}"
		for ((lun = 1; lun <= OPTION[luns]; lun++)); do
			ln -s "$TARGET/core/fileio_$lun/lun" "$port/lun/lun_$lun/lun"
			array_path $(((lun - 1) * OPTION[paths] + n)) "$(<"$port/address"):$lun"
		done
	done
}

evas_all_there() {
	local file address disk
	for file in "$STATE/path/"*; do
		read -r address <"$file"
		disk=(/sys/class/scsi_device/"$address"/device/block/*)
		[[ -e ${disk[0]} ]] || return
	done
}

# evas_cache on|off [on|off]: WCE and DPOFUA of all LUNs, seen by all paths at once
evas_cache() {
	local lun file
	for lun in "$TARGET"/core/fileio_*/lun; do
		backstore_cache "$lun" "$1" "${2:-off}"
	done
	for file in "$STATE/path/"*; do
		echo 1 >"/sys/class/scsi_device/$(<"$file")/device/rescan"
	done
}

# evas_told_no_cache: the paths' own kernel is told that there is none, whatever
# the LUNs say. The kernel's target refuses FUA where it declares no cache; the
# real array took it.
evas_told_no_cache() {
	local file
	for file in "$STATE/path/"*; do
		echo "temporary write through" >"/sys/class/scsi_disk/$(<"$file")/cache_type"
	done
}

evas_down() {
	local port lun
	for port in "$LOOPBACK"/naa.*/tpgt_1; do
		[[ -d $port ]] || continue
		for lun in "$port"/lun/lun_[1-9]*; do
			[[ -d $lun ]] || continue
			rm -f "$lun/lun"
			rmdir "$lun"
		done
		rmdir "$port" "${port%/tpgt_1}"
	done
	[[ ! -d $LOOPBACK ]] || rmdir "$LOOPBACK"
	for lun in "$TARGET"/core/fileio_*/lun; do
		[[ ! -d $lun ]] || rmdir "$lun" "${lun%/lun}"
	done
	for lun in $(dmsetup info -c --noheadings -o name 2>/dev/null | grep '^array-flush'); do
		dm remove --retry "$lun"
	done
	rm -f "$STATE"/store* "$STATE/evas"
	stores_drop
}
