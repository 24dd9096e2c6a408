package org.orbweaver.webgraph;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.NameKind;
import org.orbweaver.webgraph.structure.Hosts;
import org.orbweaver.webgraph.structure.Structure;
import org.orbweaver.webgraph.structure.StructureKeys;

/** Reads a graph for {@link org.orbweaver.webgraph.structure}. */
final class GraphStructure {
  private static final long MADE_FOR_THE_FETCH_MS = 60_000;

  private GraphStructure() {}

  /**
   * Measures a graph.
   *
   * @param top length of the lists
   * @throws OrbException (failed) if the heap is too small for it
   */
  static Structure measure(
      Configuration conf, CrawlDir crawl, GraphDir graph, NodeNames names, int top)
      throws IOException {
    long needed = Structure.bytes(graph.nodes(), graph.arcs());
    long heap = Runtime.getRuntime().maxMemory();
    if (needed > heap - heap / 8 || graph.arcs() > Integer.MAX_VALUE - 8) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "%s: measuring %d pages and %d links needs %d MB of memory, but this process has %d"
                  + " MB (raise it by ORB_JAVA_OPTS=-Xmx...); the maximum is 2^31 links",
              graph.folder(),
              graph.nodes(),
              graph.arcs(),
              needed >> 20,
              heap >> 20));
    }
    Structure.StructureOptions options =
        new Structure.StructureOptions(
            StructureKeys.FIT_SAMPLES.get(conf),
            StructureKeys.PAIR_DEGREE.get(conf),
            StructureKeys.DISTANCE_SOURCES.get(conf),
            top);
    Optional<Hosts.Pages> hosts = hosts(graph, names);
    short[] years =
        hosts.isPresent() ? years(conf, crawl, names, graph.nodes()) : new short[graph.nodes()];
    return Structure.of(graph.load(Direction.OUT), graph.load(Direction.IN), hosts, years, options);
  }

  private static Optional<Hosts.Pages> hosts(GraphDir graph, NodeNames names) throws IOException {
    if (graph.meta().names() != NameKind.URLS) {
      return Optional.empty();
    }
    Hosts.Pages hosts = new Hosts.Pages();
    NodeNames.Cursor cursor = names.cursor(0);
    boolean any = false;
    while (cursor.next()) {
      String host = ReversedUrl.host(ReversedUrl.key(cursor.name()));
      any |= !host.isEmpty();
      hosts.add(host);
    }
    return any ? Optional.of(hosts) : Optional.empty();
  }

  /**
   * The year of each page, in UTC, from its newest fetch that has one; 0 if none has. It is from
   * the fetch's Last-Modified header, the nearest thing to a date of publication that a crawl
   * keeps. A fetch without the header has its own time in the header's place; a page modified
   * within a minute of its fetch was generated for it. Both count as unknown.
   */
  private static short[] years(Configuration conf, CrawlDir crawl, NodeNames names, int pages)
      throws IOException {
    short[] years = new short[pages];
    for (Path segment : crawl.segmentList()) {
      SortedStore.open(conf, new Path(segment, CrawlDatum.FETCH_DIR_NAME), CrawlDatum.class)
          .forEach(
              (url, fetch) -> {
                long modified = fetch.getModifiedTime();
                boolean known =
                    fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS
                        && modified > 0
                        && modified < fetch.getFetchTime() - MADE_FOR_THE_FETCH_MS;
                int page = known ? names.id(url.toString()) : -1;
                if (page >= 0) {
                  years[page] =
                      (short) Instant.ofEpochMilli(modified).atZone(ZoneOffset.UTC).getYear();
                }
              });
    }
    return years;
  }
}
