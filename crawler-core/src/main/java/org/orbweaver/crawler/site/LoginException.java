package org.orbweaver.crawler.site;

import java.io.IOException;

/** A login by a form failed; the message says why, and has no secrets. */
public final class LoginException extends IOException {
  private static final long serialVersionUID = 1L;

  /** How each message begins. */
  public static final String BEGINNING = "the login of site ";

  LoginException(String site, String why) {
    super(BEGINNING + site + " failed: " + why);
  }
}
