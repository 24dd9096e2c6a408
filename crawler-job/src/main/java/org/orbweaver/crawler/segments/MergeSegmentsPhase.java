package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.segments.MergeSegmentsJob.MergeCounter;
import org.orbweaver.crawler.update.UpdatePhase;

/**
 * Merges all but a crawl's last segments into one, which takes the name of the newest of them. To
 * be run when the linkdb is up to date: it does not tell from which version of a page a link is.
 */
public final class MergeSegmentsPhase {
  private static final String STEP = "merge";

  /**
   * What to merge.
   *
   * @param kept segments that stay as they are; the others are merged once there are twice as many,
   *     so that each record is written anew only once in a while. 0: nothing is merged
   */
  public record Options(int kept) {}

  /**
   * What came of it.
   *
   * @param segment its name
   * @param merged segments that are in it
   * @param pages with content
   * @param dropped contents that are out of date, or of pages that are gone
   */
  public record Result(String segment, int merged, long pages, long dropped) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "merged %s into %s: %s, %s dropped",
          Count.of(merged, "segment"),
          segment,
          Count.of(pages, "page"),
          Count.of(dropped, "old version"));
    }
  }

  /**
   * Merges, where it is time.
   *
   * @throws OrbException (failed) where a segment is damaged: nothing is changed then
   */
  public Optional<Result> run(Session session, Options options) throws IOException {
    List<Path> old = old(session, options.kept());
    if (old.isEmpty()) {
      return Optional.empty();
    }
    CrawlDir dir = session.dir();
    Path newest = old.get(old.size() - 1);
    Step step = session.steps().begin(STEP, newest.getName());
    Path staged = step.staging("segment");
    List<Path> newestFirst = new ArrayList<>(old);
    Collections.reverse(newestFirst);
    int parts = Math.max(1, CrawlDb.check(session.conf(), dir).parts().size());
    Counters counters = MergeSegmentsJob.run(session, newestFirst, parts, staged);
    step.replace(staged, newest);
    for (Path segment : old.subList(0, old.size() - 1)) {
      step.remove(segment);
    }
    Result result =
        new Result(
            newest.getName(),
            old.size(),
            counters.findCounter(MergeCounter.PAGES).getValue(),
            counters.findCounter(MergeCounter.DROPPED).getValue());
    step.commit(
        Map.of(
            "merged", String.join(",", old.stream().map(Path::getName).toList()),
            "pages", "" + result.pages(),
            "dropped", "" + result.dropped()));
    return Optional.of(result);
  }

  /** The oldest segments, up to the first that the crawldb does not have, where it is time. */
  private static List<Path> old(Session session, int kept) throws IOException {
    Set<String> done = UpdatePhase.inCrawlDb(session.steps());
    List<Path> all = session.dir().segmentList();
    int inCrawlDb = 0;
    while (inCrawlDb < all.size() && done.contains(all.get(inCrawlDb).getName())) {
      inCrawlDb++;
    }
    return kept > 0 && inCrawlDb > 2 * kept ? all.subList(0, inCrawlDb - kept) : List.of();
  }
}
