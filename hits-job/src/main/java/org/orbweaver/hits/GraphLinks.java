package org.orbweaver.hits;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.hits.focused.HubRows;
import org.orbweaver.hits.focused.LinkSource;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;

/**
 * A graph's files as a {@link LinkSource}: the partitions that hold a page asked for are decoded
 * from their beginning to its last one. Not for several threads at once.
 */
final class GraphLinks implements LinkSource, HubRows, Closeable {

  private final GraphDir graph;
  private final NodeNames names;
  private final Int2ObjectOpenHashMap<String> hosts = new Int2ObjectOpenHashMap<>();

  GraphLinks(GraphDir graph) {
    this.graph = graph;
    names = graph.names();
  }

  private interface Opener {
    AdjacencyReader open(int part) throws IOException;
  }

  @Override
  public void successors(int[] pages, PageVisitor visitor) throws IOException {
    visit(pages, graph.meta().out(), graph::out, visitor);
  }

  @Override
  public void predecessors(int[] pages, PageVisitor visitor) throws IOException {
    visit(pages, graph.meta().in(), graph::in, visitor);
  }

  private static void visit(
      int[] pages, List<GraphMeta.Part> parts, Opener opener, PageVisitor visitor)
      throws IOException {
    int next = 0;
    for (int p = 0; p < parts.size(); p++) {
      int last = next;
      while (last < pages.length && pages[last] < parts.get(p).end()) {
        last++;
      }
      if (last > next) {
        try (AdjacencyReader reader = opener.open(p)) {
          for (; next < last; next++) {
            while (reader.next() < pages[next]) {
              // The lists before it must be decoded to find it.
            }
            visitor.page(pages[next], reader.copyOfNeighbours());
          }
        }
      }
    }
  }

  @Override
  public String host(int page) throws IOException {
    String host = hosts.get(page);
    if (host == null) {
      host =
          graph.meta().names() == NameKind.URLS
              ? ReversedUrl.host(ReversedUrl.key(names.name(page)))
              : "";
      hosts.put(page, host);
    }
    return host;
  }

  /** The URL, or other name, of a page. */
  String url(int page) throws IOException {
    return names.name(page);
  }

  /** The page of a URL, or −1. */
  int page(String url) throws IOException {
    return names.id(url);
  }

  /** The pages of {@code urls} that are in the graph, in their order, each once. */
  int[] pages(List<String> urls) throws IOException {
    int[] pages = new int[urls.size()];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = page(urls.get(i));
    }
    return Arrays.stream(pages).filter(page -> page >= 0).distinct().toArray();
  }

  @Override
  public int columns() {
    return graph.nodes();
  }

  @Override
  public void forEach(HubRows.Visitor visitor) throws IOException {
    for (int p = 0; p < graph.meta().out().size(); p++) {
      try (AdjacencyReader reader = graph.out(p)) {
        for (int u = reader.next(); u >= 0; u = reader.next()) {
          visitor.hub(u, reader.neighbours(), null, reader.degree());
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    names.close();
  }
}
