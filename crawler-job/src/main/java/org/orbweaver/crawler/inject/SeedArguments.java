package org.orbweaver.crawler.inject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The words {@code SEEDS... DIR} of a command line, and the sitemaps beside them. */
public final class SeedArguments {
  // One is enough for the parser: it would complain of the last word before it did of a wrong
  // option.
  @Parameters(
      arity = "1..*",
      paramLabel = "SEEDS... DIR",
      hideParamSyntax = true,
      description = "Seed files, folders of seed files or URLs; the crawl directory comes last.")
  private List<String> words;

  @Option(
      names = {"--sitemap", "--sitemaps"},
      paramLabel = "URL|FILE",
      description =
          "A sitemap's URL, or a file or folder of such URLs; repeatable. Seeds are then optional.")
  private List<String> sitemaps = new ArrayList<>();

  /** What to inject. */
  public InjectPhase.Options options() {
    return new InjectPhase.Options(seeds(), List.copyOf(sitemaps));
  }

  public List<String> seeds() {
    return List.copyOf(words.subList(0, words.size() - 1));
  }

  public String dir() {
    return words.get(words.size() - 1);
  }

  /** The crawl directory, unless that is a URL, which {@link #check} refuses. */
  public Optional<String> crawl() {
    return Optional.of(dir()).filter(dir -> !dir.matches("(?i)https?://.*"));
  }

  /** Whether the crawl directory stands alone. */
  public boolean isEmpty() {
    return words.size() < 2 && sitemaps.isEmpty();
  }

  /**
   * Checks them, before a crawl directory is made.
   *
   * @throws OrbException (usage) where the directory or the seeds are missing, (failed) where there
   *     is no such seed file
   */
  public void check(Configuration conf) throws IOException {
    if (isEmpty()) {
      throw OrbException.usage("expected SEEDS... DIR, got only '" + dir() + "'");
    }
    checkPresent(conf);
  }

  /**
   * As {@link #check}, but without seeds the directory of a crawl that has some is enough.
   *
   * @throws OrbException as there
   */
  public void checkOrContinue(Configuration conf) throws IOException {
    if (isEmpty() && !CrawlDir.isCrawl(conf, dir())) {
      throw OrbException.usage(
          "expected SEEDS... DIR, got only '"
              + dir()
              + "', which has no crawl to continue; add seeds or --sitemap");
    }
    checkPresent(conf);
  }

  private void checkPresent(Configuration conf) throws IOException {
    if (dir().startsWith("http://") || dir().startsWith("https://")) {
      throw OrbException.usage("expected a crawl directory, got the URL '" + dir() + "'");
    }
    Seeds.find(conf, seeds());
    Seeds.find(conf, sitemaps);
  }
}
