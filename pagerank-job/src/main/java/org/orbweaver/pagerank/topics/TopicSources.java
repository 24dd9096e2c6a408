package org.orbweaver.pagerank.topics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import picocli.CommandLine.Option;

/** Teleport vectors by host patterns and by queries, as options of a command. */
public final class TopicSources {
  private static final int MAX_RESULTS = 10_000;

  @Option(
      names = "--topic-host",
      paramLabel = "NAME=GLOB",
      description = "Topic of all pages of matching hosts, such as edu=*.edu; may be repeated.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--topic-query",
      paramLabel = "NAME=QUERY",
      description =
          "Topic of the pages that the newest index finds, weighted by score; may be repeated.")
  private List<String> queries = new ArrayList<>();

  @Option(
      names = "--topic-results",
      paramLabel = "N",
      description = "Maximum pages per query (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = MAX_RESULTS)
  private int results = 100;

  public boolean isEmpty() {
    return hosts.isEmpty() && queries.isEmpty();
  }

  /**
   * Refuses options that are wrong whatever the graph.
   *
   * @throws OrbException (usage) naming the option
   */
  public void check() {
    for (String host : hosts) {
      pattern(host);
    }
    for (String query : queries) {
      split("--topic-query", query);
    }
  }

  /**
   * Looks the pages up.
   *
   * @throws OrbException (failed) if a topic has no pages
   */
  public List<Topic> resolve(Session session, GraphDir graph, Search search) throws IOException {
    List<Topic> topics = new ArrayList<>();
    for (String host : hosts) {
      Map<Integer, Double> pages = pattern(host).pages(graph, "--topic-host " + host);
      session.console().infof("%s: %s", Console.safe(host), Count.of(pages.size(), "page"));
      topics.add(Topic.of(split("--topic-host", host)[0], pages));
    }
    for (String query : queries) {
      String[] parts = split("--topic-query", query);
      topics.add(Topic.of(parts[0], found(session, graph, search, query, parts[1])));
    }
    return topics;
  }

  private Map<Integer, Double> found(
      Session session, GraphDir graph, Search search, String option, String query)
      throws IOException {
    Map<String, Double> hits = search.search(session.conf(), session.dir(), query, results);
    Map<Integer, Double> pages = new TreeMap<>();
    try (NodeNames names = graph.names()) {
      for (Map.Entry<String, Double> hit : hits.entrySet()) {
        int id = names.id(hit.getKey());
        if (id >= 0) {
          pages.put(id, hit.getValue());
        }
      }
    }
    if (pages.isEmpty()) {
      throw OrbException.failed(
          "--topic-query "
              + Console.safe(option)
              + ": found "
              + (hits.isEmpty() ? "nothing" : hits.size() + " pages, none of them in the graph"));
    }
    session
        .console()
        .infof(
            "%s: %s of %,d found",
            Console.safe(option), Count.of(pages.size(), "page"), hits.size());
    return pages;
  }

  private static HostPattern pattern(String option) {
    return HostPattern.of("--topic-host", split("--topic-host", option)[1]);
  }

  private static String[] split(String option, String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw OrbException.usage(option + " " + Console.safe(text) + ": expected NAME=...");
    }
    return new String[] {text.substring(0, equals), text.substring(equals + 1)};
  }

  /** Finds pages for a query, for a topic made from its results; implemented by the index. */
  @FunctionalInterface
  public interface Search {
    /**
     * The best pages for a query.
     *
     * @param top maximum number
     * @return their scores, above 0, by URL, the best first
     */
    Map<String, Double> search(Configuration conf, CrawlDir dir, String query, int top)
        throws IOException;
  }
}
