package org.orbweaver.crawler.site;

import java.util.Optional;
import org.orbweaver.crawler.http.CookieJar;

/** What a fetch task has to know of the sites of its URLs; by default there are none. */
public interface SiteSessions {
  /** What holds for a URL. */
  default Site of(String url) {
    return Site.NONE;
  }

  /**
   * The jar of the site of a URL, which may be sent to it; empty if the site keeps no cookies, or
   * keeps them within a chain of redirects alone.
   */
  default Optional<CookieJar> jar(String url) {
    return Optional.empty();
  }

  /** The login by a form that a URL needs. */
  default Optional<FormLogin> login(String url) {
    return Optional.empty();
  }
}
