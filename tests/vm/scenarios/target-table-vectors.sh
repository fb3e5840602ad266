# shellcheck shell=bash disable=SC2034
DESCRIPTION="each table line that the library's keystone test uses is loaded, and reads back as it says there"
LIMIT=180
REQUIRES=stock
CORE=yes

VECTORS=/lab/tests/unit/vectors/tables.txt

scenario() {
	local line name="" table="" shown="" needs="" loaded=0
	array_up scsi_debug paths=8 size=16
	while IFS= read -r line; do
		case $line in
		"name: "*) name=${line#name: } ;;
		"table: "*) table=${line#table: } shown=$table ;;
		"shown: "*) shown=${line#shown: } ;;
		"needs: "*) needs=${line#needs: } ;;
		"")
			[[ -z $table || $needs ]] || loads "$name" "$table" "$shown"
			table="" needs=""
			;;
		esac
	done < <(cat "$VECTORS"; echo)
	assert_between "vectors that were loaded" 15 1000 $loaded
}

# paths_of "LINE" nodes|numbers: %1 to %8 as device nodes, or as major:minor
paths_of() {
	local line=$1 n dev
	for n in 8 7 6 5 4 3 2 1; do
		dev=${PATHS[n - 1]}
		[[ $2 == nodes ]] || dev=$(<"/sys/class/block/$(basename "$dev")/dev")
		line=${line//%$n/$dev}
	done
	echo "$line"
}

loads() {
	create fp "0 $SECTORS fairpath $(paths_of "$2" nodes)"
	assert_eq "the table shown of \"$1\"" \
		"0 $SECTORS fairpath $(paths_of "$3" numbers)" "$(dmsetup table fp | sed 's/ *$//')"
	((++loaded))
	remove fp
}
