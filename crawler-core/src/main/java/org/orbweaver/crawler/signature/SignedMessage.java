package org.orbweaver.crawler.signature;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.greenbytes.http.sfv.BooleanItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.url.WebUrl;

/**
 * A message whose components can be signed: a request, or a response to it.
 *
 * @param method of the request
 * @param url of the request
 * @param headers of the message itself
 * @param isResponse whether it is the response; parts of the request then have the flag {@code req}
 */
public record SignedMessage(String method, URI url, List<Header> headers, boolean isResponse) {

  /** A request. */
  public static SignedMessage request(String method, URI url, List<Header> headers) {
    return new SignedMessage(method, url, headers, false);
  }

  /** The values of a header, joined as RFC 9421, section 2.1, says; null if there is none. */
  String header(String name) {
    List<String> values =
        headers.stream()
            .filter(header -> header.name().equalsIgnoreCase(name))
            .map(header -> header.value().strip())
            .toList();
    return values.isEmpty() ? null : String.join(", ", values);
  }

  /**
   * The text that is signed (RFC 9421, section 2.5).
   *
   * @param input the components and parameters, as in Signature-Input
   * @throws SignatureException if a component is not supported, occurs twice, or the message lacks
   *     it
   */
  byte[] base(InnerList input) throws SignatureException {
    StringBuilder base = new StringBuilder();
    Set<String> seen = new HashSet<>();
    for (Item<?> item : input.get()) {
      String component = item.serialize();
      if (!(item instanceof StringItem name)) {
        throw new SignatureException("the component " + component + " is not a string");
      } else if (!seen.add(component)) {
        throw new SignatureException("the component " + component + " occurs twice");
      }
      base.append(component).append(": ").append(value(name)).append('\n');
    }
    base.append("\"@signature-params\": ").append(input.serialize());
    return base.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String value(StringItem component) throws SignatureException {
    String name = component.get();
    Parameters params = component.getParams();
    boolean isOfRequest = params.get("req") instanceof BooleanItem flag && flag.get();
    int known = (isOfRequest ? 1 : 0) + (params.get("key") instanceof StringItem ? 1 : 0);
    if (isOfRequest && !isResponse) {
      throw new SignatureException("the component " + component.serialize() + " is of a response");
    } else if (params.size() > known) {
      throw new SignatureException(
          SignatureVerifier.Outcome.UNVERIFIED,
          "the component " + component.serialize() + " has a parameter that is not supported");
    }
    if (name.startsWith("@")) {
      if (isResponse != isOfRequest || params.containsKey("key")) {
        throw new SignatureException("the message has no " + component.serialize());
      }
      return derived(name);
    }
    String value = isOfRequest ? null : header(name);
    if (value != null && params.get("key") instanceof StringItem key) {
      ListElement<?> member = dictionary(name, value).get().get(key.get());
      value = member == null ? null : member.serialize();
    }
    if (value == null || !name.equals(name.toLowerCase(Locale.ROOT))) {
      throw new SignatureException("the message has no " + component.serialize());
    }
    return value;
  }

  private String derived(String name) throws SignatureException {
    if (url.getScheme() == null || url.getRawAuthority() == null) {
      throw new SignatureException("the URL of the request is not absolute");
    }
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : url.getRawQuery();
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "@authority" -> authority(url);
      case "@method" -> method;
      case "@scheme" -> scheme;
      case "@path" -> path;
      case "@query" -> "?" + query;
      case "@request-target" -> url.getRawQuery() == null ? path : path + '?' + query;
      case "@target-uri" ->
          scheme + "://" + authority(url) + (url.getRawQuery() == null ? path : path + '?' + query);
      default -> throw new SignatureException("the component " + name + " is not supported");
    };
  }

  /** Host in lower case, and the port unless it is the scheme's own. */
  static String authority(URI url) {
    String host = url.getRawAuthority().replaceFirst("^.*@", "").toLowerCase(Locale.ROOT);
    int port = WebUrl.defaultPort(url.getScheme().toLowerCase(Locale.ROOT));
    return host.replaceFirst(":(" + port + ")?$", "");
  }

  /**
   * The https origin that a text is in full, an empty path aside; empty if it is none. Scheme and
   * host are in lower case, and the port is there unless it is 443.
   */
  public static Optional<URI> origin(String text) {
    try {
      URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if ("https".equals(uri.getScheme())
          && uri.getHost() != null
          && uri.toString().equals("https://" + authority(uri))) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * Reads a dictionary of structured fields.
   *
   * @throws SignatureException if it is none
   */
  static Dictionary dictionary(String name, String value) throws SignatureException {
    try {
      return Parser.parseDictionary(value);
    } catch (ParseException e) {
      throw new SignatureException(name + " is no dictionary of structured fields", e);
    }
  }
}
