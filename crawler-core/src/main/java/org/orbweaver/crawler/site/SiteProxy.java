package org.orbweaver.crawler.site;

import java.net.URI;
import java.util.Set;
import org.orbweaver.crawler.http.ProxySettings;

/** The proxy of a site: {@code http://host:port}, {@code socks://host:port} or {@code none}. */
final class SiteProxy {
  private SiteProxy() {}

  static void check(String value) {
    of(value, "", "");
  }

  /**
   * The proxy's settings; null for none.
   *
   * @throws IllegalArgumentException naming the fault
   */
  static ProxySettings of(String value, String user, String password) {
    if (value.equals("none")) {
      return null;
    }
    URI url = SiteBlock.uri(value);
    boolean isSocks = url != null && "socks".equals(url.getScheme());
    if (url == null
        || !(isSocks || "http".equals(url.getScheme()))
        || url.getHost() == null
        || url.getPort() < 0
        || url.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "proxy: expected http://HOST:PORT, socks://HOST:PORT or none"
              + (url != null && url.getUserInfo() != null ? ", and proxy-user for its user" : ""));
    }
    return new ProxySettings(
        isSocks ? ProxySettings.Protocol.SOCKS : ProxySettings.Protocol.HTTP,
        url.getHost(),
        url.getPort(),
        user,
        password,
        Set.of());
  }
}
