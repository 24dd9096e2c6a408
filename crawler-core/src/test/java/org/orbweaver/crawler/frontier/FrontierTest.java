package org.orbweaver.crawler.frontier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontierTest {
  @TempDir Path tmp;

  /** Mixes the bits of a number; the same for the same number. */
  private static int hash(int i, int seed) {
    int h = (i + 0x7f4a7c15 * seed) * 0x9e3779b9;
    h = (h ^ (h >>> 15)) * 0x85ebca6b;
    return (h ^ (h >>> 13)) & 0x7fffffff;
  }

  /** Items of evenly large groups, in random order. */
  private static SimulatedCrawl.Web even(int items, int groups) {
    return new SimulatedCrawl.Web(
        items,
        groups,
        i -> hash(i, 1) % groups,
        (group, contact) -> 20L + hash(group + contact, 2) % 300);
  }

  private Frontier.Limits limits(int backQueues, long memory) {
    return new Frontier.Limits(8, backQueues, memory, tmp);
  }

  @Test
  void twoMillionUrlsOfManyHosts() throws Exception {
    var web = even(2_000_000, 200_000);
    var crawl = new SimulatedCrawl(web, limits(5_000, 8 << 20), 0);
    crawl.run(500, true);
    assertTrue(crawl.peakMemory < 8 << 20, "in memory: " + crawl.peakMemory);
  }

  /** The clock starts shortly before System.nanoTime() would overflow. */
  @Test
  void clockMayOverflow() throws Exception {
    var web = even(20_000, 300);
    new SimulatedCrawl(web, limits(100, 1 << 20), Long.MAX_VALUE - 5_000_000_000L).run(40, true);
  }

  /**
   * A giant host at the head of the list and a long tail after it: its queue overflows, and does
   * not delay the tail.
   */
  @Test
  void giantHostAndLongTail() throws Exception {
    int giant = 600_000;
    var web =
        new SimulatedCrawl.Web(
            giant + 200_000,
            50_001,
            i -> i < giant ? 0 : 1 + hash(i, 3) % 50_000,
            (group, contact) -> 50,
            (group, contact) -> group == 0 ? 10 : 1000);
    var crawl = new SimulatedCrawl(web, limits(2_000, 4 << 20), 0);
    long millis = crawl.run(300, true);
    assertTrue(crawl.peakMemory < 5 << 20, "in memory: " + crawl.peakMemory);
    assertTrue(crawl.onDisk() > giant * 40L, "on disk: " + crawl.onDisk());
    // The giant needs 60 ms a page; while the tail lasts it waits for a taker now and then.
    assertTrue(millis < giant * 60L * 1.001, "took " + millis);
    try (Stream<Path> files = Files.list(tmp)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void allUrlsOfOneHost() throws Exception {
    var web = even(300_000, 1);
    var crawl = new SimulatedCrawl(web, limits(150, 1 << 20), 0);
    crawl.run(50, true);
    assertTrue(crawl.peakMemory < 1 << 20, "in memory: " + crawl.peakMemory);
  }

  /** Hosts whose first contacts take long and that then wait for hours. */
  @Test
  void hostsThatDieAndHostsThatSlowDown() throws Exception {
    SimulatedCrawl.OfContact latencies =
        (group, contact) ->
            group % 10 == 0 ? 10_000 : group % 10 == 1 ? 20L << Math.min(contact, 9) : 20;
    var web =
        new SimulatedCrawl.Web(
            120_000,
            3000,
            i -> hash(i, 4) % 3000,
            latencies,
            (group, contact) -> group % 10 == 0 ? 3_600_000 : 10 * latencies.of(group, contact));
    new SimulatedCrawl(web, limits(1000, 4 << 20), 0).run(100, true);
  }

  /** B of them at a time: as many as the hosts, however few the back queues are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 100_000})
  void anyNumberOfBackQueues(int backQueues) throws Exception {
    new SimulatedCrawl(even(30_000, 500), limits(backQueues, 64 << 10), 0).run(30, true);
  }

  /** The slowest host bounds the time, if there are back queues for all. */
  @Test
  void noHostWaitsForAnother() throws Exception {
    int perHost = 40;
    var web =
        new SimulatedCrawl.Web(
            5000 * perHost, 5000, i -> i % 5000, (group, contact) -> 100L + group % 700);
    long millis = new SimulatedCrawl(web, limits(5000, 64 << 20), 0).run(5000, true);
    assertEquals(perHost * 799L + (perHost - 1) * 1000L, millis);
  }

  /** A frontier that has had all of a list. */
  private static Frontier frontier(List<Frontier.Entry> list, Frontier.Limits limits)
      throws IOException {
    var frontier = new Frontier(limits);
    for (Frontier.Entry entry : list) {
      frontier.add(entry, 0);
    }
    frontier.endList();
    return frontier;
  }

  private static Frontier.Entry entry(String group, float priority, String item) {
    return new Frontier.Entry(group, priority, item.getBytes(UTF_8));
  }

  private static String poll(Frontier frontier, long now) throws IOException {
    Frontier.Lease lease = frontier.poll(now);
    if (lease == null) {
      return null;
    }
    frontier.release(lease, now, now);
    return new String(lease.item(), UTF_8);
  }

  /** Each level is served twice as often as the next lower one, and none starves. */
  @Test
  void selectorIsBiased() throws Exception {
    Random random = new Random(5);
    List<Frontier.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      int level = random.nextInt(4);
      entries.add(entry("h" + i, 1f / (1 << level), Integer.toString(level)));
    }
    var frontier = frontier(entries, limits(1, 64 << 20));
    int[] counts = new int[4];
    for (int i = 0; i < 15_000; i++) {
      counts[Integer.parseInt(poll(frontier, 0))]++;
    }
    for (int level = 0; level < 4; level++) {
      assertEquals(8000 >> level, counts[level], 1);
    }
    for (int i = 15_000; i < 40_000; i++) {
      assertNotNull(poll(frontier, 0));
    }
    assertTrue(frontier.isFinished());
  }

  @Test
  void priorityOfAnyScaleAndKind() {
    var front = new FrontQueues(4, 1000);
    assertEquals(0, front.level(1e-20f));
    assertEquals(1, front.level(0.4e-20f));
    assertEquals(3, front.level(1e-30f));
    assertEquals(0, front.level(8));
    assertEquals(3, front.level(0.5f));
    assertEquals(3, front.level(0));
    assertEquals(3, front.level(-1));
    assertEquals(3, front.level(Float.NaN));
    assertEquals(0, front.level(Float.POSITIVE_INFINITY));
  }

  @Test
  void listIsWantedOnlyAsFarAsNeeded() throws Exception {
    var frontier = new Frontier(limits(10, 400_000));
    int read = 0;
    while (frontier.hasRoom()) {
      frontier.add(entry("h" + read++, 1, "x".repeat(100)), 0);
    }
    assertTrue(read > 10 && read < 600, "read " + read);
    assertEquals(10, frontier.backQueues());
    assertFalse(frontier.isListRead());
    while (!frontier.hasRoom()) {
      poll(frontier, 0);
    }
    assertEquals(10, frontier.backQueues());
    while (poll(frontier, 0) != null) {
      assertFalse(frontier.isFinished());
    }
    assertFalse(frontier.isFinished(), "the list goes on");
    frontier.endList();
    assertTrue(frontier.isFinished());
  }

  @Test
  void timeOfGroupOutlivesItsQueue() throws Exception {
    List<Frontier.Entry> entries =
        IntStream.range(0, 4).mapToObj(i -> entry(i % 2 == 0 ? "a" : "b", 1, "" + i)).toList();
    var frontier = frontier(entries, limits(1, 1000));
    Frontier.Lease lease = frontier.poll(0);
    assertEquals("a", lease.group());
    frontier.release(lease, 100, 0);
    Frontier.Lease b = frontier.poll(1);
    assertEquals("b", b.group());
    frontier.release(b, 50, 1);
    assertNull(frontier.poll(99));
    assertEquals(100, frontier.nextTime());
    assertEquals("2", poll(frontier, 100));
    assertEquals("3", poll(frontier, 100));
    assertTrue(frontier.isFinished());
  }

  @Test
  void parkedGroupServesItsUrgentLaneOnly() throws Exception {
    var frontier = frontier(List.of(entry("a", 1, "page")), limits(3, 1000));
    Frontier.Lease lease = frontier.poll(0);
    frontier.addFirst(lease, lease.item());
    frontier.park(lease);
    frontier.addUrgent("b", "robots of b".getBytes(UTF_8), 0);
    frontier.release(lease, 0, 0);
    assertEquals("robots of b", poll(frontier, 0));
    assertNull(frontier.poll(10));
    assertFalse(frontier.hasNext());
    frontier.addUrgent("a", "robots".getBytes(UTF_8), 10);
    assertEquals("robots", poll(frontier, 10));
    assertNull(frontier.poll(10));
    frontier.unpark("a", 10);
    assertEquals("page", poll(frontier, 10));
    frontier.unpark("a", 10);
    assertTrue(frontier.isFinished());
  }

  @Test
  void misuseIsRefused() throws Exception {
    var frontier = frontier(List.of(entry("a", 1, "1"), entry("a", 1, "2")), limits(3, 1000));
    Frontier.Lease lease = frontier.poll(0);
    assertNull(frontier.poll(0));
    frontier.release(lease, 0, 0);
    assertThrows(IllegalStateException.class, () -> frontier.release(lease, 0, 0));
    assertThrows(IllegalStateException.class, () -> frontier.park(lease));
    assertThrows(IllegalStateException.class, () -> frontier.addFirst(lease, lease.item()));
    assertThrows(IllegalArgumentException.class, () -> new Frontier(limits(0, 1)));
  }

  /** Items of any length are returned unchanged, whether or not they went through the disk. */
  @Test
  void overflowKeepsEveryByte() throws Exception {
    Random random = new Random(11);
    List<Frontier.Entry> entries = new ArrayList<>();
    List<List<byte[]>> expected = new ArrayList<>();
    for (int g = 0; g < 7; g++) {
      expected.add(new ArrayList<>());
    }
    for (int i = 0; i < 3000; i++) {
      byte[] body = new byte[random.nextInt(10) == 0 ? random.nextInt(200_000) : i % 300];
      random.nextBytes(body);
      int group = random.nextInt(7);
      entries.add(new Frontier.Entry("g" + group, 1, body));
      expected.get(group).add(body);
    }
    try (var frontier = frontier(entries, limits(100, 100_000))) {
      int[] at = new int[7];
      for (Frontier.Lease lease = frontier.poll(0); lease != null; lease = frontier.poll(0)) {
        int group = lease.group().charAt(1) - '0';
        assertArrayEquals(expected.get(group).get(at[group]++), lease.item());
        frontier.release(lease, 0, 0);
      }
      assertEquals(3000, IntStream.of(at).sum());
      assertTrue(frontier.onDisk() > 1_000_000);
    }
  }
}
