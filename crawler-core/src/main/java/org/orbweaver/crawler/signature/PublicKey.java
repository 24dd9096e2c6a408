package org.orbweaver.crawler.signature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An Ed25519 key that verifies signatures, as a JSON Web Key (RFC 8037).
 *
 * @param x its 32 bytes, base64url
 * @param from when it begins to be valid
 * @param until when it ends to be
 */
public record PublicKey(String x, Instant from, Instant until) {
  /** No end. */
  public static final Instant FOREVER = Instant.ofEpochSecond(253_402_300_799L);

  private static final int BYTES = 32;

  /** What precedes the key in its encoding by X.509. */
  private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

  /**
   * Reads a key.
   *
   * @throws IOException if it is of another kind, malformed, or names itself wrongly
   */
  static PublicKey of(Map<?, ?> jwk) throws IOException {
    if (!"OKP".equals(jwk.get("kty")) || !"Ed25519".equals(jwk.get("crv"))) {
      throw new IOException(
          "a key of kty " + jwk.get("kty") + ", crv " + jwk.get("crv") + ", not OKP and Ed25519");
    }
    if (!(jwk.get("x") instanceof String x)
        || decoded(x).length != BYTES
        || !encoded(decoded(x)).equals(x)) {
      throw new IOException("a key whose x is not 32 bytes in base64url, without padding");
    }
    PublicKey key = new PublicKey(x, time(jwk, "nbf", Instant.EPOCH), time(jwk, "exp", FOREVER));
    if (jwk.get("kid") != null && !jwk.get("kid").equals(key.thumbprint())) {
      throw new IOException(
          "a key whose kid " + jwk.get("kid") + " is not its thumbprint " + key.thumbprint());
    }
    return key;
  }

  private static Instant time(Map<?, ?> jwk, String name, Instant otherwise) throws IOException {
    Object value = jwk.get(name);
    if (value == null) {
      return otherwise;
    } else if (value instanceof Long seconds
        && seconds >= 0
        && seconds <= FOREVER.getEpochSecond()) {
      return Instant.ofEpochSecond(seconds);
    }
    throw new IOException("a key whose " + name + " is no time in seconds: " + value);
  }

  /**
   * Reads a JSON Web Key Set; keys that are malformed or of other kinds are left out.
   *
   * @param faults receives a line for each key left out
   * @throws IOException if it is no key set
   */
  public static List<PublicKey> set(Map<?, ?> jwks, List<String> faults) throws IOException {
    if (!(jwks.get("keys") instanceof List<?> all)) {
      throw new IOException("no JSON Web Key Set: it has no list 'keys'");
    }
    List<PublicKey> keys = new ArrayList<>();
    for (Object one : all) {
      try {
        keys.add(of(one instanceof Map<?, ?> jwk ? jwk : Map.of()));
      } catch (IOException e) {
        faults.add(e.getMessage());
      }
    }
    return keys;
  }

  static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static byte[] decoded(String base64url) throws IOException {
    try {
      return Base64.getUrlDecoder().decode(base64url);
    } catch (IllegalArgumentException e) {
      throw new IOException("not base64url: " + e.getMessage(), e);
    }
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Its name by RFC 7638 and RFC 8037, appendix A.3. */
  public String thumbprint() {
    String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
    return encoded(sha256(members));
  }

  /** As a member of a directory; times only where there are any. */
  public Map<String, Object> jwk() {
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("kty", "OKP");
    jwk.put("crv", "Ed25519");
    jwk.put("kid", thumbprint());
    jwk.put("x", x);
    jwk.put("use", "sig");
    if (!from.equals(Instant.EPOCH)) {
      jwk.put("nbf", from.getEpochSecond());
    }
    if (!until.equals(FOREVER)) {
      jwk.put("exp", until.getEpochSecond());
    }
    return jwk;
  }

  /** Whether it may sign at a time. */
  public boolean isValid(Instant now) {
    return !now.isBefore(from) && now.isBefore(until);
  }

  /** Whether it will not be valid any more, or never would. */
  public boolean hasEnded(Instant now) {
    return !now.isBefore(until) || !from.isBefore(until);
  }

  boolean verifies(byte[] text, byte[] signature) {
    try {
      byte[] key = decoded(x);
      byte[] encoding = new byte[X509.length + key.length];
      System.arraycopy(X509, 0, encoding, 0, X509.length);
      System.arraycopy(key, 0, encoding, X509.length, key.length);
      Signature algorithm = Signature.getInstance("Ed25519");
      algorithm.initVerify(
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoding)));
      algorithm.update(text);
      return algorithm.verify(signature);
    } catch (GeneralSecurityException | IOException e) {
      return false; // no point of the curve, or a signature of another length
    }
  }
}
