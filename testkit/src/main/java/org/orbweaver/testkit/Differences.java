package org.orbweaver.testkit;

import java.util.ArrayList;
import java.util.List;

/** Differences between an expected and an actual state, in words: how many, and the first few. */
public final class Differences {
  private static final int SHOWN = 10;

  private final String of;
  private final List<String> first = new ArrayList<>();
  private long count;

  /**
   * No differences yet.
   *
   * @param of the things compared
   */
  public Differences(String of) {
    this.of = of;
  }

  /** Counts a difference, and keeps its words if it is one of the first ten. */
  public void add(String difference) {
    count++;
    if (first.size() < SHOWN) {
      first.add(difference);
    }
  }

  /** The number of differences. */
  public long count() {
    return count;
  }

  /** True if there is no difference. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** The count, and the first ones, each on its line. */
  @Override
  public String toString() {
    return of
        + ": "
        + count
        + " differences"
        + (first.isEmpty() ? "" : "\n  " + String.join("\n  ", first))
        + (count > first.size() ? "\n  …" : "");
  }
}
