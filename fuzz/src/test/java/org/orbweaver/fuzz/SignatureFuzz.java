package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SignatureVerifier;
import org.orbweaver.crawler.signature.SignatureVerifier.Outcome;
import org.orbweaver.crawler.signature.SignedMessage;
import org.orbweaver.crawler.signature.SigningKey;

/** Signed requests and keys. */
class SignatureFuzz {
  private static final Instant NOW = Instant.ofEpochSecond(1_793_534_400);
  private static final String AGENT = "https://crawler.example";
  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH, PublicKey.FOREVER);
  private static final RequestSigner SIGNER =
      new RequestSigner(
          List.of(KEY), AGENT, Duration.ofMinutes(5), false, Clock.fixed(NOW, ZoneOffset.UTC));
  private static final URI PAGE = URI.create("https://www.example.org/a?b=c");

  private static SignatureVerifier.Verdict verify(URI url, List<Header> headers) {
    SignatureVerifier.Verdict verdict =
        new SignatureVerifier(agent -> Optional.of(List.of(KEY.shown())))
            .verify(SignedMessage.request("GET", url, headers), NOW);
    assertEquals(verdict.outcome() == Outcome.VERIFIED, verdict.reason().isEmpty());
    assertEquals(verdict.outcome() == Outcome.VERIFIED, verdict.agent() != null);
    return verdict;
  }

  /** Lines with a URL, the three headers in any number, and others. */
  @FuzzTest
  void requests(byte[] bytes) {
    String[] lines = new String(bytes, ISO_8859_1).split("\n", -1);
    List<Header> headers = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.add(new Header(line.substring(0, colon), line.substring(colon + 1)));
      }
    }
    assertNotNull(verify(PAGE, headers));
    try {
      assertNotNull(verify(new URI(lines[0]), headers));
      assertNotNull(verify(new URI(lines[0]), SIGNER.headers(PAGE)));
    } catch (URISyntaxException e) {
      return;
    }
  }

  /** A header of a good request is another; only one of the same meaning may be verified. */
  @FuzzTest
  void changed(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    for (int i = 0; i < 3; i++) {
      List<Header> headers = new ArrayList<>(SIGNER.headers(PAGE));
      headers.set(i, new Header(headers.get(i).name(), text));
      verify(PAGE, headers);
      List<Header> longer = new ArrayList<>(SIGNER.headers(PAGE));
      longer.add(new Header(longer.get(i).name(), text));
      verify(PAGE, longer);
    }
    if (!text.strip().equals(SIGNER.headers(PAGE).get(0).value()) && !text.contains("sig1")) {
      List<Header> headers = new ArrayList<>(SIGNER.headers(PAGE));
      headers.set(0, new Header("Signature-Agent", text));
      assertNotEquals(Outcome.VERIFIED, verify(PAGE, headers).outcome());
    }
  }

  /** A file of a key, and a directory of keys. */
  @FuzzTest
  void keys(byte[] bytes) {
    try {
      Map<String, Object> json = Json.parse(new String(bytes, UTF_8));
      List<String> faults = new ArrayList<>();
      try {
        for (PublicKey key : PublicKey.set(json, faults)) {
          assertEquals(
              List.of(key), PublicKey.set(Map.of("keys", List.of(key.jwk())), new ArrayList<>()));
        }
      } catch (IOException e) {
        assertNotNull(e.getMessage());
      }
      SigningKey key = SigningKey.of(json);
      assertEquals(key.shown(), SigningKey.of(key.secret()).shown());
    } catch (IOException e) {
      assertNotNull(e.getMessage());
    }
  }
}
