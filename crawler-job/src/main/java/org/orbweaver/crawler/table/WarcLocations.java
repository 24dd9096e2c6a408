package org.orbweaver.crawler.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/** The places of captures in WARC files, by the CDXJ index beside them. */
final class WarcLocations {
  /** A plain index, or the files of a ZipNum cluster. */
  private static final Pattern INDEX = Pattern.compile(".*\\.cdxj(\\.gz)?|cdx-.*\\.gz");

  private static final Pattern LINE = Pattern.compile("(\\S+) (\\d{14}) (\\{.*\\})");

  private WarcLocations() {}

  /**
   * Copies an index to a sequence file of (URL, location), the form in which a job reads it.
   *
   * @param folder of {@code orb export --format warc}
   * @throws OrbException (failed) if the folder has no index, or a line is malformed or cut off
   */
  static void copy(Configuration conf, Path folder, Path file) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    List<Path> indexes =
        Files.list(fs, folder).stream()
            .filter(FileStatus::isFile)
            .map(FileStatus::getPath)
            .filter(path -> INDEX.matcher(path.getName()).matches())
            .toList();
    if (indexes.isEmpty()) {
      throw OrbException.failed(
          "no CDXJ index in "
              + folder
              + "; 'orb export DIR --format warc --out FOLDER' writes one");
    }
    try (SequenceFile.Writer out = StoreFiles.sequenceFile(conf, file, Text.class)) {
      for (Path index : indexes) {
        copy(fs, index, out);
      }
    }
  }

  private static void copy(FileSystem fs, Path index, SequenceFile.Writer out) throws IOException {
    long number = 0;
    try (InputStream in = fs.open(index);
        InputStream text = index.getName().endsWith(".gz") ? new GZIPInputStream(in) : in;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
          throw new IOException("expected SURT, 14 digits and a JSON object");
        }
        Map<String, Object> json = Json.parse(parts.group(3));
        Fields place =
            new Fields()
                .with(Fragment.KIND, Fragment.WARC.name())
                .with("time", parts.group(2))
                .with("warc_filename", text(json, "filename"))
                .with("warc_record_offset", number(json, "offset"))
                .with("warc_record_length", number(json, "length"));
        out.append(new Text(text(json, "url")), new Text(Json.line(place)));
      }
    } catch (IOException e) {
      throw OrbException.failed(
          index + ", line " + number + ": " + e.getMessage() + "; export the WARC files again", e);
    }
  }

  private static String text(Map<String, Object> json, String name) throws IOException {
    Object value = json.get(name);
    if (value == null) {
      throw new IOException("no " + name);
    }
    return value.toString();
  }

  /** Common Crawl's columns have 32 bits. */
  private static int number(Map<String, Object> json, String name) throws IOException {
    try {
      return Integer.parseInt(text(json, name));
    } catch (NumberFormatException e) {
      throw new IOException(
          name + " is '" + json.get(name) + "', which is no number below 2 GiB", e);
    }
  }
}
