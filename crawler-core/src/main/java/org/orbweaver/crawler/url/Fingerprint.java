package org.orbweaver.crawler.url;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A 64-bit fingerprint of a URL or another name, for sets of many millions of names: the first half
 * of its MD5. Among ten million names, two have the same fingerprint with a probability of 3 in a
 * million; finding a second name with a given fingerprint takes 2^64 tries.
 */
public final class Fingerprint {
  private static final ThreadLocal<MessageDigest> MD5 =
      ThreadLocal.withInitial(
          () -> {
            try {
              return MessageDigest.getInstance("MD5");
            } catch (NoSuchAlgorithmException e) {
              throw new IllegalStateException("this JVM has no MD5", e);
            }
          });

  private Fingerprint() {}

  /** The fingerprint of a name. */
  public static long of(String name) {
    return ByteBuffer.wrap(MD5.get().digest(name.getBytes(StandardCharsets.UTF_8))).getLong();
  }
}
