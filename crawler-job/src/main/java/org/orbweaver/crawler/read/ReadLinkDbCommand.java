package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.Iterator;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Fields;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code read linkdb DIR}. */
@Command(
    name = "linkdb",
    description = "Show the linkdb: the inlinks of URLs with their anchor text.",
    footer = {
      "  orb read linkdb crawl --url http://a.example/",
      "  orb read linkdb crawl --stats --json",
      "  orb read linkdb crawl --dump --json | head"
    })
public final class ReadLinkDbCommand extends ReadCommand {

  @ArgGroup(multiplicity = "1")
  private LinkDbViews what;

  private static final class LinkDbViews {
    @Option(names = "--url", paramLabel = "U", description = "Show the inlinks of one URL.")
    private String url;

    @Option(names = "--stats", description = "Count URLs, links and anchor texts.")
    private boolean stats;

    @Option(names = "--dump", description = "Print every record.")
    private boolean dump;
  }

  private static final class LinkDbStats {
    private long urls;
    private long links;
    private long anchors;
    private int most;
    private String mostUrl = "";

    void add(String url, Inlinks inlinks) {
      urls++;
      links += inlinks.size();
      for (Iterator<Inlink> it = inlinks.iterator(); it.hasNext(); ) {
        anchors += it.next().getAnchor().isEmpty() ? 0 : 1;
      }
      offer(inlinks.size(), url);
    }

    void add(LinkDbStats other) {
      urls += other.urls;
      links += other.links;
      anchors += other.anchors;
      offer(other.most, other.mostUrl);
    }

    private void offer(int count, String url) {
      if (count > most || (count == most && url.compareTo(mostUrl) < 0)) {
        most = count;
        mostUrl = url;
      }
    }

    Fields fields() {
      return new Fields()
          .with("urls", urls)
          .with("links", links)
          .with("withAnchor", anchors)
          .with("linksPerUrl", urls == 0 ? 0.0 : (double) links / urls)
          .with("mostLinks", most)
          .with("mostLinked", mostUrl);
    }
  }

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    SortedStore<Inlinks> store = open(crawl.linkDb(), "linkdb", "orb links", Inlinks.class);
    if (what.url != null) {
      printOne(store, what.url, "linkdb", RecordFields::inlinks);
    } else if (what.stats) {
      LinkDbStats total = new LinkDbStats();
      store
          .gather(LinkDbStats::new, (stats, url, inlinks) -> stats.add(url.toString(), inlinks))
          .forEach(total::add);
      print(total.fields());
    } else if (what.dump) {
      store.forEachSorted((url, inlinks) -> print(url.toString(), RecordFields.inlinks(inlinks)));
    }
    return ExitCode.OK.code();
  }
}
