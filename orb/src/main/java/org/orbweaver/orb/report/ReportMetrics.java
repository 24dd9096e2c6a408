package org.orbweaver.orb.report;

import com.samskivert.mustache.Mustache;
import org.orbweaver.index.serve.Template;

/**
 * A report as metrics, in the <a
 * href="https://prometheus.io/docs/instrumenting/exposition_formats/">text format of
 * Prometheus</a>, version 0.0.4. Each sample has the crawl's name as a label. All but the ages are
 * gauges: a crawl's log forgets old rounds, so that sums over them can fall. Stores that the crawl
 * does not have are left out.
 */
public final class ReportMetrics {
  private static final com.samskivert.mustache.Template TEXT =
      Mustache.compiler()
          .defaultValue("")
          .withEscaper(ReportMetrics::escaped)
          .compile(Template.resource(ReportMetrics.class, "metrics.txt"));

  private ReportMetrics() {}

  /** The whole text. */
  public static String text(CrawlReport report) {
    var tree = ReportTree.of(report);
    tree.put("timestamp", report.time().getEpochSecond());
    report
        .rounds()
        .forEach(
            r -> r.finished().ifPresent(at -> tree.put("roundTimestamp", at.getEpochSecond())));
    return TEXT.execute(tree);
  }

  /** Escapes the value of a label; numbers stay unchanged. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
