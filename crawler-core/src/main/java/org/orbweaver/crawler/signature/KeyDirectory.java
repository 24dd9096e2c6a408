package org.orbweaver.crawler.signature;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;
import org.orbweaver.crawler.http.FetchedPage.Header;

/** The directory of keys that the crawler's origin serves. */
public final class KeyDirectory {
  /** Where it is. */
  public static final String PATH = "/.well-known/http-message-signatures-directory";

  public static final String MEDIA_TYPE = "application/http-message-signatures-directory+json";

  private static final String TAG = "http-message-signatures-directory";

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
   * @param expires when they end to
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
      params.put("expires", IntegerItem.valueOf(expires.getEpochSecond()));
      params.put("keyid", StringItem.valueOf(key.shown().thumbprint()));
      params.put("tag", StringItem.valueOf(TAG));
      List<Item<?>> components =
          List.of(
              StringItem.valueOf("@authority").withParams(Parameters.valueOf(Map.of("req", true))),
              StringItem.valueOf("content-digest"));
      InnerList input = InnerList.valueOf(components).withParams(Parameters.valueOf(params));
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
}
