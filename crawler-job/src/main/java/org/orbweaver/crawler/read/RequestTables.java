package org.orbweaver.crawler.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.fetch.task.Refusals;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.url.Hosts;

/**
 * The tables of an audit that come from the fetch logs: slow hosts, hosts that refuse requests, and
 * large pages, each with its largest response.
 */
final class RequestTables {
  private static final Comparator<RequestLine> LARGEST_FIRST =
      Comparator.comparingLong(RequestLine::bytes).reversed().thenComparing(RequestLine::url);

  private final FindingTable.Collector hosts = new FindingTable.Collector();
  private final TreeSet<RequestLine> largest = new TreeSet<>(LARGEST_FIRST);
  private final Map<String, RequestLine> byUrl = new HashMap<>();
  private long responses;
  private String group;
  private LatencyHistogram latency;
  private long failed;
  private Map<String, Refusals> refusals;

  /** Takes a request; those of a group must follow each other. */
  void take(RequestLine line) {
    if (!line.group().equals(group)) {
      endGroup();
      group = line.group();
      latency = new LatencyHistogram();
      failed = 0;
      refusals = new TreeMap<>();
    }
    // Hosts of a group may differ in what they refuse.
    refusals.computeIfAbsent(Hosts.host(line.url()), host -> new Refusals()).take(line);
    latency.add(line.endMs() - line.startMs());
    // An answer is a status, or the kind of a failure.
    failed += line.answer().matches("[1-4]\\d\\d") ? 0 : 1;
    if (line.answer().equals("200") && line.bytes() > 0 && !line.url().endsWith("/robots.txt")) {
      responses++;
      addPage(line);
    }
  }

  private void endGroup() {
    if (group != null) {
      long slow = latency.percentile(90);
      hosts.add(
          Finding.SLOW_HOSTS,
          (double) slow,
          List.of(
              group,
              Long.toString(latency.count()),
              Long.toString(failed),
              Long.toString(latency.percentile(50)),
              Long.toString(slow),
              Long.toString(latency.percentile(99)),
              Long.toString(latency.most())));
      refusals.forEach(this::addRefusals);
      group = null;
    }
  }

  private void addRefusals(String host, Refusals one) {
    if (one.total() > 0) {
      List<String> cells = new ArrayList<>(List.of(host));
      cells.addAll(one.cells());
      hosts.add(Finding.REFUSALS, (double) one.total(), cells);
    }
  }

  private void addPage(RequestLine line) {
    RequestLine known = byUrl.get(line.url());
    boolean isFull = largest.size() >= FindingTable.MOST_ROWS;
    if (known != null) {
      if (known.bytes() >= line.bytes()) {
        return;
      }
      largest.remove(known);
    } else if (isFull) {
      if (LARGEST_FIRST.compare(line, largest.last()) > 0) {
        return;
      }
      byUrl.remove(largest.pollLast().url());
    }
    largest.add(line);
    byUrl.put(line.url(), line);
  }

  /** A table of hosts; call it after all requests. */
  FindingTable ofHosts(Finding finding) {
    endGroup();
    return hosts.tables().stream()
        .filter(table -> table.finding() == finding)
        .findFirst()
        .orElse(new FindingTable(finding, 0, List.of()));
  }

  /** The table of pages; if it is full, its total counts responses, some maybe of the same page. */
  FindingTable largest() {
    List<FindingTable.Row> rows = new ArrayList<>();
    for (RequestLine line : largest) {
      rows.add(
          new FindingTable.Row(
              (double) line.bytes(),
              List.of(
                  line.url(),
                  Long.toString(line.bytes()),
                  Long.toString(line.endMs() - line.startMs()))));
    }
    boolean isFull = rows.size() >= FindingTable.MOST_ROWS;
    return new FindingTable(Finding.LARGEST, isFull ? responses : rows.size(), rows);
  }
}
