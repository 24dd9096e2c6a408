package org.orbweaver.crawler.page.document;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deadlines on clocks of the test, in seconds. */
class DeadlineTest {
  private static final long SECOND = 1_000_000_000;

  private long now = Long.MAX_VALUE - SECOND; // Soon overflows, as a monotonic clock may.
  private long cpu = 5 * SECOND;
  private final Deadline deadline = new Deadline(2_000, () -> now, () -> cpu);

  /** The thread works for some of the time that passes. */
  private void pass(double seconds, double work) {
    now += (long) (seconds * SECOND);
    cpu += (long) (work * SECOND);
  }

  @AfterEach
  void beUninterrupted() {
    Thread.interrupted();
  }

  @Test
  void aThreadThatWorksHasItsLimit() {
    pass(1.9, 1.9);
    deadline.check();
    pass(.1, .1);
    assertThrows(Deadline.Passed.class, deadline::check);
  }

  @Test
  void aThreadThatWaitsForAProcessorHasItsWorkCounted() {
    pass(5, .5);
    deadline.check();
    pass(1.4, 1.4);
    deadline.check();
    pass(.2, .1);
    assertThrows(Deadline.Passed.class, deadline::check);
  }

  @Test
  void aThreadThatNeverWorksHasFourTimesTheLimit() {
    pass(7.9, 0);
    deadline.check();
    pass(.1, 0);
    assertThrows(Deadline.Passed.class, deadline::check);
  }

  @Test
  void anInterruptedThreadStops() {
    Thread.currentThread().interrupt();
    assertThrows(Deadline.Passed.class, deadline::check);
  }
}
