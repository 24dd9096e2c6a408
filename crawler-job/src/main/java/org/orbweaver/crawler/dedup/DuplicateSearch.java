package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.CrawlDb;

/**
 * Finds pages whose content another page has: by digest ({@link DigestJob}), then byte by byte
 * ({@link CompareJob}), if any digests are equal.
 */
public final class DuplicateSearch {
  private DuplicateSearch() {}

  /**
   * Runs the jobs. The output has (URL, CrawlDatum duplicate) for each new duplicate, and (URL,
   * CrawlDatum fetched) for each page that no longer is one, with their signatures.
   *
   * @param segment whose pages count as in the crawldb, though they are not yet
   * @param output a folder that does not exist
   * @return the counters, {@link DedupCounter} among them
   * @throws OrbException (failed) if there is no crawldb or it is corrupt
   */
  public static Counters run(Session session, Optional<Path> segment, Path output)
      throws IOException {
    int parts = CrawlDb.require(session.conf(), session.dir()).parts().size();
    Path equal = output.suffix("-by-digest");
    Counters counters = DigestJob.run(session, segment, parts, equal);
    if (DedupCounter.EQUAL_DIGESTS.in(counters) == 0) {
      Files.rename(session.conf(), equal, output);
    } else {
      counters.incrAllCounters(CompareJob.run(session, equal, parts, output));
    }
    return counters;
  }
}
