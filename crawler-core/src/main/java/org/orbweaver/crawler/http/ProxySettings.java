package org.orbweaver.crawler.http;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The proxy for requests.
 *
 * <p>An HTTP proxy resolves the names of hosts itself. If a name also resolves here, the guard
 * checks the addresses and refuses as it would without a proxy. A name that only the proxy can
 * resolve passes, so the proxy must keep requests out of its own network. With a SOCKS proxy names
 * are resolved here, and the proxy gets the address that the guard allowed. The proxy's own address
 * is its user's choice and not guarded.
 *
 * @param type its protocol
 * @param host its name or address
 * @param port its port
 * @param username for Basic authentication at an HTTP proxy, empty for none
 * @param password for {@code username}
 * @param exceptions hosts, in lower case, that are contacted without the proxy
 */
public record ProxySettings(
    Protocol type,
    String host,
    int port,
    String username,
    String password,
    Set<String> exceptions) {

  private static final Pattern URL =
      Pattern.compile(
          "(?<type>http|socks)://(?<host>[^/?#@:\\[\\]\\s]+|\\[[0-9A-Fa-f:.]+]):(?<port>[0-9]{1,9})/?");

  /** Protocols of proxies. */
  public enum Protocol {
    HTTP,
    SOCKS
  }

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming the fault
   */
  public ProxySettings {
    if (host.isBlank()) {
      throw new IllegalArgumentException("a proxy needs a host");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("expected a port from 1 to 65535, got " + port);
    }
    if (type == Protocol.SOCKS && !username.isEmpty()) {
      throw new IllegalArgumentException("user names are not supported with SOCKS proxies");
    }
    exceptions = Set.copyOf(exceptions);
  }

  /**
   * The proxy of {@code http://host:port} or {@code socks://host:port}; null for {@code none}.
   *
   * @throws IllegalArgumentException naming the fault
   */
  public static ProxySettings parse(String value, String user, String password) {
    if (value.equals("none")) {
      return null;
    }
    Matcher url = URL.matcher(value);
    if (!url.matches()) {
      throw new IllegalArgumentException(
          "proxy: expected http://HOST:PORT, socks://HOST:PORT or none"
              + (value.contains("@") ? ", and proxy-user for its user" : ""));
    }
    Protocol type = Protocol.valueOf(url.group("type").toUpperCase(Locale.ROOT));
    int port = Integer.parseInt(url.group("port"));
    return new ProxySettings(type, url.group("host"), port, user, password, Set.of());
  }

  /** Whether requests to a host go through the proxy. */
  boolean serves(String target) {
    return !exceptions.contains(target.toLowerCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return type + " proxy " + host + ":" + port;
  }
}
