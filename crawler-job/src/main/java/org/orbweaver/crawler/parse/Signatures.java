package org.orbweaver.crawler.parse;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;

/** The signature by which equal contents are found: MD5 of the bytes, as Nutch's default. */
final class Signatures {

  private static final HexFormat HEX = HexFormat.of();

  private Signatures() {}

  /** The fetcher's digest where it wrote one, else computed. */
  static byte[] of(Metadata contentMeta, byte[] content) {
    String digest = contentMeta.get(Nutch.SIGNATURE_KEY);
    if (digest != null && digest.length() == 32) {
      try {
        return HEX.parseHex(digest);
      } catch (IllegalArgumentException e) {
        // Not ours: a header of that name. Computed below.
      }
    }
    try {
      return MessageDigest.getInstance("MD5").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }

  static String hex(byte[] signature) {
    return HEX.formatHex(signature);
  }
}
