package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.NameKind;

/** The expected graph of a crawl, computed plainly from the recorded fetches. */
final class CrawlPlan {
  private final List<Fetch> fetches;

  CrawlPlan(List<Fetch> fetches) {
    this.fetches = fetches;
  }

  /** A link on a page. */
  record Link(String target, boolean nofollow, boolean anchor) {}

  /**
   * The outcome for a page in a segment.
   *
   * @param links null if it was not parsed
   * @param alias target of its redirect, or null
   * @param canonical its canonical page, or null
   */
  record Fetch(
      int segment, String url, List<Link> links, boolean disowned, String alias, String canonical) {

    /** One that was not parsed. */
    Fetch(int segment, String url, String alias) {
      this(segment, url, null, false, alias, null);
    }
  }

  /** The graph under a policy. */
  final class Expected {
    private final LinkPolicy policy;
    private final Map<String, Fetch> newest = new TreeMap<>();
    private final Map<String, String> aliases = new TreeMap<>();
    private final Set<String> nodes = new TreeSet<>();
    private final Map<String, Map<String, Long>> units = new TreeMap<>();

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

    /** The end of a chain of at most seven hops; the URL itself if there is none. */
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
      long redirects = 0;
      long canonicals = 0;
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
      IntArrayList src = new IntArrayList();
      IntArrayList dst = new IntArrayList();
      DoubleArrayList weights = new DoubleArrayList();
      units.forEach(
          (from, row) ->
              row.forEach(
                  (to, weight) -> {
                    src.add(ids.get(from).intValue());
                    dst.add(ids.get(to).intValue());
                    weights.add(weight / 65536.0);
                  }));
      int n = urls.size();
      int m = src.size();
      GraphBuilder graph =
          GraphBuilder.fromEdges(
              n,
              src.elements(),
              dst.elements(),
              policy.isWeighted() ? weights.elements() : null,
              m);
      return graph
          .names(NameKind.URLS, id -> ReversedUrl.keyBytes(urls.get(id)))
          .policy(policy.describe(merged()));
    }
  }

  Expected under(LinkPolicy policy) {
    return new Expected(policy);
  }
}
