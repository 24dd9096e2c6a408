package org.orbweaver.crawler.warc;

import static org.orbweaver.crawler.warc.WarcOutput.utf8;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.recrawl.Deferral;

/**
 * Makes WARC records of a fetch from its records in a segment: a response, or a revisit if the page
 * was unchanged, with the request and a metadata record.
 *
 * <p>A crawl does not store all that went over the wire. The request, the status line's reason, the
 * order of headers and the case of their names are lost; bodies are stored for pages only, with
 * their content encoding undone. These parts are reconstructed from the stored ones, and the
 * metadata record lists them.
 */
public final class CaptureWriter {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final Pattern STATUS = Pattern.compile("HTTP status (\\d{3})\\b.*");
  private static final Pattern URL = Pattern.compile("[a-z]+://([^/?#]*)([^#]*).*");
  private static final String PROFILES = "http://netpreserve.org/warc/1.1/revisit/";
  private static final byte[] NOTHING = new byte[0];

  /** Headers about the transfer of a body that is stored in another form. */
  private static final Set<String> OF_TRANSFER = Set.of("Content-Encoding", "Transfer-Encoding");

  /** Headers by which others could continue a login; of a page fetched with one, none is kept. */
  private static final Set<String> OF_LOGIN = Set.of("Set-Cookie", "Cookie", "Authorization");

  private static final String RECONSTRUCTED =
      "request, reason of the status line, order and case of headers";

  private final WarcOutput out;
  private Kept kept;

  /** The last response of the URL, which revisits refer to. */
  private record Kept(String id, String date, String digest) {}

  CaptureWriter(WarcOutput out) {
    this.out = out;
  }

  /**
   * A line of an index in CDXJ.
   *
   * @param timestamp with 14 digits
   * @param json the rest of the line
   * @param revisit whether the page was unchanged
   */
  record IndexLine(String timestamp, String json, boolean revisit) {}

  /** Forgets the last URL's captures. */
  void beginUrl() {
    kept = null;
  }

  /**
   * Writes the records of a fetch; those of a URL must come in the order of time.
   *
   * @param fetch of crawl_fetch
   * @param request of fetch_log; null if it is not known
   * @param content null if there is no page
   * @return null if no response came
   */
  IndexLine write(String url, CrawlDatum fetch, RequestLine request, Content content)
      throws IOException {
    int status = status(fetch, request);
    if (status == 0) {
      return null;
    }
    long time = request == null ? fetch.getFetchTime() : request.startMs();
    Instant date = Instant.ofEpochMilli(time);
    String when = date.toString();
    byte[] body = content == null ? NOTHING : content.getContent();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("WARC-Target-URI", url);
    if (request != null && !request.address().equals("-")) {
      fields.put("WARC-IP-Address", request.address());
    }
    Map<String, String> common = Map.copyOf(fields);
    fields.put("Content-Type", "application/http;msgtype=response");
    String digest = content == null ? null : WarcOutput.sha1(body);
    String profile = null;
    if (fetch.getStatus() == CrawlDatum.STATUS_FETCH_NOTMODIFIED) {
      profile = "server-not-modified";
    } else if (content == null) {
      fields.put("WARC-Truncated", "unspecified");
    } else {
      String reason = content.getMetadata().get(Response.TRUNCATED_CONTENT_REASON);
      if (reason != null) {
        fields.put("WARC-Truncated", reason);
      }
      profile = kept != null && kept.digest().equals(digest) ? "identical-payload-digest" : null;
      fields.put("WARC-Payload-Digest", digest);
    }
    out.beginCapture();
    String type = profile == null ? "response" : "revisit";
    String id = WarcOutput.id(type, url, when);
    if (profile != null) {
      fields.put("WARC-Profile", PROFILES + profile);
      if (kept != null) {
        fields.put("WARC-Refers-To", kept.id());
        fields.put("WARC-Refers-To-Target-URI", url);
        fields.put("WARC-Refers-To-Date", kept.date());
        fields.put("WARC-Payload-Digest", kept.digest());
      }
    }
    byte[] head = head(status, Records.redirectTarget(fetch), content, body.length);
    WarcOutput.Place place =
        out.write(type, id, date, fields, head, profile == null ? body : NOTHING);
    if (profile == null && digest != null) {
      kept = new Kept(id, when, digest);
    }
    writeAbout(url, date, id, common, request, content != null || profile != null);
    return new IndexLine(
        TIMESTAMP.format(date),
        json(url, status, profile, content, fields, place),
        profile != null);
  }

  /** The HTTP status of the answer; 0 if none came. */
  public static int status(CrawlDatum fetch, RequestLine request) {
    if (Deferral.is(fetch) || !CrawlDatum.hasFetchStatus(fetch)) {
      return 0;
    }
    if (request != null) {
      return Integer.parseInt(request.answer());
    }
    return switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS -> 200;
      case CrawlDatum.STATUS_FETCH_REDIR_PERM -> 301;
      case CrawlDatum.STATUS_FETCH_REDIR_TEMP -> 302;
      case CrawlDatum.STATUS_FETCH_NOTMODIFIED -> 304;
      default -> {
        Matcher status = STATUS.matcher(Outcome.detail(fetch));
        yield status.matches() ? Integer.parseInt(status.group(1)) : 0;
      }
    };
  }

  private static byte[] head(int status, String target, Content content, int length) {
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" \r\n");
    if (content != null) {
      Metadata metadata = content.getMetadata();
      // The crawl's own facts begin with a small letter.
      Arrays.stream(metadata.names())
          .filter(name -> Character.isUpperCase(name.charAt(0)))
          .filter(name -> SiteMark.of(metadata).isEmpty() || !OF_LOGIN.contains(name))
          .sorted()
          .forEach(
              name -> {
                for (String value : metadata.getValues(name)) {
                  boolean untrue =
                      OF_TRANSFER.contains(name)
                          || (name.equals("Content-Length") && !value.equals("" + length));
                  head.append(untrue ? "X-Crawler-" : "").append(name).append(": ");
                  head.append(value.replaceAll("[\\r\\n]+", " ")).append("\r\n");
                }
              });
    } else if (target != null) {
      head.append("Location: ").append(target).append("\r\n");
    }
    String text = head.append("\r\n").toString();
    boolean latin = StandardCharsets.ISO_8859_1.newEncoder().canEncode(text);
    return text.getBytes(latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  /** The request and the metadata record. */
  private void writeAbout(
      String url,
      Instant date,
      String response,
      Map<String, String> common,
      RequestLine request,
      boolean whole)
      throws IOException {
    String when = date.toString();
    Matcher parts = URL.matcher(url);
    String host = parts.matches() ? parts.group(1) : "";
    String path = parts.matches() ? parts.group(2) : url;
    String slash = path.startsWith("/") ? "" : "/";
    String head = "GET " + slash + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    Map<String, String> fields = new LinkedHashMap<>(new TreeMap<>(common));
    fields.put("WARC-Concurrent-To", response);
    fields.put("Content-Type", "application/http;msgtype=request");
    String id = WarcOutput.id("request", url, when);
    out.write("request", id, date, fields, utf8(head), NOTHING);
    StringBuilder about = new StringBuilder("reconstructed: ").append(RECONSTRUCTED);
    about.append(whole ? "\r\n" : ", headers; the body was not kept\r\n");
    if (request != null) {
      about.append("fetchTimeMs: ").append(request.endMs() - request.startMs()).append("\r\n");
      if (!request.from().equals("-")) {
        about.append("via: ").append(request.from()).append("\r\n");
      }
    }
    fields.put("Content-Type", "application/warc-fields");
    fields.remove("WARC-IP-Address");
    id = WarcOutput.id("metadata", url, when);
    out.write("metadata", id, date, fields, utf8(about.toString()), NOTHING);
  }

  private static String json(
      String url,
      int status,
      String profile,
      Content content,
      Map<String, String> fields,
      WarcOutput.Place place) {
    return Json.line(
        new Fields()
            .with("url", url)
            .with("mime", profile != null ? "warc/revisit" : type(content))
            .with("status", Integer.toString(status))
            .with("digest", fields.getOrDefault("WARC-Payload-Digest", "-"))
            .with("length", Long.toString(place.length()))
            .with("offset", Long.toString(place.offset()))
            .with("filename", place.file()));
  }

  private static String type(Content content) {
    String type = content == null ? null : content.getContentType();
    return type == null || type.isEmpty() ? "unk" : type;
  }
}
