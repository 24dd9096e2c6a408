package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that {@code orb crawl} refuses before it makes anything. */
class WrongSettingsTest {
  @TempDir private Path tmp;

  private String crawl(String... settings) {
    Path dir = tmp.resolve("crawl");
    List<String> words = new ArrayList<>(List.of("crawl", "http://a.test/", dir.toString()));
    for (String setting : settings) {
      words.addAll(List.of("-D", setting));
    }
    String told = TestSite.orb(tmp, 2, words.toArray(new String[0]));
    assertFalse(Files.exists(dir));
    return told;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fetcher.server.delay=-1           | expected a number from 0 to 86400, got '-1' (-D)",
        "fetcher.server.delay=soon         | expected a number from 0 to 86400, got 'soon' (-D)",
        "fetcher.threads.fetch=0           | expected an integer from 1 to 10000, got '0' (-D)",
        "fetcher.threads.fetch=1000000000  | expected an integer from 1 to 10000, got '1000000000'",
        "fetcher.server.dely=1 | unknown setting fetcher.server.dely; did you mean"
            + " fetcher.server.d",
        "orbweaver.fetch.private.addresses=10/8x | expected a list of CIDR blocks ('10/8x' is not",
        "orbweaver.fetch.ports=80-x        | expected a list of ports and ranges ('80-x' is",
        "orbweaver.fetch.dns.hosts.file=/none | expected a readable file, got '/none'",
        "urlfilter.regex.file=none.txt     | expected a readable file, got 'none.txt'",
        "partition.url.mode=byport         | expected byHost, byDomain or byIP, got 'byport'",
        "db.ignore.external.links.mode=byIP | expected byHost or byDomain, got 'byIP'",
        "orbweaver.sitemap.scope=all       | expected host, domain or any, got 'all' (-D)",
        "http.agent.name=my web bot        | expected single words",
        "http.robots.agents=a b            | expected single words",
        "orbweaver.graph.weight.no.anchor=0 | expected a number above 0, at most 1, got '0' (-D)",
        "orbweaver.pagerank.damping=NaN    | expected a number from 0 to 1, got 'NaN' (-D)",
        "orbweaver.index.shards=0          | expected an integer from 1 to 10000, got '0' (-D)",
        "orbweaver.fetch.thread=9 | unknown setting orbweaver.fetch.thread; did you mean fetcher.t",
      })
  void oneIsToldInOneLine(String setting, String expected) {
    String told =
        setting.startsWith("http.agent") ? crawl(setting) : crawl("http.agent.name=test", setting);
    assertTrue(told.contains(expected), told);
    assertEquals(1, told.lines().count(), told);
  }

  @Test
  void aMissingAgentIsToldBeforeACrawlButNotBeforeReading() throws Exception {
    assertTrue(crawl().startsWith("orb: setting http.agent.name: expected your crawler's name"));
    for (String command : List.of("fetch", "plan", "recrawl")) {
      String told = TestSite.orb(tmp, 1, command, tmp.resolve("none").toString());
      assertTrue(told.startsWith("orb: no crawl directory file:/"), told);
    }
    Path old = Files.createDirectories(tmp.resolve("old"));
    assertEquals("", TestSite.orb(tmp, 0, "read", "settings", old.toString()));
  }

  @Test
  void severalAreToldInOneList() throws Exception {
    Path rules = Files.writeString(tmp.resolve("rules.txt"), "+^http\n?what\n");
    String told =
        crawl(
            "urlfilter.regex.file=" + rules,
            "fetcher.server.delay=-1",
            "http.proxy.host=p.test",
            "http.proxy.type=Socks",
            "http.proxy.username=me",
            "generate.max.count=5",
            "generate.count.mode=IP",
            "orbweaver.pagerank.damping=2");
    assertTrue(told.startsWith("orb: 6 settings are invalid:\n"), told);
    assertEquals(7, told.lines().count(), told);
    assertTrue(told.contains("rules.txt:2") || told.contains("line 2"), told);
  }

  @Test
  void theCaseOfWordsDoesNotMatter() throws Exception {
    String told =
        crawl(
            "http.agent.name=test",
            "partition.url.mode=BYHOST",
            "http.proxy.type=socks",
            "orbweaver.graph.redirects=Resolve",
            "orbweaver.rank.mode=AUTO",
            "fetcher.server.delay=-1");
    assertEquals(1, told.lines().count(), told);
  }

  /** A missing file concerns only the commands that read it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "search DIR word                     |",
        "serve DIR --port 0 --shards 0       |",
        "index DIR                           |",
        "graph DIR                           |",
        "pagerank DIR                        |",
        "read crawldb DIR --stats            |",
        "report DIR                          |",
        "fetch DIR            | orbweaver.fetch.dns.hosts.file",
        "generate DIR         | urlfilter.regex.file",
        "inject http://a/ DIR | urlfilter.regex.file",
        "parse DIR            | orbweaver.parse.content.selectors",
        "plan DIR  | orbweaver.fetch.dns.hosts.file urlfilter.regex.file",
        "crawl DIR | orbweaver.fetch.dns.hosts.file urlfilter.regex.file"
            + " orbweaver.parse.content.selectors",
        "recrawl DIR | orbweaver.fetch.dns.hosts.file urlfilter.regex.file"
            + " orbweaver.parse.content.selectors",
      })
  void aKeptFileThatIsGoneStopsThoseWhoReadIt(String command, String named) throws Exception {
    Path dir = tmp.resolve("kept");
    Files.createDirectories(dir.resolve("crawldb/current"));
    Files.createDirectories(dir.resolve(".settings"));
    List<String> keys =
        List.of(
            "orbweaver.fetch.dns.hosts.file",
            "urlfilter.regex.file",
            "orbweaver.parse.content.selectors");
    String kept = "{\"name\":\"%s\",\"value\":\"/gone/file\",\"origin\":\"-D\",\"since\":\"%s\"}";
    String time = "2026-01-01T00:00:00Z";
    Files.writeString(
        dir.resolve(".settings/1"),
        "{\"time\":\"%s\",\"settings\":[%s]}"
            .formatted(
                time,
                keys.stream()
                    .map(key -> kept.formatted(key, time))
                    .collect(Collectors.joining(","))));
    List<String> words = new ArrayList<>();
    for (String word : (command + " -D http.agent.name=test").split(" ")) {
      words.add(word.equals("DIR") ? dir.toString() : word);
    }
    String[] line = words.toArray(new String[0]);
    if (named == null) {
      TestSite.Run run = TestSite.run(new Configuration(), tmp, List.of(), words);
      assertNotEquals(2, run.status(), run.err());
      assertFalse(run.err().contains("/gone/file"), run.err());
      return;
    }
    String told = TestSite.orb(tmp, 2, line);
    for (String key : keys) {
      String fault = "setting " + key + ": expected a readable file, got '/gone/file' (kept with";
      assertEquals(List.of(named.split(" ")).contains(key), told.contains(fault), told);
    }
    // On this command line, it is a usage error.
    told = TestSite.orb(tmp, 2, "search", dir.toString(), "a", "-D", keys.get(0) + "=/gone/other");
    assertTrue(told.contains("got '/gone/other' (-D)"), told);
  }
}
