package org.orbweaver.crawler.signature;

/** A signature that cannot be valid; its message says why. */
final class SignatureException extends Exception {
  private static final long serialVersionUID = 1L;

  SignatureException(String message) {
    super(message);
  }

  SignatureException(String message, Throwable cause) {
    super(message, cause);
  }
}
