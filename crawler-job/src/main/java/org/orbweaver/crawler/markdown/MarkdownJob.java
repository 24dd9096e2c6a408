package org.orbweaver.crawler.markdown;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.corpus.CorpusRecipe;
import org.orbweaver.crawler.corpus.Preset;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.parse.ParseMapper;
import org.orbweaver.crawler.segments.SegmentMapper;
import org.orbweaver.crawler.segments.SegmentRecord;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.segments.UrlGrouping;

/**
 * Writes the Markdown of the pages of an index.
 *
 * <p>Input: the rows of the index (URL, JSON), and {@code crawl_fetch} and {@code content} of all
 * segments. Map: each record with the name of its page's file. Shuffle, compressed: by that name,
 * the URL, the kind (the row first), and segment from new to old. Reduce: the newest page that was
 * fetched for each row is parsed and written below {@link #PAGES}; the job has no other output.
 * Cost: all content is sorted once, and the pages of the index are parsed once.
 */
final class MarkdownJob {
  /** The folder of files in the job's output. */
  static final String PAGES = "pages";

  private static final String FORM = "orbweaver.internal.markdown.form";

  private MarkdownJob() {}

  /**
   * The form of the export.
   *
   * @param lines whether pages are lines of JSON, not files of their own
   * @param disallowed pages with one of these words of {@link MetaNames#USAGE} are left out
   * @param publicOnly whether pages fetched with a login are left out
   * @param gzip whether files of lines are packed
   * @param maxBytes after which a file of lines ends, before it is packed
   * @param corpus which pages are taken, as plain text; empty: all, as Markdown
   */
  record Form(
      boolean lines,
      List<String> disallowed,
      boolean publicOnly,
      boolean gzip,
      long maxBytes,
      Optional<CorpusRecipe> corpus) {
    boolean isCorpus() {
      return corpus.isPresent();
    }
  }

  /** The group of counters of the pages that are not in a corpus, by reason. */
  static final String LEFT_OUT = "corpus";

  /** The counters of the job; each page of the index is in one of them. */
  enum MarkdownCounter {
    /** Pages written. */
    PAGES,
    /** Pages whose content is in no segment. */
    WITHOUT_CONTENT,
    /** Pages whose newest version cannot be parsed, or is no page. */
    UNPARSABLE,
    /** Pages whose newest version is not for an index, or not for the use, by its owner. */
    DISALLOWED,
    /** Pages whose newest version was fetched with a login. */
    WITH_LOGIN,
    /** Pages that are not in the corpus; {@link #LEFT_OUT} has them by reason. */
    NOT_IN_CORPUS
  }

  /** Of pages that were written. */
  enum CutCounter {
    /** Those that lack a part: a limit of fetch or parse cut them. */
    PAGES
  }

  /**
   * Runs the job.
   *
   * @param rows a folder with a sequence file: URL, and the page's fields in the index as JSON
   * @param segments from old to new
   * @param output does not exist
   */
  static Counters run(
      Configuration base,
      CrawlDir crawl,
      Path rows,
      List<Path> segments,
      Form form,
      Path output,
      Console console)
      throws IOException {
    Configuration conf = form.isCorpus() ? base : ParseMapper.withMarkdown(base);
    List<String> folders = List.of(CrawlDatum.FETCH_DIR_NAME, Content.DIR_NAME);
    Job job = SegmentsJob.create(conf, "markdown", MarkdownJob.class, crawl, segments, folders);
    FileInputFormat.addInputPath(job, rows);
    job.getConfiguration().set(FORM, Json.line(form));
    job.setMapperClass(VersionMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(SegmentRecord.class);
    job.setPartitionerClass(ByName.class);
    job.setGroupingComparatorClass(ByPage.class);
    job.setReducerClass(PageReducer.class);
    StoreFiles.writeSequence(job, output, Text.class);
    return JobRunner.run(job, console);
  }

  /** Name, 0, URL, 0, age of the segment, kind; the row of the index is as young as can be. */
  private static final class Key {
    private static final int TAIL = Integer.BYTES + 1;

    private Key() {}

    static void set(BytesWritable key, String url, int age, int kind) {
      String text = PageName.of(url) + '\0' + url + '\0';
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      key.setSize(bytes.length + TAIL);
      ByteBuffer.wrap(key.getBytes()).put(bytes).putInt(age).put((byte) kind);
    }

    static String[] nameAndUrl(BytesWritable key) {
      String text = new String(key.getBytes(), 0, key.getLength() - TAIL, StandardCharsets.UTF_8);
      return text.split("\0", -1);
    }

    static int age(BytesWritable key) {
      return ByteBuffer.wrap(key.getBytes(), key.getLength() - TAIL, Integer.BYTES).getInt();
    }
  }

  /** Pages whose names differ in case, if at all, come to one reducer: it gives them two names. */
  static final class ByName extends Partitioner<BytesWritable, SegmentRecord> {
    @Override
    public int getPartition(BytesWritable key, SegmentRecord value, int parts) {
      byte[] name =
          Key.nameAndUrl(key)[0].toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
      return Math.floorMod(WritableComparator.hashBytes(name, name.length), parts);
    }
  }

  /** Groups by name and URL. */
  static final class ByPage extends UrlGrouping {
    ByPage() {
      super(Key.TAIL);
    }
  }

  /** Adds name, age and kind to each record. */
  static final class VersionMapper extends SegmentMapper<BytesWritable> {
    private final BytesWritable key = new BytesWritable();
    private CorpusRecipe corpus;

    @Override
    protected void setup(Context context) {
      super.setup(context);
      try {
        corpus =
            Json.parse(context.getConfiguration().getRaw(FORM), Form.class)
                .corpus()
                .orElse(CorpusRecipe.ALL);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected void map(Text url, Writable value, Context context)
        throws IOException, InterruptedException {
      if (!corpus.samples(url.toString())) {
        if (value instanceof Text) {
          context.getCounter(LEFT_OUT, "not_sampled").increment(1);
        }
        return;
      }
      if (value instanceof Text) {
        Key.set(key, url.toString(), 0, 0);
      } else {
        locate(context);
        boolean fetched =
            value instanceof Content
                || ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS;
        if (!fetched) {
          return;
        }
        int age = Integer.MAX_VALUE - segment();
        Key.set(key, url.toString(), age, value instanceof Content ? 2 : 1);
      }
      record.set(value);
      context.write(key, record);
    }
  }

  /** Parses the newest version of each page of the index and writes it. */
  static final class PageReducer extends Reducer<BytesWritable, SegmentRecord, Text, Text> {
    private final RecordFaults faults = new RecordFaults(PageReducer.class);
    private Form form;
    private FileSystem fs;
    private Path folder;
    private ParseMapper.Documents parser;
    private OutputStream lines;
    private long written;
    private int files;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      form = Json.parse(conf.getRaw(FORM), Form.class);
      folder = new Path(FileOutputFormat.getWorkOutputPath(context), PAGES);
      fs = Files.plain(folder.getFileSystem(conf));
      parser = new ParseMapper.Documents(conf);
    }

    @Override
    protected void reduce(BytesWritable key, Iterable<SegmentRecord> records, Context context)
        throws IOException, InterruptedException {
      String[] names = Key.nameAndUrl(key);
      Map<String, Object> row = null;
      CrawlDatum fetch = null;
      int age = 0;
      Content content = null;
      for (SegmentRecord record : records) {
        Writable value = record.get();
        if (value instanceof Text json) {
          row = Json.parse(json.toString());
        } else if (row == null) {
          return; // The index does not have it.
        } else if (value instanceof CrawlDatum datum) {
          fetch = datum;
          age = Key.age(key); // The key changes along with the values of its group.
        } else if (fetch != null && age == Key.age(key)) {
          content = (Content) value;
          break;
        }
      }
      try {
        MarkdownCounter fate = page(names, row, fetch, content, context);
        context.getCounter(fate).increment(1);
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords(names[1], e, context)) {
          throw e;
        }
      }
      context.progress();
    }

    private MarkdownCounter page(
        String[] names, Map<String, Object> row, CrawlDatum fetch, Content content, Context context)
        throws IOException, InterruptedException {
      String early = form.isCorpus() ? ofIndex(row) : null;
      if (early != null) {
        return leftOut(early, context);
      } else if (content == null) {
        return MarkdownCounter.WITHOUT_CONTENT;
      } else if (form.publicOnly() && SiteMark.isOn(fetch, content)) {
        return MarkdownCounter.WITH_LOGIN;
      }
      String cut = content.getMetadata().get(Response.TRUNCATED_CONTENT_REASON);
      ParsedPage page = parser.parse(content);
      String text = form.isCorpus() ? mainText(page) : page.meta().get(MetaNames.MARKDOWN);
      if (!page.parsed() || page.nonContent().isPresent() || text == null) {
        return MarkdownCounter.UNPARSABLE;
      }
      List<String> usage = List.of(page.meta().getOrDefault(MetaNames.USAGE, "").split(" ", -1));
      RobotsDirectives robots = RobotsDirectives.of(page.meta().getOrDefault(MetaNames.ROBOTS, ""));
      if (robots.noindex()
          || usage.contains(MetadataKeys.NO_SEARCH)
          || form.disallowed().stream().anyMatch(usage::contains)) {
        return MarkdownCounter.DISALLOWED;
      }
      if (form.isCorpus()) {
        String language = page.meta().get(MetaNames.LANGUAGE);
        Preset.Judged judged =
            robots.maxSnippet() == 0
                ? new Preset.Judged(text, "nosnippet")
                : form.corpus().get().judge(text, language);
        if (judged.reason() != null) {
          return leftOut(judged.reason(), context);
        }
        text = judged.text();
      }
      Fields fields = fields(names[1], page, row, fetch, content);
      String missing =
          page.meta().getOrDefault(MetaNames.PARTIAL, cut == null ? "" : "fetch: " + cut);
      if (!missing.isEmpty()) {
        fields.put("partial", missing);
        context.getCounter(CutCounter.PAGES).increment(1);
      }
      if (form.lines()) {
        String name = form.isCorpus() ? "text" : "markdown";
        line(Json.line(fields.with(name, text)) + '\n', context);
      } else {
        file(names, fields, text);
      }
      return MarkdownCounter.PAGES;
    }

    /** The reason why what the index knows of a page keeps it out of the corpus, or null. */
    private String ofIndex(Map<String, Object> row) {
      if (row.get("usage") instanceof List<?> usage
          && form.disallowed().stream().anyMatch(usage::contains)) {
        return "disallowed";
      } else if (form.publicOnly() && row.containsKey("login")) {
        return "with_login";
      }
      boolean isCopy = row.get("representative") instanceof Number one && one.intValue() == 0;
      return isCopy && !form.corpus().get().duplicates() ? "near_duplicate" : null;
    }

    private static MarkdownCounter leftOut(String reason, Context context) {
      context.getCounter(LEFT_OUT, reason).increment(1);
      return MarkdownCounter.NOT_IN_CORPUS;
    }

    /** Main content that may be shown, a paragraph a line. */
    private static String mainText(ParsedPage page) {
      Map<String, String> meta = page.meta();
      return MainContent.shown(
              page.text(), meta.get(MetaNames.MAIN), meta.get(MetaNames.NO_SNIPPET))
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .collect(Collectors.joining("\n"));
    }

    private Fields fields(
        String url, ParsedPage page, Map<String, Object> row, CrawlDatum fetch, Content content) {
      Map<String, String> meta = page.meta();
      String digest = content.getMetadata().get(Nutch.SIGNATURE_KEY);
      String usage = meta.get(MetaNames.USAGE);
      Fields fields =
          new Fields()
              .withKnown("id", form.isCorpus() ? CorpusRecipe.id(url) : null)
              .with("url", url)
              .with("title", page.title())
              .withKnown("language", meta.get(MetaNames.LANGUAGE))
              .withKnown("kind", meta.get(MetaNames.KIND))
              .withKnown("type", meta.get(MetaNames.TYPE))
              .withKnown("author", meta.get(MetaNames.AUTHOR))
              .withKnown("date", row.get("date"))
              .withKnown("published", meta.get(MetaNames.PUBLISHED))
              .withKnown("modified", meta.get(MetaNames.MODIFIED))
              .with("fetched", Instant.ofEpochMilli(fetch.getFetchTime()).toString())
              .with("status", 200)
              .with(
                  "digest",
                  digest == null ? MD5Hash.digest(content.getContent()).toString() : digest)
              .withKnown("usage", usage == null ? null : List.of(usage.split(" ", -1)))
              .withKnown("robots", meta.get(MetaNames.ROBOTS));
      Fields named = new Fields();
      meta.forEach(
          (name, values) -> {
            if (name.startsWith(MetaNames.FIELD)) {
              named.put(name.substring(MetaNames.FIELD.length()), values.lines().toList());
            }
          });
      fields.withKnown("fields", named.isEmpty() ? null : named);
      // What the index alone knows: scores, groups of near-duplicates, topics.
      for (String name : MarkdownExport.OF_INDEX) {
        fields.withKnown(name, row.get(name));
      }
      return fields;
    }

    private void line(String json, Context context) throws IOException {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      if (lines != null && written + bytes.length > form.maxBytes()) {
        close();
      }
      if (lines == null) {
        int part = context.getTaskAttemptID().getTaskID().getId();
        String name = String.format(Locale.ROOT, "%05d-%05d.jsonl", part, files++);
        OutputStream out = fs.create(new Path(folder, form.gzip() ? name + ".gz" : name), false);
        lines = form.gzip() ? new GZIPOutputStream(out, 1 << 16) : out;
        written = 0;
      }
      lines.write(bytes);
      written += bytes.length;
    }

    /** Writes a file with front matter; JSON's values are YAML's. */
    private void file(String[] names, Fields fields, String markdown) throws IOException {
      StringBuilder text = new StringBuilder("---\n");
      fields.forEach(
          (name, value) -> text.append(name).append(": ").append(Json.line(value)).append('\n'));
      text.append("---\n\n").append(markdown).append(markdown.isEmpty() ? "" : "\n");
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      try {
        write(names[0], bytes);
      } catch (FileAlreadyExistsException e) {
        write(PageName.withDigest(names[0], names[1]), bytes);
      }
    }

    private void write(String name, byte[] bytes) throws IOException {
      // A path of its own, since a name may begin like a scheme.
      Path file =
          Arrays.stream(name.split("/"))
              .reduce(folder, (at, part) -> new Path(at, "./" + part), (a, b) -> b);
      try (OutputStream out = fs.create(file.suffix(".md"), false)) {
        out.write(bytes);
      }
    }

    private void close() throws IOException {
      if (lines != null) {
        lines.close();
        lines = null;
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      close();
      parser.close();
    }
  }
}
