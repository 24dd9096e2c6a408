package org.orbweaver.crawler.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteFilterTest {
  private static final Sites SITES =
      Sites.parse(
          """
          [host a.org]
          cookies site
          login.type form
          login.url https://a.org/login
          login.fields name x
          login.logout /goodbye$
          [host b.org]
          delay 1
          """);

  @ParameterizedTest
  @CsvSource({
    "/logout, false",
    "/users/sign_out, false",
    "/Account/LogOff, false",
    "/logout.do?x=1, false",
    "/secure/Logout!default.jspa, false",
    "/wiki/Special:UserLogout, false",
    "/index.php?title=Special:UserLogout&returnto=x, false",
    "/wp-login.php?action=logout, false",
    "/session?do=signout, false",
    "/goodbye, false",
    "/goodbye/all, true",
    "/wiki/Project_sign-off_checklist, true",
    "/how-to-log-off-remotely, true",
    "/login, true",
    "/blogout, true",
    "/catalog/outdoor, true",
  })
  void whatMayLogOut(String path, boolean accepted) {
    var decision = new SiteFilter(SITES).decision("https://a.org" + path);
    assertEquals(accepted, decision == null || decision.accepted());
    assertEquals(null, new SiteFilter(SITES).decision("https://b.org" + path));
  }
}
