package org.orbweaver.crawler.table;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.store.IndexedPages;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.table.UrlTablesJob.Capture;
import org.orbweaver.crawler.table.UrlTablesJob.JoinReducer;
import org.orbweaver.crawler.table.UrlTablesJob.Joined;
import org.orbweaver.crawler.table.UrlTablesJob.RowCounter;
import org.orbweaver.crawler.url.HostSuffixes;
import org.orbweaver.crawler.warc.CaptureWriter;

/** The rows of {@link Table#OWI}. */
final class OwiRows {
  /** Of the columns. */
  static final String SCHEMA_VERSION = "0.1.0";

  /** What an owner may say of the training of models. */
  private static final List<String> GENAI = List.of("ai-train", "tdm");

  private OwiRows() {}

  /** Writes the rows of indexed pages, but for their texts, by their places. */
  static final class OwiReducer extends JoinReducer<IntWritable, Text> {
    @Override
    protected void write(Joined joined, Context context) throws IOException, InterruptedException {
      Map<String, Object> indexed = joined.other(Fragment.INDEXED);
      if (indexed.isEmpty()) {
        return;
      }
      Capture newest = joined.newest();
      if (options.publicOnly() && (indexed.containsKey("login") || newest.hasLogin())) {
        context.getCounter(RowCounter.PAGES_WITH_LOGIN).increment(1);
        return;
      }
      Fields row = url(joined);
      if (newest.fetch != null) {
        fetch(row, joined, newest, context);
      }
      row.putIfAbsent("mime_type", indexed.get("type"));
      row.with("language", known(indexed.get(IndexedPages.LANGUAGE)))
          .with("charset", newest.parse.get("charset"))
          .with("http_server", newest.content.get("server"))
          .with("ows_canonical", newest.parse.get("canonical"))
          .with("ows_resource_type", options.crawl())
          .with("valid", true)
          .with("ows_index", true)
          .with("schema_metadata", Map.of("schema_version", SCHEMA_VERSION));
      usage(row, (List<?>) indexed.getOrDefault("usage", List.of()));
      int place = ((Long) indexed.get(IndexedPages.PLACE)).intValue();
      context.write(new IntWritable(place), new Text(Json.line(row)));
      context.getCounter(RowCounter.PAGES).increment(1);
    }
  }

  /** The parts of the URL; a part that is empty is absent. */
  private static Fields url(Joined joined) {
    Fields columns = UrlColumns.of(joined.surt, joined.url);
    String host = (String) columns.get("url_host_name");
    String path = (String) columns.get("url_path");
    int params = path.indexOf(';', path.lastIndexOf('/') + 1);
    Object suffix = columns.get("url_host_registry_suffix");
    String registered = (String) columns.get("url_host_registered_domain");
    String site = registered == null ? host : registered;
    if (registered == null && !HostSuffixes.isAddress(host)) {
      site = host.substring(host.lastIndexOf('.') + 1);
    }
    return new Fields()
        .with("url", joined.url)
        .withKnown("url_scheme", known(columns.get("url_protocol")))
        .withKnown("url_path", known(params < 0 ? path : path.substring(0, params)))
        .withKnown("url_params", params < 0 ? null : known(path.substring(params + 1)))
        .withKnown("url_query", known(columns.get("url_query")))
        .withKnown(
            "url_subdomain",
            host.length() > site.length()
                ? host.substring(0, host.length() - site.length() - 1)
                : null)
        .withKnown(
            "url_domain",
            known(
                registered == null
                    ? site
                    : site.substring(0, site.length() - suffix.toString().length() - 1)))
        .withKnown("url_suffix", registered == null ? null : suffix)
        .with("url_is_private", !Objects.equals(suffix, columns.get("url_host_private_suffix")));
  }

  private static void fetch(
      Fields row, Joined joined, Capture capture, Reducer<?, ?, ?, ?>.Context context) {
    Map<String, Object> request = capture.request();
    long time = (Long) (request == null ? capture.fetch : request).get("time");
    row.with("warc_date", Instant.ofEpochMilli(time).toString())
        .with("record_id", CaptureWriter.responseId(joined.url, time))
        .withKnown("mime_type", capture.content.get("mime"));
    if (request != null) {
      row.with("warc_ip", request.get("address").equals("-") ? null : request.get("address"))
          .with("ows_fetch_response_time", request.get("ms"));
    }
    Map<String, Object> place = joined.place(time);
    if (place != null) {
      row.with("warc_file", place.get("warc_filename"));
      context.getCounter(RowCounter.LOCATED).increment(1);
    }
  }

  /** Nothing is said of owners that say nothing. */
  private static void usage(Fields row, List<?> usage) {
    if (GENAI.stream().anyMatch(use -> usage.contains(use + ":n"))) {
      row.with("ows_genai", false)
          .with(
              "ows_genai_details",
              usage.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    } else if (GENAI.stream().anyMatch(use -> usage.contains(use + ":y"))) {
      row.put("ows_genai", true);
    }
  }

  private static Object known(Object text) {
    return "".equals(text) ? null : text;
  }
}
