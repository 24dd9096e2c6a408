package org.orbweaver.crawler.diff;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.Csv;
import org.orbweaver.common.cli.Fields;
import org.orbweaver.common.cli.Json;
import org.orbweaver.crawler.diff.Difference.PageState;

/** Prints differences: as they come in JSON and CSV; in text a summary, with the first of each. */
final class DiffReport {
  /** How to print. */
  enum Form {
    TEXT,
    JSON,
    CSV
  }

  private final Console console;
  private final Form form;
  private final int examples;
  private final Map<Difference.Kind, Long> counts = new EnumMap<>(Difference.Kind.class);
  private final Map<Difference.Kind, List<String>> lines = new EnumMap<>(Difference.Kind.class);
  private long different;

  /**
   * Nothing printed but a CSV's header.
   *
   * @param examples of each kind in the summary; negative: all
   */
  DiffReport(Console console, Form form, int examples) {
    this.console = console;
    this.form = form;
    this.examples = examples;
    if (form == Form.CSV) {
      Csv.write(console, new ArrayList<>(fields(null).keySet()));
    }
  }

  void take(Difference difference) {
    different++;
    for (Difference.Kind kind : difference.kinds()) {
      counts.merge(kind, 1L, Long::sum);
    }
    switch (form) {
      case JSON -> console.line(Json.line(fields(difference)));
      case CSV -> {
        List<Object> cells = new ArrayList<>(fields(difference).values());
        cells.set(1, String.join(" ", words(difference)));
        Csv.write(console, cells);
      }
      case TEXT -> keep(difference);
    }
  }

  private void keep(Difference difference) {
    for (Difference.Kind kind : difference.kinds()) {
      List<String> kept = lines.computeIfAbsent(kind, k -> new ArrayList<>());
      if (examples < 0 || kept.size() < examples) {
        kept.add(line(kind, difference));
      }
    }
  }

  /** Prints the summary. */
  void end(String before, String after, long looked) {
    if (form != Form.TEXT) {
      return;
    }
    console.linef("%s to %s: %,d of %,d URLs differ", before, after, different, looked);
    for (Difference.Kind kind : Difference.Kind.values()) {
      long count = counts.getOrDefault(kind, 0L);
      if (count > 0) {
        console.linef("%n%,d %s", count, heading(kind, count));
        List<String> kept = lines.get(kind);
        kept.forEach(line -> console.line("  " + line));
        if (kept.size() < count) {
          console.linef("  and %,d more (--examples N, --json, --csv)", count - kept.size());
        }
      }
    }
  }

  private static String heading(Difference.Kind kind, long count) {
    String noun = count == 1 ? "" : "s";
    return switch (kind) {
      case NEW -> "new page" + noun;
      case GONE -> "page" + noun + " gone";
      case CHANGED -> "page" + noun + " with new content";
      case MOVED -> "moved";
      case STATUS -> "with a new status";
      case TITLE -> "with a new title";
    };
  }

  private static String line(Difference.Kind kind, Difference difference) {
    PageState before = difference.before();
    PageState after = difference.after();
    String url = difference.url();
    String title = Objects.requireNonNullElse(after.title(), "");
    return Console.safe(
        switch (kind) {
          case NEW, CHANGED -> title.isEmpty() ? url : url + "  \"" + title + '"';
          case GONE -> url + "  " + before.status() + " → " + after.status();
          case MOVED -> url + "  → " + Objects.requireNonNullElse(after.target(), "?");
          case STATUS -> url + "  " + before.status() + " → " + after.status();
          case TITLE -> url + "  \"" + before.title() + "\" → \"" + after.title() + '"';
        });
  }

  private static List<String> words(Difference difference) {
    return difference.kinds().stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** The fields of a difference; their names alone for null. */
  private static Fields fields(Difference difference) {
    PageState before = difference == null ? PageState.NONE : difference.before();
    PageState after = difference == null ? PageState.NONE : difference.after();
    return new Fields()
        .with("url", difference == null ? null : difference.url())
        .with("changes", difference == null ? null : words(difference))
        .with("statusBefore", before.status())
        .with("statusAfter", after.status())
        .with("titleBefore", before.title())
        .with("titleAfter", after.title())
        .with("redirectBefore", before.target())
        .with("redirectAfter", after.target())
        .with("signatureBefore", before.signature())
        .with("signatureAfter", after.signature());
  }
}
