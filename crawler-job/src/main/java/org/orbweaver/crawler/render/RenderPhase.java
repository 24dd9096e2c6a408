package org.orbweaver.crawler.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.fetch.ResourceFetch;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.render.RenderJob.RenderCounter;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/**
 * The render phase: renders pages of a parsed segment, and parses it again with their rendered
 * versions, as one step.
 */
public final class RenderPhase {
  /** The step's name. */
  public static final String STEP = "render";

  /**
   * The result of render.
   *
   * @param segment name of the segment
   * @param counters {@link RenderCounter}s by name, as the step's record has them
   * @param whyNoBrowser why tasks found no browser, and what to do; empty if none did
   */
  public record RenderResult(String segment, Map<String, Long> counters, String whyNoBrowser) {
    private long get(RenderCounter counter) {
      return counters.get(counter.name());
    }

    /** Whether tasks found no browser. */
    public boolean hadNoBrowser() {
      return get(RenderCounter.NO_BROWSER) > 0;
    }

    /** One line for people. */
    public String summary() {
      long pages = get(RenderCounter.RENDERED);
      List<String> failures = new ArrayList<>();
      for (RenderCounter failure :
          List.of(
              RenderCounter.CRASHED,
              RenderCounter.TOO_LARGE,
              RenderCounter.LEFT,
              RenderCounter.FAILED)) {
        if (get(failure) > 0) {
          failures.add(get(failure) + " " + RenderOutcome.Result.valueOf(failure.name()).word());
        }
      }
      return String.format(
          Locale.ROOT,
          "%s rendered, %,d gained%s, %s, %.2f CPU s a page%s",
          Count.of(pages, "page"),
          get(RenderCounter.GAINED),
          failures.isEmpty() ? "" : ", " + String.join(", ", failures),
          Count.of(get(RenderCounter.REQUESTS), "request"),
          get(RenderCounter.CPU_MS) / 1000.0 / Math.max(1, pages),
          hadNoBrowser() ? "; other pages stay as they were fetched: " + whyNoBrowser : "");
    }
  }

  /**
   * Renders pages of a segment.
   *
   * @param name of the segment; null: the oldest that is parsed, not rendered and not in the
   *     crawldb
   * @throws OrbException (nothing to do) if there is none, or the settings let no page be rendered,
   *     (failed) if the named one is missing, not parsed, or rendered
   */
  public RenderResult run(Session session, String name) throws IOException {
    if (!RenderKeys.isOn(session.conf())) {
      throw OrbException.nothingToDo(
          "nothing to render: "
              + RenderKeys.RENDER.name()
              + " is never, and no site has 'render'; set -D "
              + RenderKeys.RENDER.name()
              + "=auto");
    }
    Path segment = segment(session, name);
    boolean interrupted = session.steps().isInterrupted(STEP);
    Step step = session.steps().resume(STEP, segment.getName());
    Path shared = step.staging("shared");
    Configuration conf = session.conf();
    Counters counters =
        JobRunner.run(RenderJob.of(session, segment, shared, interrupted), session.console());
    RenderResult result = result(session, segment.getName(), counters, shared);
    boolean gained = result.get(RenderCounter.GAINED) > 0;
    if (gained) {
      ParsePhase.again(session, segment, ResourceFetch.pages(conf, shared), step);
    }
    Map<Table, String> folders = new LinkedHashMap<>();
    folders.put(Table.FETCH, RenderOutcome.FOLDER);
    if (gained) {
      folders.put(Table.CONTENT, SegmentPart.RENDERED.folder());
    }
    ResourceFetch.publish(conf, shared, segment, folders, step);
    Map<String, String> facts = new LinkedHashMap<>();
    result.counters().forEach((counter, value) -> facts.put(counter, value.toString()));
    step.commit(facts);
    return result;
  }

  private static RenderResult result(
      Session session, String segment, Counters counters, Path shared) throws IOException {
    Map<String, Long> values = new LinkedHashMap<>();
    for (RenderCounter counter : RenderCounter.values()) {
      values.put(counter.name(), counters.findCounter(counter).getValue());
    }
    boolean hasBrowser = values.get(RenderCounter.NO_BROWSER.name()) == 0;
    String why =
        hasBrowser
            ? ""
            : new String(Files.read(session.dir().fs(), RenderJob.whyNoBrowser(shared)), UTF_8);
    return new RenderResult(segment, values, why);
  }

  private static Path segment(Session session, String name) throws IOException {
    CrawlDir dir = session.dir();
    if (name != null) {
      Path segment = dir.segment(name);
      if (!isParsed(dir.fs(), segment)) {
        throw OrbException.failed(
            "segment " + name + " is not parsed yet: run 'orb fetch' and 'orb parse' first");
      }
      if (isRendered(dir.fs(), segment)) {
        throw OrbException.nothingToDo("segment " + name + " is already rendered");
      }
      if (CrawlDb.segments(session.steps().history()).contains(name)) {
        throw OrbException.failed(
            "segment "
                + name
                + " is in the crawldb already: pages are rendered before 'orb update'");
      }
      return segment;
    }
    Set<String> done = CrawlDb.segments(session.steps().history());
    for (Path segment : dir.segmentList()) {
      if (!done.contains(segment.getName())
          && isParsed(dir.fs(), segment)
          && !isRendered(dir.fs(), segment)) {
        return segment;
      }
    }
    throw OrbException.nothingToDo(
        "nothing to render: no segment in " + dir + " that is parsed and waits for 'orb update'");
  }

  private static boolean isParsed(FileSystem fs, Path segment) throws IOException {
    return fs.exists(new Path(segment, Content.DIR_NAME))
        && fs.exists(new Path(segment, ParseData.DIR_NAME));
  }

  private static boolean isRendered(FileSystem fs, Path segment) throws IOException {
    return fs.exists(new Path(segment, RenderOutcome.FOLDER));
  }
}
