package org.orbweaver.orb;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb why URL DIR}: explains the state of a URL from all stores. */
@Command(
    name = "why",
    description = {
      "Explain what became of a URL in a crawl, and what to change.",
      "Shows which rule, robots.txt line or setting stopped it, where it was found, what happened"
          + " in each round, whether it is ranked and indexed, and when it is due; also for"
          + " URLs that the crawl has never seen. Makes no requests ('orb try' does)."
    },
    footer = {
      "  orb why https://example.org/private/x DIR",
      "  orb why https://example.org/ DIR --json",
      "  orb why DIR www.example.org/page"
    })
final class WhyCommand extends BaseCommand {
  @Parameters(index = "0", paramLabel = "URL", description = "The URL.")
  private String first;

  @Parameters(index = "1", paramLabel = "DIR", description = "The crawl directory.")
  private String second;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  private final List<WhySource> sources;

  WhyCommand(List<WhySource> sources) {
    this.sources = sources;
  }

  @Override
  protected Optional<String> crawl() {
    return Optional.of(isDirFirst() ? first : second);
  }

  @Override
  protected int run() throws IOException {
    boolean swapped = isDirFirst();
    CrawlDir crawl = CrawlDir.open(conf(), swapped ? first : second);
    String url = swapped ? second : first;
    if (url.isBlank()) {
      throw OrbException.usage("expected URL DIR, got an empty URL");
    }
    UrlHistory history = new UrlHistory(conf(), crawl, url, Clock.systemUTC().millis());
    for (WhySource source : sources) {
      source.explain(history);
    }
    history.print(console(), json);
    return ExitCode.OK.code();
  }

  /** Either order is accepted if it is unambiguous. */
  private boolean isDirFirst() {
    if (isWebUrl(first) != isWebUrl(second)) {
      return isWebUrl(second);
    }
    if (isFolder(first) != isFolder(second) && isDir(first) && isDir(second)) {
      return isFolder(second); // A crawled folder, whose crawl has no scheme.
    }
    boolean firstIs = isDir(first);
    if (firstIs == isDir(second)) {
      throw OrbException.usage(
          "expected URL DIR, got '"
              + Console.safe(first)
              + "' and '"
              + Console.safe(second)
              + "': "
              + (firstIs ? "both are directories" : "neither is a directory"));
    }
    return firstIs;
  }

  private static boolean isWebUrl(String text) {
    return text.strip().toLowerCase(Locale.ROOT).matches("https?:.*");
  }

  private static boolean isFolder(String text) {
    return text.contains("://");
  }

  private boolean isDir(String text) {
    if (CrawlFile.isOne(text)) {
      return true;
    }
    if (isWebUrl(text)) {
      return false;
    }
    try {
      Path path = new Path(text);
      return path.getFileSystem(conf()).getFileStatus(path).isDirectory();
    } catch (IllegalArgumentException | IOException e) {
      return false; // mailto:x is no path either
    }
  }
}
