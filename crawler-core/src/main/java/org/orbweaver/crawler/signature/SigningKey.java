package org.orbweaver.crawler.signature;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/** An Ed25519 key that signs. It never shows its private part but in {@link #secret}. */
public final class SigningKey {
  private final PublicKey shown;
  private final PrivateKey hidden;

  private SigningKey(PublicKey shown, PrivateKey hidden) {
    this.shown = shown;
    this.hidden = hidden;
  }

  /** Makes a new key. */
  public static SigningKey generate(Instant from, Instant until) {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      // The last bytes of the encoding by X.509 are the key itself.
      byte[] encoding = pair.getPublic().getEncoded();
      byte[] x = Arrays.copyOfRange(encoding, encoding.length - 32, encoding.length);
      return new SigningKey(new PublicKey(PublicKey.encoded(x), from, until), pair.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK from 15 on has Ed25519", e);
    }
  }

  /**
   * Reads what {@link #secret} gave, or another program's JSON Web Key.
   *
   * @throws IOException if it is malformed, or its parts do not belong together; it does not show
   *     the key
   */
  public static SigningKey of(Map<?, ?> jwk) throws IOException {
    PublicKey shown = PublicKey.of(jwk);
    try {
      byte[] seed = jwk.get("d") instanceof String d ? PublicKey.decoded(d) : new byte[0];
      SigningKey key =
          new SigningKey(
              shown,
              KeyFactory.getInstance("Ed25519")
                  .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed)));
      byte[] text = new byte[1];
      if (seed.length == 32 && shown.verifies(text, key.sign(text))) {
        return key;
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IOException("its private part d is malformed"); // e may quote it
    }
    throw new IOException("its private part d does not belong to its public part x");
  }

  /** The key that verifies its signatures. */
  public PublicKey shown() {
    return shown;
  }

  /** The same key with another end. */
  public SigningKey until(Instant end) {
    return new SigningKey(new PublicKey(shown.x(), shown.from(), end), hidden);
  }

  /** The whole key as a JSON Web Key, private part {@code d} included. */
  public Map<String, Object> secret() {
    byte[] seed =
        ((EdECPrivateKey) hidden)
            .getBytes()
            .orElseThrow(() -> new IllegalStateException("a key of this program has its bytes"));
    Map<String, Object> jwk = shown.jwk();
    jwk.put("d", PublicKey.encoded(seed));
    return jwk;
  }

  /** 64 bytes, the same for the same text. */
  byte[] sign(byte[] text) {
    try {
      Signature algorithm = Signature.getInstance("Ed25519");
      algorithm.initSign(hidden);
      algorithm.update(text);
      return algorithm.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was read can sign", e);
    }
  }

  @Override
  public String toString() {
    return "signing key " + shown.thumbprint();
  }
}
