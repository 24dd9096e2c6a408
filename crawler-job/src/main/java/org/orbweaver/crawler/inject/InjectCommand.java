package org.orbweaver.crawler.inject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.UrlRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code inject SEEDS... DIR}. */
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
public final class InjectCommand extends BaseCommand {

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
      InjectPhase.InjectResult result = new InjectPhase().run(session, arguments.options());
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }

  /** The arguments {@code SEEDS... DIR} of a command line, and its option for sitemaps. */
  public static final class SeedArguments {
    // The parser demands only one: with more it would report the last argument missing before a
    // wrong option.
    @Parameters(
        arity = "1..*",
        paramLabel = "SEEDS... DIR",
        hideParamSyntax = true,
        description =
            "Seed files, folders of seed files or URLs; the crawl directory, or a crawl file, comes"
                + " last.")
    private List<String> words;

    @Option(
        names = {"--sitemap", "--sitemaps"},
        paramLabel = "URL|FILE",
        description =
            "A sitemap's URL, or a file or folder of such URLs; repeatable. Seeds are then"
                + " optional.")
    private List<String> sitemaps = new ArrayList<>();

    /** The options for {@link InjectPhase}. */
    public InjectPhase.SeedSources options() {
      return new InjectPhase.SeedSources(seeds(), List.copyOf(sitemaps));
    }

    public List<String> seeds() {
      return List.copyOf(words.subList(0, words.size() - 1));
    }

    public String dir() {
      return words.get(words.size() - 1);
    }

    /** The crawl directory, unless it is a URL, which {@link #check} refuses. */
    public Optional<String> crawl() {
      return Optional.of(dir()).filter(dir -> !dir.matches("(?i)https?://.*"));
    }

    /** Whether the crawl directory is the only argument. */
    public boolean isEmpty() {
      return words.size() < 2 && sitemaps.isEmpty();
    }

    /**
     * Checks the arguments, before a crawl directory is made.
     *
     * @throws OrbException (usage) if the directory or the seeds are missing, (failed) if a seed
     *     file does not exist
     */
    public void check(Configuration conf) throws IOException {
      if (isEmpty()) {
        throw OrbException.usage("expected SEEDS... DIR, got only '" + dir() + "'");
      }
      checkPresent(conf, options());
    }

    /**
     * As {@link #check}, but without seeds it accepts the directory of a crawl that has some.
     *
     * @param sources of seeds, those that the arguments do not name included
     * @throws OrbException as {@link #check}
     */
    public void checkOrContinue(Configuration conf, InjectPhase.SeedSources sources)
        throws IOException {
      boolean isEmpty = sources.seeds().isEmpty() && sources.sitemaps().isEmpty();
      if (isEmpty && !CrawlDir.isCrawl(conf, dir())) {
        throw OrbException.usage(
            "expected SEEDS... DIR, got only '"
                + dir()
                + "', which has no crawl to continue; add seeds or --sitemap");
      }
      checkPresent(conf, sources);
    }

    private void checkPresent(Configuration conf, InjectPhase.SeedSources sources)
        throws IOException {
      if (dir().startsWith("http://") || dir().startsWith("https://")) {
        throw OrbException.usage("expected a crawl directory, got the URL '" + dir() + "'");
      }
      Seeds.find(conf, sources.seeds());
      Seeds.find(conf, sources.sitemaps());
    }
  }
}
