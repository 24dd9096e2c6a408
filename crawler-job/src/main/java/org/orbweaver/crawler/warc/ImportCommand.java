package org.orbweaver.crawler.warc;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.UrlRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code import FILES... DIR}. */
@Command(
    name = "import",
    description = {
      "Import WARC files, for example Common Crawl's, as a segment of a crawl; creates the crawl"
          + " directory if needed. No page is requested.",
      "Then run parse and update, and with links, graph, pagerank and index the pages are ranked"
          + " and searchable. Broken records are skipped and named."
    },
    footer = {
      "  orb import CC-MAIN-20240517233122-00000.warc.gz crawl",
      "  orb import warcs/ more.warc crawl             all *.warc and *.warc.gz of a folder, and"
          + " one",
      "  orb import -D http.content.limit=1048576 big.warc.gz crawl   at most 1 MiB of each page"
    })
public final class ImportCommand extends BaseCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILES... DIR",
      hideParamSyntax = true,
      description = "WARC files and folders of them, local or on HDFS; the crawl directory last.")
  private List<String> words;

  @Override
  protected Optional<String> crawl() {
    return Optional.of(words.get(words.size() - 1));
  }

  @Override
  protected List<String> settingFaults() {
    return UrlRules.faults(conf());
  }

  @Override
  protected int run() throws Exception {
    if (words.size() < 2) {
      throw OrbException.usage("expected FILES... DIR, got only '" + words.get(0) + "'");
    }
    List<Path> files = ImportPhase.find(conf(), words.subList(0, words.size() - 1));
    try (Session session =
        Session.create(conf(), words.get(words.size() - 1), console(), "import")) {
      console().line(new ImportPhase().run(session, files).summary());
    }
    return ExitCode.OK.code();
  }
}
