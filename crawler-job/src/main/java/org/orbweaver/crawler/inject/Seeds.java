package org.orbweaver.crawler.inject;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.url.SemanticRules;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The sources of seeds: http(s) URLs, seed lists, and folders of seed lists, in the order given. A
 * path is on the default file system, or on the local one if only that has it. Files compressed by
 * a codec that Hadoop knows by its suffix are decompressed; hidden files are skipped.
 */
public final class Seeds {
  private static final Pattern HTTP = Pattern.compile("https?:", Pattern.CASE_INSENSITIVE);

  /** Certainly a URL, and one that cannot be crawled: not the path of a file system. */
  private static final Pattern OTHER_SCHEME =
      Pattern.compile(
          "(?:ftps?|sftp|gopher|mailto|data|javascript|wss?|about|news|tel|urn):",
          Pattern.CASE_INSENSITIVE);

  private final Configuration conf;
  private final List<String> urls = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  private Seeds(Configuration conf) {
    this.conf = conf;
  }

  /** Takes a line and its place. */
  interface LineConsumer {
    void accept(String where, String line) throws IOException;
  }

  /**
   * Finds the seed lists.
   *
   * @param seeds files, folders and URLs
   * @throws OrbException (failed) naming one that does not exist
   */
  public static Seeds find(Configuration conf, List<String> seeds) throws IOException {
    var found = new Seeds(conf);
    UrlNormalizer urls = new UrlNormalizer(SemanticRules.NONE, UrlRules.sources(conf), List.of());
    for (String seed : seeds) {
      if (seed.regionMatches(true, 0, "http://", 0, 7)
          || seed.regionMatches(true, 0, "https://", 0, 8)) {
        found.urls.add(seed);
      } else if (HTTP.matcher(seed).lookingAt()) {
        // Otherwise Hadoop would take it for a file on a web server.
        throw OrbException.usage("expected http:// or https:// and a host, got '" + seed + "'");
      } else if (urls.normalize(seed) != null) {
        found.urls.add(seed); // Under a root of sources, or of a plugin's scheme.
      } else {
        found.addPath(seed);
      }
    }
    return found;
  }

  private void addPath(String seed) throws IOException {
    if (seed.isEmpty()) {
      throw OrbException.usage("expected a file, folder or http(s) URL as a seed, got ''");
    }
    if (OTHER_SCHEME.matcher(seed).lookingAt()) {
      throw OrbException.usage("expected an http or https URL, got '" + seed + "'");
    }
    Path path = new Path(seed);
    FileSystem fs = path.getFileSystem(conf);
    FileStatus status;
    try {
      status = fs.getFileStatus(path);
    } catch (FileNotFoundException e) {
      fs = FileSystem.getLocal(conf);
      if (path.toUri().getScheme() != null || !fs.exists(path)) {
        throw OrbException.failed(
            "cannot open " + seed + ": no such file or folder (a URL needs http:// or https://)",
            e);
      }
      status = fs.getFileStatus(path);
    }
    if (status.isFile()) {
      files.add(status.getPath());
      return;
    }
    FileStatus[] children = fs.listStatus(status.getPath());
    Arrays.sort(children);
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (child.isFile() && !name.startsWith(".") && !name.startsWith("_")) {
        files.add(child.getPath());
      }
    }
  }

  /** Passes on all lines: the URLs first, then the files'. */
  void forEachLine(LineConsumer consumer) throws IOException {
    for (String url : urls) {
      consumer.accept("command line", url);
    }
    var codecs = new CompressionCodecFactory(conf);
    for (Path file : files) {
      CompressionCodec codec = codecs.getCodec(file);
      try (InputStream raw = file.getFileSystem(conf).open(file);
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(
                      codec == null ? raw : codec.createInputStream(raw),
                      StandardCharsets.UTF_8))) {
        long number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          number++;
          boolean marked = number == 1 && !line.isEmpty() && line.charAt(0) == '\ufeff';
          consumer.accept(file.getName() + ":" + number, marked ? line.substring(1) : line);
        }
      }
    }
  }

  /**
   * A line of a seed list, in Nutch's format: a URL, then {@code key=value} metadata separated by
   * tabs. Three keys are special: {@code nutch.score}, {@code nutch.fetchInterval} and {@code
   * nutch.fetchInterval.fixed} (seconds).
   *
   * @param url as written
   * @param score null if none is given
   * @param interval null if none is given
   * @param fixedInterval null if none is given
   * @param problems fields that are not {@code key=value}, or whose number is invalid; they are
   *     left out
   */
  record SeedLine(
      String url,
      Float score,
      Integer interval,
      Integer fixedInterval,
      Map<String, String> metadata,
      List<String> problems) {

    /** Parses a line; null for an empty line and a comment. */
    static SeedLine parse(String line) {
      String text = UrlNormalizer.trim(line);
      if (text.isEmpty() || text.charAt(0) == '#') {
        return null;
      }
      String[] fields = text.split("\t");
      Float score = null;
      Integer interval = null;
      Integer fixed = null;
      Map<String, String> metadata = new LinkedHashMap<>();
      List<String> problems = new ArrayList<>();
      for (int i = 1; i < fields.length; i++) {
        int equals = fields[i].indexOf('=');
        if (equals < 0) {
          if (!fields[i].isBlank()) {
            problems.add("expected key=value, got '" + fields[i].strip() + "'");
          }
          continue;
        }
        String key = fields[i].substring(0, equals).strip();
        String value = fields[i].substring(equals + 1).strip();
        try {
          switch (key) {
            case "nutch.score" -> score = finite(value);
            case "nutch.fetchInterval" -> interval = seconds(value);
            case "nutch.fetchInterval.fixed" -> fixed = seconds(value);
            default -> metadata.put(key, value);
          }
        } catch (NumberFormatException e) {
          problems.add(key + ": expected a number, got '" + value + "'");
        }
      }
      return new SeedLine(
          UrlNormalizer.trim(fields[0]), score, interval, fixed, metadata, problems);
    }

    private static Integer seconds(String value) {
      Integer number = Integer.valueOf(value);
      if (number < 0) {
        throw new NumberFormatException(value);
      }
      return number;
    }

    private static Float finite(String value) {
      float number = Float.parseFloat(value);
      if (!Float.isFinite(number)) {
        throw new NumberFormatException(value);
      }
      return number;
    }
  }
}
