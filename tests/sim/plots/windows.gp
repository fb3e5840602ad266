# What a window costs in rate, and what in latency; and where the one is that is found.
set terminal svg size 900,480 font "sans,13" background "white"
set title "Eight servers: fixed windows, and the one that tunes itself"
set grid
set key top center
set xrange [0:25]
set xlabel "window"
set yrange [0:1.1]
set ylabel "rate, of what the array can"
set y2range [0:4]
set y2tics
set ytics nomirror
set y2label "the shallow reader's latency, of what it has alone"
plot data index 0 using 1:2 with linespoints pointtype 7 pointsize 0.5 linecolor "#2c3e50" title "rate", \
     data index 0 using 1:3 axes x1y2 with linespoints pointtype 7 pointsize 0.5 linecolor "#c0392b" title "latency", \
     data index 1 using 1:2 with points pointtype 6 pointsize 1.6 linewidth 2 linecolor "#2c3e50" title "found: rate", \
     data index 1 using 1:3 axes x1y2 with points pointtype 6 pointsize 1.6 linewidth 2 linecolor "#c0392b" title "found: latency"
