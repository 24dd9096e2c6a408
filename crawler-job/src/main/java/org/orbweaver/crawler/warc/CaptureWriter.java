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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.protocol.Content;
import org.netpreserve.jwarc.URIs;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.RecordedHeads;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.http.HttpHeads;
import org.orbweaver.crawler.recrawl.Deferral;

/**
 * Makes WARC records of a fetch from its records in a segment: a response, or a revisit if the page
 * was unchanged, with the request and a metadata record; and of a rendered page its document as a
 * conversion.
 *
 * <p>The heads of request and response are those that the fetch kept. Where it kept none (pages
 * fetched with a login, imports, segments of earlier versions), they are reconstructed from the
 * stored headers: the request, the status line's reason, the order of headers and the case of their
 * names are lost. Bodies are stored for pages only, with their content encoding undone. The
 * metadata record says what is not as it was.
 */
public final class CaptureWriter {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final Pattern STATUS = Pattern.compile("HTTP status (\\d{3})\\b.*");
  private static final Pattern URL = Pattern.compile("[a-z]+://([^/?#]*)([^#]*).*");
  private static final String PROFILES = "http://netpreserve.org/warc/1.1/revisit/";
  private static final byte[] NOTHING = new byte[0];
  private static final String CONVERSION = "conversion";

  /** Headers about the transfer of a body that is stored in another form. */
  private static final Set<String> OF_TRANSFER = Set.of("Content-Encoding", "Transfer-Encoding");

  /** Headers by which others could continue a login; of a page fetched with one, none is kept. */
  private static final Set<String> OF_LOGIN = Set.of("Set-Cookie", "Cookie", "Authorization");

  private static final String RECONSTRUCTED =
      "request, reason of the status line, order and case of headers";

  private final WarcOutput out;
  private final Derivatives derivatives;
  private Kept kept;
  private String lastRendered;

  /** The last response of the URL, which revisits refer to. */
  private record Kept(String id, String date, String digest) {}

  CaptureWriter(WarcOutput out, Derivatives derivatives) {
    this.out = out;
    this.derivatives = derivatives;
  }

  /**
   * The records of a fetch.
   *
   * @param datum of crawl_fetch
   * @param request of fetch_log; null if it is not known
   * @param heads of fetch_heads; null if they were not kept
   * @param content null if there is no page
   * @param rendered the page after its scripts; null if there is none
   * @param text of the page, for a WET file; null if there is none
   */
  record Fetch(
      CrawlDatum datum,
      RequestLine request,
      RecordedHeads heads,
      Content content,
      Content rendered,
      PlainText text) {}

  /**
   * A line of an index in CDXJ.
   *
   * @param timestamp with 14 digits
   * @param json the rest of the line
   * @param revisit whether the page was unchanged
   * @param rendered whether a rendered version was written, which has no line
   */
  record IndexLine(String timestamp, String json, boolean revisit, boolean rendered) {}

  /** Forgets the last URL's captures. */
  void beginUrl() {
    kept = null;
    lastRendered = null;
  }

  /**
   * The key by which archives sort URLs: the host reversed, without www, scheme and case. A text
   * that has none stands for itself.
   */
  public static String surt(String url) {
    String surt = url;
    try {
      surt = URIs.toNormalizedSurt(url);
    } catch (RuntimeException e) {
      // jwarc 0.36 throws at http://[/, which a foreign store may hold.
    }
    return surt.replace(' ', '+');
  }

  /** The UUID of the record of a response that is written in full. */
  public static String responseId(String url, long time) {
    String id = WarcOutput.id("response", url, Instant.ofEpochMilli(time).toString());
    return id.substring("<urn:uuid:".length(), id.length() - 1);
  }

  /**
   * Writes the records of a fetch; those of a URL must come in the order of time.
   *
   * @return null if no response came
   */
  IndexLine write(String url, Fetch records) throws IOException {
    CrawlDatum fetch = records.datum();
    RequestLine request = records.request();
    Content content = records.content();
    // No head of a page with a login is kept; those of a damaged segment are not trusted.
    HttpHeads heads =
        records.heads() == null || SiteMark.isOn(fetch, content) ? null : records.heads().heads();
    ResponseHead received = ResponseHead.of(heads).orElse(null);
    int status = status(fetch, request, received);
    if (status == 0) {
      return null;
    }
    long time =
        request != null
            ? request.startMs()
            : received != null ? records.heads().startMs() : fetch.getFetchTime();
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
      if (received == null || !received.header("Content-Length").equals(Optional.of("0"))) {
        fields.put("WARC-Truncated", "unspecified");
      }
    } else {
      String reason = content.getMetadata().get(Response.TRUNCATED_CONTENT_REASON);
      if (reason != null) {
        fields.put("WARC-Truncated", reason);
      }
      profile = kept != null && kept.digest().equals(digest) ? "identical-payload-digest" : null;
      fields.put("WARC-Payload-Digest", digest);
    }
    if (received != null && heads.cut()) {
      fields.putIfAbsent("WARC-Truncated", "length");
    }
    WarcOutput.Written info = out.beginCapture();
    if (info != null) {
      derivatives.describe(info, out.number(), null);
    }
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
    boolean unsent = fetch.getStatus() == CrawlDatum.STATUS_FETCH_NOTMODIFIED;
    byte[] head =
        received == null
            ? head(status, Records.redirectTarget(fetch), content, body.length)
            : unsent ? received.asReceived() : received.withBody(body.length);
    String mediaType = type(content, received);
    WarcOutput.Written written =
        out.write(type, id, date, fields, head, profile == null ? body : NOTHING);
    derivatives.describe(written, out.number(), mediaType);
    if (profile == null && digest != null) {
      kept = new Kept(id, when, digest);
    }
    WarcOutput.Written conversion = writeRendered(url, date, records.rendered(), profile != null);
    if (records.text() != null && (profile == null || conversion != null)) {
      derivatives.convert(conversion == null ? written : conversion, out.number(), records.text());
    }
    writeAbout(
        url,
        date,
        id,
        common,
        request,
        received == null ? null : heads,
        content != null || profile != null);
    return new IndexLine(
        TIMESTAMP.format(date),
        json(url, status, profile, mediaType, fields, written.place()),
        profile != null,
        conversion != null);
  }

  /**
   * Writes the rendered version of a page. Scripts may have made another one of a page that was
   * unchanged.
   *
   * @return null if there is none, or page and version are as they were
   */
  private WarcOutput.Written writeRendered(
      String url, Instant date, Content rendered, boolean isRevisit) throws IOException {
    String before = lastRendered;
    lastRendered = rendered == null ? before : WarcOutput.sha1(rendered.getContent());
    if (rendered == null || (isRevisit && lastRendered.equals(before))) {
      return null;
    }
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("WARC-Target-URI", url);
    if (kept != null) {
      fields.put("WARC-Refers-To", kept.id());
    }
    fields.put("Content-Type", "text/html;charset=utf-8");
    fields.put("WARC-Payload-Digest", lastRendered);
    String id = WarcOutput.id(CONVERSION, url, date.toString());
    WarcOutput.Written written =
        out.write(CONVERSION, id, date, fields, NOTHING, rendered.getContent());
    derivatives.describe(written, out.number(), "text/html");
    return written;
  }

  /** The HTTP status of the answer; 0 if none came. */
  public static int status(CrawlDatum fetch, RequestLine request, ResponseHead received) {
    if (Deferral.is(fetch) || !CrawlDatum.hasFetchStatus(fetch)) {
      return 0;
    }
    if (request != null) {
      return Integer.parseInt(request.answer());
    }
    if (received != null) {
      return received.status();
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
                  head.append(untrue ? ResponseHead.PREFIX : "").append(name).append(": ");
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
      HttpHeads heads,
      boolean whole)
      throws IOException {
    String when = date.toString();
    byte[] head = heads == null ? utf8(request(url)) : heads.request();
    Map<String, String> fields = new LinkedHashMap<>(new TreeMap<>(common));
    fields.put("WARC-Concurrent-To", response);
    fields.put("Content-Type", "application/http;msgtype=request");
    String id = WarcOutput.id("request", url, when);
    derivatives.describe(out.write("request", id, date, fields, head, NOTHING), out.number(), null);
    StringBuilder about = new StringBuilder();
    if (heads == null) {
      about.append("reconstructed: ").append(RECONSTRUCTED);
      about.append(whole ? "\r\n" : ", headers; the body was not kept\r\n");
    } else {
      about.append("heads: as sent and received, the request's without credentials");
      about.append(heads.cut() ? "; the response's cut after " + HttpHeads.LIMIT + " bytes" : "");
      about.append(whole ? "\r\n" : "; the body was not kept\r\n");
    }
    if (request != null) {
      about.append("fetchTimeMs: ").append(request.endMs() - request.startMs()).append("\r\n");
      if (!request.from().equals("-")) {
        about.append("via: ").append(request.from()).append("\r\n");
      }
    }
    fields.put("Content-Type", "application/warc-fields");
    fields.remove("WARC-IP-Address");
    id = WarcOutput.id("metadata", url, when);
    WarcOutput.Written written =
        out.write("metadata", id, date, fields, utf8(about.toString()), NOTHING);
    derivatives.describe(written, out.number(), null);
  }

  /** The head of a request whose own was not kept. */
  private static String request(String url) {
    Matcher parts = URL.matcher(url);
    String host = parts.matches() ? parts.group(1) : "";
    String path = parts.matches() ? parts.group(2) : url;
    String slash = path.startsWith("/") ? "" : "/";
    return "GET " + slash + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
  }

  private static String json(
      String url,
      int status,
      String profile,
      String mediaType,
      Map<String, String> fields,
      WarcOutput.Place place) {
    return Json.line(
        new Fields()
            .with("url", url)
            .with("mime", profile != null ? "warc/revisit" : mediaType)
            .with("status", Integer.toString(status))
            .with("digest", fields.getOrDefault("WARC-Payload-Digest", "-"))
            .with("length", Long.toString(place.length()))
            .with("offset", Long.toString(place.offset()))
            .with("filename", place.file()));
  }

  private static String type(Content content, ResponseHead received) {
    String type =
        content != null
            ? content.getContentType()
            : received == null
                ? null
                : received.header("Content-Type").map(Records::mediaType).orElse(null);
    return type == null || type.isEmpty() ? "unk" : type;
  }
}
