package org.orbweaver.crawler.parse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.parse.ParseJob.ParseCounter;

/** The parse phase: parses fetched segments, each as one step that happens as a whole or not. */
public final class ParsePhase {

  private static final List<String> OUTPUTS =
      List.of(ParseData.DIR_NAME, ParseText.DIR_NAME, CrawlDatum.PARSE_DIR_NAME);

  /**
   * What to parse.
   *
   * @param segments names; empty for all that are fetched and not parsed
   */
  public record Options(List<String> segments) {
    /** All segments that are fetched and not parsed. */
    public static final Options UNPARSED = new Options(List.of());
  }

  /**
   * What came out, over all segments.
   *
   * @param segments names of the segments that were parsed
   * @param read documents looked at
   * @param parsed documents with text and links
   * @param unsupported documents of types without text
   * @param failed documents that were broken, exceeded a limit or made their parser fail
   * @param links links found
   * @param sitemaps of the parsed documents, sitemaps
   * @param listed URLs that they list
   */
  public record Result(
      List<String> segments,
      long read,
      long parsed,
      long unsupported,
      long failed,
      long links,
      long sitemaps,
      long listed) {

    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "%,d of %s parsed (%,d without text, %,d failed), %s%s",
          parsed,
          Count.of(read, "document"),
          unsupported,
          failed,
          Count.of(links, "link"),
          sitemaps == 0
              ? ""
              : ", " + Count.of(listed, "URL") + " in " + Count.of(sitemaps, "sitemap"));
    }
  }

  /**
   * Parses.
   *
   * @throws OrbException (nothing to do) when every segment is parsed, (failed) when a named one is
   *     missing or not fetched
   */
  public Result run(Session session, Options options) throws IOException {
    List<Path> segments = choose(session.dir(), options);
    Counts total = new Counts();
    List<String> names = new ArrayList<>();
    for (Path segment : segments) {
      total.add(parse(session, segment));
      names.add(segment.getName());
    }
    return new Result(
        List.copyOf(names),
        total.read,
        total.parsed,
        total.unsupported,
        total.failed,
        total.links,
        total.sitemaps,
        total.listed);
  }

  private static List<Path> choose(CrawlDir dir, Options options) throws IOException {
    List<Path> chosen = new ArrayList<>();
    if (options.segments().isEmpty()) {
      for (Path segment : dir.segmentList()) {
        if (isFetched(dir.fs(), segment) && !isParsed(dir.fs(), segment)) {
          chosen.add(segment);
        }
      }
      if (chosen.isEmpty()) {
        throw OrbException.nothingToDo("nothing to parse: no unparsed segment in " + dir.root());
      }
      return chosen;
    }
    for (String name : options.segments()) {
      Path segment = dir.segment(name);
      if (!isFetched(dir.fs(), segment)) {
        throw OrbException.failed("segment " + name + " is not fetched yet: run 'orb fetch' first");
      }
      if (isParsed(dir.fs(), segment)) {
        throw OrbException.nothingToDo("segment " + name + " is already parsed");
      }
      chosen.add(segment);
    }
    return chosen;
  }

  private static boolean isFetched(FileSystem fs, Path segment) throws IOException {
    return fs.exists(new Path(segment, Content.DIR_NAME));
  }

  private static boolean isParsed(FileSystem fs, Path segment) throws IOException {
    for (String output : OUTPUTS) {
      if (!fs.exists(new Path(segment, output))) {
        return false;
      }
    }
    return true;
  }

  private static Counts parse(Session session, Path segment) throws IOException {
    Step step = session.steps().begin("parse", segment.getName());
    Path output = step.staging("out");
    Counts counts = new Counts(ParseJob.run(session, segment, output));
    for (String name : OUTPUTS) {
      // Replaced, not published: Nutch may have died between writing the three.
      step.replace(new Path(output, name), new Path(segment, name));
    }
    step.commit(counts.results());
    return counts;
  }

  private static final class Counts {
    private long read;
    private long parsed;
    private long unsupported;
    private long failed;
    private long links;
    private long sitemaps;
    private long listed;

    Counts() {}

    Counts(Counters counters) {
      read = of(counters, ParseCounter.READ);
      parsed = of(counters, ParseCounter.PARSED);
      unsupported = of(counters, ParseCounter.UNSUPPORTED);
      failed =
          of(counters, ParseCounter.INVALID)
              + of(counters, ParseCounter.TIMEOUT)
              + of(counters, ParseCounter.OVER_LIMIT)
              + of(counters, ParseCounter.FAILED);
      links = of(counters, ParseCounter.LINKS);
      sitemaps = of(counters, ParseCounter.SITEMAPS);
      listed = of(counters, ParseCounter.SITEMAP_URLS);
    }

    private static long of(Counters counters, ParseCounter counter) {
      return counters.findCounter(counter).getValue();
    }

    void add(Counts other) {
      read += other.read;
      parsed += other.parsed;
      unsupported += other.unsupported;
      failed += other.failed;
      links += other.links;
      sitemaps += other.sitemaps;
      listed += other.listed;
    }

    Map<String, String> results() {
      Map<String, String> results = new LinkedHashMap<>();
      results.put("read", Long.toString(read));
      results.put("parsed", Long.toString(parsed));
      results.put("unsupported", Long.toString(unsupported));
      results.put("failed", Long.toString(failed));
      results.put("links", Long.toString(links));
      results.put("sitemaps", Long.toString(sitemaps));
      results.put("listed", Long.toString(listed));
      return results;
    }
  }
}
