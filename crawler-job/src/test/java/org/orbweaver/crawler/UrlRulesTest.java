package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class UrlRulesTest {
  @TempDir Path dir;

  @Test
  void defaultsKeepPagesAndRefuseTraps() {
    var filters = UrlRules.filters(new Configuration());
    for (String good :
        new String[] {
          "http://a.org/",
          "http://a.org/b/c.pdf?x=1&y",
          "http://a.org/b/c/b/d/",
          "http://a.org/1/1/"
        }) {
      assertNull(filters.refusal(good), good);
    }
    for (String bad :
        new String[] {
          "http://a.org/x.JPG?y",
          "http://a.org/x.tar.gz",
          "http://a.org/b/c/b/d/b/",
          "http://a.org/b/b/b/",
          "http://a.org/" + "x".repeat(2000)
        }) {
      assertFalse(filters.accepts(bad), bad);
    }
  }

  @Test
  void rulesTravelInTheConfiguration() throws Exception {
    Path file = Files.writeString(dir.resolve("r.txt"), "-${x}|z$\n+.\n");
    var conf = new Configuration();
    CrawlerKeys.REGEX_FILTER_FILE.set(conf, file.toString().replace("r.txt", "absent.txt"));
    OrbException e = assertThrows(OrbException.class, () -> UrlRules.filters(conf));
    assertTrue(e.getMessage().contains("absent.txt"), e.getMessage());

    Files.writeString(file, "-\\.z$\n+.\n");
    CrawlerKeys.REGEX_FILTER_FILE.set(conf, file.toString());
    CrawlerKeys.SUFFIX_FILTER_ENABLED.set(conf, false);
    UrlRules.embed(conf);
    Files.delete(file);
    assertFalse(UrlRules.filters(conf).accepts("http://a/b.z"));
    assertTrue(UrlRules.filters(conf).accepts("http://a/b.jpg"));
  }

  @Test
  void policyReadsNutchsSettings() {
    var conf = new Configuration();
    conf.set("db.ignore.external.links", "true");
    conf.set("db.ignore.external.links.mode", "byDomain");
    assertTrue(UrlRules.links(conf).follow("http://a.b.org/", "http://c.b.org/"));
    assertFalse(UrlRules.links(conf).follow("http://a.b.org/", "http://c.org/"));
    conf.set("db.ignore.external.links.mode", "byMoon");
    assertThrows(OrbException.class, () -> UrlRules.links(conf));
  }
}
