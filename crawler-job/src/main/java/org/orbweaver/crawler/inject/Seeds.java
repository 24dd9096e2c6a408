package org.orbweaver.crawler.inject;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.orbweaver.common.cli.OrbException;

/**
 * Where seeds come from: http(s) URLs, seed lists, and folders of seed lists, all in the order
 * given. A path is on the default file system, or on the local one where only that has it. Files
 * that are compressed by a codec that Hadoop knows by its suffix are read through it; hidden files
 * are left out.
 */
public final class Seeds {
  /** What is a URL for sure, and none that can be crawled: not the path of a file system. */
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

  /** Takes a line and says where it stands. */
  interface LineConsumer {
    void accept(String where, String line) throws IOException;
  }

  /**
   * Finds the seed lists.
   *
   * @param seeds files, folders and URLs
   * @throws OrbException (failed) naming what is not there
   */
  public static Seeds find(Configuration conf, List<String> seeds) throws IOException {
    var found = new Seeds(conf);
    for (String seed : seeds) {
      if (seed.regionMatches(true, 0, "http://", 0, 7)
          || seed.regionMatches(true, 0, "https://", 0, 8)) {
        found.urls.add(seed);
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

  /** Hands on all lines: the URLs first, then the files'. */
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
}
