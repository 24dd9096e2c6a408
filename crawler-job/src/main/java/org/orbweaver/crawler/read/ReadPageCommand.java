package org.orbweaver.crawler.read;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.recrawl.PageVersions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code read page DIR URL}, which shows a page over time. */
@Command(
    name = "page",
    description = {
      "Show the versions of a page that the segments hold, oldest first.",
      "A version is a fetch that found the page new, changed, moved or gone. How long versions are"
          + " kept: orbweaver.recrawl.versions.days and .months."
    },
    footer = {
      "  orb read page crawl http://a.example/ --versions",
      "  orb read page crawl http://a.example/ --versions --json",
      "  orb read page crawl http://a.example/ --diff 1 2"
    })
public final class ReadPageCommand extends ReadCommand {
  /**
   * The limit of lines to compare, since the cost grows with the product of lines and differences.
   */
  private static final int MAX_LINES = 20_000;

  private static final int CONTEXT_LINES = 3;
  private static final String LINE = "%2$3s  %4$-20s  %5$-16s  %6$-7s %7$,10d  %8$s";

  @Parameters(index = "1", paramLabel = "URL", description = "The page.")
  private String url;

  @ArgGroup(multiplicity = "1")
  private PageViews what;

  private static final class PageViews {
    @Option(
        names = "--versions",
        description =
            "List time, status, size and digest of each version, and whether its content differs"
                + " from the version before.")
    private boolean versions;

    @Option(
        names = "--diff",
        arity = "2",
        paramLabel = "N",
        description = "Compare the texts of two versions, by their numbers in that list.")
    private List<Integer> diff;
  }

  /**
   * A version.
   *
   * @param stored the URL in the spelling of the segment
   * @param content null if the page was gone or moved
   * @param parse null if it was not parsed either
   */
  private record Version(
      Path segment, String stored, CrawlDatum fetch, Content content, ParseData parse) {
    String status() {
      return CrawlDatum.getStatusName(fetch.getStatus());
    }

    String time() {
      return RecordFields.time(fetch.getFetchTime() / 1000 * 1000);
    }

    String digest() {
      return parse == null ? null : parse.getContentMeta().get(Nutch.SIGNATURE_KEY);
    }

    Integer bytes() {
      return content == null ? null : content.getContent().length;
    }
  }

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    List<Version> versions = versions(crawl);
    if (versions.isEmpty()) {
      throw OrbException.failed(
          Console.safe(url) + " has no version in a segment of " + dir + " ('orb why' shows why)");
    }
    if (what.versions) {
      list(versions);
    } else {
      diff(version(versions, what.diff.get(0)), version(versions, what.diff.get(1)));
    }
    return ExitCode.OK.code();
  }

  private List<Version> versions(CrawlDir crawl) throws IOException {
    PageVersions rule = PageVersions.of(conf());
    List<Version> versions = new ArrayList<>();
    for (Path segment : crawl.segmentList()) {
      for (String spelling : spellings(url)) {
        CrawlDatum fetch = get(segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class, spelling);
        if (fetch != null) {
          if (rule.isVersion(fetch)) {
            versions.add(
                new Version(
                    segment,
                    spelling,
                    fetch,
                    get(segment, Content.DIR_NAME, Content.class, spelling),
                    get(segment, ParseData.DIR_NAME, ParseData.class, spelling)));
          }
          break;
        }
      }
    }
    return versions;
  }

  private <V extends Writable> V get(Path segment, String folder, Class<V> type, String key)
      throws IOException {
    List<V> found = SortedStore.open(conf(), new Path(segment, folder), type).get(key);
    return found.isEmpty() ? null : found.get(0);
  }

  private void list(List<Version> versions) {
    RecordPrinter out = printer();
    out.text(LINE, "", "", "", "fetched", "status", "changed", "bytes", "digest");
    String last = null;
    int number = 0;
    for (Version version : versions) {
      number++;
      String digest = version.digest();
      boolean compared = digest != null && last != null;
      Boolean changed = compared ? (Boolean) !digest.equals(last) : null;
      last = digest == null ? last : digest;
      out.row(
          new Fields()
              .with("url", version.stored())
              .with("version", number)
              .with("segment", version.segment().getName())
              .with("fetched", version.time())
              .with("status", version.status())
              .with("changed", changed)
              .with("bytes", version.bytes())
              .with("digest", digest),
          LINE);
    }
  }

  private Version version(List<Version> versions, int number) {
    if (number < 1 || number > versions.size()) {
      throw OrbException.usage(
          "--diff: expected versions from 1 to " + versions.size() + ", got " + number);
    }
    return versions.get(number - 1);
  }

  private void diff(Version before, Version after) throws IOException {
    List<String> lines = lines(before);
    // The usual variant takes memory in the square of the differences.
    var patch = DiffUtils.diff(lines, lines(after), new MyersDiffWithLinearSpace<>());
    List<String> diff =
        deletionsFirst(
            UnifiedDiffUtils.generateUnifiedDiff(
                before.time(), after.time(), lines, patch, CONTEXT_LINES));
    if (json) {
      print(
          after.stored(),
          new Fields()
              .with("before", before.time())
              .with("after", after.time())
              .with("diff", diff));
    } else if (diff.isEmpty()) {
      console().info("The texts are equal.");
    } else {
      diff.forEach(line -> console().line(Console.safe(line)));
    }
  }

  /** Puts the old lines of a change before the new ones, as people expect. */
  private static List<String> deletionsFirst(List<String> diff) {
    List<String> sorted = new ArrayList<>();
    List<String> added = new ArrayList<>();
    for (String line : diff) {
      boolean header = line.startsWith("+++ ") && sorted.size() == 1;
      if (line.startsWith("+") && !header) {
        added.add(line);
        continue;
      }
      if (!line.startsWith("-")) {
        sorted.addAll(added);
        added.clear();
      }
      sorted.add(line);
    }
    sorted.addAll(added);
    return sorted;
  }

  private List<String> lines(Version version) throws IOException {
    ParseText text = get(version.segment(), ParseText.DIR_NAME, ParseText.class, version.stored());
    if (text == null) {
      throw OrbException.failed(
          "the version of "
              + version.time()
              + " ("
              + version.status()
              + ") has no text in segment "
              + version.segment().getName());
    }
    List<String> lines = text.getText().lines().toList();
    if (lines.size() > MAX_LINES) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "the version of %s has %,d lines; expected at most %,d to compare",
              version.time(),
              lines.size(),
              MAX_LINES));
    }
    return lines;
  }
}
