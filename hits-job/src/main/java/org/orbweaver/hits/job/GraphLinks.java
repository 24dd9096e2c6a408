package org.orbweaver.hits.job;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.hits.focused.BaseSet;
import org.orbweaver.hits.focused.HubRows;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * A graph's files as a {@link BaseSet.LinkSource}; a page costs the reading of its block of lists.
 * Not thread-safe.
 */
public final class GraphLinks implements BaseSet.LinkSource, HubRows, Closeable {

  private final GraphDir graph;
  private final NodeNames names;
  private final Int2ObjectOpenHashMap<String> hosts = new Int2ObjectOpenHashMap<>();

  /** The lists of a graph, and its names. */
  public GraphLinks(GraphDir graph) {
    this.graph = graph;
    names = graph.names();
  }

  @Override
  public void successors(int[] pages, PageVisitor visitor) throws IOException {
    visit(pages, Direction.OUT, visitor);
  }

  @Override
  public void predecessors(int[] pages, PageVisitor visitor) throws IOException {
    visit(pages, Direction.IN, visitor);
  }

  private void visit(int[] pages, Direction direction, PageVisitor visitor) throws IOException {
    try (AdjacencyReader reader = graph.read(direction)) {
      for (int page : pages) {
        reader.moveTo(page);
        visitor.page(page, reader.copyOfNeighbours());
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
  public String url(int page) throws IOException {
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
  public void forEach(HubRows.HubVisitor visitor) throws IOException {
    graph.forEach(
        Direction.OUT, false, (u, list) -> visitor.hub(u, list.neighbours(), null, list.degree()));
  }

  @Override
  public void close() throws IOException {
    names.close();
  }
}
