package org.orbweaver.bench.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.lucene.index.IndexReader;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.util.StringUtil;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.fetch.task.RecordedHeads;
import org.orbweaver.index.search.SearchIndex;

/**
 * What a folder with crawls and exports holds: the names of its files and folders, the records of
 * its stores, and the pages of its index. Times are left out, and names made of times are numbered
 * in their order, so that the same work done twice has the same contents.
 */
public final class CrawlContents {
  private static final Pattern TIME_NAME = Pattern.compile("(?<!\\d)20\\d{12}(?:\\d{3})?(?!\\d)");
  private static final Pattern TIME =
      Pattern.compile(
          "\\w{3} \\w{3} \\d\\d \\d\\d:\\d\\d:\\d\\d \\w+ \\d{4}"
              + "|\\b1[78]\\d{11}\\b"
              + "|20\\d\\d-\\d\\d-\\d\\dT[\\d:.]+Z?"
              + "|\\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]+ GMT"
              + "|00 00 01 [9a-f]\\w(?: \\w\\w){4}"
              + "|\"crc32c\":\"\\w+\""
              + "|_orb_history_=[0-9a-f ]+"
              + "|\"(?:seconds|millis)\":[\\d.E-]+"
              // Of the names of segments, of WARC records and of compressed dates.
              + "|\"fingerprint\" : \"\\w+\"|\"segments\" : \"[^\"]*\""
              + "|urn:uuid:[0-9a-f-]+|\"(?:offset|length)\": ?\"?\\d+"
              + "|orbweaver-checkpoint \\d+ \\w+"
              // The CPU time of a page's rendering, behind its outcome and its requests.
              + "|(?<=(?:GAIN|GAINED|CRASHED|TOO_LARGE|LEFT|FAILED)\t\\d{1,4}\t)\\d+"
              // The last column of a ranking's history: seconds.
              + "|\t[\\d.E-]+(?=\n)");
  private static final Pattern PART = Pattern.compile("part-r-\\d+");

  /** Stores whose values say when and how fast hosts answered. */
  private static final Pattern TIMED = Pattern.compile("/(?:hosts|fetch_hosts|fetch_log)/");

  /**
   * A store with a record of each request, of which equal ones count once: a page that came less
   * than 20 ms before a crash is requested again. The same holds for the fetch log among {@link
   * #TIMED}.
   */
  private static final Pattern REQUESTS = Pattern.compile("/" + RecordedHeads.FOLDER + "/");

  private static final int LARGEST_TEXT = 1 << 16;

  /** Reading Hadoop's defaults anew takes longer than what is here. */
  private static final Configuration CONF = new Configuration();

  private final Map<String, String> records = new TreeMap<>();

  /** The times in the names of a folder's children. */
  private final Map<Path, TreeSet<String>> times = new HashMap<>();

  private CrawlContents() {}

  /** Reads all files below a folder, but logs and locks. */
  public static CrawlContents of(Path folder) throws IOException {
    CrawlContents contents = new CrawlContents();
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> counts("/" + folder.relativize(file))).toList();
    }
    for (Path file : files) {
      Matcher time = TIME_NAME.matcher(file.getFileName().toString());
      if (time.find()) {
        contents.times.computeIfAbsent(file.getParent(), in -> new TreeSet<>()).add(time.group());
      }
    }
    for (Path file : files) {
      contents.add(contents.general(folder, file), file);
    }
    if (Files.exists(folder.resolve("crawl/index"))) {
      contents.addIndex(folder.resolve("crawl"));
    }
    return contents;
  }

  private static boolean counts(String path) {
    return !path.contains("/logs")
        && !path.endsWith("/.lock")
        && !path.matches(".*/\\.state/\\d+(\\.snapshot)?");
  }

  /**
   * The name that the same file has in another crawl: times are numbered within their folder, and
   * parts have no number, because a task that failed leaves its number out.
   */
  private String general(Path folder, Path file) {
    if (file.equals(folder)) {
      return "";
    }
    String name = file.getFileName().toString();
    Matcher time = TIME_NAME.matcher(name);
    if (time.find()) {
      int number = times.get(file.getParent()).tailSet(time.group(), false).size();
      name = time.replaceFirst("#" + number);
    }
    String parent = general(folder, file.getParent());
    return (parent.isEmpty() ? "" : parent + "/") + PART.matcher(name).replaceAll("part");
  }

  private static String timeless(String text) {
    return TIME_NAME.matcher(TIME.matcher(text).replaceAll("TIME")).replaceAll("#");
  }

  private void add(String name, Path file) throws IOException {
    if (Files.isDirectory(file)) {
      records.put(name + "/", "");
      return;
    }
    String text = "";
    if (name.endsWith("/part/index") || name.matches(".*/hosts/current/part/(?:pages|outages)")) {
      // Which keys a MapFile's index has depends on the records before them in the part; the others
      // have times.
      text = "";
    } else if (isStore(file)) {
      addStore(name, file);
    } else if (!name.contains("/index/") && !name.endsWith(".crc") && !name.endsWith("sums")) {
      byte[] bytes = name.endsWith(".gz") ? unpacked(file) : Files.readAllBytes(file);
      text =
          bytes.length < LARGEST_TEXT
              ? timeless(new String(bytes, StandardCharsets.ISO_8859_1))
              : Integer.toString(java.util.Arrays.hashCode(bytes));
    }
    records.put(name, text);
  }

  private static byte[] unpacked(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }

  private static boolean isStore(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(3), StandardCharsets.ISO_8859_1).equals("SEQ");
    }
  }

  private void addStore(String name, Path file) throws IOException {
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(CONF, SequenceFile.Reader.file(path))) {
      Writable key = (Writable) ReflectionUtils.newInstance(reader.getKeyClass(), CONF);
      Writable value = (Writable) ReflectionUtils.newInstance(reader.getValueClass(), CONF);
      while (reader.next(key, value)) {
        String record = name + " " + key;
        if (TIMED.matcher(name).find()) {
          records.put(record, "");
        } else {
          boolean countsOnce = REQUESTS.matcher(name).find();
          records.merge(
              record,
              timeless(text(value)),
              (one, other) -> countsOnce && one.equals(other) ? one : one + "\n" + other);
        }
      }
    }
  }

  private static String text(Writable value) throws IOException {
    if (value instanceof CrawlDatum datum) {
      return CrawlDatum.getStatusName(datum.getStatus())
          + " retries "
          + datum.getRetriesSinceFetch()
          + " interval "
          + datum.getFetchInterval()
          + " score "
          + datum.getScore()
          + " signature "
          + StringUtil.toHexString(datum.getSignature())
          + datum.getMetaData().entrySet().stream()
              .map(entry -> " " + entry.getKey() + "=" + entry.getValue())
              .sorted()
              .collect(Collectors.joining());
    }
    String text = value.toString();
    if (!text.startsWith(value.getClass().getName())) {
      return text;
    }
    DataOutputBuffer bytes = new DataOutputBuffer();
    value.write(bytes);
    return StringUtil.toHexString(bytes.getData(), " ", bytes.getLength());
  }

  private void addIndex(Path crawl) throws IOException {
    Configuration conf = new Configuration(CONF);
    conf.set("hadoop.tmp.dir", crawl.resolveSibling("../tmp").toString());
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      IndexReader reader = index.reader();
      for (int i = 0; i < reader.maxDoc(); i++) {
        var page = reader.storedFields().document(i);
        String fields =
            page.getFields().stream().map(Object::toString).collect(Collectors.joining(" "));
        records.put("indexed " + page.get("url"), timeless(fields));
      }
    }
  }

  /** The differences to what is expected, in words. */
  public List<String> differences(CrawlContents expected) {
    List<String> found = new ArrayList<>();
    TreeSet<String> all = new TreeSet<>(expected.records.keySet());
    all.addAll(records.keySet());
    for (String name : all) {
      String was = expected.records.get(name);
      String is = records.get(name);
      if (was == null) {
        found.add("unexpected: " + name + " " + is);
      } else if (is == null) {
        found.add("missing: " + name + " " + was);
      } else if (!was.equals(is)) {
        found.add(name + ": expected " + was + ", found " + is);
      }
    }
    return found;
  }
}
