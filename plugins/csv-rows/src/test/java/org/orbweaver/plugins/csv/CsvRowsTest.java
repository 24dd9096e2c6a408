package org.orbweaver.plugins.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.plugin.RowFormat;
import org.orbweaver.plugin.RowFormat.Column;
import org.orbweaver.plugin.loader.PluginSource;

class CsvRowsTest {
  private static final List<Column> COLUMNS =
      List.of(
          new Column("url", RowFormat.Type.KEYWORD, false),
          new Column("title", RowFormat.Type.TEXT, false),
          new Column("pagerank", RowFormat.Type.DOUBLE, false),
          new Column("price", RowFormat.Type.KEYWORD, true),
          new Column("main", RowFormat.Type.TEXT, false));

  private static final List<Map<String, Object>> ROWS =
      List.of(
          Map.of("url", "http://a/", "title", "A \"b\", c\nd", "main", "text", "pagerank", -.5),
          Map.of("url", "http://b/", "title", "=1+1 ü", "price", List.of("1", "2, 3")));

  private static String written(Map<String, String> settings) throws IOException {
    RowFormat format =
        new CsvRows().rowFormats(new PluginSource(List.of(), settings).settingsOf("csv")).get(0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(format.header(COLUMNS));
    for (Map<String, Object> row : ROWS) {
      out.write(format.row(row, COLUMNS));
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void cellsAreQuotedAndListsJoined() throws IOException {
    assertEquals(
        String.join(
            "\r\n",
            "url,title,pagerank,price",
            "http://a/,\"A \"\"b\"\", c\nd\",-0.5,",
            "http://b/,'=1+1 ü,,\"1|2, 3\"",
            ""),
        written(Map.of()));
  }

  @Test
  void settingsChooseColumnsAndTheSeparator() throws IOException {
    assertEquals(
        "price,main\r\n,text\r\n\"1;2, 3\",\r\n",
        written(Map.of("csv.columns", "price, main", "csv.separator", ";")));
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> written(Map.of("csv.columns", "url,prize")));
    assertTrue(e.getMessage().contains("'prize'"), e.getMessage());
  }
}
