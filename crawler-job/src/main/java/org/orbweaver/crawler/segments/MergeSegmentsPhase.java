package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.segments.MergeSegmentsJob.MergeCounter;

/**
 * Merges a crawl's older segments with each other. Run it when the linkdb is up to date: the linkdb
 * does not record which version of a page a link is from.
 */
public final class MergeSegmentsPhase {
  private static final String STEP = "merge";

  /**
   * The options of a merge.
   *
   * @param retention chooses the segments
   * @param sliceBytes size of a segment above which a merge makes several, each with some of the
   *     URLs; 0 for no limit
   */
  public record MergeOptions(SegmentRetention retention, long sliceBytes) {}

  /**
   * The result of a merge.
   *
   * @param merged segments that were merged
   * @param made segments that they became
   * @param pages with content
   * @param dropped contents that are out of date, or of pages that are gone
   */
  public record MergeResult(int merged, int made, long pages, long dropped) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "merged %s into %,d: %s, %s dropped",
          Count.of(merged, "segment"),
          made,
          Count.of(pages, "page"),
          Count.of(dropped, "old version"));
    }

    private MergeResult plus(MergeResult other) {
      return new MergeResult(
          merged + other.merged, made + other.made, pages + other.pages, dropped + other.dropped);
    }
  }

  /** Segments to merge into fewer; these take the names of the newest of them. */
  private record PlannedMerge(List<Path> segments, int slices) {
    int saved() {
      return segments.size() - slices;
    }
  }

  /**
   * Merges if it is time: once at least as many segments would vanish as are kept unmerged, so that
   * each record is rewritten only rarely.
   *
   * @throws OrbException (failed) if a segment is damaged; its merge then changes nothing
   */
  public Optional<MergeResult> run(Session session, MergeOptions options) throws IOException {
    int kept = options.retention().kept();
    List<PlannedMerge> merges = kept > 0 ? merges(session, options) : List.of();
    if (merges.isEmpty() || merges.stream().mapToInt(PlannedMerge::saved).sum() < kept) {
      return Optional.empty();
    }
    MergeResult total = new MergeResult(0, 0, 0, 0);
    for (PlannedMerge merge : merges) {
      total = total.plus(merge(session, merge));
    }
    return Optional.of(total);
  }

  private static List<PlannedMerge> merges(Session session, MergeOptions options)
      throws IOException {
    FileSystem fs = session.dir().fs();
    Path folder = session.dir().segments();
    List<PlannedMerge> merges = new ArrayList<>();
    for (List<String> names :
        options.retention().groups(inCrawlDb(session), session.clock().instant())) {
      List<Path> segments = names.stream().map(name -> new Path(folder, name)).toList();
      long slices = 1;
      if (options.sliceBytes() > 0) {
        long bytes = 0;
        for (Path segment : segments) {
          bytes += fs.getContentSummary(segment).getLength();
        }
        slices = Math.max(1, (bytes + options.sliceBytes() - 1) / options.sliceBytes());
      }
      PlannedMerge merge = new PlannedMerge(segments, (int) Math.min(slices, segments.size()));
      if (merge.saved() > 0) {
        merges.add(merge);
      }
    }
    return merges;
  }

  /** The oldest segments, up to the first that is not in the crawldb. */
  private static List<String> inCrawlDb(Session session) throws IOException {
    Set<String> done = CrawlDb.segments(session.steps().history());
    return session.dir().segmentList().stream()
        .map(Path::getName)
        .takeWhile(done::contains)
        .toList();
  }

  private static MergeResult merge(Session session, PlannedMerge merge) throws IOException {
    List<Path> old = merge.segments();
    Step step = session.steps().begin(STEP, old.get(old.size() - 1).getName());
    Path staged = step.staging("segment");
    List<Path> newestFirst = new ArrayList<>(old);
    Collections.reverse(newestFirst);
    int parts = Math.max(1, CrawlDb.check(session.conf(), session.dir()).parts().size());
    Counters counters = MergeSegmentsJob.run(session, newestFirst, parts, merge.slices(), staged);
    for (int i = 0; i < old.size(); i++) {
      if (i < merge.slices()) {
        step.replace(SegmentOutputFormat.slice(staged, i), newestFirst.get(i));
      } else {
        step.remove(newestFirst.get(i));
      }
    }
    MergeResult result =
        new MergeResult(
            old.size(),
            merge.slices(),
            counters.findCounter(MergeCounter.PAGES).getValue(),
            counters.findCounter(MergeCounter.DROPPED).getValue());
    step.commit(
        Map.of(
            "merged", String.join(",", old.stream().map(Path::getName).toList()),
            "pages", "" + result.pages(),
            "dropped", "" + result.dropped()));
    return result;
  }
}
