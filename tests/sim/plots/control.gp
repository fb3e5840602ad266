# The window and the shallow reader's latency while the array changes.
set terminal svg size 900,640 font "sans,13" background "white"
set multiplot layout 2,1 margins 0.08,0.97,0.09,0.95 spacing 0.09
set grid ytics
set key top left
set xrange [0:60]
do for [t = 10:50:10] { set arrow from t, graph 0 to t, graph 1 nohead dashtype 3 linecolor "gray" }

set title "One reader of depth 1 beside four of depth 64; the array changes every ten seconds"
set logscale y 2
set yrange [1:600]
set ylabel "requests in flight"
plot data using 1:3 with steps linewidth 3 linecolor "#b0c4de" title "servers of the array", \
     data using 1:2 with steps linewidth 1.5 linecolor "#c0392b" title "window"

unset title
unset logscale y
set yrange [0:20]
set ylabel "ms, mean of 100 ms"
set xlabel "seconds"
plot data using 1:5 with steps linewidth 3 linecolor "#b0c4de" title "service time", \
     data using 1:4 with lines linewidth 1.2 linecolor "#2c3e50" title "the shallow reader's latency"
