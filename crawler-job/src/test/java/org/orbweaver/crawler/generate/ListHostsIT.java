package org.orbweaver.crawler.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;

/** The records of hosts come with the list, for the parts that need them. */
class ListHostsIT {
  private static final int HOSTS = 60;
  private static final int TOP_N = 40;

  @TempDir Path temp;

  private static GeneratePhase.GeneratedList generate(TestCrawl crawl, int parts) throws Exception {
    try (Session session = crawl.session()) {
      return new GeneratePhase()
          .run(session, new GeneratePhase.GenerateOptions(TOP_N, parts, Duration.ZERO));
    }
  }

  /** Seven hosts share an address. */
  private static String address(String host) {
    return "10.0.0." + Integer.parseInt(host.replaceAll("[^0-9]", "")) / 7;
  }

  private static TestCrawl crawl(Path dir) throws Exception {
    var crawl = new TestCrawl(dir);
    List<String> seeds = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      seeds.add("http://www.h" + host + ".example/\tnutch.score=" + (host % 7));
    }
    try (Session session = crawl.session()) {
      new InjectPhase()
          .run(
              session,
              new InjectPhase.SeedSources(List.of(crawl.seeds(seeds.toArray(new String[0])))));
    }
    return crawl;
  }

  /**
   * Records of each host and its domain, of two robots.txt files, and of hosts not in the crawl.
   */
  private static Set<String> store(TestCrawl crawl, int parts) throws Exception {
    Set<String> keys = new TreeSet<>();
    for (int host = 0; host < 2 * HOSTS; host++) {
      keys.add("h" + host + ".example");
      keys.add("www.h" + host + ".example");
      keys.add(address("www.h" + host + ".example"));
      keys.add("http://www.h" + host + ".example/robots.txt");
      keys.add("https://www.h" + host + ".example:8443/robots.txt");
    }
    for (int part = 0; part < parts; part++) {
      var file =
          new org.apache.hadoop.fs.Path(
              crawl.dir.resolve("hosts/current/" + Parts.name(part)).toUri());
      try (MapFile.Writer writer = HostParts.writer(crawl.conf, file)) {
        for (String key : keys) {
          if (HostParts.partOf(key, parts) == part) {
            byte[] record = new HostContact(key.length(), 1, 0, 0, 0).encode();
            writer.append(new Text(key), new BytesWritable(record));
          }
        }
      }
    }
    return keys;
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, host",
    "3, false, host",
    "3, true, host",
    "3, true, domain",
    "3, true, byIP"
  })
  void eachPartHasTheRecordsOfItsHostsAndNoOthers(int parts, boolean severalReducers, String mode)
      throws Exception {
    var crawl = crawl(temp.resolve("crawl"));
    crawl.conf.set("partition.url.mode", mode);
    List<String> names = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      names.add(address("www.h" + host + ".example") + " www.h" + host + ".example");
    }
    Path hostsFile = Files.write(temp.resolve("names"), names);
    crawl.conf.set("orbweaver.fetch.dns.hosts.file", hostsFile.toString());
    if (severalReducers) {
      crawl.conf.setLong(GenerateJob.ONE_REDUCER_BYTES, 0);
    }
    Set<String> known = store(crawl, 2);
    GeneratePhase.GeneratedList result = generate(crawl, parts);
    assertEquals(TOP_N, result.urls());
    String segment = "segments/" + result.segment();
    assertEquals(parts, crawl.parts(segment + "/list_hosts").size());
    Set<String> listed = new TreeSet<>();
    for (int part = 0; part < parts; part++) {
      Set<String> expected = new TreeSet<>();
      for (String url : crawl.read(crawl.parts(segment + "/crawl_generate").get(part)).keySet()) {
        listed.add(url);
        String host = Hosts.host(url);
        expected.add(host);
        expected.add("http://" + host + "/robots.txt");
        expected.add("https://" + host + ":8443/robots.txt");
        if (mode.equals("domain")) {
          expected.add(HostMode.DOMAIN.groupOf(url));
        } else if (mode.equals("byIP")) {
          expected.add(address(host));
        }
      }
      Map<String, Long> found = new HashMap<>();
      try (var reader =
          new MapFile.Reader(crawl.parts(segment + "/list_hosts").get(part), crawl.conf)) {
        Text key = new Text();
        BytesWritable record = new BytesWritable();
        while (reader.next(key, record)) {
          found.put(key.toString(), HostContact.decode(record.copyBytes()).lastEnd());
        }
      }
      assertEquals(expected, new TreeSet<>(found.keySet()), "part " + part);
      found.forEach((key, time) -> assertEquals(key.length(), time, key));
      assertEquals(Set.of(), minus(expected, known));
    }
    assertEquals(best(), listed);
  }

  /** By score downwards, then URL. */
  private static Set<String> best() {
    return IntStream.range(0, HOSTS)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(host -> -(host % 7))
                .thenComparing(host -> "http://www.h" + host + ".example/"))
        .limit(TOP_N)
        .map(host -> "http://www.h" + host + ".example/")
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> minus(Set<String> all, Set<String> some) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  @Test
  void nothingGoesWithTheListWhereNothingIsKnown() throws Exception {
    var crawl = crawl(temp.resolve("crawl"));
    for (long limit : new long[] {1L << 30, 0}) {
      crawl.conf.setLong(GenerateJob.ONE_REDUCER_BYTES, limit);
      String segment = generate(crawl, 3).segment();
      assertFalse(Files.exists(crawl.dir.resolve("segments/" + segment + "/list_hosts")));
      crawl.pass(Duration.ofDays(8)); // An open list is forgotten after a week.
    }
  }
}
