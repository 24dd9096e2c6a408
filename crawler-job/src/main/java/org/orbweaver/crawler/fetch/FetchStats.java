package org.orbweaver.crawler.fetch;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The counters of a running task, cheap to add to from many threads. */
final class FetchStats {
  private final Map<FetchCounter, LongAdder> counts = new EnumMap<>(FetchCounter.class);

  private final Map<FetchCounter, Long> reported = new EnumMap<>(FetchCounter.class);

  FetchStats() {
    for (FetchCounter counter : FetchCounter.values()) {
      counts.put(counter, new LongAdder());
    }
  }

  void add(FetchCounter counter) {
    add(counter, 1);
  }

  void add(FetchCounter counter, long n) {
    counts.get(counter).add(n);
  }

  long get(FetchCounter counter) {
    return counts.get(counter).sum();
  }

  /** Reports to the framework what was added since the last call. */
  synchronized void report(TaskAttemptContext context) {
    counts.forEach(
        (counter, count) -> {
          long now = count.sum();
          long before = reported.getOrDefault(counter, 0L);
          if (now != before) {
            context.getCounter(counter).increment(now - before);
            reported.put(counter, now);
          }
        });
  }
}
