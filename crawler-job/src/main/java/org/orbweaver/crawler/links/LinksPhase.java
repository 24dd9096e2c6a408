package org.orbweaver.crawler.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb;

/**
 * The links phase: brings the linkdb up to date with the parsed segments. The crawl's log of steps
 * records the segments it has read; reading one twice does no harm, since the links of a page to
 * another are one record.
 *
 * <p>As long as each page has one version, the new segments' links are merged into the linkdb. Once
 * a page was fetched again, the linkdb is rebuilt from the newest versions: links that are no
 * longer on their page, or whose page is gone, disappear.
 */
public final class LinksPhase {

  private static final String STEP = "links";

  /**
   * The result of the phase.
   *
   * @param segments how many segments were read
   * @param links links of their pages
   * @param targets URLs in the linkdb
   * @param inlinks links in the linkdb
   */
  public record LinksResult(int segments, long links, long targets, long inlinks) {

    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "%s read from %s; the linkdb has %s to %s",
          Count.of(links, "link"),
          Count.of(segments, "segment"),
          Count.of(inlinks, "link"),
          Count.of(targets, "URL"));
    }
  }

  /**
   * Updates the linkdb.
   *
   * @param rebuild whether to rebuild it from all segments, not only to add the new ones
   * @throws OrbException (nothing to do) if it has read every parsed segment
   */
  public LinksResult run(Session session, boolean rebuild) throws IOException {
    CrawlDir dir = session.dir();
    boolean fresh = rebuild || !dir.fs().exists(dir.linkDb());
    Set<String> seen = fresh ? Set.of() : seen(session);
    List<Path> parsed = parsed(dir);
    List<Path> segments = parsed.stream().filter(s -> !seen.contains(s.getName())).toList();
    if (segments.isEmpty()) {
      throw OrbException.nothingToDo(
          "nothing to add: the linkdb of " + dir.root() + " has every parsed segment");
    }
    int parts = Math.max(1, CrawlDb.check(session.conf(), dir).parts().size());
    Step step = session.steps().begin(STEP, segments.get(segments.size() - 1).getName());
    Path output = step.staging("linkdb");
    Path outdated = step.staging("outdated");
    if (parsed.size() == 1 || OutdatedJob.run(session, parsed, parts, outdated) == 0) {
      outdated = null;
    } else {
      // The linkdb does not record which version of a page a link is from.
      fresh = true;
      segments = parsed;
    }
    SortedStore<Inlinks> linkDb =
        SortedStore.open(
            session.conf(), fresh ? step.staging("none") : dir.linkDb(), Inlinks.class);
    linkDb.check();
    Counters counters = LinksJob.run(session, segments, linkDb, parts, outdated, output);
    step.replace(output, dir.linkDb());
    List<Path> read = segments;
    LinksResult result =
        new LinksResult(
            segments.size(),
            of(counters, LinksCounter.LINKS),
            of(counters, LinksCounter.TARGETS),
            of(counters, LinksCounter.INLINKS));
    String has =
        parsed.stream()
            .filter(segment -> read.contains(segment) || seen.contains(segment.getName()))
            .map(Path::getName)
            .collect(Collectors.joining(","));
    step.commit(
        Map.of(
            StepRecord.SEGMENTS,
            has,
            "links",
            "" + result.links(),
            "targets",
            "" + result.targets(),
            "inlinks",
            "" + result.inlinks()));
    return result;
  }

  private static List<Path> parsed(CrawlDir dir) throws IOException {
    List<Path> parsed = new ArrayList<>();
    for (Path segment : dir.segmentList()) {
      if (dir.fs().exists(new Path(segment, ParseData.DIR_NAME))) {
        parsed.add(segment);
      }
    }
    return parsed;
  }

  private static long of(Counters counters, LinksCounter counter) {
    return counters.findCounter(counter).getValue();
  }

  /** Each record names all segments of the crawl that are in its linkdb. */
  private static Set<String> seen(Session session) {
    return session
        .steps()
        .last(STEP)
        .map(StepRecord::results)
        .map(results -> results.getOrDefault(StepRecord.SEGMENTS, ""))
        .map(names -> Set.of(names.split(",", -1)))
        .orElse(Set.of());
  }
}
