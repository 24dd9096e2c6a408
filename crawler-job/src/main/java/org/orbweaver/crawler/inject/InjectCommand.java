package org.orbweaver.crawler.inject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.UrlRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inject SEEDS... DIR}. */
@Command(
    name = "inject",
    description = "Add seed URLs to a crawl; creates the crawl directory if needed.",
    footer = {
      "  orb inject seeds.txt crawl                one URL per line, # for comments, tab key=value",
      "  orb inject https://example.org/ crawl     one URL",
      "  orb inject seeds/ more.txt.gz crawl       all files of a folder, and one more",
      "  orb inject -D db.injector.update=true seeds.txt crawl   new metadata for known URLs",
      "  orb inject crawl --sitemap https://example.org/sitemap.xml   the URLs of a sitemap"
    })
public final class InjectCommand extends OrbCommand {

  @Mixin private SeedArguments arguments;

  @Override
  protected Optional<String> crawl() {
    return arguments.crawl();
  }

  @Override
  protected List<String> settingFaults() {
    return UrlRules.faults(conf());
  }

  @Override
  protected int run() throws Exception {
    arguments.check(conf());
    try (Session session = Session.create(conf(), arguments.dir(), console(), "inject")) {
      InjectPhase.Result result = new InjectPhase().run(session, arguments.options());
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }

  /** The words {@code SEEDS... DIR} of a command line, and the sitemaps beside them. */
  public static final class SeedArguments {
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
            "A sitemap's URL, or a file or folder of such URLs; repeatable. Seeds are then"
                + " optional.")
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
     * @throws OrbException (usage) where the directory or the seeds are missing, (failed) where
     *     there is no such seed file
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
}
