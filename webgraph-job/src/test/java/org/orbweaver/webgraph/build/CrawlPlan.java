package org.orbweaver.webgraph.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphLevel;
import org.orbweaver.webgraph.format.NameKind;

/** What the graph of a crawl must be, worked out plainly from what was recorded. */
final class CrawlPlan {
  private final List<Fetch> fetches;

  CrawlPlan(List<Fetch> fetches) {
    this.fetches = fetches;
  }

  /** A link as it stands on a page. */
  record Link(String target, boolean nofollow, boolean anchor) {}

  /**
   * What came of a page in a segment.
   *
   * @param links null where it was not parsed
   * @param alias where it redirects, or null
   * @param canonical what it names as canonical, or null
   */
  record Fetch(
      int segment, String url, List<Link> links, boolean disowned, String alias, String canonical) {

    static Fetch page(int segment, String url) {
      return new Fetch(segment, url, null, false, null, null);
    }

    static Fetch redirect(int segment, String url, String target) {
      return new Fetch(segment, url, null, false, target, null);
    }

    static Fetch parse(
        int segment,
        String url,
        List<Link> links,
        boolean disowned,
        String refresh,
        String canonical) {
      return new Fetch(segment, url, links, disowned, refresh, canonical);
    }
  }

  /** The graph under a policy. */
  final class Expected {
    private final LinkPolicy policy;
    private final Map<String, Fetch> newest = new TreeMap<>();
    private final Map<String, String> aliases = new TreeMap<>();
    private final Set<String> nodes = new TreeSet<>();
    private final Map<String, Map<String, Long>> units = new TreeMap<>();
    private long redirects;
    private long canonicals;

    private Expected(LinkPolicy policy) {
      this.policy = policy;
      for (Fetch fetch : fetches) {
        newest.put(fetch.url, fetch);
      }
      newest.values().forEach(this::findAlias);
      fetches.forEach(fetch -> nodes.add(end(fetch.url)));
      aliases.keySet().forEach(url -> nodes.add(end(url)));
      for (Fetch fetch : newest.values()) {
        if (fetch.links != null && (policy.nofollow() || !fetch.disowned)) {
          addLinks(fetch);
        }
      }
    }

    private boolean isAlias(Fetch fetch, String target) {
      return policy.redirects() && target != null && !target.equals(fetch.url);
    }

    private void findAlias(Fetch fetch) {
      if (isAlias(fetch, fetch.alias)) {
        aliases.put(fetch.url, fetch.alias);
      } else if (policy.canonicals()
          && fetch.canonical != null
          && !fetch.canonical.equals(fetch.url)) {
        aliases.put(fetch.url, fetch.canonical);
      }
    }

    /** Where a chain of at most seven hops ends; the URL itself where it does not. */
    private String end(String url) {
      Set<String> seen = new HashSet<>();
      String at = url;
      while (aliases.containsKey(at)) {
        if (!seen.add(at) || seen.size() > 7) {
          return url;
        }
        at = aliases.get(at);
      }
      return at;
    }

    private void addLinks(Fetch fetch) {
      String from = end(fetch.url);
      int n = fetch.links.size();
      for (int i = 0; i < n; i++) {
        Link link = fetch.links.get(i);
        if (link.nofollow && !policy.nofollow()) {
          continue;
        }
        String to = end(link.target);
        nodes.add(to);
        if (from.equals(to) ? policy.self() : !isWithin(from, to)) {
          double weight = n == 1 ? 1 : 1 - (1 - policy.lastLink()) * i / (n - 1);
          weight *= link.anchor ? 1 : policy.noAnchor();
          units
              .computeIfAbsent(from, key -> new TreeMap<>())
              .merge(to, Math.round(weight * 65536), policy.count() ? Long::sum : Long::max);
        }
      }
    }

    private boolean isWithin(String from, String to) {
      String a = group(from);
      return policy.dropped() != GraphLevel.PAGE && !a.isEmpty() && a.equals(group(to));
    }

    private String group(String url) {
      return policy.dropped().groups().of(ReversedUrl.key(url));
    }

    /** The URLs in the order of their ids. */
    List<String> urls() {
      TreeMap<byte[], String> byKey = new TreeMap<>(Arrays::compareUnsigned);
      nodes.forEach(url -> byKey.put(ReversedUrl.keyBytes(url), url));
      return List.copyOf(byKey.values());
    }

    LinkPolicy.Merged merged() {
      redirects = 0;
      canonicals = 0;
      long loops = 0;
      for (Map.Entry<String, String> alias : aliases.entrySet()) {
        Fetch fetch = newest.get(alias.getKey());
        if (end(alias.getKey()).equals(alias.getKey())) {
          loops++;
        } else if (isAlias(fetch, fetch.alias)) {
          redirects++;
        } else {
          canonicals++;
        }
      }
      return new LinkPolicy.Merged(redirects, canonicals, loops);
    }

    GraphBuilder graph() {
      List<String> urls = urls();
      Map<String, Integer> ids = new TreeMap<>();
      urls.forEach(url -> ids.put(url, ids.size()));
      List<int[]> edges = new ArrayList<>();
      List<Double> weights = new ArrayList<>();
      units.forEach(
          (from, row) ->
              row.forEach(
                  (to, weight) -> {
                    edges.add(new int[] {ids.get(from), ids.get(to)});
                    weights.add(weight / 65536.0);
                  }));
      int[] src = edges.stream().mapToInt(edge -> edge[0]).toArray();
      int[] dst = edges.stream().mapToInt(edge -> edge[1]).toArray();
      GraphBuilder graph =
          policy.isWeighted()
              ? GraphBuilder.fromEdges(
                  urls.size(),
                  src,
                  dst,
                  weights.stream().mapToDouble(Double::doubleValue).toArray(),
                  src.length)
              : GraphBuilder.fromEdges(urls.size(), src, dst);
      return graph
          .names(NameKind.URLS, id -> ReversedUrl.keyBytes(urls.get(id)))
          .policy(policy.describe(merged()));
    }
  }

  Expected under(LinkPolicy policy) {
    return new Expected(policy);
  }
}
