package org.orbweaver.crawler.signature;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;
import org.orbweaver.crawler.http.FetchedPage.Header;

/** The directory of keys that the crawler's origin serves. */
public final class KeyDirectory {
  /** Where it is. */
  public static final String PATH = "/.well-known/http-message-signatures-directory";

  public static final String MEDIA_TYPE = "application/http-message-signatures-directory+json";

  private static final String TAG = "http-message-signatures-directory";
  private static final List<Item<?>> COVERED =
      List.of(
          StringItem.valueOf("@authority").withParams(Parameters.valueOf(Map.of("req", true))),
          StringItem.valueOf("content-digest"));

  private KeyDirectory() {}

  /** Its content: a JSON Web Key Set. */
  public static Map<String, Object> of(List<PublicKey> keys) {
    return Map.of("keys", keys.stream().map(PublicKey::jwk).toList());
  }

  /**
   * The headers that prove possession of the keys: Content-Digest, Signature-Input and Signature,
   * with a member for each key.
   *
   * @param authority of the origin
   * @param body as it is served
   * @param created when they begin to hold
   * @param expires when they end to, or with the key, if that ends earlier
   */
  public static List<Header> headers(
      String authority, String body, List<SigningKey> keys, Instant created, Instant expires) {
    byte[] digest = PublicKey.sha256(body);
    Header contentDigest =
        new Header("Content-Digest", "sha-256=" + ByteSequenceItem.valueOf(digest).serialize());
    SignedMessage response =
        new SignedMessage(
            "GET", URI.create("https://" + authority + PATH), List.of(contentDigest), true);
    List<String> inputs = new ArrayList<>();
    List<String> signatures = new ArrayList<>();
    for (SigningKey key : keys) {
      Map<String, Object> params = new LinkedHashMap<>();
      params.put("created", IntegerItem.valueOf(created.getEpochSecond()));
      Instant end = expires.isBefore(key.shown().until()) ? expires : key.shown().until();
      params.put("expires", IntegerItem.valueOf(end.getEpochSecond()));
      params.put("keyid", StringItem.valueOf(key.shown().thumbprint()));
      params.put("tag", StringItem.valueOf(TAG));
      InnerList input = InnerList.valueOf(COVERED).withParams(Parameters.valueOf(params));
      String label = "binding" + inputs.size() + "=";
      inputs.add(label + input.serialize());
      try {
        byte[] signature = key.sign(response.base(input));
        signatures.add(label + ByteSequenceItem.valueOf(signature).serialize());
      } catch (SignatureException e) {
        throw new IllegalStateException("both components are there", e);
      }
    }
    return List.of(
        contentDigest,
        new Header("Signature-Input", String.join(", ", inputs)),
        new Header("Signature", String.join(", ", signatures)));
  }

  /**
   * Checks the headers that prove possession of the keys, as a verifier would.
   *
   * @param authority of the origin
   * @param body as it was received
   * @param headers of the response
   * @param keys in the body
   * @return what is wrong, a line each; empty if there is a valid signature by each key
   */
  public static List<String> faults(
      String authority, String body, List<Header> headers, List<PublicKey> keys, Instant now) {
    SignedMessage response =
        new SignedMessage("GET", URI.create("https://" + authority + PATH), headers, true);
    Map<String, String> faults = new LinkedHashMap<>();
    keys.forEach(key -> faults.put(key.thumbprint(), "no signature is by the key "));
    try {
      Dictionary digests = dictionary(response, "Content-Digest");
      if (!Arrays.equals(SignatureVerifier.bytes(digests, "sha-256"), PublicKey.sha256(body))) {
        return List.of("Content-Digest is not the SHA-256 of the body");
      }
      Dictionary signatures = dictionary(response, "Signature");
      for (Map.Entry<String, ListElement<?>> one :
          dictionary(response, "Signature-Input").get().entrySet()) {
        if (one.getValue() instanceof InnerList input
            && TAG.equals(SignatureVerifier.text(input, "tag"))) {
          String id = SignatureVerifier.text(input, "keyid");
          try {
            verify(response, input, SignatureVerifier.bytes(signatures, one.getKey()), keys, now);
            faults.remove(id);
          } catch (SignatureException e) {
            faults.replace(id, e.getMessage() + ": key ");
          }
        }
      }
    } catch (SignatureException e) {
      return List.of(e.getMessage());
    }
    return faults.entrySet().stream().map(one -> one.getValue() + one.getKey()).toList();
  }

  private static Dictionary dictionary(SignedMessage response, String name)
      throws SignatureException {
    String value = response.header(name);
    if (value == null) {
      throw new SignatureException("the response has no " + name);
    }
    return SignedMessage.dictionary(name, value);
  }

  private static void verify(
      SignedMessage response, InnerList input, byte[] signature, List<PublicKey> keys, Instant now)
      throws SignatureException {
    SignatureVerifier.checkParameters(input, now);
    List<String> covered = input.get().stream().map(Item::serialize).toList();
    for (Item<?> component : COVERED) {
      if (!covered.contains(component.serialize())) {
        throw new SignatureException("the signature does not cover " + component.serialize());
      }
    }
    byte[] base = response.base(input);
    if (keys.stream()
        .filter(key -> key.thumbprint().equals(SignatureVerifier.text(input, "keyid")))
        .noneMatch(key -> key.verifies(base, signature))) {
      throw new SignatureException("the signature is not of this response");
    }
  }
}
