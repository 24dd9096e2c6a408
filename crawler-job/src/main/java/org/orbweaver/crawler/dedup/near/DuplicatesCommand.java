package org.orbweaver.crawler.dedup.near;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.dedup.DuplicateKeys;
import org.orbweaver.crawler.duplicate.Sketch;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.parse.ParseMapper;
import org.orbweaver.crawler.url.UrlNormalizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code duplicates DIR URL|FILE}. It looks up each of the document's keys and the
 * pages that share it, at most 32 for each key, so its cost does not grow with the crawl.
 */
@Command(
    name = "duplicates",
    description = {
      "Find the duplicates and near-duplicates of one document.",
      "The document is a page of the crawl or a local file, which is parsed as the crawl would."
          + " Prints each page found with the Jaccard coefficient of their five-word shingles, as"
          + " estimated from sketches: at most 32 for each key, so not all of a large group. The"
          + " representative of a group is the page to keep of it (orbweaver.duplicates.keep).",
      "Pages are known once 'orb crawl' or 'orb dedup --near' has compared them. Exits with 1 if"
          + " there is no duplicate."
    },
    footer = {
      "  orb duplicates crawl https://example.org/page",
      "  orb duplicates crawl report.pdf",
      "  orb duplicates crawl page.html --threshold .7 --json"
    })
public final class DuplicatesCommand extends CrawlDirCommand {
  private static final int MAX_BYTES = 256 << 20;

  @Parameters(index = "1", paramLabel = "URL|FILE", description = "A page of it, or a local file.")
  private String document;

  @Option(
      names = "--threshold",
      paramLabel = "J",
      description = "Minimum coefficient. Default: orbweaver.duplicates.near.threshold.")
  private Double threshold;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private record NearDuplicate(String url, double jaccard, boolean representative) {}

  @Override
  protected int run() throws Exception {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    SortedStore<PageSketch> sketches = NearPhase.sketches(conf(), crawl);
    if (sketches.isEmpty()) {
      throw OrbException.failed(
          "no sketches of pages in " + crawl + ": 'orb dedup --near " + dir + "' gathers them");
    }
    String url = null;
    Sketch sketch;
    List<NearDuplicate> found = new ArrayList<>();
    try (StoreLookup<PageSketch> pages =
            new StoreLookup<>(conf(), sketches.parts(), PageSketch.class);
        StoreLookup<BandPages> keys =
            new StoreLookup<>(conf(), NearPhase.keys(conf(), crawl).parts(), BandPages.class);
        StoreLookup<CrawlDatum> entries =
            new StoreLookup<>(conf(), CrawlDb.check(conf(), crawl).parts(), CrawlDatum.class)) {
      Optional<Path> file = file();
      if (file.isPresent()) {
        sketch = sketch(file.get());
      } else {
        url = new UrlNormalizer().normalize(document);
        PageSketch known = url == null ? null : pages.get(PageSketch.id(url));
        if (known == null) {
          throw OrbException.failed(
              Console.safe(document) + " is neither a file nor a page with text in " + crawl);
        }
        sketch = known.sketch();
      }
      double least = threshold == null ? DuplicateKeys.THRESHOLD.get(conf()) : threshold;
      for (Text id : candidates(sketch, keys)) {
        PageSketch page = pages.get(id);
        double jaccard = page == null ? 0 : sketch.jaccard(page.sketch());
        if (jaccard >= least && !page.url().equals(url)) {
          found.add(new NearDuplicate(page.url(), jaccard, isRepresentative(page.url(), entries)));
        }
      }
    }
    found.sort(
        Comparator.comparing(NearDuplicate::jaccard).reversed().thenComparing(NearDuplicate::url));
    RecordPrinter out = new RecordPrinter(console(), json);
    for (NearDuplicate one : found) {
      String mark = one.representative() ? "  (representative)" : "";
      out.row(one, () -> out.text("%1$.3f  %2$s%3$s", one.jaccard(), one.url(), mark));
    }
    console().info(Count.of(found.size(), "near-duplicate"));
    return (found.isEmpty() ? ExitCode.FAILED : ExitCode.OK).code();
  }

  private static boolean isRepresentative(String url, StoreLookup<CrawlDatum> entries) {
    CrawlDatum entry = entries.parts() == 0 ? null : entries.get(new Text(url));
    return entry != null && entry.getMetaData().containsKey(RepresentativesJobs.REPRESENTATIVE);
  }

  private static Set<Text> candidates(Sketch sketch, StoreLookup<BandPages> keys) {
    Set<Text> ids = new LinkedHashSet<>();
    for (Text key : BandPages.keys(sketch)) {
      BandPages pages = keys.parts() == 0 ? null : keys.get(key);
      if (pages != null) {
        for (long id : pages.ids()) {
          ids.add(PageSketch.id(id));
        }
      }
    }
    return ids;
  }

  private Optional<Path> file() {
    try {
      return Optional.of(Path.of(document)).filter(Files::isRegularFile);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Sketch sketch(Path file) throws IOException, InterruptedException {
    if (Files.size(file) > MAX_BYTES) {
      throw OrbException.failed(file + " is larger than " + MAX_BYTES + " bytes");
    }
    String url =
        new UrlNormalizer()
            .normalize(file.toUri().toString().replaceFirst("^file:", "http://localhost"));
    Content content = new Content(url, url, Files.readAllBytes(file), "", new Metadata(), conf());
    ParsedPage page = ParseMapper.parse(conf(), content);
    if (!page.parsed()) {
      throw OrbException.failed(file + ": " + Console.safe(page.message()));
    }
    return Sketch.of(MainContent.of(page.text(), page.meta().get(MetaNames.MAIN)))
        .orElseThrow(() -> OrbException.failed(file + " has no words"));
  }
}
