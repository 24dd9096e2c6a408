package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.url.Fingerprint;

class ActivityEstimatorTest {
  private static final long[] SITE = ActivityEstimator.directories("http://a/page");
  private static final long[] PART = ActivityEstimator.directories("http://a/docs/page");

  /** Visits some of 1,200 pages a day, each in turn; half of them change on one day. */
  private static ActivityEstimator visited(long[] directories, int daily, double burst, double rate)
      throws IOException {
    ActivityEstimator estimator = new ActivityEstimator();
    Random random = new Random(1);
    for (int day = 30; day < 120; day++) {
      for (int i = 0; i < daily; i++) {
        boolean hit = day - 30 < burst && burst <= day && random.nextBoolean();
        boolean changed = random.nextDouble() < -Math.expm1(-rate * 30);
        estimator.observe(directories, day - 30, day, hit || changed, rate);
      }
      estimator.advance(day);
      estimator = read(bytes(estimator));
    }
    estimator.advance(120);
    return estimator;
  }

  private static byte[] bytes(ActivityEstimator estimator) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    estimator.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static ActivityEstimator read(byte[] bytes) throws IOException {
    return ActivityEstimator.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static ActivityClock clock(ActivityEstimator estimator, long[] directories) {
    return ActivityClock.of(directories, estimator.clocks());
  }

  @ParameterizedTest
  @CsvSource({"40, .002", "400, .002", "20, .002"})
  void burstIsFoundOnItsDay(int daily, double rate) throws IOException {
    ActivityClock clock = clock(visited(SITE, daily, 80.5, rate), SITE);
    double around = clock.days(79, 82);
    assertTrue(around > 4 * 3, around + " days in 3");
    assertTrue(around > 1.5 * clock.days(84, 87), around + " and after " + clock.days(84, 87));
    assertTrue(around > 1.5 * clock.days(60, 63), around + " and before " + clock.days(60, 63));
  }

  @ParameterizedTest
  @CsvSource({"40, .01", "1000, .01", "1000, .2", "5, .1"})
  void withoutBurstsTheClockIsThatOfTheDays(int daily, double rate) throws IOException {
    ActivityClock clock = clock(visited(SITE, daily, -1, rate), SITE);
    assertEquals(75, clock.days(45, 120), 12);
    assertEquals(10, clock.days(200, 210), 1e-9);
    assertEquals(10, clock.days(-500, -490), 1e-9);
  }

  @Test
  void directoryWithoutVisitsOfItsOwnFollowsTheSite() throws IOException {
    ActivityEstimator site = visited(SITE, 40, 80.5, .002);
    assertEquals(clock(site, SITE).days(60, 120), clock(site, PART).days(60, 120));
  }

  @Test
  void directoriesHaveTheirOwnBursts() throws IOException {
    ActivityEstimator estimator = new ActivityEstimator();
    Random random = new Random(2);
    long[] other = ActivityEstimator.directories("http://a/other/page");
    for (int day = 30; day < 120; day++) {
      for (int i = 0; i < 20; i++) {
        boolean hit = day - 30 < 80 && 80 <= day && random.nextBoolean();
        estimator.observe(PART, day - 30, day, hit || random.nextInt(20) == 0, .002);
        estimator.observe(other, day - 30, day, random.nextInt(20) == 0, .002);
      }
      estimator.advance(day);
    }
    double burst = clock(estimator, PART).days(77, 83);
    assertTrue(burst > 2 * clock(estimator, other).days(77, 83), burst + " days in 6");
  }

  @Test
  void quietSpellDoesNotStopTheClock() {
    ActivityEstimator estimator = new ActivityEstimator();
    for (int day = 30; day < 300; day++) {
      for (int i = 0; i < 100; i++) {
        estimator.observe(SITE, day - 30, day, false, 1);
      }
      estimator.advance(day);
    }
    assertEquals(.1, clock(estimator, SITE).days(250, 260) / 10, .03);
  }

  @Test
  void binsFollowTheTimeBetweenVisits() throws IOException {
    ActivityEstimator estimator = new ActivityEstimator();
    double day = 0;
    for (double interval : new double[] {.01, 200, 5}) {
      for (int i = 0; i < 500; i++) {
        day += interval / 50;
        estimator.observe(SITE, day - interval, day, i % 7 == 0, 1 / interval);
        estimator.advance(day);
        byte[] bytes = bytes(estimator);
        assertArrayEquals(bytes, bytes(read(bytes)));
      }
      double early = clock(estimator, SITE).days(day - interval, day - interval / 2);
      assertEquals(1, early / (interval / 2), .7, "at " + interval);
    }
  }

  @Test
  void stateIsBounded() throws IOException {
    ActivityEstimator estimator = new ActivityEstimator();
    Random random = new Random(3);
    for (int i = 0; i < 60_000; i++) {
      double day = i / 100.0;
      long[] directories = {1, 2 + random.nextInt(500), 1000 + random.nextInt(5000)};
      estimator.observe(directories, day - 30, day, random.nextBoolean(), .02);
      estimator.advance(day);
    }
    assertTrue(bytes(estimator).length < 64 * (400 + 12 * 256), bytes(estimator).length + " bytes");
    double days = clock(estimator, new long[] {1}).days(500, 590);
    assertEquals(90, days, 60);
  }

  /**
   * A page visited on days 10 and 20 while the computer's clock was 30 years fast, then as before.
   */
  @Test
  void clockOfAComputerThatWasWrongForADayIsForgotten() {
    ActivityEstimator estimator = new ActivityEstimator();
    for (int day = 30; day < 120; day++) {
      estimator.observe(SITE, day - 30, day, false, .5);
      estimator.advance(day);
    }
    estimator.observe(SITE, 89, 11_000, true, .5);
    estimator.advance(11_000);
    for (int day = 120; day < 200; day++) {
      estimator.observe(SITE, day - 30, day, false, .5);
      estimator.advance(day);
    }
    assertTrue(clock(estimator, SITE).days(180, 190) < 5);
  }

  @Test
  void anyTimesGiveAClock() throws IOException {
    Random random = new Random(4);
    double[] intervals = {0, 1e-5, .01, 1, 30, 400, 20_000};
    for (int run = 0; run < 400; run++) {
      ActivityEstimator estimator = new ActivityEstimator();
      double now = 40_000 * random.nextDouble() - 10_000;
      for (int visit = 0; visit < 100; visit++) {
        double jump = intervals[random.nextInt(intervals.length)];
        now += random.nextInt(10) == 0 ? -jump : random.nextInt(3) == 0 ? jump : 0;
        double interval = intervals[random.nextInt(intervals.length)];
        double from = random.nextInt(20) == 0 ? now + interval : now - interval;
        double rate = Math.pow(10, 16 * random.nextDouble() - 8);
        estimator.observe(
            random.nextBoolean() ? SITE : PART, from, now, random.nextBoolean(), rate);
        if (random.nextInt(3) == 0) {
          estimator.advance(now);
        }
        if (random.nextInt(5) == 0) {
          estimator = read(bytes(estimator));
        }
        double days = clock(estimator, PART).days(now - interval, now);
        assertTrue(days >= 0 && days <= 1e9, days + " days in " + interval);
      }
    }
  }

  @Test
  void directoriesAreFourLevelsOfThePath() {
    assertArrayEquals(SITE, ActivityEstimator.directories("http://a/?q=/b/c"));
    assertArrayEquals(new long[] {Fingerprint.of("a")}, ActivityEstimator.directories("http://a"));
    assertArrayEquals(
        new long[] {
          Fingerprint.of("a:81"),
          Fingerprint.of("a:81/1"),
          Fingerprint.of("a:81/1/2"),
          Fingerprint.of("a:81/1/2/3"),
          Fingerprint.of("a:81/1/2/3/4")
        },
        ActivityEstimator.directories("https://a:81/1/2/3/4/5/6"));
  }

  @Test
  void otherVersionsAreRefused() throws IOException {
    byte[] bytes = bytes(visited(SITE, 1, -1, .01));
    bytes[0] = 9;
    assertThrows(IOException.class, () -> read(bytes));
    bytes[0] = 1;
    assertFalse(read(bytes).isKnown());
  }
}
