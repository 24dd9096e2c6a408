package org.orbweaver.crawler.warc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.MergeJob;
import org.orbweaver.crawler.warc.ImportJob.ImportCounter;

/** The import phase, as a step of a crawl: makes a new segment from WARC files. */
public final class ImportPhase {
  private static final int SHOWN = 5;

  /**
   * The result of an import.
   *
   * @param segment name of the new segment
   * @param counters all of {@link ImportCounter}
   */
  record ImportResult(String segment, Map<ImportCounter, Long> counters) {
    /** One line for people. */
    String summary() {
      List<String> parts = new ArrayList<>();
      for (ImportCounter counter :
          List.of(
              ImportCounter.REDIRECTS,
              ImportCounter.GONE,
              ImportCounter.FAILED,
              ImportCounter.NOT_MODIFIED,
              ImportCounter.TRUNCATED,
              ImportCounter.FILTERED,
              ImportCounter.DAMAGED)) {
        if (counters.get(counter) > 0) {
          String name = counter.name().toLowerCase(Locale.ROOT).replace('_', ' ');
          parts.add(String.format(Locale.ROOT, ", %,d %s", counters.get(counter), name));
        }
      }
      return String.format(
          Locale.ROOT,
          "segment %s: %s from %s%s",
          segment,
          Count.of(counters.get(ImportCounter.PAGES), "page"),
          Count.of(counters.get(ImportCounter.RECORDS), "record"),
          String.join("", parts));
    }
  }

  /**
   * The WARC files that paths name: files, and the files of folders that end in .warc or .warc.gz.
   *
   * @throws OrbException (failed) if there are none
   */
  static List<Path> find(Configuration conf, List<String> names) throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    for (String name : names) {
      Path path = new Path(name);
      FileSystem fs = path.getFileSystem(conf);
      if (!fs.exists(path)) {
        throw OrbException.failed("no WARC file " + Console.safe(name));
      }
      if (!fs.getFileStatus(path).isDirectory()) {
        files.add(fs.makeQualified(path));
        continue;
      }
      int before = files.size();
      for (FileStatus file : fs.listStatus(path)) {
        if (file.isFile() && file.getPath().getName().matches(".*\\.warc(\\.gz)?")) {
          files.add(file.getPath());
        }
      }
      if (files.size() == before) {
        throw OrbException.failed("no files *.warc or *.warc.gz in " + Console.safe(name));
      }
    }
    return List.copyOf(files);
  }

  /**
   * Imports files.
   *
   * @throws OrbException (failed) if the files have no record of a web page
   */
  ImportResult run(Session session, List<Path> files) throws IOException {
    String segment = Timestamps.next(session.dir().fs(), session.dir().segments(), session.clock());
    Step step = session.steps().begin("import", segment);
    Path output = step.staging("segment");
    int parts = MergeJob.parts(session);
    Counters counted = ImportJob.run(session, files, segment, parts, output);
    tellDamage(session, new Path(output, ImportJob.DAMAGED));
    Map<ImportCounter, Long> counters = new LinkedHashMap<>();
    Map<String, String> facts = new LinkedHashMap<>();
    for (ImportCounter counter : ImportCounter.values()) {
      long value = counted.findCounter(counter).getValue();
      counters.put(counter, value);
      facts.put(counter.name().toLowerCase(Locale.ROOT), Long.toString(value));
    }
    if (counters.get(ImportCounter.CAPTURES) == 0) {
      step.abort();
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "no web page to import: %s, %,d refused by URL filters, %,d damaged",
              Count.of(counters.get(ImportCounter.RECORDS), "record"),
              counters.get(ImportCounter.FILTERED),
              counters.get(ImportCounter.DAMAGED)));
    }
    step.publish(output, new Path(session.dir().segments(), segment));
    step.commit(facts);
    return new ImportResult(segment, counters);
  }

  /** Prints the first broken places and moves their list out of the segment. */
  private static void tellDamage(Session session, Path folder) throws IOException {
    FileSystem fs = session.dir().fs();
    if (!fs.exists(folder)) {
      return;
    }
    long lines = 0;
    for (FileStatus file : fs.listStatus(folder)) {
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(fs.open(file.getPath()), StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (lines++ < SHOWN) {
            session.console().info("damaged: " + Console.safe(line));
          }
        }
      }
    }
    if (lines > SHOWN) {
      session.console().infof("… and %,d more", lines - SHOWN);
    }
    Files.delete(fs, folder);
  }
}
