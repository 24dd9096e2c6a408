package org.orbweaver.index.serve;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of a server, in the <a
 * href="https://prometheus.io/docs/instrumenting/exposition_formats/">text format of
 * Prometheus</a>. Safe for use by several threads.
 */
final class Metrics {
  /** Upper bounds of the classes of response times, in seconds. */
  private static final double[] BOUNDS = {
    .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10
  };

  private final Map<String, LongAdder> counters = new ConcurrentSkipListMap<>();
  private final LongAdder[] responses = new LongAdder[BOUNDS.length + 1];
  private final LongAdder nanos = new LongAdder();

  Metrics() {
    for (int i = 0; i < responses.length; i++) {
      responses[i] = new LongAdder();
    }
  }

  /** Increments a counter. Labels are constants of the program, never text from outside. */
  void count(String name, String labels) {
    counters.computeIfAbsent(name + labels, k -> new LongAdder()).increment();
  }

  /** Counts a response to a search, a suggestion or the like, with its time. */
  void responded(long elapsedNanos) {
    int i = 0;
    while (i < BOUNDS.length && elapsedNanos > BOUNDS[i] * 1e9) {
      i++;
    }
    responses[i].increment();
    nanos.add(elapsedNanos);
  }

  /**
   * All counts.
   *
   * @param gauges current values by name, labels included
   */
  String text(Map<String, Number> gauges) {
    StringBuilder text = new StringBuilder();
    String last = "";
    for (Map.Entry<String, LongAdder> counter : counters.entrySet()) {
      String name = counter.getKey().replaceFirst("\\{.*", "");
      if (!name.equals(last)) {
        text.append("# TYPE ").append(name).append(" counter\n");
        last = name;
      }
      text.append(counter.getKey()).append(' ').append(counter.getValue()).append('\n');
    }
    for (Map.Entry<String, Number> gauge : gauges.entrySet()) {
      text.append("# TYPE ").append(gauge.getKey().replaceFirst("\\{.*", "")).append(" gauge\n");
      text.append(gauge.getKey()).append(' ').append(gauge.getValue()).append('\n');
    }
    text.append("# TYPE orbweaver_response_seconds histogram\n");
    long below = 0;
    for (int i = 0; i < responses.length; i++) {
      below += responses[i].sum();
      String bound = i == BOUNDS.length ? "+Inf" : String.valueOf(BOUNDS[i]);
      text.append("orbweaver_response_seconds_bucket{le=\"").append(bound).append("\"} ");
      text.append(below).append('\n');
    }
    return text.append("orbweaver_response_seconds_sum ")
        .append(String.format(Locale.ROOT, "%.6f", nanos.sum() / 1e9))
        .append("\norbweaver_response_seconds_count ")
        .append(below)
        .append('\n')
        .toString();
  }
}
