package org.orbweaver.crawler.signature;

import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.greenbytes.http.sfv.TokenItem;

/** Verifies requests that are signed by Web Bot Auth, as a server would. */
public final class SignatureVerifier {
  /** Of clocks, between signer and verifier. */
  static final Duration SKEW = Duration.ofMinutes(1);

  private static final String AGENT = "signature-agent";
  private static final List<String> TEXTS = List.of("alg", "nonce", "keyid", "tag");

  private final Function<URI, Optional<List<PublicKey>>> directories;

  /** What a verifier knows of a request. */
  public enum Outcome {
    VERIFIED,
    /** There is not enough to decide: no signature, no directory, an unknown key. */
    UNVERIFIED,
    INVALID
  }

  /**
   * A verdict.
   *
   * @param agent the origin to which a verified request belongs; else null
   * @param reason why it is not verified; empty if it is
   */
  public record Verdict(Outcome outcome, URI agent, String reason) {}

  /**
   * @param directories the keys that an origin serves; empty if they cannot be had
   */
  public SignatureVerifier(Function<URI, Optional<List<PublicKey>>> directories) {
    this.directories = directories;
  }

  /** Of several signatures with the tag, the best one counts. */
  public Verdict verify(SignedMessage request, Instant now) {
    try {
      String inputs = request.header("signature-input");
      String values = request.header("signature");
      if (inputs == null || values == null) {
        return unverified("the request has no signature");
      }
      Dictionary signatures = SignedMessage.dictionary("Signature", values);
      List<Verdict> verdicts = new ArrayList<>();
      for (Map.Entry<String, ListElement<?>> input :
          SignedMessage.dictionary("Signature-Input", inputs).get().entrySet()) {
        if (input.getValue() instanceof InnerList list && mayBeOurs(list)) {
          verdicts.add(verify(request, input.getKey(), list, signatures, now));
        }
      }
      return verdicts.stream()
          .min(Comparator.comparing(Verdict::outcome))
          .orElse(unverified("no signature has the tag " + RequestSigner.TAG));
    } catch (SignatureException e) {
      return invalid(e.getMessage());
    }
  }

  /** With the tag, or one that cannot be read. */
  private static boolean mayBeOurs(InnerList input) {
    Item<?> tag = input.getParams().get("tag");
    return tag != null && (!(tag instanceof StringItem) || RequestSigner.TAG.equals(tag.get()));
  }

  private Verdict verify(
      SignedMessage request, String label, InnerList input, Dictionary signatures, Instant now) {
    try {
      byte[] signature = bytes(signatures, label);
      checkParameters(input, now);
      byte[] base = request.base(input);
      checkComponents(input);
      URI agent = agent(request, label, input);
      String id = text(input, "keyid");
      String algorithm = text(input, "alg");
      if (id == null) {
        return invalid("the signature has no keyid");
      } else if (algorithm != null && !algorithm.equals("ed25519")) {
        return unverified("the algorithm " + algorithm + " is not supported");
      }
      Optional<List<PublicKey>> keys = directories.apply(agent);
      if (keys.isEmpty()) {
        return unverified("the key directory of " + agent + " could not be had");
      }
      Optional<PublicKey> key =
          keys.get().stream().filter(one -> one.thumbprint().equals(id)).findAny();
      if (key.isEmpty()) {
        return unverified("the key " + id + " is not in the directory of " + agent);
      } else if (now.plus(SKEW).isBefore(key.get().from())
          || !now.minus(SKEW).isBefore(key.get().until())) {
        return invalid("the key " + id + " is not valid at this time");
      }
      return key.get().verifies(base, signature)
          ? new Verdict(Outcome.VERIFIED, agent, "")
          : invalid("the signature is not of this request by the key " + id);
    } catch (SignatureException e) {
      return new Verdict(e.outcome(), null, e.getMessage());
    }
  }

  static byte[] bytes(Dictionary header, String label) throws SignatureException {
    if (!(header.get().get(label) instanceof ByteSequenceItem value)) {
      throw new SignatureException("there is no byte sequence " + label);
    }
    ByteBuffer buffer = value.get().duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  static void checkParameters(InnerList input, Instant now) throws SignatureException {
    for (String name : TEXTS) {
      if (input.getParams().containsKey(name) && text(input, name) == null) {
        throw new SignatureException("the parameter " + name + " of the signature is no string");
      }
    }
    if (!(input.getParams().get("created") instanceof IntegerItem created)
        || !(input.getParams().get("expires") instanceof IntegerItem expires)) {
      throw new SignatureException("the signature lacks the time created or expires");
    } else if (created.getAsLong() > now.plus(SKEW).getEpochSecond()) {
      throw new SignatureException("the signature is of the future");
    } else if (expires.getAsLong() <= created.getAsLong()) {
      throw new SignatureException("the signature expires before it was created");
    } else if (expires.getAsLong() < now.minus(SKEW).getEpochSecond()) {
      throw new SignatureException("the signature has expired");
    }
  }

  private static void checkComponents(InnerList input) throws SignatureException {
    boolean isBound =
        input.get().stream()
            .anyMatch(item -> item.get().equals("@authority") || item.get().equals("@target-uri"));
    if (!isBound) {
      throw new SignatureException("the signature covers neither @authority nor @target-uri");
    }
  }

  /** The origin of Signature-Agent that the signature covers. */
  private static URI agent(SignedMessage request, String label, InnerList input)
      throws SignatureException {
    String header = request.header(AGENT);
    if (header == null) {
      throw new SignatureException(Outcome.UNVERIFIED, "the request has no Signature-Agent");
    }
    boolean isBare = header.startsWith("\"");
    String component = isBare ? "\"" + AGENT + "\"" : "\"" + AGENT + "\";key=\"" + label + "\"";
    if (input.get().stream().map(Item::serialize).noneMatch(component::equals)) {
      throw new SignatureException("the signature does not cover " + component);
    }
    StringItem value;
    if (isBare) {
      try {
        value = (StringItem) Parser.parseItem(header);
      } catch (ParseException | ClassCastException e) {
        throw new SignatureException("Signature-Agent is no string", e);
      }
    } else if (SignedMessage.dictionary(AGENT, header).get().get(label)
        instanceof StringItem member) {
      value = member;
    } else {
      throw new SignatureException("Signature-Agent has no string " + label);
    }
    Item<?> type = value.getParams().get("type");
    if (type != null && !(type instanceof TokenItem token && token.get().equals("directory"))) {
      throw new SignatureException(
          Outcome.UNVERIFIED, "Signature-Agent has a type of discovery that is not supported");
    }
    return origin(value.get());
  }

  /** Of an origin, or of the URL of its directory: by the newer draft, that is what is sent. */
  private static URI origin(String text) throws SignatureException {
    boolean isUrl = text.endsWith(KeyDirectory.PATH);
    String start = isUrl ? text.substring(0, text.length() - KeyDirectory.PATH.length()) : text;
    Optional<URI> origin = SignedMessage.origin(start);
    if (origin.isEmpty()) {
      // The draft has others ignored, so that nothing is known of the keys.
      throw new SignatureException(
          text.startsWith("https://") ? Outcome.UNVERIFIED : Outcome.INVALID,
          "Signature-Agent is no https origin: " + text);
    }
    return origin.get();
  }

  static String text(InnerList input, String param) {
    return input.getParams().get(param) instanceof StringItem item ? item.get() : null;
  }

  private static Verdict unverified(String reason) {
    return new Verdict(Outcome.UNVERIFIED, null, reason);
  }

  private static Verdict invalid(String reason) {
    return new Verdict(Outcome.INVALID, null, reason);
  }
}
