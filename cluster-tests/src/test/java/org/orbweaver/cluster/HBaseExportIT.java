package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.ReversedUrl;

/** A crawl, and its recrawl with one page changed, exported to a running HBase. */
class HBaseExportIT {
  private static final String BEFORE = "A page without links about quokkas.";
  private static final String AFTER = "Another text about quokkas and numbats.";

  @TempDir private static Path temp;
  private static SmallWeb web;
  private static MiniHBase hbase;
  private static Configuration conf;
  private static Connection connection;
  private static String dir;

  /** The cells after the crawl. */
  private static NavigableMap<String, String> first;

  /** The cells after the recrawl. */
  private static NavigableMap<String, String> second;

  @BeforeAll
  static void exportTwice() throws Exception {
    web = new SmallWeb(temp, 1, 2);
    hbase = new MiniHBase(temp);
    conf = hbase.conf(new Configuration());
    connection = ConnectionFactory.createConnection(conf);
    dir = temp.resolve("crawl").toString();
    List<String> crawl = new ArrayList<>(List.of("crawl"));
    crawl.addAll(web.seeds());
    crawl.addAll(List.of(dir, "--until-done", "-D", "db.fetch.interval.default=3600"));
    crawl.addAll(web.options());
    OrbRun.ok(conf, crawl);
    OrbRun.ok(conf, export("webtable"));
    first = cells("webtable");
    web.changeLeaf(AFTER);
    OrbRun.ok(conf, List.of("recrawl", dir), web.options().toArray(String[]::new));
    OrbRun.ok(conf, export("webtable"));
    second = cells("webtable");
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    hbase.close();
    web.close();
  }

  private static List<String> export(String table, String... more) {
    List<String> words =
        new ArrayList<>(List.of("export", dir, "--format", "hbase", "--out", table));
    words.addAll(List.of(more));
    return words;
  }

  /** All versions of all cells: {@code row column @time} and the value. */
  private static NavigableMap<String, String> cells(String table) throws IOException {
    NavigableMap<String, String> cells = new TreeMap<>();
    try (Table from = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = from.getScanner(new Scan().readAllVersions())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          String column = Bytes.toString(CellUtil.cloneFamily(cell)) + ":";
          column += Bytes.toString(CellUtil.cloneQualifier(cell));
          String key = Bytes.toString(row.getRow()) + " " + column + " @" + cell.getTimestamp();
          cells.put(key, Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  /** The values of a cell, oldest first, by time. */
  private static NavigableMap<Long, String> versions(String url, String column) {
    String key = ReversedUrl.key(url) + " " + column + " @";
    NavigableMap<Long, String> versions = new TreeMap<>();
    second
        .subMap(key, key + "~")
        .forEach((cell, value) -> versions.put(Long.valueOf(cell.substring(key.length())), value));
    return versions;
  }

  private static String url(String path) {
    return web.leaf().replace("/leaf", path);
  }

  private static List<String> values(String path, String column) {
    return List.copyOf(versions(url(path), column).values());
  }

  @Test
  void theVersionsOfAPageStandBesideEachOther() throws Exception {
    List<String> pages = values("/leaf", "content:bytes");
    assertEquals(2, pages.size(), pages::toString);
    assertTrue(pages.get(0).contains(BEFORE), pages::toString);
    assertTrue(pages.get(1).contains(AFTER), pages::toString);
    assertEquals(List.of("fetch_success", "fetch_success"), values("/leaf", "fetch:status"));
    assertEquals(List.of("Quokka", "Quokka"), values("/leaf", "parse:title"));
    List<String> texts = values("/leaf", "parse:text");
    assertTrue(texts.get(0).contains(BEFORE) && texts.get(1).contains(AFTER), texts::toString);

    // The times of the segments.
    List<String> times = new ArrayList<>();
    for (String line :
        OrbRun.ok(conf, List.of("read", "page", dir, web.leaf(), "--versions", "--json")).out()) {
      Matcher time = Pattern.compile("\"fetched\":\"([^\"]+)\"").matcher(line);
      assertTrue(time.find(), line);
      times.add(time.group(1));
    }
    List<String> cells =
        versions(web.leaf(), "content:bytes").keySet().stream()
            .map(time -> java.time.Instant.ofEpochMilli(time / 1000 * 1000).toString())
            .toList();
    assertEquals(times, cells);
  }

  @Test
  void rowsHoldWhatBecameOfTheirUrl() {
    assertTrue(values("/", "fetch:Content-Type").get(0).startsWith("text/html"));
    assertEquals("text/html", values("/", "content:type").get(0));
    assertTrue(values("/", "parse:outlinks").get(0).lines().anyMatch(web.leaf()::equals));
    assertEquals("fetch_redir_perm", values("/moved", "fetch:status").get(0));
    assertEquals(web.leaf(), values("/moved", "fetch:detail").get(0));
    assertEquals("fetch_gone", values("/missing", "fetch:status").get(0));
    assertEquals(List.of(), values("/missing", "content:bytes"));
  }

  @Test
  void anAnchorStandsInTheRowOfItsTargetAtTheTimeOfItsSource() {
    assertEquals(List.of("f"), values("/leaf", "anchor:" + url("/")));
    assertEquals(List.of("f"), values("/leaf", "anchor:" + url("/copy1")));
    assertEquals(
        versions(url("/"), "parse:text").lastKey(),
        versions(web.leaf(), "anchor:" + url("/")).lastKey());
    // Known, and forbidden.
    assertEquals(List.of("e"), values("/private/x", "anchor:" + url("/")));
    assertEquals(List.of(), values("/private/x", "content:bytes"));
  }

  @Test
  void laterSegmentsAddVersionsAndRepetitionAddsNothing() throws Exception {
    for (var cell : first.entrySet()) {
      // Of anchors, only the newest version is kept.
      String now = second.get(cell.getKey());
      if (!cell.getKey().contains(" anchor:")) {
        assertEquals(cell.getValue(), now, cell::getKey);
      }
    }
    assertTrue(second.size() > first.size());
    OrbRun again = OrbRun.ok(conf, export("webtable"));
    assertEquals(second, cells("webtable"));
    long fetches = second.keySet().stream().filter(c -> c.contains(" fetch:status @")).count();
    long contents = second.keySet().stream().filter(c -> c.contains(" content:bytes @")).count();
    String said = again.out().get(0);
    assertTrue(said.startsWith(fetches + " fetches (" + contents + " with content) and "), said);
  }

  @Test
  void whatItsOwnerDisallowsIsLeftOutAndCounted() throws Exception {
    assertEquals(List.of("ai-train:n", "ai-train:n"), values("/leaf", "parse:meta.usage"));
    OrbRun run = OrbRun.ok(conf, export("allowed", "--usage", "train-ai"));
    assertTrue(
        run.out().get(0).contains("; 2 fetches omitted: the owners disallow it"),
        run.out()::toString);
    NavigableMap<String, String> rest = new TreeMap<>(second);
    String leaf = ReversedUrl.key(url("/leaf")) + " ";
    rest.keySet().removeIf(cell -> cell.startsWith(leaf) && !cell.startsWith(leaf + "anchor:"));
    assertEquals(rest, cells("allowed"));
  }

  @Test
  void valuesThatHBaseDoesNotTakeAreLeftOutAndCounted() throws Exception {
    OrbRun run = OrbRun.ok(conf, export("small", "-D", "hbase.client.keyvalue.maxsize=200"));
    NavigableMap<String, String> small = cells("small");
    assertTrue(second.entrySet().containsAll(small.entrySet()), "the rest is the same");
    Matcher said = Pattern.compile("; ([\\d,]+) values above .* omitted").matcher(run.out().get(0));
    assertTrue(said.find(), run.out()::toString);
    assertEquals(second.size() - small.size(), Integer.parseInt(said.group(1).replace(",", "")));
  }

  @Test
  void aTableWithoutTheColumnGroupsIsRefused() throws Exception {
    TableName other = TableName.valueOf("other");
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(other)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("fetch"))
              .build());
    }
    OrbRun run = OrbRun.of(conf, export("other"));
    assertEquals(1, run.exit(), run::err);
    assertTrue(
        run.err().contains("table other has no column family content, parse, anchor"), run::err);
    assertEquals(0, cells("other").size());
  }

  @Test
  void whatIsNoTableIsAUsageError() {
    OrbRun run = OrbRun.of(conf, export("no/table"));
    assertEquals(2, run.exit(), run::err);
    assertTrue(run.err().contains("no/table"), run::err);
  }

  @Test
  @Timeout(90)
  void withoutHBaseItEndsSoonAndSaysWhy() throws Exception {
    Configuration nowhere = new Configuration(conf);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nowhere.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, free.getLocalPort());
    }
    OrbRun run = OrbRun.of(nowhere, export("webtable"));
    assertEquals(1, run.exit(), run::err);
    assertTrue(run.err().contains("cannot reach HBase by ZooKeeper at 127.0.0.1"), run::err);
    assertNull(run.out().stream().findAny().orElse(null));
  }
}
