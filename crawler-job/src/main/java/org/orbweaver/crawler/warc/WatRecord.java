package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.page.HtmlMetadata;

/**
 * The description of a WARC record in a WAT file: JSON in Common Crawl's envelope, with the place
 * of the record, its header, and what its block says. Numbers are strings there, as in those files.
 */
final class WatRecord {
  private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");

  /** The header fields that the envelope has in another place. */
  private static final Set<String> DIGESTS = Set.of("WARC-Block-Digest", "WARC-Payload-Digest");

  private WatRecord() {}

  /**
   * Describes a record.
   *
   * @param mediaType of the page in the block, by which its HTML is read; or null
   */
  static String json(WarcOutput.Written record, String mediaType) {
    Map<String, String> header = record.fields();
    Fields container =
        new Fields()
            .with("Filename", record.place().file())
            .with("Compressed", true)
            .with("Offset", "" + record.place().offset());
    if (!record.place().file().endsWith(WarcOutput.ZSTD)) {
      container.with(
          "Gzip-Metadata",
          new Fields()
              .with("Deflate-Length", "" + record.place().length())
              .with("Header-Length", "10")
              .with("Footer-Length", "8")
              .with("Inflated-CRC", "" + record.crc())
              .with("Inflated-Length", "" + record.inflated()));
    }
    Fields payload = new Fields().with("Actual-Content-Type", header.get("Content-Type"));
    addBlock(payload, record, mediaType);
    payload
        .with("Actual-Content-Length", header.get("Content-Length"))
        .with("Trailing-Slop-Length", "4")
        .with("Block-Digest", header.get("WARC-Block-Digest"));
    Map<String, String> shown = new LinkedHashMap<>(header);
    shown.keySet().removeAll(DIGESTS);
    Fields envelope =
        new Fields()
            .with("Payload-Metadata", payload)
            .with("Format", WarcOutput.VERSION)
            .with("WARC-Header-Length", "" + record.headerLength())
            .with("WARC-Header-Metadata", shown);
    return Json.line(new Fields().with("Container", container).with("Envelope", envelope));
  }

  private static void addBlock(Fields payload, WarcOutput.Written record, String mediaType) {
    String head = new String(record.head(), StandardCharsets.ISO_8859_1);
    String type = record.fields().get("WARC-Type");
    switch (type) {
      case "request" -> payload.with("HTTP-Request-Metadata", http(record, head, true));
      case "response", "revisit" -> {
        Fields http = http(record, head, false);
        payload.with("HTTP-Response-Metadata", http);
        addHtml(http, record.body(), mediaType, contentType(head));
      }
      case "conversion" ->
          addHtml(payload, record.body(), mediaType, record.fields().get("Content-Type"));
      default -> {
        List<Fields> pairs = new ArrayList<>();
        Fields info = new Fields();
        for (String line : new String(record.head(), StandardCharsets.UTF_8).lines().toList()) {
          int colon = line.indexOf(": ");
          if (colon > 0) {
            String value = line.substring(colon + 2);
            pairs.add(new Fields().with("Name", line.substring(0, colon)).with("Value", value));
            info.with(line.substring(0, colon), value);
          }
        }
        if (type.equals("warcinfo")) {
          payload.with("WARC-Info-Metadata", info);
        } else {
          payload.with("WARC-Metadata-Metadata", new Fields().with("Metadata-Records", pairs));
        }
      }
    }
  }

  private static void addHtml(Fields to, byte[] body, String mediaType, String contentType) {
    if (body.length > 0 && mediaType != null && HTML.contains(mediaType)) {
      try {
        to.with("HTML-Metadata", HtmlMetadata.of(body, contentType));
      } catch (IOException e) {
        to.with("HTML-Metadata-Error", e.getMessage());
      }
    }
  }

  private static Fields http(WarcOutput.Written record, String head, boolean isRequest) {
    List<String> lines = head.lines().toList();
    String[] start = (lines.isEmpty() ? "" : lines.get(0)).split("[ \\t]+", 3);
    Fields message = new Fields();
    List<String> names =
        isRequest ? List.of("Method", "Path", "Version") : List.of("Version", "Status", "Reason");
    for (int i = 0; i < names.size(); i++) {
      message.with(names.get(i), i < start.length ? start[i] : "");
    }
    return new Fields()
        .with(isRequest ? "Request-Message" : "Response-Message", message)
        .with("Headers-Length", "" + record.head().length)
        .with("Headers", headers(lines))
        .with("Entity-Length", "" + record.body().length)
        .with("Entity-Digest", WarcOutput.sha1(record.body()))
        .with("Entity-Trailing-Slop-Length", "0");
  }

  /** The headers by their names; a list of values where a name has several. */
  private static Fields headers(List<String> lines) {
    Fields headers = new Fields();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        continue;
      }
      headers.merge(
          line.substring(0, colon).strip(),
          line.substring(colon + 1).strip(),
          (before, value) -> {
            List<Object> values = new ArrayList<>();
            if (before instanceof List<?> several) {
              values.addAll(several);
            } else {
              values.add(before);
            }
            values.add(value);
            return values;
          });
    }
    return headers;
  }

  private static String contentType(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-type:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(null);
  }
}
