package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.ExportOptions;
import org.orbweaver.index.export.IndexExport;
import org.orbweaver.index.search.SearchIndex;

/** The exports that follow a new index. */
record Outputs(List<Output> all) {
  /** The name of a format, and the folder in which each export is a folder. */
  record Output(String format, String folder) {}

  /**
   * Reads the setting.
   *
   * @throws IllegalArgumentException naming the fault
   */
  static Outputs of(String lines) {
    List<Output> outputs = new ArrayList<>();
    for (String line : CrawlKeys.lines(lines)) {
      int space = line.indexOf(' ');
      String word = line.substring(0, Math.max(0, space));
      if (space < 0 || word.equals(ExportFormat.HBASE.name())) {
        throw new IllegalArgumentException("'" + line + "'");
      }
      Path folder = new Path(line.substring(space + 1).strip());
      outputs.add(new Output(word, folder.toString()));
    }
    return new Outputs(outputs);
  }

  /**
   * Those of a crawl.
   *
   * @throws OrbException (usage) if there is no such format
   */
  static Outputs of(Configuration conf) {
    Outputs outputs = of(CrawlKeys.OUTPUTS.get(conf));
    outputs.all.forEach(output -> ExportFormat.of(conf, output.format));
    return outputs;
  }

  /**
   * Writes those of the newest index that are not there yet.
   *
   * @return whether any was missing
   */
  boolean write(Session session) throws IOException {
    Optional<Path> build = session.dir().latest(session.dir().indexes());
    boolean worked = false;
    for (Output output : build.isPresent() ? all : List.<Output>of()) {
      String name = output.format + "-" + build.get().getName();
      Path folder = new Path(output.folder, name);
      if (!folder.getFileSystem(session.conf()).exists(folder)) {
        session.console().info("  export: " + write(session, output.format, folder));
        worked = true;
      }
    }
    return worked;
  }

  private static String write(Session session, String name, Path folder) throws IOException {
    Configuration conf = session.conf();
    ExportOptions options = ExportOptions.of(ExportFormat.of(conf, name));
    CrawlDir crawl = session.dir();
    try (SearchIndex index = SearchIndex.openLatest(conf, crawl)) {
      if (!options.format().isOfIndex()) {
        return Exports.run(conf, crawl, index, options, folder.toString(), session.console());
      }
      try (Progress progress = session.console().progress("export")) {
        return IndexExport.run(conf, index, options, folder, progress);
      }
    }
  }
}
