package org.orbweaver.crawler.fetch.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartLeaseTest {
  @TempDir java.nio.file.Path tmp;
  private FileSystem fs;
  private Path folder;
  private long now = Long.MAX_VALUE - 1_000_000_000L;

  @BeforeEach
  void open() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    folder = new Path(tmp.resolve("part").toUri());
  }

  private void advance(long ms) {
    now += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private PartLease take(String holder, PartLease.Waiting waiting) throws Exception {
    return PartLease.take(fs, folder, holder, false, () -> now, waiting);
  }

  private PartLease takeAtOnce(String holder) throws Exception {
    return take(
        holder,
        ms -> {
          throw new AssertionError("waits");
        });
  }

  @Test
  void freeLeaseIsTakenAtOnce() throws Exception {
    PartLease lease = takeAtOnce("a1");
    lease.check();
    lease.close();
    assertEquals(0, tmp.resolve("part").toFile().list().length);
    takeAtOnce("a2").check();
  }

  @Test
  void deadHolderIsWaitedFor() throws Exception {
    takeAtOnce("a1");
    long before = now;
    PartLease second = take("a2", this::advance);
    long waited = TimeUnit.NANOSECONDS.toMillis(now - before);
    assertTrue(waited >= PartLease.HOLDS_MS, "waited " + waited);
    assertTrue(waited <= PartLease.HOLDS_MS + 2000, "waited " + waited);
    second.check();
  }

  @Test
  void livingHolderIsWaitedForAsLongAsItRenews() throws Exception {
    takeAtOnce("a1");
    File file = tmp.resolve("part/lease-a1").toFile();
    long before = now;
    long[] modified = {1_000_000_000_000L};
    take(
        "a2",
        ms -> {
          advance(ms);
          if (now - before < TimeUnit.MILLISECONDS.toNanos(90_000)) {
            // The other machine's clock may show any time.
            modified[0] -= 60_000;
            assertTrue(file.setLastModified(modified[0]));
          }
        });
    long waited = TimeUnit.NANOSECONDS.toMillis(now - before);
    assertTrue(waited >= 90_000 + PartLease.HOLDS_MS, "waited " + waited);
  }

  @Test
  void holderThatCannotRenewStopsInTime() throws Exception {
    PartLease lease = takeAtOnce("a1");
    advance(PartLease.HOLDS_MS - 1);
    lease.check();
    lease.renew();
    advance(PartLease.HOLDS_MS - 1);
    assertTrue(lease.isHeld());
    advance(1);
    assertFalse(lease.isHeld());
    assertThrows(IOException.class, lease::check);
  }

  @Test
  void holderThatWasTakenOverFromStops() throws Exception {
    PartLease first = takeAtOnce("a1");
    PartLease second = take("a2", this::advance);
    first.renew();
    assertFalse(first.isHeld());
    IOException error = assertThrows(IOException.class, first::check);
    assertTrue(error.getMessage().contains("another attempt"), error.getMessage());
    first.close();
    second.renew();
    second.check();
  }

  @Test
  void whoIsAloneDoesNotWait() throws Exception {
    takeAtOnce("a1");
    PartLease.take(
            fs,
            folder,
            "a2",
            true,
            () -> now,
            ms -> {
              throw new AssertionError("waits");
            })
        .check();
    assertEquals(
        1, tmp.resolve("part").toFile().list((dir, name) -> name.startsWith("lease")).length);
  }

  private PartLease takeAlone() throws Exception {
    return PartLease.take(fs, folder, "a1", true, () -> now, ms -> advance(ms));
  }

  /**
   * A process was suspended, or its machine slept, while no other attempt could have taken over.
   */
  @Test
  void whoIsAloneGoesOnAfterAStandstill() throws Exception {
    PartLease lease = takeAlone();
    advance(25_000);
    lease.check();
    assertTrue(lease.isHeld());
    advance(86_400_000);
    lease.check();
  }

  /** In this case the crawl's lock was taken over, too. */
  @Test
  void whoWasAloneStopsWhereTheLeaseIsGone() throws Exception {
    PartLease lease = takeAlone();
    advance(300_000);
    PartLease.take(fs, folder, "a2", true, () -> now, ms -> advance(ms)).check();
    assertThrows(IOException.class, lease::check);
    assertThrows(IOException.class, lease::check);
  }
}
