package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.dedup.DedupPhase;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;

/** The phases around the crawldb, run one by one. */
final class Phases {
  private Phases() {}

  static InjectPhase.InjectResult inject(TestCrawl crawl, String... seeds) throws IOException {
    try (Session session = crawl.session()) {
      return new InjectPhase().run(session, new InjectPhase.SeedSources(List.of(seeds)));
    }
  }

  static GeneratePhase.GeneratedList generate(TestCrawl crawl, long topN, int parts)
      throws IOException {
    try (Session session = crawl.session()) {
      return new GeneratePhase().run(session, new GeneratePhase.GenerateOptions(topN, parts));
    }
  }

  static UpdatePhase.UpdateResult update(TestCrawl crawl, String... segments) throws IOException {
    try (Session session = crawl.session()) {
      return new UpdatePhase()
          .run(session, new UpdatePhase.UpdateOptions(List.of(segments), false));
    }
  }

  /** A round over all due URLs; empty if none is due. */
  static Optional<UpdatePhase.UpdateResult> round(TestCrawl crawl) throws IOException {
    String segment;
    try {
      segment = generate(crawl, Long.MAX_VALUE, 1).segment();
    } catch (OrbException e) {
      assertEquals(ExitCode.NOTHING_TO_DO, e.exitCode());
      return Optional.empty();
    }
    try (Session session = crawl.session()) {
      new FetchPhase().run(session, segment);
      new ParsePhase().run(session, List.of(segment));
    }
    return Optional.of(update(crawl, segment));
  }

  static UpdatePhase.UpdateResult dedupAndUpdate(TestCrawl crawl, String segment)
      throws IOException {
    try (Session session = crawl.session()) {
      return new UpdatePhase().run(session, UpdatePhase.UpdateOptions.round(segment));
    }
  }

  static long dedup(TestCrawl crawl) throws IOException {
    try (Session session = crawl.session()) {
      return new DedupPhase().run(session);
    }
  }

  static byte[] md5(int number) {
    try {
      return MessageDigest.getInstance("MD5").digest(new byte[] {(byte) number});
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static String describe(SortedMap<String, CrawlDatum> db) {
    var text = new StringBuilder();
    db.forEach((url, datum) -> text.append(url).append('\t').append(datum).append('\n'));
    return text.toString();
  }

  static SortedMap<String, CrawlDatum> fetch(TestCrawl crawl, String url, int status)
      throws IOException {
    return new TreeMap<>(Map.of(url, crawl.fetched(crawl.crawlDb().get(url), status)));
  }
}
