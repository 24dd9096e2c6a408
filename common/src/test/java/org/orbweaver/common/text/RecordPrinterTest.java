package org.orbweaver.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordPrinterTest {
  private static final Fields FIELDS =
      new Fields()
          .with("pageUrl", "http://a/\u001b[31m")
          .with("bytes", 12_345)
          .with("links", null)
          .with("changed", true)
          .with("fetched", Instant.ofEpochMilli(1_500))
          .with("items", List.of(new Fields().with("from", "b").with("anchor", "c").with("n", 1)))
          .with("nested", new Fields().with("retries", 3));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private RecordPrinter printer(boolean json) {
    return new RecordPrinter(new Console(out, OutputStream.nullOutputStream(), false), json);
  }

  private String printed(RecordPrinter printer) {
    printer.console().flush();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void rowsAreFormattedForPeople() {
    RecordPrinter people = printer(false);
    String row = "%2$,7d %3$,5d %4$-4s %5$s %1$s";
    people.text(row, "page", "bytes", "links", "new", "time");
    people.row(FIELDS, row);
    assertEquals(
        """
          bytes links new  time page
         12,345     - yes  1970-01-01T00:00:01Z http://a/\\u001b[31m
        """,
        printed(people));
  }

  @Test
  void valuesAreNamedForPeople() {
    RecordPrinter people = printer(false);
    people.values(FIELDS, " ", name -> name.replace("page url", "URL"));
    assertEquals(
        """
         URL: http://a/\\u001b[31m
         bytes: 12345
         links: -
         changed: true
         fetched: 1970-01-01T00:00:01.500Z
         items: 1
           b  "c"  n=1
         nested:
           retries: 3
        """,
        printed(people));
  }

  @Test
  void programsGetJsonOnly() {
    RecordPrinter programs = printer(true);
    programs.text("%1$s", "head");
    programs.row(new Fields().with("a", null).with("b", 1.5), "%1$s");
    programs.values(new Fields().with("c", List.of()), "", name -> name);
    assertEquals("{\"a\":null,\"b\":1.5}\n{\"c\":[]}\n", printed(programs));
  }
}
