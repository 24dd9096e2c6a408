package org.orbweaver.crawler.signature;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * Signs requests, so that servers can tell who sent them.
 *
 * <p>The signature covers the authority and the member of Signature-Agent, and so holds for all
 * requests to the authority while it lasts. The draft allows to use it again, and advises against
 * one static signature for many requests; signing takes more than the tenth of a millisecond that a
 * request may cost, so a signature is used again for a quarter of its life.
 */
public final class RequestSigner {
  static final String TAG = "web-bot-auth";
  private static final String LABEL = "sig1";
  private static final int KEPT = 4096;

  private final List<SigningKey> keys;
  private final String agent;
  private final Duration lifetime;
  private final boolean legacy;
  private final Clock clock;
  private final Map<String, Signed> kept =
      new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Signed> eldest) {
          return size() > KEPT;
        }
      };

  private record Signed(List<Header> headers, SigningKey key, Instant created) {}

  /**
   * @param keys of which {@link #active} says which one signs
   * @param agent the https origin that serves their public parts, or the URL of its directory
   * @param lifetime of a signature
   * @param legacy whether Signature-Agent is a bare string, as in drafts before 2026, which some
   *     verifiers still expect
   */
  public RequestSigner(
      List<SigningKey> keys, String agent, Duration lifetime, boolean legacy, Clock clock) {
    this.keys = List.copyOf(keys);
    this.agent = agent;
    this.lifetime = lifetime;
    this.legacy = legacy;
    this.clock = clock;
  }

  /**
   * The key that signs at a time: of those that are valid the youngest; if there are any, one that
   * clocks of verifiers that are a minute off find valid, too.
   */
  public static Optional<SigningKey> active(List<SigningKey> keys, Instant now) {
    Comparator<PublicKey> byCertainty =
        Comparator.comparing(
            key ->
                key.isValid(now.minus(SignatureVerifier.SKEW))
                    && key.isValid(now.plus(SignatureVerifier.SKEW)));
    return keys.stream()
        .filter(key -> key.shown().isValid(now))
        .max(Comparator.comparing(SigningKey::shown, byCertainty.thenComparing(PublicKey::from)));
  }

  /** The headers to send with a request; none but for https, or without a valid key. */
  public List<Header> headers(URI url) {
    Instant now = clock.instant();
    SigningKey key = active(keys, now).orElse(null);
    if (key == null || !"https".equalsIgnoreCase(url.getScheme())) {
      return List.of();
    }
    String authority = SignedMessage.authority(url);
    synchronized (kept) {
      Signed signed = kept.get(authority);
      if (signed == null
          || signed.key != key
          || now.isAfter(signed.created.plus(lifetime.dividedBy(4)))
          || now.isBefore(signed.created)) {
        signed = new Signed(sign(key, url, now), key, now);
        kept.put(authority, signed);
      }
      return signed.headers;
    }
  }

  private List<Header> sign(SigningKey key, URI url, Instant now) {
    StringItem origin = StringItem.valueOf(agent);
    StringItem member = StringItem.valueOf("signature-agent");
    Header agentHeader =
        new Header(
            "Signature-Agent", legacy ? origin.serialize() : LABEL + "=" + origin.serialize());
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("created", IntegerItem.valueOf(now.getEpochSecond()));
    long end = Math.min(now.plus(lifetime).getEpochSecond(), key.shown().until().getEpochSecond());
    params.put("expires", IntegerItem.valueOf(end));
    params.put("keyid", StringItem.valueOf(key.shown().thumbprint()));
    params.put("tag", StringItem.valueOf(TAG));
    List<Item<?>> components =
        List.of(
            StringItem.valueOf("@authority"),
            legacy
                ? member
                : member.withParams(Parameters.valueOf(Map.of("key", StringItem.valueOf(LABEL)))));
    InnerList input = InnerList.valueOf(components).withParams(Parameters.valueOf(params));
    SignedMessage request = SignedMessage.request("GET", url, List.of(agentHeader));
    try {
      byte[] signature = key.sign(request.base(input));
      return List.of(
          agentHeader,
          new Header("Signature-Input", LABEL + "=" + input.serialize()),
          new Header("Signature", LABEL + "=" + ByteSequenceItem.valueOf(signature).serialize()));
    } catch (SignatureException e) {
      throw new IllegalStateException("both components are in each request", e);
    }
  }
}
