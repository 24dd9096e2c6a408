package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ActivityClockTest {
  /** Visits 40 of 1,200 pages a day, each in turn; half of them change on one day. */
  private static ActivityClock visited(double burst, double rate) {
    ActivityClock clock = new ActivityClock(null, 30);
    Random random = new Random(1);
    for (int day = 30; day < 120; day++) {
      clock.advance(day);
      for (int i = 0; i < 40; i++) {
        boolean hit = day - 30 < burst && burst <= day && random.nextBoolean();
        boolean changed = random.nextDouble() < -Math.expm1(-rate * 30);
        clock.observe(day - 30, day, hit || changed, rate);
      }
    }
    clock.advance(120);
    return clock;
  }

  @Test
  void burstIsFoundOnItsDay() {
    ActivityClock clock = visited(80.5, .002);
    double around = clock.days(79, 82);
    assertTrue(around > 4 * 3, around + " days in 3");
    assertTrue(around > 1.5 * clock.days(84, 87), around + " and after " + clock.days(84, 87));
    assertTrue(around > 1.5 * clock.days(60, 63), around + " and before " + clock.days(60, 63));
  }

  @Test
  void withoutBurstsTheClockIsThatOfTheDays() {
    ActivityClock clock = visited(-1, .01);
    assertEquals(75, clock.days(45, 120), 12);
    assertEquals(10, clock.days(200, 210), 1e-9);
  }

  @Test
  void partWithoutVisitsFollowsTheWhole() {
    ActivityClock site = visited(80.5, .002);
    ActivityClock part = new ActivityClock(site, 30);
    part.advance(120);
    assertEquals(site.days(60, 120), part.days(60, 120), 1e-6);
  }

  @Test
  void quietSpellDoesNotStopTheClock() {
    ActivityClock clock = new ActivityClock(null, 30);
    for (int day = 1; day < 300; day++) {
      clock.advance(day);
      for (int i = 0; i < 100; i++) {
        clock.observe(Math.max(0, day - 30), day, false, 1);
      }
    }
    assertEquals(10, clock.days(150, 250), 1);
  }
}
