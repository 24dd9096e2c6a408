package org.orbweaver.crawler.http;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.Parser;

/**
 * What a server has left for us of a quota of requests, by the fields RateLimit and
 * RateLimit-Policy (<a
 * href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/">
 * draft-ietf-httpapi-ratelimit-headers-11</a>), or as servers said it before: {@code RateLimit:
 * limit=10, remaining=1, reset=7} of draft 07, and pairs of fields {@code X-RateLimit-Remaining}
 * and {@code X-RateLimit-Reset}, with the X or without.
 *
 * @param remaining requests that it still answers
 * @param resetMs until it has more, milliseconds
 */
public record RateLimit(long remaining, long resetMs) {
  /** Bytes of a field that are read. */
  private static final int MAX_FIELD = 4096;

  /** A larger time of reset is one since 1970; as a duration, it would be thirty years. */
  private static final BigDecimal LEAST_TIME = BigDecimal.valueOf(1_000_000_000L);

  /** And this one is in milliseconds. */
  private static final BigDecimal LEAST_MILLIS = BigDecimal.valueOf(100_000_000_000L);

  private static final List<String> OLD_PREFIXES =
      List.of("RateLimit-", "X-RateLimit-", "X-Rate-Limit-");

  /** The time until the next request, milliseconds: the remaining ones are spread over the time. */
  public long waitMs() {
    return remaining == 0 ? resetMs : resetMs / remaining;
  }

  /**
   * The quota that is nearest to its end; empty if none is announced. Malformed fields are ignored.
   *
   * @param now milliseconds since 1970
   */
  public static Optional<RateLimit> of(FetchedPage answer, long now) {
    List<RateLimit> all = new ArrayList<>();
    String field = joined(answer, "RateLimit");
    if (!field.isEmpty()) {
      try {
        all.addAll(ofField(field, joined(answer, "RateLimit-Policy")));
      } catch (RuntimeException e) {
        all.addAll(ofDictionary(field));
      }
    }
    for (String prefix : OLD_PREFIXES) {
      ofPair(answer.header(prefix + "Remaining"), answer.header(prefix + "Reset"), now)
          .ifPresent(all::add);
    }
    return all.stream().max(Comparator.comparingLong(RateLimit::waitMs));
  }

  private static String joined(FetchedPage answer, String name) {
    String value =
        answer.headers().stream()
            .filter(header -> header.name().equalsIgnoreCase(name))
            .map(FetchedPage.Header::value)
            .collect(Collectors.joining(", "));
    return value.length() > MAX_FIELD ? "" : value;
  }

  /** A list of items, each the name of a policy; those that do not count requests are left out. */
  private static List<RateLimit> ofField(String field, String policies) {
    Map<Object, Parameters> known = new HashMap<>();
    try {
      for (ListElement<?> policy : Parser.parseList(policies).get()) {
        known.put(policy.get(), policy.getParams());
      }
    } catch (RuntimeException e) {
      known.clear(); // Policies are only for information.
    }
    List<RateLimit> found = new ArrayList<>();
    for (ListElement<?> quota : Parser.parseList(field).get()) {
      Parameters policy = known.getOrDefault(quota.get(), Parameters.EMPTY);
      OptionalLong remaining = integer(quota.getParams().get("r"));
      // Without a time of reset, the window is the longest that it can be.
      OptionalLong given = integer(quota.getParams().get("t"));
      OptionalLong seconds = given.isPresent() ? given : integer(policy.get("w"));
      Item<?> unit = policy.get("qu");
      if ((unit == null || unit.get().equals("requests") || unit.get().equals("request"))
          && remaining.isPresent()
          && seconds.isPresent()) {
        found.add(new RateLimit(remaining.getAsLong(), seconds.getAsLong() * 1000));
      }
    }
    return found;
  }

  private static List<RateLimit> ofDictionary(String field) {
    try {
      Map<String, ListElement<?>> read = Parser.parseDictionary(field).get();
      OptionalLong remaining = integer(read.get("remaining"));
      OptionalLong seconds = integer(read.get("reset"));
      return remaining.isPresent() && seconds.isPresent()
          ? List.of(new RateLimit(remaining.getAsLong(), seconds.getAsLong() * 1000))
          : List.of();
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private static OptionalLong integer(ListElement<?> element) {
    return element instanceof IntegerItem item && item.getAsLong() >= 0
        ? OptionalLong.of(item.getAsLong())
        : OptionalLong.empty();
  }

  /** Numbers, as "98.0"; the reset in seconds, or a time since 1970. */
  private static Optional<RateLimit> ofPair(
      Optional<String> remaining, Optional<String> reset, long now) {
    Optional<BigDecimal> left = remaining.flatMap(RateLimit::number);
    Optional<BigDecimal> until = reset.flatMap(RateLimit::number);
    if (left.isEmpty() || until.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal time = until.get();
    if (time.compareTo(LEAST_MILLIS) < 0) {
      time = time.movePointRight(3);
    }
    long millis = time.setScale(0, RoundingMode.CEILING).longValueExact();
    boolean isTime = until.get().compareTo(LEAST_TIME) > 0;
    return Optional.of(
        new RateLimit(left.get().longValue(), isTime ? Math.max(0, millis - now) : millis));
  }

  private static Optional<BigDecimal> number(String text) {
    return text.strip().matches("[0-9]{1,15}(\\.[0-9]{1,9})?")
        ? Optional.of(new BigDecimal(text.strip()))
        : Optional.empty();
  }
}
