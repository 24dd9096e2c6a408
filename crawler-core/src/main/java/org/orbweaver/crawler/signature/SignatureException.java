package org.orbweaver.crawler.signature;

/** A signature that is not verified; its message says why. */
final class SignatureException extends Exception {
  private static final long serialVersionUID = 1L;

  private final SignatureVerifier.Outcome outcome;

  /** One that cannot be valid. */
  SignatureException(String message) {
    this(SignatureVerifier.Outcome.INVALID, message);
  }

  SignatureException(SignatureVerifier.Outcome outcome, String message) {
    super(message);
    this.outcome = outcome;
  }

  SignatureException(String message, Throwable cause) {
    super(message, cause);
    this.outcome = SignatureVerifier.Outcome.INVALID;
  }

  SignatureVerifier.Outcome outcome() {
    return outcome;
  }
}
