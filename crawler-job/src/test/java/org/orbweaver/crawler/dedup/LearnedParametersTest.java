package org.orbweaver.crawler.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;

class LearnedParametersTest {
  private static final Pattern RULE =
      Pattern.compile("<pattern>(.*)</pattern>\\s*<substitution>(.*)</substitution>");

  /** Applies rules as a normaliser does. */
  private static String normalized(String url, String rules) {
    Matcher rule = RULE.matcher(rules);
    String result = url;
    while (rule.find()) {
      String pattern =
          rule.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
      result = result.replaceAll(pattern, rule.group(2));
    }
    return result;
  }

  /**
   * A crawl in which {@code sid} and {@code a.b} never matter, {@code id} always does, and {@code
   * v} does on one host.
   */
  @Test
  void proposesWhatNeverChangesAPage(@TempDir Path folder) throws Exception {
    TestCrawl crawl = new TestCrawl(folder.resolve("crawl"));
    Map<String, String> pages = new TreeMap<>();
    for (int host = 0; host < 4; host++) {
      for (int page = 0; page < 30; page++) {
        String url = "http://h" + host + ".test/p?id=" + page;
        for (int copy = 0; copy < 2; copy++) {
          pages.put(url + "&sid=" + copy * 7, host + " " + page);
          pages.put("http://h" + host + ".test/" + page + "?a.b=" + copy, host + "-" + page);
          String v = host == 0 ? "same" : "v" + copy;
          pages.put("http://h" + host + ".test/v" + page + "?v=" + copy, page + v + host);
        }
        pages.put("http://h" + host + ".test/" + page, host + "-" + page);
      }
    }
    try (var out =
        StoreFiles.mapFile(
            crawl.conf,
            new org.apache.hadoop.fs.Path(
                crawl.dir.resolve("crawldb/current/part-r-00000").toUri()),
            CrawlDatum.class)) {
      for (Map.Entry<String, String> page : pages.entrySet()) {
        var datum = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 100);
        datum.setSignature(page.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        out.append(new Text(page.getKey()), datum);
      }
    }
    Path file = folder.resolve("rules.xml");
    try (Session session = crawl.session()) {
      assertEquals(3, LearnedParameters.propose(session, file));
    }
    String rules = Files.readString(file);
    assertTrue(rules.contains("<!-- sid: 120 times no change on 4 hosts, 0 times one -->"), rules);
    assertTrue(rules.contains("v: 30 times no change on h0.test"), rules);
    for (String[] pair :
        new String[][] {
          {"http://x.test/p?id=1&sid=9", "http://x.test/p?id=1"},
          {"http://x.test/p?sid=9&id=1#f", "http://x.test/p?id=1#f"},
          {"http://x.test/p?sid=9", "http://x.test/p"},
          {"http://x.test/p?a.b=9&sid", "http://x.test/p"},
          {"http://x.test/p?axb=9&insid=2", "http://x.test/p?axb=9&insid=2"},
          {"http://x.test/p?v=1", "http://x.test/p?v=1"},
          {"http://h0.test/p?id=2&v=1", "http://h0.test/p?id=2"},
          {"http://h0.test/p?v=1&id=2", "http://h0.test/p?id=2"},
        }) {
      assertEquals(pair[1], normalized(pair[0], rules));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "20, 0, 3, 1",
    "19, 0, 3, 0",
    "198, 2, 3, 1",
    // Too many opposing witnesses or too few hosts: a rule for each host that has enough.
    "198, 3, 3, 2",
    "40, 0, 2, 2",
    "40, 0, 1, 1",
  })
  void askForEvidence(long same, long other, int hosts, int rules) {
    Map<String, LearnedParameters.Tally> tallies = new TreeMap<>();
    for (int host = 0; host < hosts; host++) {
      tallies.put(
          "h" + host,
          new LearnedParameters.Tally(
              same / hosts + (host < same % hosts ? 1 : 0), host == 0 ? other : 0));
    }
    List<String> proposed = LearnedParameters.rules(Map.of("p", tallies));
    assertEquals(rules, proposed.size(), proposed.toString());
  }
}
