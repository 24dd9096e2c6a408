package org.orbweaver.common.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Prints the records of a command: for programs as JSON, one object a line; for people as the lines
 * of a table, or as named values. Text from the web is made safe for a terminal.
 *
 * <pre>
 * RecordPrinter out = new RecordPrinter(console(), json);
 * out.text("%1$-20s %2$,8d", "host", "URLs");
 * out.row(new Fields().with("host", host).with("urls", urls), "%1$-20s %2$,8d");
 * </pre>
 */
public record RecordPrinter(Console console, boolean json) {
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  /** Prints a record or a map as JSON, or has its text printed. */
  public void row(Object record, Runnable text) {
    if (json) {
      console.line(Json.line(record));
    } else {
      text.run();
    }
  }

  /** Prints fields as JSON, or as {@link #text}, with their values as the cells. */
  public void row(Map<String, ?> fields, String format) {
    row(fields, () -> text(format, fields.values().toArray()));
  }

  /**
   * Prints a line for people only.
   *
   * @param format as for {@link String#format}, in the neutral locale; it names cells by number,
   *     and may leave some out
   * @param cells null becomes "-", a boolean "yes" or "no", a time is cut to seconds; text fits
   *     where the format has a whole number
   */
  public void text(String format, Object... cells) {
    if (json) {
      return;
    }
    String fitting = format;
    Object[] shown = new Object[cells.length];
    for (int i = 0; i < cells.length; i++) {
      shown[i] = cell(cells[i]);
      if (!(shown[i] instanceof Number)) {
        String place = "%" + (i + 1) + "\\$";
        fitting = fitting.replaceFirst(place + ",?(-?\\d*)d", place + "$1s");
      }
    }
    console.linef(fitting, shown);
  }

  private static Object cell(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? "yes" : "no";
    }
    if (value instanceof Instant time) {
      return time.truncatedTo(ChronoUnit.SECONDS);
    }
    return value == null ? "-" : value instanceof String text ? Console.safe(text) : value;
  }

  /**
   * Prints a record as JSON, or its values one a line, nested ones indented. {@code fetchTime} is
   * shown as {@code fetch time}.
   *
   * @param indent before each line
   * @param labels changes such a name for people
   */
  public void values(Map<String, ?> record, String indent, UnaryOperator<String> labels) {
    row(
        record,
        () ->
            record.forEach(
                (name, value) -> {
                  String words = CAPITAL.matcher(name).replaceAll(" $0").toLowerCase(Locale.ROOT);
                  value(words, value, indent, labels);
                }));
  }

  private void value(String name, Object value, String indent, UnaryOperator<String> labels) {
    String label = indent + Console.safe(labels.apply(name)) + ":";
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      console.line(label);
      map.forEach((key, inner) -> value(key.toString(), inner, indent + "  ", labels));
    } else if (value instanceof List<?> list) {
      console.line(label + " " + list.size());
      list.forEach(item -> console.line(indent + "  " + Console.safe(item(item))));
    } else {
      console.line(
          label + " " + (value == null || value instanceof Map ? "-" : Console.safe("" + value)));
    }
  }

  /** An item of a list on one line: the first value, then the others with their names. */
  private static String item(Object item) {
    if (!(item instanceof Map<?, ?> map)) {
      return item.toString();
    }
    StringBuilder line = new StringBuilder();
    map.forEach(
        (name, value) -> {
          if (line.length() == 0) {
            line.append(value);
          } else if (!name.equals("anchor")) {
            line.append("  ").append(name).append('=').append(value);
          } else if (!"".equals(value)) {
            line.append("  \"").append(value).append('"');
          }
        });
    return line.toString();
  }
}
