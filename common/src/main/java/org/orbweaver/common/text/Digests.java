package org.orbweaver.common.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Message digests by algorithms that every Java has. */
public final class Digests {
  private Digests() {}

  /**
   * A new digest.
   *
   * @param algorithm MD5, SHA-1 or SHA-256
   */
  public static MessageDigest of(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no " + algorithm, e);
    }
  }

  /** The source expression by which a Content-Security-Policy allows one inline style or script. */
  public static String cspSource(String inline) {
    byte[] digest = of("SHA-256").digest(inline.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }
}
