package org.orbweaver.crawler.inject;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.MergeJob;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.inject.Seeds.SeedLine;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;

/** The inject phase: puts seeds into the crawldb. */
public final class InjectPhase {
  private static final int SHOWN_PROBLEMS = 5;

  /**
   * The choice of seeds.
   *
   * @param seeds files, folders and http(s) URLs
   * @param sitemaps the same, of URLs that are to be read as sitemaps
   */
  public record SeedSources(List<String> seeds, List<String> sitemaps) {
    /** Pages only. */
    public SeedSources(List<String> seeds) {
      this(seeds, List.of());
    }
  }

  /**
   * The result of inject.
   *
   * @param lines seeds read, without empty lines and comments
   * @param rejected of these, not usable or refused by a filter
   * @param added new entries of the crawldb
   * @param changed entries that overwrite or update changed
   * @param urls entries of the crawldb now
   */
  public record InjectResult(long lines, long rejected, long added, long changed, long urls) {
    /** One line for people. */
    public String summary() {
      String refused = rejected == 0 ? "" : " (" + rejected + " rejected)";
      if (added + changed == 0) {
        return "nothing new: the crawl already has "
            + (lines - rejected == 1 ? "the seed" : "all " + Count.of(lines - rejected, "seed"))
            + refused;
      }
      return String.format(
          Locale.ROOT,
          "%s from %s%s%s; %s in the crawldb",
          Count.of(added, "new URL"),
          Count.of(lines, "seed"),
          refused,
          changed == 0 ? "" : String.format(Locale.ROOT, ", %,d changed", changed),
          Count.of(urls, "URL"));
    }
  }

  /**
   * Injects seeds. If nothing is new, the crawldb is left untouched.
   *
   * @throws OrbException (failed) if a seed list is missing or no seed is usable
   */
  public InjectResult run(Session session, SeedSources options) throws IOException {
    Seeds seeds = Seeds.find(session.conf(), options.seeds());
    Seeds sitemaps = Seeds.find(session.conf(), options.sitemaps());
    Step step = session.steps().begin("inject", "");
    Path staged = step.staging("seeds");
    var reading = new Reading(session);
    reading.write(seeds, sitemaps, staged);
    reading.report(session.console());
    if (reading.accepted == 0) {
      step.abort();
      throw OrbException.failed(
          reading.lines == 0
              ? "no URLs in the seed files"
              : "no usable seed in "
                  + Count.of(reading.lines, "line")
                  + ": "
                  + reading.problems.get(0));
    }
    Path output = step.staging("crawldb");
    var job =
        MergeJob.create(session, "inject", InjectMerge.class, List.of(), List.of(staged), output);
    job.getConfiguration().setLong(InjectMerge.NOW, session.clock().millis());
    Counters counters = JobRunner.run(job, session.console());
    var result =
        new InjectResult(
            reading.lines,
            reading.lines - reading.accepted,
            counters.findCounter(CrawlDbCounter.ADDED).getValue(),
            counters.findCounter(CrawlDbCounter.CHANGED).getValue(),
            counters.findCounter(CrawlDbCounter.URLS).getValue());
    if (result.added() + result.changed() == 0) {
      step.abort();
      return result;
    }
    step.replace(output, session.dir().crawlDb());
    step.commit(
        Map.of(
            "added", "" + result.added(),
            "changed", "" + result.changed(),
            "rejected", "" + result.rejected(),
            "urls", "" + result.urls()));
    return result;
  }

  /**
   * Names seeds by the lines that {@link #run} would read and the filters they pass. An edited seed
   * list gets another name; one that was only moved keeps its name.
   *
   * @return eight hexadecimal digits
   * @throws OrbException (failed) naming a seed list that does not exist
   */
  public static String fingerprint(Configuration conf, SeedSources options) throws IOException {
    var sum = new CRC32C();
    sum.update(UrlRules.rules(conf).getBytes(StandardCharsets.UTF_8));
    Seeds.find(conf, options.seeds()).forEachLine((where, line) -> add(sum, line));
    Seeds.find(conf, options.sitemaps()).forEachLine((where, line) -> add(sum, "sitemap " + line));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  private static void add(CRC32C sum, String line) {
    sum.update((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Turns seed lines into data and collects their errors. */
  private static final class Reading {
    private final Session session;
    private final UrlNormalizer normalizer;
    private final UrlFilters filters;
    private final Schedule schedule;
    private final List<String> problems = new ArrayList<>();
    private long moreProblems;
    private long lines;
    private long accepted;

    Reading(Session session) {
      this.session = session;
      this.normalizer = UrlRules.normalizer(session.conf());
      this.filters = UrlRules.filters(session.conf());
      this.schedule = Schedule.of(session.conf());
    }

    void write(Seeds seeds, Seeds sitemaps, Path file) throws IOException {
      try (SequenceFile.Writer writer =
          StoreFiles.sequenceFile(session.conf(), file, CrawlDatum.class)) {
        seeds.forEachLine((where, text) -> write(where, text, false, writer));
        sitemaps.forEachLine((where, text) -> write(where, text, true, writer));
      }
    }

    private void write(String where, String text, boolean sitemap, SequenceFile.Writer writer)
        throws IOException {
      SeedLine line = SeedLine.parse(text);
      if (line == null) {
        return;
      }
      lines++;
      String url = check(where, line, sitemap);
      if (url != null) {
        accepted++;
        writer.append(new Text(url), datum(url, line, sitemap));
      }
    }

    private String check(String where, SeedLine line, boolean sitemap) {
      String shown = where + ": " + Console.safe(line.url());
      if (UrlNormalizer.hasBlank(line.url())) {
        problem(shown + ": URL contains a space: write it as %20, or put a tab before key=value");
        return null;
      }
      String url = normalizer.normalize(line.url());
      if (url == null) {
        String hint = line.url().contains("://") ? "'" : "' (http:// or https:// missing)";
        problem(where + ": expected an http or https URL, got '" + Console.safe(line.url()) + hint);
        return null;
      }
      String refusal = sitemap ? filters.sitemapRefusal(url) : filters.refusal(url);
      if (refusal != null) {
        problem(shown + ": refused by the URL filter (" + refusal + ")");
        return null;
      }
      for (String oddity : line.problems()) {
        problem(shown + ": " + Console.safe(oddity) + "; ignored");
      }
      return url;
    }

    private void problem(String text) {
      if (problems.size() < SHOWN_PROBLEMS) {
        problems.add(text);
      } else {
        moreProblems++;
      }
    }

    private CrawlDatum datum(String url, SeedLine line, boolean sitemap) {
      int usual =
          sitemap
              ? CrawlerKeys.SITEMAP_INTERVAL.get(session.conf())
              : schedule.at(url).intervalSeconds();
      int interval = requireNonNullElse(line.interval(), usual);
      float score =
          requireNonNullElseGet(line.score(), () -> CrawlerKeys.SCORE_INJECTED.get(session.conf()));
      var datum = new CrawlDatum(CrawlDatum.STATUS_INJECTED, interval, score);
      datum.setFetchTime(session.clock().millis());
      // The number of the line: if several lines have one URL, the last counts.
      datum.setModifiedTime(lines);
      line.metadata()
          .forEach((key, value) -> datum.getMetaData().put(new Text(key), new Text(value)));
      if (sitemap) {
        SitemapMark.mark(datum, 0);
      }
      if (line.fixedInterval() != null) {
        var fixed = new FloatWritable(line.fixedInterval());
        datum.setFetchInterval(line.fixedInterval());
        datum.getMetaData().put(Nutch.WRITABLE_FIXED_INTERVAL_KEY, fixed);
      }
      return datum;
    }

    void report(Console console) {
      problems.forEach(console::info);
      if (moreProblems > 0) {
        console.infof("… and %,d more", moreProblems);
      }
    }
  }
}
