# shellcheck shell=bash
# Kernel uevents as they come, with their variables, whether udevd runs or not.

uevents_start() {
	stdbuf -oL udevadm monitor --kernel --property >"$STATE/uevents" &
	wait_until 40 "udevadm monitor listens" grep -q 'KERNEL - ' "$STATE/uevents"
}

# uevents: what has come so far
uevents() {
	cat "$STATE/uevents"
}

# uevent_seen VARIABLE=VALUE...: whether one uevent had them all
uevent_seen() {
	gawk -v want="$*" '
		BEGIN { RS = ""; n = split(want, wanted, " ") }
		{
			found = 0
			for (i = 1; i <= n; i++)
				found += index("\n" $0 "\n", "\n" wanted[i] "\n") > 0
			if (found == n) { seen = 1; exit }
		}
		END { exit !seen }' "$STATE/uevents"
}
