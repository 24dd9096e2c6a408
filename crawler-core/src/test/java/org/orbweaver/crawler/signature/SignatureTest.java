package org.orbweaver.crawler.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.greenbytes.http.sfv.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.http.FetchedPage.Header;

class SignatureTest {
  private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
  private static final URI AGENT = URI.create("https://crawler.example");
  private static final URI PAGE = URI.create("https://www.example.org/a?b=c");
  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH, PublicKey.FOREVER);

  /** RFC 9421, appendix B.1.4. */
  private static final Map<String, Object> TEST_KEY =
      Map.of(
          "kty",
          "OKP",
          "crv",
          "Ed25519",
          "kid",
          "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
          "d",
          "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
          "x",
          "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs");

  private static RequestSigner signer(Instant now, boolean legacy, SigningKey... keys) {
    return new RequestSigner(
        List.of(keys),
        AGENT.toString(),
        Duration.ofMinutes(5),
        legacy,
        Clock.fixed(now, ZoneOffset.UTC));
  }

  private static SignatureVerifier verifier(SigningKey... keys) {
    List<PublicKey> shown = new ArrayList<>();
    for (SigningKey key : keys) {
      shown.add(key.shown());
    }
    return new SignatureVerifier(
        agent -> agent.equals(AGENT) ? Optional.of(shown) : Optional.empty());
  }

  private static SignatureVerifier.Verdict verify(URI url, List<Header> headers, Instant now) {
    return verifier(KEY).verify(SignedMessage.request("GET", url, headers), now);
  }

  /** The draft's vectors, whose signatures are deterministic. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "agent2=\"https://signature-agent.test\" |"
            + " (\"@authority\" \"signature-agent\";key=\"agent2\");created=1735689600"
            + ";keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";alg=\"ed25519\""
            + ";expires=4889289600"
            + ";nonce=\"n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==\""
            + ";tag=\"web-bot-auth\" |"
            + " RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
        "\"https://signature-agent.test\" |"
            + " (\"@authority\" \"signature-agent\");created=1735689600"
            + ";keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";alg=\"ed25519\""
            + ";expires=1735693200"
            + ";nonce=\"e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==\""
            + ";tag=\"web-bot-auth\" |"
            + " jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA=="
      })
  void vectorsOfTheDraft(String agent, String input, String signature) throws Exception {
    SignedMessage request =
        SignedMessage.request(
            "GET",
            URI.create("https://example.com/path"),
            List.of(new Header("Signature-Agent", agent)));
    SigningKey key = SigningKey.of(TEST_KEY);
    byte[] base = request.base(Parser.parseInnerList(input));
    assertEquals(signature, Base64.getEncoder().encodeToString(key.sign(base)));
    assertTrue(key.shown().verifies(base, Base64.getDecoder().decode(signature)));
  }

  /**
   * The draft's example names the member of Signature-Agent unlike the signature, which its text
   * forbids; the next draft's has one name for both.
   */
  @ParameterizedTest
  @CsvSource({
    "agent2, RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==, INVALID",
    "sig2, CGokAoY/FrPpyuzTe1Fb2kLTAH9Idw6qSFd1+D77r1firsMRCxeuLu5e6O+ek3zQgDMAzjiXtLVfqE00xnABCQ==, VERIFIED"
  })
  void vectorsOfTwoDraftsVerified(
      String member, String signature, SignatureVerifier.Outcome outcome) throws Exception {
    PublicKey key = SigningKey.of(TEST_KEY).shown();
    SignatureVerifier.Verdict verdict =
        new SignatureVerifier(agent -> Optional.of(List.of(key)))
            .verify(
                SignedMessage.request(
                    "GET",
                    URI.create("https://example.com/path"),
                    List.of(
                        new Header("Signature-Agent", member + "=\"https://signature-agent.test\""),
                        new Header(
                            "Signature-Input",
                            "sig2=(\"@authority\" \"signature-agent\";key=\""
                                + member
                                + "\");created=1735689600;keyid=\""
                                + key.thumbprint()
                                + "\";alg=\"ed25519\";expires=4889289600"
                                + ";nonce=\"n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==\""
                                + ";tag=\"web-bot-auth\""),
                        new Header("Signature", "sig2=:" + signature + ":"))),
                NOW);
    assertEquals(outcome, verdict.outcome(), verdict.reason());
  }

  @Test
  void vectorOfASignedDirectory() throws Exception {
    SigningKey key = SigningKey.of(TEST_KEY);
    String body =
        "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\""
            + ",\"kid\":\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\""
            + ",\"x\":\"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs\",\"use\":\"sig\"}]}";
    List<Header> headers =
        KeyDirectory.headers(
            "signature-agent.test",
            body,
            List.of(key),
            Instant.ofEpochSecond(1735689600),
            Instant.ofEpochSecond(4889289600L));
    assertEquals(
        List.of(
            new Header("Content-Digest", "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:"),
            new Header(
                "Signature-Input",
                "binding0=(\"@authority\";req \"content-digest\");created=1735689600"
                    + ";expires=4889289600"
                    + ";keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\""
                    + ";tag=\"http-message-signatures-directory\""),
            new Header(
                "Signature",
                "binding0=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:")),
        headers);
  }

  /** RFC 9421, appendix B.2.6. */
  @Test
  void vectorOfTheRfc() throws Exception {
    SignedMessage request =
        SignedMessage.request(
            "POST",
            URI.create("https://example.com/foo?param=Value&Pet=dog"),
            List.of(
                new Header("Date", "Tue, 20 Apr 2021 02:07:55 GMT"),
                new Header("Content-Type", "application/json"),
                new Header("Content-Length", "18")));
    String input =
        "(\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\" \"content-length\")"
            + ";created=1618884473;keyid=\"test-key-ed25519\"";
    assertEquals(
        "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
        Base64.getEncoder()
            .encodeToString(
                SigningKey.of(TEST_KEY).sign(request.base(Parser.parseInnerList(input)))));
  }

  /** Conditions that others have found verifiers to differ in; each signature is genuine. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sig1=\"https://crawler.example\" | (\"@authority\" \"signature-agent\";key=\"sig1\") | VERIFIED",
        "sig1=\"https://crawler.example/\" | (\"@authority\" \"signature-agent\";key=\"sig1\") | VERIFIED",
        "sig1=\"https://crawler.example\";type=directory | (\"@target-uri\" \"signature-agent\";key=\"sig1\") | VERIFIED",
        "sig1=\"https://crawler.example/.well-known/http-message-signatures-directory\" | (\"@authority\" \"signature-agent\";key=\"sig1\") | VERIFIED",
        "sig1=\"https://crawler.example\" | (\"signature-agent\";key=\"sig1\") | INVALID",
        "`` | (\"@authority\") | UNVERIFIED",
        "first=\"https://crawler.example\", second=\"https://b.example\" | (\"@authority\" \"signature-agent\") | INVALID",
        "other=\"https://crawler.example\" | (\"@authority\" \"signature-agent\";key=\"other\") | INVALID",
        "sig1=\"http://crawler.example\" | (\"@authority\" \"signature-agent\";key=\"sig1\") | INVALID",
        "sig1=\"https://crawler.example/keys\" | (\"@authority\" \"signature-agent\";key=\"sig1\") | UNVERIFIED",
        "sig1=\"https://other.example\" | (\"@authority\" \"signature-agent\";key=\"sig1\") | UNVERIFIED"
      })
  void conditionsOfSignatureAgent(
      String agent, String components, SignatureVerifier.Outcome outcome) throws Exception {
    List<Header> headers = new ArrayList<>();
    if (!agent.isEmpty()) {
      headers.add(new Header("Signature-Agent", agent));
    }
    String input =
        components
            + ";created=1793534400;expires=1793534700;keyid=\""
            + KEY.shown().thumbprint()
            + "\";alg=\"ed25519\";tag=\"web-bot-auth\"";
    byte[] signature =
        KEY.sign(SignedMessage.request("GET", PAGE, headers).base(Parser.parseInnerList(input)));
    headers.add(new Header("Signature-Input", "sig1=" + input));
    String value = Base64.getEncoder().encodeToString(signature);
    headers.add(new Header("Signature", "sig1=:" + value + ":"));
    SignatureVerifier.Verdict verdict = verify(PAGE, headers, NOW);
    assertEquals(outcome, verdict.outcome(), verdict.reason());
  }

  @Test
  void aRequestWithoutAnAuthorityIsInvalid() {
    List<Header> headers = signer(NOW, false, KEY).headers(PAGE);
    for (String url : List.of("/path", "mailto:x", "https:/path")) {
      SignatureVerifier.Verdict verdict = verify(URI.create(url), headers, NOW);
      assertEquals(SignatureVerifier.Outcome.INVALID, verdict.outcome(), verdict.reason());
    }
  }

  @Test
  void aSignatureEndsWithItsKey() {
    String input = signer(NOW, false, KEY.until(NOW.plusSeconds(9))).headers(PAGE).get(1).value();
    assertTrue(input.contains(";created=1793534400;expires=1793534409;"), input);
  }

  @Test
  void aSignedRequestIsVerified() {
    for (boolean legacy : new boolean[] {false, true}) {
      List<Header> headers = signer(NOW, legacy, KEY).headers(PAGE);
      assertEquals(
          legacy ? "\"https://crawler.example\"" : "sig1=\"https://crawler.example\"",
          headers.get(0).value());
      assertTrue(
          headers
              .get(1)
              .value()
              .startsWith(
                  legacy
                      ? "sig1=(\"@authority\" \"signature-agent\");created=1793534400"
                      : "sig1=(\"@authority\" \"signature-agent\";key=\"sig1\");created=1793534400"),
          headers.get(1).value());
      assertEquals(
          new SignatureVerifier.Verdict(SignatureVerifier.Outcome.VERIFIED, AGENT, ""),
          verify(PAGE, headers, NOW));
      assertEquals(
          SignatureVerifier.Outcome.INVALID,
          verify(URI.create("https://www.example.com/a"), headers, NOW).outcome());
      assertEquals(
          SignatureVerifier.Outcome.VERIFIED,
          verify(URI.create("https://WWW.example.org:443/b"), headers, NOW).outcome());
    }
  }

  @Test
  void onlyHttpsIsSignedAndOnlyByAValidKey() {
    assertEquals(List.of(), signer(NOW, false, KEY).headers(URI.create("http://a.test/")));
    assertEquals(List.of(), signer(NOW, false).headers(PAGE));
    assertEquals(List.of(), signer(NOW, false, KEY.until(NOW)).headers(PAGE));
  }

  @Test
  void aKeyThatBeginsTakesOver() {
    SigningKey next = SigningKey.generate(NOW.plusSeconds(60), PublicKey.FOREVER);
    assertEquals(KEY, active(119, KEY, next));
    assertEquals(next, active(120, KEY, next));
    // With less than two minutes of both, the younger one.
    assertEquals(next, active(60, KEY.until(NOW.plusSeconds(119)), next));
    assertEquals(next, active(119, KEY.until(NOW.plusSeconds(119)), next));
    // What is certain precedes what is young.
    assertEquals(KEY, active(119, KEY, next.until(NOW.plusSeconds(150))));
    assertEquals(KEY, active(170, KEY, next.until(NOW.plusSeconds(200))));
  }

  private static SigningKey active(int seconds, SigningKey... keys) {
    return RequestSigner.active(List.of(keys), NOW.plusSeconds(seconds)).orElseThrow();
  }

  @Test
  void aSignatureIsUsedAgainForAQuarterOfItsLife() {
    Instant[] now = {NOW};
    RequestSigner signer =
        new RequestSigner(
            List.of(KEY),
            AGENT.toString(),
            Duration.ofMinutes(5),
            false,
            new Clock() {
              @Override
              public java.time.ZoneId getZone() {
                return ZoneOffset.UTC;
              }

              @Override
              public Clock withZone(java.time.ZoneId zone) {
                return this;
              }

              @Override
              public Instant instant() {
                return now[0];
              }
            });
    List<Header> first = signer.headers(PAGE);
    now[0] = NOW.plusSeconds(75);
    assertSame(first, signer.headers(URI.create("https://www.example.org/other")));
    assertNotEquals(first, signer.headers(URI.create("https://example.org/other")));
    now[0] = NOW.plusSeconds(76);
    assertNotEquals(first, signer.headers(PAGE));
  }

  /** Each changes something of a good request: header, what to replace, by what. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Signature-Input | tag=\"web-bot-auth\" | tag=\"other\"        | UNVERIFIED | no signature has the tag",
        "Signature-Input | ;tag=\"web-bot-auth\" | ``                  | UNVERIFIED | no signature has the tag",
        "Signature-Input | sig1=               | sig2=                 | INVALID    | no byte sequence sig2",
        "Signature-Input | created=1793534400  | created=1793534401    | INVALID    | not of this request",
        "Signature-Input | created=1793534400  | created=1793634400    | INVALID    | of the future",
        "Signature-Input | created=1793534400  | created=x             | INVALID    | lacks the time",
        "Signature-Input | created=1793534400; | ``                    | INVALID    | lacks the time",
        "Signature-Input | expires=1793534700  | expires=1793534400    | INVALID    | before it was created",
        "Signature-Input | created=1793534400;expires=1793534700 | created=1793534000;expires=1793534300 | INVALID | has expired",
        "Signature-Input | \"@authority\"      | \"@authority\" \"@authority\" | INVALID | occurs twice",
        "Signature-Input | \"@authority\"      | \"@path\"             | INVALID    | covers neither",
        "Signature-Input | \"@authority\"      | \"@authority\" \"@status\" | INVALID | @status is not supported",
        "Signature-Input | \"@authority\"      | \"@authority\" \"x-none\" | INVALID | has no \"x-none\"",
        "Signature-Input | \"@authority\"      | \"@authority\";bs     | UNVERIFIED | a parameter that is not supported",
        "Signature-Input | \"@authority\"      | @authority            | INVALID    | no dictionary",
        "Signature-Input | ;key=\"sig1\"       | ``                    | INVALID    | does not cover",
        "Signature-Input | ;key=\"sig1\"       | ;key=\"sig2\"         | INVALID    | has no \"signature-agent\";key=\"sig2\"",
        "Signature-Input | keyid=\"            | keyid=\"A             | UNVERIFIED | is not in the directory",
        "Signature-Input | ;keyid=\"           | ;kid=\"               | INVALID    | no keyid",
        "Signature-Input | ;tag                | ;alg=\"hmac-sha256\";tag | UNVERIFIED | hmac-sha256 is not supported",
        "Signature-Input | ;tag                | ;alg=ed25519;tag      | INVALID    | alg of the signature is no string",
        "Signature-Input | ;tag                | ;nonce=7;tag          | INVALID    | nonce of the signature is no string",
        "Signature-Input | ;keyid=             | ;keyid=x;kid=         | INVALID    | keyid of the signature is no string",
        "Signature-Input | \"web-bot-auth\"    | web-bot-auth          | INVALID    | tag of the signature is no string",
        "Signature-Input | (                   | ((                    | INVALID    | no dictionary",
        "Signature       | sig1=:              | sig1=:AAAA              | INVALID    | not of this request",
        "Signature       | sig1=:              | sig1=\":                | INVALID    | no dictionary",
        "Signature       | sig1                | sig3                  | INVALID    | no byte sequence sig1",
        "Signature-Agent | sig1=               | sig2=                 | INVALID    | has no \"signature-agent\";key=\"sig1\"",
        "Signature-Agent | https:              | http:                 | INVALID    | no https origin",
        "Signature-Agent | example             | example/path          | UNVERIFIED | no https origin",
        "Signature-Agent | crawler.example     | other.example         | UNVERIFIED | could not be had",
        "Signature-Agent | example\"           | example\";type=cimd   | UNVERIFIED | type of discovery",
        "Signature-Agent | example\"           | example\";type=\"directory\" | UNVERIFIED | type of discovery",
        "Signature-Agent | example\"           | example:443\"          | UNVERIFIED | no https origin",
        "Signature-Agent | crawler.example     | Crawler.example       | UNVERIFIED | no https origin",
        "Signature-Agent | crawler.example     | u@crawler.example     | UNVERIFIED | no https origin",
        "Signature-Agent | crawler.example     | crawler.example?      | UNVERIFIED | no https origin",
        "Signature-Agent | crawler.example     | ``                    | UNVERIFIED | no https origin",
        "Signature-Agent | https://crawler.example | /                 | INVALID    | no https origin",
        "Signature-Agent | example\"           | example\";x           | INVALID    | not of this request",
        "Signature-Input | \"@authority\"      | \"@authority\";req    | INVALID    | is of a response",
        "Signature-Input | \"@authority\"      | \"@authority\";req=?0 | UNVERIFIED | a parameter",
        "Signature-Input | \"@authority\"      | \"@authority\" \"@query-param\";name=\"b\" | UNVERIFIED | a parameter",
        "Signature-Input | \"@authority\"      | \"@authority\" \"Signature-Agent\" | INVALID | has no \"Signature-Agent\"",
        "Signature-Input | \"@authority\"      | \"@authority\" \"@signature-params\" | INVALID | is not supported",
        "Signature-Input | ;key=\"sig1\"       | ;key=sig1             | UNVERIFIED | a parameter",
        "Signature-Agent | sig1=               | sig1=7,               | INVALID    | no dictionary"
      })
  void whatIsNotVerified(
      String name, String from, String to, SignatureVerifier.Outcome outcome, String reason) {
    List<Header> changed = new ArrayList<>();
    for (Header header : signer(NOW, false, KEY).headers(PAGE)) {
      String value = header.value();
      if (header.name().equals(name)) {
        value = value.replace(from, to);
        assertNotEquals(header.value(), value);
      }
      changed.add(new Header(header.name(), value));
    }
    SignatureVerifier.Verdict verdict = verify(PAGE, changed, NOW);
    assertTrue(verdict.reason().contains(reason), verdict.toString());
    assertEquals(outcome, verdict.outcome(), verdict.toString());
  }

  @Test
  void aKeyOutsideOfItsTimeIsInvalidAndOneOfTwoSignaturesIsEnough() {
    List<Header> headers = signer(NOW, false, KEY).headers(PAGE);
    SignedMessage request = SignedMessage.request("GET", PAGE, headers);
    SigningKey young = SigningKey.generate(NOW.plusSeconds(60), PublicKey.FOREVER);
    List<Header> early = signer(NOW.plusSeconds(60), false, young).headers(PAGE);
    Map<SignatureVerifier.Outcome, List<SignatureVerifier.Verdict>> byOutcome =
        Map.of(
            SignatureVerifier.Outcome.VERIFIED,
            List.of(
                verifier(KEY.until(NOW.minusSeconds(59))).verify(request, NOW),
                verifier(young).verify(SignedMessage.request("GET", PAGE, early), NOW)),
            SignatureVerifier.Outcome.INVALID,
            List.of(
                verifier(KEY.until(NOW.minusSeconds(60))).verify(request, NOW),
                verifier(young)
                    .verify(SignedMessage.request("GET", PAGE, early), NOW.minusSeconds(1))));
    byOutcome.forEach(
        (outcome, verdicts) ->
            verdicts.forEach(one -> assertEquals(outcome, one.outcome(), one.reason())));
    List<Header> two = new ArrayList<>(headers);
    two.add(new Header("Signature-Input", "a=(\"@authority\");tag=\"web-bot-auth\""));
    two.add(new Header("Signature", "a=:AAAA:"));
    SignatureVerifier.Verdict verdict = verify(PAGE, two, NOW);
    assertEquals(SignatureVerifier.Outcome.VERIFIED, verdict.outcome(), verdict.reason());
    verdict = verify(PAGE, List.of(), NOW);
    assertEquals(SignatureVerifier.Outcome.UNVERIFIED, verdict.outcome());
  }

  @Test
  void keysAreReadAndNeverShown() throws Exception {
    SigningKey again = SigningKey.of(KEY.secret());
    assertEquals(KEY.shown(), again.shown());
    String d = (String) KEY.secret().get("d");
    assertFalse((KEY + KEY.shown().toString() + KEY.shown().jwk()).contains(d));
    for (String[] wrong :
        new String[][] {
          {"d", d}, {"d", ""}, {"d", d + "!"}, {"x", KEY.shown().x()}, {"crv", "X25519"}
        }) {
      Map<String, Object> jwk = new HashMap<>(TEST_KEY);
      jwk.remove("kid");
      jwk.put(wrong[0], wrong[1]);
      IOException fault = assertThrows(IOException.class, () -> SigningKey.of(jwk));
      assertFalse(fault.toString().contains(d.substring(0, 8)), fault.toString());
      assertEquals(null, fault.getCause());
    }
  }

  @Test
  void aSetLeavesOutWhatIsMalformed() throws Exception {
    List<String> faults = new ArrayList<>();
    List<Object> keys =
        List.of(
            KEY.shown().jwk(),
            Map.of("kty", "RSA"),
            7L,
            Map.of("kty", "OKP", "crv", "Ed25519", "x", "AA"));
    assertEquals(List.of(KEY.shown()), PublicKey.set(Map.of("keys", keys), faults));
    assertEquals(3, faults.size(), faults.toString());
    assertThrows(IOException.class, () -> PublicKey.set(Map.of(), faults));
    assertThrows(IOException.class, () -> PublicKey.set(Map.of("keys", 1L), faults));
    assertEquals(
        "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
        SigningKey.of(TEST_KEY).shown().thumbprint());
  }

  /** Each changes something of a good directory: header, what to replace, by what. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``              | ``               | ``                | ``",
        "Content-Digest  | sha-256=:        | sha-256=:AAAA     | not the SHA-256 of the body",
        "Content-Digest  | sha-256          | sha-512           | no byte sequence sha-256",
        "Content-Digest  | =                | =(                | no dictionary",
        "Signature-Input | created=1793534400 | created=1793534401 | not of this response: key",
        "Signature-Input | created=1793534400 | created=1793634400 | of the future: key",
        "Signature-Input | created=1793534400;expires=1793538000 | created=1;expires=2 | has expired: key",
        "Signature-Input | ;req             | ``                | does not cover \"@authority\";req: key",
        "Signature-Input | directory        | other             | no signature is by the key",
        "Signature-Input | keyid=\"          | keyid=\"A          | no signature is by the key",
        "Signature       | binding0         | other             | no byte sequence binding0: key"
      })
  void directoriesProvePossession(String name, String from, String to, String fault)
      throws Exception {
    String body = "{\"keys\":[]}";
    List<PublicKey> keys = List.of(KEY.shown());
    List<Header> headers = new ArrayList<>();
    for (Header header :
        KeyDirectory.headers("a.test", body, List.of(KEY), NOW, NOW.plusSeconds(3600))) {
      String value = header.value();
      headers.add(
          new Header(header.name(), header.name().equals(name) ? value.replace(from, to) : value));
    }
    List<String> faults = KeyDirectory.faults("a.test", body, headers, keys, NOW);
    assertEquals(fault.isEmpty() ? 0 : 1, faults.size(), faults.toString());
    assertTrue(faults.isEmpty() || faults.get(0).contains(fault), faults.toString());
  }

  @Test
  void aProofIsOfOneOriginAndEndsWithItsKey() {
    SigningKey retired = KEY.until(NOW.plusSeconds(60));
    List<PublicKey> keys = List.of(retired.shown());
    List<Header> headers =
        KeyDirectory.headers("a.test", "{}", List.of(retired), NOW, NOW.plusSeconds(3600));
    assertEquals(List.of(), KeyDirectory.faults("a.test", "{}", headers, keys, NOW));
    assertEquals(1, KeyDirectory.faults("b.test", "{}", headers, keys, NOW).size());
    assertEquals(
        List.of("the signature has expired: key " + KEY.shown().thumbprint()),
        KeyDirectory.faults("a.test", "{}", headers, keys, NOW.plusSeconds(180)));
    assertEquals(
        List.of("the response has no Content-Digest"),
        KeyDirectory.faults("a.test", "{}", List.of(), keys, NOW));
  }
}
