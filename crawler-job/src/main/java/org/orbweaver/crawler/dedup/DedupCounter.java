package org.orbweaver.crawler.dedup;

import java.util.Map;
import org.apache.hadoop.mapreduce.Counters;

/** The counters of the search for duplicates. */
public enum DedupCounter {
  /** Pages that have the digest of a better one, and are not marked yet. */
  EQUAL_DIGESTS,
  /** Those of them that have the content of a better one. */
  DUPLICATES,
  /** Pages that have the digest of another page, but not its content. */
  COLLISIONS,
  /** Pages whose content is in no segment any more, so that the digest decided. */
  NOT_COMPARED,
  /** Pages marked before whose content no other page has any more. */
  RESTORED;

  /** The counter's value. */
  long in(Counters counters) {
    return counters.findCounter(this).getValue();
  }

  /** Adds all of them to a step's results. */
  public static void put(Map<String, String> results, Counters found) {
    for (DedupCounter counter : values()) {
      results.put(counter.name(), Long.toString(counter.in(found)));
    }
  }
}
