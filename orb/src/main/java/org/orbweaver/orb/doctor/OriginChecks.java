package org.orbweaver.orb.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.address.AddressBlock;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.RobotsAgents;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.identity.IdentityKeys;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.signature.KeyDirectory;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.orb.identity.OriginFiles;

/**
 * Checks what the crawler's origin serves about it, as servers that verify its requests see it:
 * they follow no redirect, and want valid certificates.
 */
final class OriginChecks {
  private static final int TIMEOUT_MS = 5000;

  /** A signature that ends within this time is worth a note. */
  private static final Duration SOON = Duration.ofDays(7);

  private static final String AGAIN = "run orb identity again, and let the server serve its files";

  private final Configuration conf;
  private final Instant now;
  private final List<Finding> findings = new ArrayList<>();
  private URI origin;

  OriginChecks(Configuration conf, Instant now) {
    this.conf = conf;
    this.now = now;
  }

  List<Finding> findings(boolean offline) {
    if (Signatures.folder(conf).isEmpty()) {
      return List.of(
          Finding.ok("requests are not signed: " + IdentityKeys.KEYS.name() + " is not set"));
    }
    List<SigningKey> keys;
    try {
      keys = Signatures.keys(conf, now);
    } catch (OrbException e) {
      return List.of(Finding.error(e.getMessage(), "correct it; docs/identity.md has more"));
    }
    Optional<SigningKey> active = RequestSigner.active(keys, now);
    if (active.isEmpty()) {
      return List.of(
          Finding.error(
              "requests are not signed: no key in "
                  + Signatures.folder(conf).get().path()
                  + " is valid now",
              "make one with orb key new"));
    }
    findings.add(
        Finding.ok(
            "requests are signed by the key "
                + active.get().shown().thumbprint()
                + ", one of "
                + Count.of(keys.size(), "key")));
    origin = Signatures.agent(conf).orElseThrow();
    if (offline) {
      findings.add(Finding.ok("what " + origin + " serves is not requested (--offline)"));
      return findings;
    }
    directory(keys);
    card();
    page();
    return findings;
  }

  private void error(String message, String remedy) {
    findings.add(Finding.error(Console.safe(message), remedy));
  }

  private void note(String message, String remedy) {
    findings.add(Finding.note(Console.safe(message), remedy));
  }

  /** The answer from a URL; empty, with a finding, if it is not one of status 200 and the type. */
  private Optional<FetchedPage> request(String url, String... types) {
    FetchedPage page;
    try {
      page = FetchRules.own(conf, url, TIMEOUT_MS, true);
    } catch (IOException e) {
      error(
          url + " does not respond: " + FailureKind.describe(e),
          "let the server serve it, with a certificate that is valid");
      return Optional.empty();
    }
    if (page.isRedirect()) {
      error(
          url + " redirects to " + page.location().orElse("nowhere") + ": verifiers do not follow",
          "serve it there itself");
      return Optional.empty();
    }
    if (page.status() != 200) {
      error(url + " returns status " + page.status() + ", not 200", AGAIN);
      return Optional.empty();
    }
    String type = page.header("Content-Type").orElse("").split(";", 2)[0].strip();
    if (List.of(types).contains(type.toLowerCase(Locale.ROOT))) {
      return Optional.of(page);
    }
    error(
        url + " has the media type '" + type + "', not " + types[0],
        "set it, as the samples of orb identity do");
    return Optional.empty();
  }

  private Optional<Map<String, Object>> json(String url, FetchedPage page) {
    try {
      return Optional.of(Json.parse(new String(page.body(), UTF_8)));
    } catch (IOException e) {
      error(url + " is no JSON object: " + e.getMessage().lines().findFirst().orElse(""), AGAIN);
      return Optional.empty();
    }
  }

  private void directory(List<SigningKey> keys) {
    String url = origin + KeyDirectory.PATH;
    Optional<FetchedPage> page = request(url, KeyDirectory.MEDIA_TYPE);
    Optional<Map<String, Object>> jwks = page.flatMap(one -> json(url, one));
    if (jwks.isEmpty()) {
      return;
    }
    int before = findings.size();
    List<PublicKey> served;
    List<String> faults = new ArrayList<>();
    try {
      served = PublicKey.set(jwks.get(), faults);
    } catch (IOException e) {
      error(url + ": " + e.getMessage(), AGAIN);
      return;
    }
    faults.forEach(fault -> error(url + " has " + fault, AGAIN));
    keys.forEach(key -> served(url, key.shown(), served));
    for (PublicKey one : served) {
      if (one.hasEnded(now)) {
        note(url + " still has the key " + one.thumbprint() + ", which has ended", AGAIN);
      } else if (keys.stream().noneMatch(key -> key.shown().x().equals(one.x()))) {
        note(
            url + " has the key " + one.thumbprint() + ", which does not sign here",
            "if it is not yours, look for who changed the directory; else " + AGAIN);
      }
    }
    String body = new String(page.get().body(), UTF_8);
    if (page.get().header("Signature-Input").isEmpty()) {
      note(
          url + " is not signed: servers may not trust copies of it",
          "send the headers in the samples of orb identity");
    } else {
      proof(url, body, page.get(), served.stream().filter(k -> !k.hasEnded(now)).toList());
    }
    if (findings.size() == before) {
      findings.add(
          Finding.ok(url + " has " + Count.of(served.size(), "key") + ", and is signed by each"));
    }
  }

  private void served(String url, PublicKey ours, List<PublicKey> served) {
    String name = "the key " + ours.thumbprint();
    Optional<PublicKey> found = served.stream().filter(one -> one.x().equals(ours.x())).findAny();
    if (found.isEmpty()) {
      error(
          url + " lacks " + name + (ours.isValid(now) ? "" : ", which signs from " + ours.from()),
          AGAIN);
    } else if (found.get().from().isAfter(ours.from())
        || found.get().until().isBefore(ours.until())) {
      error(
          url
              + " has "
              + name
              + " for a shorter time than it signs: from "
              + found.get().from()
              + " until "
              + found.get().until(),
          AGAIN);
    } else if (!found.get().equals(ours)) {
      note(url + " has " + name + " for a longer time than it signs", AGAIN);
    }
  }

  private void proof(String url, String body, FetchedPage page, List<PublicKey> served) {
    String authority = origin.getAuthority();
    List<String> faults = KeyDirectory.faults(authority, body, page.headers(), served, now);
    faults.forEach(fault -> error(url + ": " + fault, AGAIN));
    Instant later = now.plus(SOON);
    List<PublicKey> lasting = served.stream().filter(key -> key.isValid(later)).toList();
    if (faults.isEmpty()
        && !KeyDirectory.faults(authority, body, page.headers(), lasting, later).isEmpty()) {
      note(url + ": its signature ends within " + Count.of(SOON.toDays(), "day"), AGAIN);
    }
  }

  private void card() {
    String url = origin + OriginFiles.CARD;
    Map<String, Object> card =
        request(url, "application/json").flatMap(page -> json(url, page)).orElse(null);
    if (card == null) {
      return;
    }
    int before = findings.size();
    if (!url.equals(card.get("client_id"))) {
      error(url + " has client_id " + card.get("client_id") + ", not its own URL", AGAIN);
    }
    if (card.containsKey("jwks") && card.containsKey("jwks_uri")) {
      error(url + " has both jwks and jwks_uri: verifiers reject it", "leave jwks out");
    } else if (!(origin + KeyDirectory.PATH).equals(card.get("jwks_uri"))) {
      error(url + " has jwks_uri " + card.get("jwks_uri") + ", not our directory", AGAIN);
    }
    Map<?, ?> bot = card.get("web_bot_auth") instanceof Map<?, ?> map ? map : Map.of();
    String token = RobotsAgents.productToken(conf);
    if (!token.equals(bot.get("rfc9309-product-token"))) {
      error(
          url + " has rfc9309-product-token " + bot.get("rfc9309-product-token") + ", not " + token,
          AGAIN);
    }
    String agent = FetchSettings.userAgent(conf);
    if (!agent.equals(bot.get("expected-user-agent"))) {
      note(
          url + " has expected-user-agent " + bot.get("expected-user-agent") + ", not " + agent,
          AGAIN);
    }
    if (findings.size() == before) {
      findings.add(Finding.ok(url + " is the card of " + token));
    }
    if (bot.get("ips_uri") == null) {
      note(
          url + " has no ips_uri: no addresses are published",
          "give them to orb identity with --addresses, if they are yours alone");
    } else if (bot.get("ips_uri") instanceof String uri && uri.startsWith("https://")) {
      ranges(uri);
    } else {
      error(url + " has ips_uri " + bot.get("ips_uri") + ", which is no https URL", AGAIN);
    }
  }

  private void ranges(String url) {
    Map<String, Object> list =
        request(url, "application/json", "application/jafar+json")
            .flatMap(page -> json(url, page))
            .orElse(null);
    if (list == null) {
      return;
    }
    int before = findings.size();
    try {
      Instant.parse(String.valueOf(list.get("creationTime")));
    } catch (DateTimeException e) {
      error(url + " has creationTime " + list.get("creationTime") + ", which is no time", AGAIN);
    }
    List<?> prefixes = list.get("prefixes") instanceof List<?> all ? all : List.of();
    if (prefixes.isEmpty()) {
      error(url + " has no prefixes", AGAIN);
    }
    for (Object one : prefixes) {
      Map<?, ?> prefix = one instanceof Map<?, ?> map ? map : Map.of();
      Object v4 = prefix.get("ipv4Prefix");
      Object v6 = prefix.get("ipv6Prefix");
      try {
        AddressBlock block = AddressBlock.parse(String.valueOf(v4 == null ? v6 : v4));
        if ((v4 != null && v6 != null) || block.network().length != (v4 == null ? 16 : 4)) {
          throw new IllegalArgumentException("expected one of ipv4Prefix and ipv6Prefix");
        }
      } catch (IllegalArgumentException e) {
        error(url + " has the prefix " + Json.line(prefix) + ": " + e.getMessage(), AGAIN);
      }
    }
    if (findings.size() == before) {
      findings.add(Finding.ok(url + " has " + Count.of(prefixes.size(), "block")));
    }
  }

  private void page() {
    String url = CrawlerKeys.AGENT_URL.get(conf).strip();
    if (!(url + "/").startsWith(origin + "/")) {
      error(
          CrawlerKeys.AGENT_URL.name()
              + " is no page of "
              + origin
              + ", which serves the keys: "
              + url,
          "let " + CrawlerKeys.AGENT_URL.name() + " and " + IdentityKeys.AGENT.name() + " agree");
      return;
    }
    Optional<FetchedPage> page = request(url, "text/html", "application/xhtml+xml");
    if (page.isEmpty()) {
      return;
    }
    String token = RobotsAgents.productToken(conf);
    if (!new String(page.get().body(), UTF_8).contains(token)) {
      error(
          url + " does not name the product token " + token + ", by which robots.txt blocks it",
          AGAIN + ", or add it to the page");
    } else {
      findings.add(Finding.ok(url + " names the product token " + token));
    }
  }
}
