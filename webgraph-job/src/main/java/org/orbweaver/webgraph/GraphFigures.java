package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.Structure;
import org.orbweaver.webgraph.structure.StructureFields;
import org.orbweaver.webgraph.structure.StructureHtml;

/** The figures of a graph by name, for JSON and for the page with its pictures. */
public final class GraphFigures {
  private static final int TOP = 10;

  private GraphFigures() {}

  /**
   * The page of a crawl's graph, on a server.
   *
   * @param build the folder of the graph
   * @param path of the page; see {@link StructureHtml#served}
   * @throws org.orbweaver.common.error.OrbException (failed) if the heap is too small for it
   */
  public static String served(
      Configuration conf, CrawlDir crawl, Path build, String path, String report)
      throws IOException {
    GraphDir graph = GraphDir.open(conf, build, GraphLevel.PAGE);
    try (NodeNames names = graph.names()) {
      Structure structure = GraphStructure.measure(conf, crawl, graph, names, TOP);
      StructureFields fields = new StructureFields(structure, names);
      Fields figures = of(graph, structure);
      addLists(figures, graph, structure, fields, names);
      addPictures(figures, crawl, fields);
      return StructureHtml.served(Json.line(figures), path, report);
    }
  }

  /** Single figures. */
  static Fields of(GraphDir graph, Structure structure) {
    GraphMeta meta = graph.meta();
    double links = meta.arcs();
    long bytes = meta.out().stream().mapToLong(GraphMeta.Part::bytes).sum();
    return new Fields()
        .with("build", graph.folder().getName())
        .with("nodes", meta.nodes())
        .with("links", meta.arcs())
        .with("dangling", meta.dangling())
        .with("isolated", structure.reciprocity().isolated())
        .with("selfLinks", structure.reciprocity().selfLinks())
        .with("maxOutDegree", structure.out().largest())
        .with("maxInDegree", structure.in().largest())
        .with("meanDegree", meta.nodes() == 0 ? Double.NaN : links / meta.nodes())
        .with("bitsPerLink", meta.arcs() == 0 ? Double.NaN : 8 * bytes / links)
        .with("weighted", meta.weighted())
        .with("outPartitions", meta.out().size())
        .with("inPartitions", meta.in().size());
  }

  /** Adds lists and nested figures. */
  static void addLists(
      Fields figures, GraphDir graph, Structure structure, StructureFields fields, NodeNames names)
      throws IOException {
    List<Object> mostLinked = new ArrayList<>();
    for (Structure.MostLinked node : structure.mostLinked()) {
      mostLinked.add(
          new Fields().with("url", names.name(node.node())).with("inDegree", node.inDegree()));
    }
    figures
        .with("outDegrees", structure.out().histogram())
        .with("inDegrees", structure.in().histogram())
        .with("policy", graph.meta().policy())
        .with("source", graph.meta().source())
        .with("top", mostLinked)
        .with("structure", fields.all());
  }

  /** Adds what only pictures show. */
  static void addPictures(Fields figures, CrawlDir crawl, StructureFields fields)
      throws IOException {
    figures
        .with("hostPicture", fields.hostPicture())
        .with("convergence", Rankings.convergence(crawl));
  }
}
