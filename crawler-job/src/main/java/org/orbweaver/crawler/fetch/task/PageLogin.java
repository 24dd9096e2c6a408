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

/**
 * The login by a form that a page needs, if it needs one.
 *
 * @param session number of the login
 * @param contacted whether the host has had a request, so that the page waits for the next turn
 * @param failure the outcome of the page if the login failed; else null
 */
record PageLogin(
    String url, Optional<FormLogin> login, int session, boolean contacted, Outcome failure) {
  private static final Logger LOG = LoggerFactory.getLogger(PageLogin.class);

  private static final int UNAUTHORIZED = 401;

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
    boolean[] contacted = new boolean[1];
    FormLogin.Requester requester =
        request -> {
          contacted[0] = true;
          return requests.askForLogin(host, request);
        };
    try {
      int session = login.isEmpty() ? 0 : login.get().ensure(requester);
      return new PageLogin(url, login, session, contacted[0], null);
    } catch (LoginException e) {
      if (warned.add(e.getMessage())) {
        LOG.warn("{}", e.getMessage());
      }
      return new PageLogin(url, login, 0, false, Outcome.withoutLogin(e));
    }
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
