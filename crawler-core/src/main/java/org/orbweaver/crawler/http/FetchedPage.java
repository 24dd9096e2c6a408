package org.orbweaver.crawler.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The answer to a request.
 *
 * @param status HTTP status
 * @param headers as sent, in order, without invalid lines
 * @param body decoded; the part received within the limits
 * @param truncation whether the end of the body is missing, and why
 * @param transfer its connection and measurements
 * @param heads of the request and the answer as an archive keeps them; null if they are not known,
 *     or may not be kept
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
public record FetchedPage(
    int status,
    List<Header> headers,
    byte[] body,
    Truncation truncation,
    Transfer transfer,
    HttpHeads heads) {

  private static final Pattern NOT_ASCII = Pattern.compile("[\\x80-\\xff]");

  /** An answer without measurements. */
  public FetchedPage(int status, List<Header> headers, byte[] body, Truncation truncation) {
    this(status, headers, body, truncation, new Transfer(null, body.length, 0, 0, false));
  }

  /** An answer without its heads. */
  public FetchedPage(
      int status, List<Header> headers, byte[] body, Truncation truncation, Transfer transfer) {
    this(status, headers, body, truncation, transfer, null);
  }

  /**
   * The connection of an answer, and its measurements.
   *
   * @param address the address of the answering connection; null behind a proxy
   * @param wireBytes bytes of the body as received, still encoded, without the framing of chunks
   * @param millis from the start of the request to its end, including the name lookup
   * @param firstByteMillis from the start of the request to the end of the answer's headers
   * @param isSigned whether the request was signed
   */
  public record Transfer(
      InetAddress address, long wireBytes, long millis, long firstByteMillis, boolean isSigned) {}

  /** A header line. */
  public record Header(String name, String value) {}

  /** Why the end of a body is missing. */
  public enum Truncation {
    /** Nothing is missing. */
    NONE,
    /** It is longer than {@code http.content.limit}. */
    LENGTH,
    /** The deadline of the request passed, or the body came too slowly. */
    TIME,
    /** The connection broke or stalled, or its framing is broken. */
    DISCONNECT,
    /** Its encoding is broken, or decodes to suspiciously much. */
    UNSPECIFIED;

    /** True if a retry may fetch the missing part: no configured limit cut the body. */
    public boolean isCut() {
      return this != NONE && this != LENGTH;
    }
  }

  /** The first value of a header, whatever the case of its name. */
  public Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }

  /** Whether it is a redirect, with a target or without. */
  public boolean isRedirect() {
    return status >= 300 && status < 400 && status != 304;
  }

  /** The same answer without the headers of a name. */
  public FetchedPage without(String name) {
    List<Header> others =
        headers.stream().filter(header -> !header.name().equalsIgnoreCase(name)).toList();
    return new FetchedPage(
        status, others, body, truncation, transfer, heads == null ? null : heads.without(name));
  }

  /** The same answer without its heads, or with others. */
  public FetchedPage with(HttpHeads other) {
    return new FetchedPage(status, headers, body, truncation, transfer, other);
  }

  /** The same answer with stars in place of a text, in its headers and its body; without heads. */
  public FetchedPage masking(String text) {
    String stars = "*".repeat(text.length());
    List<Header> others =
        headers.stream()
            .map(
                one ->
                    new Header(
                        one.name(), one.value() == null ? null : one.value().replace(text, stars)))
            .toList();
    String latin = new String(body, StandardCharsets.ISO_8859_1);
    byte[] bytes =
        latin.contains(text)
            ? latin.replace(text, stars).getBytes(StandardCharsets.ISO_8859_1)
            : body;
    return new FetchedPage(status, others, bytes, truncation, transfer, null);
  }

  /**
   * The Location header, as ASCII: a non-ASCII byte, which some servers send raw, is
   * percent-encoded as received, as browsers do. (In a header it is a character of ISO-8859-1,
   * which the URL parser would encode as UTF-8.)
   */
  public Optional<String> location() {
    return header("Location").map(FetchedPage::escaped);
  }

  private static String escaped(String header) {
    return NOT_ASCII
        .matcher(header)
        .replaceAll(found -> String.format(Locale.ROOT, "%%%02X", (int) found.group().charAt(0)));
  }
}
