package org.orbweaver.crawler.parse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.parse.ParsePhase.ParseJob.ParseCounter;
import org.orbweaver.crawler.trap.MazeFindings;
import org.orbweaver.crawler.trap.PageFindings;

/**
 * The parse phase: parses fetched segments, each as one step that takes effect as a whole or not at
 * all.
 */
public final class ParsePhase {

  private static final List<String> OUTPUTS =
      List.of(ParseData.DIR_NAME, ParseText.DIR_NAME, CrawlDatum.PARSE_DIR_NAME);

  /**
   * The result of parse, over all segments.
   *
   * @param segments names of the segments that were parsed
   * @param read documents read
   * @param parsed documents with text and links
   * @param unsupported documents of types without text
   * @param failed documents that were broken, exceeded a limit or crashed their parser
   * @param links links found
   * @param sitemaps of the parsed documents, sitemaps
   * @param listed URLs that they list
   */
  public record ParseSummary(
      List<String> segments,
      long read,
      long parsed,
      long unsupported,
      long failed,
      long links,
      long sitemaps,
      long listed) {

    private static ParseSummary of(List<String> segments, Counters counters) {
      ToLongFunction<ParseCounter> count = counter -> counters.findCounter(counter).getValue();
      return new ParseSummary(
          segments,
          count.applyAsLong(ParseCounter.READ),
          count.applyAsLong(ParseCounter.PARSED),
          count.applyAsLong(ParseCounter.UNSUPPORTED),
          Stream.of(
                  ParseCounter.INVALID,
                  ParseCounter.TIMEOUT,
                  ParseCounter.OVER_LIMIT,
                  ParseCounter.FAILED)
              .mapToLong(count)
              .sum(),
          count.applyAsLong(ParseCounter.LINKS),
          count.applyAsLong(ParseCounter.SITEMAPS),
          count.applyAsLong(ParseCounter.SITEMAP_URLS));
    }

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
   * Parses segments.
   *
   * @param names of segments; empty for all that are fetched and not parsed
   * @throws OrbException (nothing to do) if every segment is parsed, (failed) if a named one is
   *     missing or not fetched
   */
  public ParseSummary run(Session session, List<String> names) throws IOException {
    List<Path> segments = choose(session.dir(), names);
    Counters total = new Counters();
    for (Path segment : segments) {
      total.incrAllCounters(parse(session, segment));
    }
    return ParseSummary.of(segments.stream().map(Path::getName).toList(), total);
  }

  private static List<Path> choose(CrawlDir dir, List<String> names) throws IOException {
    List<Path> chosen = new ArrayList<>();
    for (Path segment : names.isEmpty() ? dir.segmentList() : List.<Path>of()) {
      if (isFetched(dir.fs(), segment) && !isParsed(dir.fs(), segment)) {
        chosen.add(segment);
      }
    }
    for (String name : names) {
      Path segment = dir.segment(name);
      if (!isFetched(dir.fs(), segment)) {
        throw OrbException.failed("segment " + name + " is not fetched yet: run 'orb fetch' first");
      }
      if (isParsed(dir.fs(), segment)) {
        throw OrbException.nothingToDo("segment " + name + " is already parsed");
      }
      chosen.add(segment);
    }
    if (chosen.isEmpty()) {
      throw OrbException.nothingToDo("nothing to parse: no unparsed segment in " + dir.root());
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

  private static Counters parse(Session session, Path segment) throws IOException {
    Step step = session.steps().begin("parse", segment.getName());
    Path output = step.staging("out");
    List<Path> rendered = RenderedVersions.of(session.dir().fs(), segment);
    Counters counters = ParseJob.run(session, segment, rendered, output);
    replace(session.dir().fs(), segment, output, step);
    step.commit(results(segment, counters));
    return counters;
  }

  /**
   * Parses a segment again, with rendered versions in the place of its pages, as a part of a step
   * that publishes them: what was parsed before is replaced with the step's commit.
   *
   * @param rendered MapFiles of contents by URL
   */
  public static void again(Session session, Path segment, List<Path> rendered, Step step)
      throws IOException {
    Path output = step.staging("parsed");
    session.dir().fs().delete(output, true);
    ParseJob.run(session, segment, rendered, output);
    replace(session.dir().fs(), segment, output, step);
  }

  private static void replace(FileSystem fs, Path segment, Path output, Step step)
      throws IOException {
    for (String name : OUTPUTS) {
      // Replaced, not published: Nutch may have died after writing some of the three.
      step.replace(new Path(output, name), new Path(segment, name));
    }
    for (String folder : List.of(PageFindings.FOLDER, MazeFindings.FOLDER)) {
      Path found = new Path(output, folder);
      if (fs.exists(found)) {
        step.replace(found, new Path(segment, folder));
      }
    }
  }

  private static Map<String, String> results(Path segment, Counters counters) {
    ParseSummary result = ParseSummary.of(List.of(segment.getName()), counters);
    Map<String, String> results = new LinkedHashMap<>();
    results.put("read", "" + result.read);
    results.put("parsed", "" + result.parsed);
    results.put("unsupported", "" + result.unsupported);
    results.put("failed", "" + result.failed);
    results.put("links", "" + result.links);
    results.put("sitemaps", "" + result.sitemaps);
    results.put("listed", "" + result.listed);
    for (ParseCounter counter :
        List.of(ParseCounter.BEHIND_FORM, ParseCounter.BEHIND_LOGIN, ParseCounter.BEHIND_SCRIPT)) {
      results.put(counter.name(), "" + counters.findCounter(counter).getValue());
    }
    return results;
  }

  /**
   * Parses one segment. Map-only, no shuffle.
   *
   * <p>Input: the segment's {@code content}, sorted by URL, each task reads a contiguous piece of
   * it. Each content carries the data of its fetch that parse needs: status, score, and whether it
   * is to be read as a sitemap. In segments by Nutch, which has no such sitemaps, the last is
   * missing. Output: {@code parse_data}, {@code parse_text}, {@code crawl_parse}, one part a task,
   * sorted as the input. Cost: one read of the content, about a millisecond of processor time a
   * page.
   */
  public static final class ParseJob {

    /** The memory of a JVM besides its heap. */
    private static final int PROCESS_OVERHEAD_MB = 192;

    private ParseJob() {}

    /**
     * Runs the job.
     *
     * @param segment the segment to parse
     * @param rendered MapFiles of the versions that take the place of its pages
     * @param output a folder that does not exist; gets the three parts of the segment
     * @return the counters, {@link ParseCounter} among them
     */
    static Counters run(Session session, Path segment, List<Path> rendered, Path output)
        throws IOException {
      Path content = new Path(segment, Content.DIR_NAME);
      Job job = JobRunner.newJob(session, "parse " + segment.getName(), ParseJob.class, content);
      JobRunner.inTasks(job);
      job.setInputFormatClass(StoreInputFormat.class);
      FileInputFormat.addInputPath(job, content);
      job.setMapperClass(ParseMapper.class);
      job.setNumReduceTasks(0);
      job.setOutputFormatClass(ParseOutputFormat.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(ParsedDocument.class);
      FileOutputFormat.setOutputPath(job, output);
      Path topics = session.dir().topicModel();
      if (CrawlerKeys.PARSE_TOPICS.get(session.conf()).isEmpty()
          && session.dir().fs().exists(topics)) {
        job.getConfiguration().set(CrawlerKeys.PARSE_TOPICS.name(), topics.toString());
      }
      job.getConfiguration().set(MazeFindings.KNOWN, session.dir().mazes().toString());
      RenderedVersions.embed(job, rendered);
      makeRoom(job.getConfiguration());
      UrlRules.embed(job.getConfiguration());
      ContentRules.embed(job.getConfiguration());
      return JobRunner.run(job, session.console());
    }

    /**
     * Requests containers from a cluster that hold a task and its parser processes, unless their
     * size is configured. The task's heap is the same as without these processes.
     */
    static void makeRoom(Configuration conf) {
      if (JobRunner.isLocal(conf) || conf.getInt(MRJobConfig.MAP_MEMORY_MB, -1) > 0) {
        return;
      }
      int task = MRJobConfig.DEFAULT_MAP_MEMORY_MB;
      int all =
          task + ParseMapper.processes(conf) * (ParseKeys.HEAP.get(conf) + PROCESS_OVERHEAD_MB);
      conf.setInt(MRJobConfig.MAP_MEMORY_MB, all);
      float ratio =
          conf.getFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, MRJobConfig.DEFAULT_HEAP_MEMORY_MB_RATIO);
      conf.setFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, ratio * task / all);
    }

    /**
     * Counters of the parse job. {@code READ = NOT_FETCHED + PARSED + UNSUPPORTED + INVALID +
     * TIMEOUT + OVER_LIMIT + FAILED}.
     */
    public enum ParseCounter {
      /** Documents in the segment's content. */
      READ,
      /** Documents that were not fetched successfully; they are left out. */
      NOT_FETCHED,
      /** Documents with text and links. */
      PARSED,
      /** Documents of a type without text, or without a parser. */
      UNSUPPORTED,
      /** Documents that are broken or not of the type they claim. */
      INVALID,
      /** Documents that took longer than allowed. */
      TIMEOUT,
      /** Documents that took more memory, nested deeper or gave more output than allowed. */
      OVER_LIMIT,
      /** Documents on which a parser failed. */
      FAILED,
      /** Links in parse_data. */
      LINKS,
      /** Links beyond the limit for a page. */
      LINKS_DROPPED,
      /** Of the parsed documents, sitemaps. */
      SITEMAPS,
      /** URLs that they list, and that may be followed. */
      SITEMAP_URLS,
      /** Their entries that were left out: of other hosts, unusable, or beyond the limit. */
      SITEMAP_URLS_DROPPED,
      /** Link targets in crawl_parse. */
      TARGETS,
      /** Of the parsed documents, pages with a form for text input; it is not filled in. */
      BEHIND_FORM,
      /** Of the parsed documents, pages with a field for a password. */
      BEHIND_LOGIN,
      /** Of the parsed documents, nearly empty pages that a script fills; it is not run. */
      BEHIND_SCRIPT,
      /** Of the parsed documents, pages whose hidden text addresses language models. */
      HIDDEN_PROMPTS,
      /** Of the parsed documents, pages to which a page filter that failed added nothing. */
      FILTER_FAILED;

      /** The counter of a word of {@link MetaNames#UNREACHED}. */
      static ParseCounter behind(String word) {
        return valueOf("BEHIND_" + word.toUpperCase(Locale.ROOT));
      }
    }
  }
}
