package org.orbweaver.pagerank.topics;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * A pattern for hosts: {@code *} matches any characters, {@code ?} one, as in {@code *.edu}.
 * Case-insensitive.
 *
 * <p>The dictionary has the hosts' labels reversed, so that those behind the last wildcard are a
 * common prefix of the keys: {@code *.ac.uk} reads {@code uk.ac.} only.
 */
public final class HostPattern {
  private final String glob;
  private final Pattern pattern;

  /**
   * @throws IllegalArgumentException if it cannot be a pattern for hosts
   */
  public HostPattern(String glob) {
    if (glob.isBlank() || !glob.matches("[^\\s/:@]+|\\[[0-9a-fA-F:.*?]+\\]")) {
      throw new IllegalArgumentException(
          "'" + glob + "' is not a host pattern such as *.edu or www.example.org");
    }
    this.glob = glob.toLowerCase(Locale.ROOT);
    StringBuilder regex = new StringBuilder();
    for (char c : this.glob.toCharArray()) {
      regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
    }
    this.pattern = Pattern.compile(regex.toString());
  }

  /**
   * The value of an option.
   *
   * @throws OrbException (usage) if it cannot be a pattern for hosts
   */
  public static HostPattern of(String option, String glob) {
    try {
      return new HostPattern(glob);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(option + " " + Console.safe(e.getMessage()));
    }
  }

  /** True if a host, in lower case, matches. */
  public boolean fits(String host) {
    return pattern.matcher(host).matches();
  }

  /** The common prefix of the keys of all matching hosts; may be empty. */
  public String keyPrefix() {
    int wildcard = Math.max(glob.lastIndexOf('*'), glob.lastIndexOf('?'));
    if (wildcard < 0) {
      String key = ReversedUrl.key("http://" + glob + "/");
      return key.substring(0, key.lastIndexOf(":http/") + 1);
    }
    // Whole labels only: of '*ample.org' that is 'org.'.
    int dot = glob.indexOf('.', wildcard);
    String tail = dot < 0 ? "" : glob.substring(dot + 1);
    // An IPv4 address is not reversed, and a pattern may mean one.
    if (tail.isEmpty() || tail.matches("[0-9.]*")) {
      return "";
    }
    String key = ReversedUrl.key("http://" + tail + "/");
    return key.substring(0, key.lastIndexOf(":http/")) + ".";
  }

  /** The pages of the matching hosts, each with the weight 1. */
  public Map<Integer, Double> pages(GraphDir graph) throws IOException {
    Map<Integer, Double> pages = new TreeMap<>();
    if (graph.meta().names() != NameKind.URLS) {
      return pages;
    }
    String prefix = keyPrefix();
    try (NodeNames names = graph.names()) {
      NodeNames.Cursor cursor = names.cursor(names.firstFrom(prefix));
      String last = "";
      boolean fits = false;
      while (cursor.next()) {
        String key = ReversedUrl.key(cursor.name());
        if (!key.startsWith(prefix)) {
          break;
        }
        String host = ReversedUrl.host(key);
        if (!host.equals(last)) {
          last = host;
          fits = !host.isEmpty() && fits(host);
        }
        if (fits) {
          pages.put(cursor.id(), 1.0);
        }
      }
    }
    return pages;
  }

  /**
   * As {@link #pages(GraphDir)}.
   *
   * @param option that the pattern is from, with its value
   * @throws OrbException (failed) if there are none
   */
  public Map<Integer, Double> pages(GraphDir graph, String option) throws IOException {
    Map<Integer, Double> pages = pages(graph);
    if (pages.isEmpty()) {
      boolean numbered = graph.meta().names() != NameKind.URLS;
      throw OrbException.failed(
          Console.safe(option)
              + ": no page of graph "
              + graph.folder().getName()
              + (numbered ? " has a host (its nodes are numbered)" : " matches"));
    }
    return pages;
  }

  @Override
  public String toString() {
    return glob;
  }
}
