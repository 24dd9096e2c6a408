package org.orbweaver.common.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The crawl that a command line names: a directory or a crawl file. */
final class CrawlArgument {
  private CrawlArgument() {}

  /** The parameter shown as DIR. */
  static Optional<String> of(CommandSpec spec) {
    return spec.positionalParameters().stream()
        .filter(parameter -> parameter.paramLabel().equals("DIR"))
        .map(parameter -> parameter.<Object>getValue())
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .findFirst();
  }

  /**
   * Adds the settings of the crawl. Puts the directory of a crawl file where the command line names
   * the file.
   *
   * @param crawl the crawl as the parameters have it now
   */
  static void apply(Configuration conf, CommandSpec spec, Supplier<Optional<String>> crawl)
      throws IOException {
    Optional<String> file = crawl.get().filter(CrawlFile::isOne);
    if (file.isPresent()) {
      useCrawlFile(conf, spec, file.get());
    }
    Optional<String> dir = crawl.get();
    if (dir.isPresent()) {
      CrawlDir.use(conf, dir.get());
      CrawlSettings.of(conf, dir.get()).apply(conf);
    }
  }

  private static void useCrawlFile(Configuration conf, CommandSpec spec, String name) {
    CrawlFile file = CrawlFile.read(name);
    file.apply(conf);
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      Object value = parameter.getValue();
      if (name.equals(value)) {
        parameter.setValue(file.directory());
      } else if (value instanceof List<?> words && words.contains(name)) {
        parameter.setValue(
            words.stream().map(word -> word.equals(name) ? file.directory() : word).toList());
      }
    }
  }
}
