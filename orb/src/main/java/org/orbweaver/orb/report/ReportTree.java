package org.orbweaver.orb.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.orb.report.CrawlReport.Round;
import org.orbweaver.webgraph.structure.BowTie;

/**
 * A report as input of its templates: the fields of its JSON, and values derived from them. Each
 * map of counts, such as {@code status}, has a list beside it, {@code statusCounts}, of {@code
 * key}, {@code label} for people, {@code value}, and {@code length}, a percentage of the highest.
 */
final class ReportTree {
  private static final int SHOWN = 12;
  private static final Set<String> SPANS = Set.of("ages", "intervals", "changeSpans", "depths");

  private ReportTree() {}

  static Map<String, Object> of(CrawlReport report) {
    Map<String, Object> tree = fields(report);
    List<Round> rounds = report.rounds();
    Fields sums = new Fields().with("rounds", rounds.size());
    Fields revisits = new Fields();
    Fields unreached = new Fields();
    Fields rendering = new Fields();
    for (int i = 0; i < rounds.size(); i++) {
      Map<?, ?> fields = (Map<?, ?>) ((List<?>) tree.get("rounds")).get(i);
      fields.forEach(
          (name, value) -> {
            if (value instanceof Long count) {
              sums.merge((String) name, count, ReportTree::sum);
            }
          });
      rounds.get(i).changes().forEach((name, n) -> revisits.merge(name, n, ReportTree::sum));
      rounds.get(i).unreached().forEach((name, n) -> unreached.merge(name, n, ReportTree::sum));
    }
    rounds.forEach(
        round -> round.rendering().forEach((name, n) -> rendering.merge(name, n, ReportTree::sum)));
    if (rendering.getOrDefault("rendered", 0L) instanceof Long pages && pages > 0) {
      double cpuSeconds = (Long) rendering.get("cpu_ms") / 1000.0 / pages;
      rendering.with("cpuSecondsAPage", Math.round(cpuSeconds * 100) / 100.0);
      tree.put("rendering", rendering);
    }
    revisits.remove("new");
    revisits.with("visits", revisits.values().stream().mapToLong(n -> (Long) n).sum());
    tree.put("sums", sums);
    tree.put("revisits", revisits);
    tree.put("hasUnreached", !unreached.isEmpty());
    tree.put("unreached", unreached);
    addCounts(tree);
    if (!rounds.isEmpty()) {
      tree.put("lastRound", ((List<?>) tree.get("rounds")).get(rounds.size() - 1));
    }
    report.crawldb().ifPresent(db -> tree.put("dated", ages(db)));
    tree.put("hasSites", report.crawldb().filter(db -> !db.sites().isEmpty()).isPresent());
    return tree;
  }

  private static Object sum(Object a, Object b) {
    return (Long) a + (Long) b;
  }

  /** A record's fields, as those of its JSON. */
  static Map<String, Object> fields(Record values) {
    try {
      return Json.parse(Json.line(values));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ages as a cumulative histogram: each count includes all younger ones. */
  private static Fields ages(CrawlDbSurvey db) {
    List<Fields> atMost = new ArrayList<>();
    long below = 0;
    for (long bound : CrawlDbSurvey.SPANS) {
      below += db.ages().getOrDefault(String.valueOf(bound), 0L);
      atMost.add(new Fields().with("le", String.valueOf(bound)).with("value", below));
    }
    below += db.ages().getOrDefault(CrawlDbSurvey.LONGER, 0L);
    atMost.add(new Fields().with("le", CrawlDbSurvey.LONGER).with("value", below));
    long mean = below == 0 ? 0 : Math.max(1, db.total(CrawlDbSurvey.AGES) / below);
    return new Fields().with("pages", below).with("atMost", atMost).with("meanAge", mean);
  }

  private static void addCounts(Map<String, Object> fields) {
    for (Map.Entry<String, Object> field : List.copyOf(fields.entrySet())) {
      if (field.getValue() instanceof Map<?, ?> map) {
        @SuppressWarnings("unchecked") // a JSON object
        Map<String, Object> inner = (Map<String, Object>) map;
        if (!inner.isEmpty() && inner.values().stream().allMatch(Long.class::isInstance)) {
          fields.put(field.getKey() + "Counts", counts(field.getKey(), inner));
        } else {
          addCounts(inner);
        }
      }
    }
  }

  private static List<Fields> counts(String name, Map<String, Object> map) {
    boolean isSpan = SPANS.contains(name);
    Comparator<Map.Entry<String, Object>> order =
        isSpan
            ? Comparator.comparingDouble(entry -> seconds(entry.getKey()))
            : Comparator.comparing((Map.Entry<String, Object> entry) -> -(Long) entry.getValue());
    long most = map.values().stream().mapToLong(value -> (Long) value).max().orElse(0);
    List<Fields> counts = new ArrayList<>();
    map.entrySet().stream()
        .filter(entry -> (Long) entry.getValue() > 0)
        .sorted(order.thenComparing(Map.Entry::getKey))
        .forEach(
            entry ->
                counts.add(
                    new Fields()
                        .with("key", entry.getKey())
                        .with("label", label(name, entry.getKey()))
                        .with("value", entry.getValue())
                        .with("isShown", counts.size() < SHOWN)
                        .with("length", 100 * (double) (Long) entry.getValue() / most)));
    return counts;
  }

  private static double seconds(String bound) {
    return bound.equals(CrawlDbSurvey.LONGER) ? Double.MAX_VALUE : Double.parseDouble(bound);
  }

  private static String label(String name, String key) {
    return switch (name) {
      case "ages", "intervals", "changeSpans" ->
          key.equals(CrawlDbSurvey.LONGER)
              ? "longer"
              : "up to " + ReportPage.span(Long.parseLong(key));
      case "unreached" ->
          switch (key) {
            case "form" -> "a form that takes words";
            case "login" -> "a field for a password";
            default -> "next to no text, but a script";
          };
      case "nonContent" -> NonContent.of(key).map(NonContent::nouns).orElse(key);
      case "bowTie" -> BowTie.Region.valueOf(key.toUpperCase(Locale.ROOT)).words();
      case "status" ->
          switch (key) {
            case "unfetched" -> "not fetched yet, or to be tried again";
            case "notmodified" -> "fetched again, not modified";
            case "gone" -> "gone or forbidden";
            case "redir_temp" -> "redirects, temporary";
            case "redir_perm" -> "redirects, permanent";
            default -> key;
          };
      default -> key;
    };
  }
}
