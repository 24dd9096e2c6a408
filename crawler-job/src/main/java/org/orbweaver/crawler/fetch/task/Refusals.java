package org.orbweaver.crawler.fetch.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How often a host answered signed requests, and others, by a refusal: 401, 403, 429 or a
 * challenge. It tells whether signing helps.
 */
public final class Refusals {
  private final Map<String, Long> answers = new TreeMap<>();
  private long signed;
  private long signedRefused;
  private long unsigned;
  private long unsignedRefused;

  /** Takes a request; those without an answer do not count. */
  public void take(RequestLine line) {
    if (!line.answer().matches("\\d+")) {
      return;
    }
    long refused = line.isRefused() ? 1 : 0;
    if (line.isSigned()) {
      signed++;
      signedRefused += refused;
    } else {
      unsigned++;
      unsignedRefused += refused;
    }
    if (line.isRefused()) {
      answers.merge(line.shownAnswer(), 1L, Long::sum);
    }
  }

  /** All refusals. */
  public long total() {
    return signedRefused + unsignedRefused;
  }

  /** The counts, by names for programs. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("signed", signed);
    fields.put("signedRefused", signedRefused);
    fields.put("unsigned", unsigned);
    fields.put("unsignedRefused", unsignedRefused);
    fields.put("refusals", Map.copyOf(answers));
    return fields;
  }

  /** The counts as text, in the same order. */
  public List<String> cells() {
    return List.of(
        Long.toString(signed),
        Long.toString(signedRefused),
        Long.toString(unsigned),
        Long.toString(unsignedRefused),
        byAnswer());
  }

  private String byAnswer() {
    return answers.entrySet().stream()
        .map(one -> one.getKey() + " (" + one.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /** In one line, for people. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "refused %,d of %,d signed requests and %,d of %,d that were not signed: %s",
        signedRefused,
        signed,
        unsignedRefused,
        unsigned,
        byAnswer());
  }
}
