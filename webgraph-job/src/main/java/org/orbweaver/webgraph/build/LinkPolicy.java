package org.orbweaver.webgraph.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.WebGraphKeys;
import org.orbweaver.webgraph.format.ReversedUrl;

/**
 * Which of a page's outlinks are arcs of the graph: not those to the page itself, each target once,
 * and links with nofollow only if they are to be kept. Redirects are not arcs.
 */
final class LinkPolicy {
  private static final Text REL = new Text("rel");

  private final boolean keepNofollow;

  LinkPolicy(boolean keepNofollow) {
    this.keepNofollow = keepNofollow;
  }

  /**
   * The policy that a configuration asks for.
   *
   * @throws OrbException (usage) for a value that is neither drop nor keep
   */
  static LinkPolicy of(Configuration conf) {
    String nofollow = WebGraphKeys.NOFOLLOW.get(conf).strip();
    return switch (nofollow) {
      case "keep" -> new LinkPolicy(true);
      case "drop" -> new LinkPolicy(false);
      default ->
          throw OrbException.usage(
              "setting " + WebGraphKeys.NOFOLLOW.name() + "=" + nofollow + ": not drop or keep");
    };
  }

  /** For {@code meta.json}. */
  Map<String, String> describe() {
    Map<String, String> policy = new LinkedHashMap<>();
    policy.put("nofollow", keepNofollow ? "keep" : "drop");
    policy.put("self", "drop");
    policy.put("redirects", "unresolved");
    return policy;
  }

  /** The keys of the pages that {@code url} links to, distinct and sorted. */
  List<byte[]> links(String url, ParseData parse) {
    if (!keepNofollow && disowns(parse.getMeta("robots"))) {
      return List.of();
    }
    List<byte[]> keys = new ArrayList<>();
    for (Outlink outlink : parse.getOutlinks()) {
      String target = outlink.getToUrl();
      if (!target.isEmpty() && !target.equals(url) && (keepNofollow || !isNofollow(outlink))) {
        keys.add(ReversedUrl.keyBytes(target));
      }
    }
    keys.sort(Arrays::compareUnsigned);
    List<byte[]> distinct = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      if (distinct.isEmpty() || !Arrays.equals(key, distinct.get(distinct.size() - 1))) {
        distinct.add(key);
      }
    }
    return distinct;
  }

  private static boolean isNofollow(Outlink outlink) {
    MapWritable metadata = outlink.getMetadata();
    Writable rel = metadata == null ? null : metadata.get(REL);
    return rel != null && hasWord(rel.toString(), "nofollow");
  }

  /** Whether a robots meta tag says that none of the page's links is to be followed. */
  private static boolean disowns(String robots) {
    return robots != null && (hasWord(robots, "nofollow") || hasWord(robots, "none"));
  }

  private static boolean hasWord(String text, String word) {
    return Arrays.asList(text.toLowerCase(Locale.ROOT).split("[\\s,]+", -1)).contains(word);
  }
}
