package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.site.FormLogin;
import org.orbweaver.crawler.site.LoginException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The login by a form that a page needs, if it needs one. */
final class PageLogin {
  private static final Logger LOG = LoggerFactory.getLogger(PageLogin.class);

  private static final int UNAUTHORIZED = 401;

  private final String url;
  private final Optional<FormLogin> login;
  private int session;
  private boolean contacted;
  private Outcome failure;

  private PageLogin(String url, Optional<FormLogin> login) {
    this.url = url;
    this.login = login;
  }

  /**
   * Logs in for a URL, unless that has been done.
   *
   * @param warned failures that the log of the task has; each counts for all pages of a site
   */
  static PageLogin of(
      String url,
      Optional<FormLogin> login,
      Requests requests,
      HostGate.LeasedHost host,
      Set<String> warned)
      throws IOException, InterruptedException {
    PageLogin page = new PageLogin(url, login);
    try {
      if (login.isPresent()) {
        page.session =
            login
                .get()
                .ensure(
                    request -> {
                      page.contacted = true;
                      return requests.askForLogin(host, request);
                    });
      }
    } catch (LoginException e) {
      if (warned.add(e.getMessage())) {
        LOG.warn("{}", e.getMessage());
      }
      page.failure = Outcome.withoutLogin(e);
    }
    return page;
  }

  /** The outcome of the page if the login failed; else null. */
  Outcome failure() {
    return failure;
  }

  /** Whether the host has had a request, so that the page waits for the next turn. */
  boolean isContacted() {
    return contacted;
  }

  /** What the answer for the page says of the login. */
  FormLogin.Session judge(FetchedPage answer) {
    return login.map(one -> one.judge(session, url, answer)).orElse(FormLogin.Session.VALID);
  }

  /** The outcome of a page that asks for a login again. */
  Outcome refused(FetchedPage answer) {
    return answer.status() == UNAUTHORIZED
        ? Outcome.ofStatus(UNAUTHORIZED)
        : Outcome.withoutLogin(login.orElseThrow().refused());
  }
}
