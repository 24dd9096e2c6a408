package org.orbweaver.crawler.usage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.crawler.usage.UsageStatement.Scheme;
import org.orbweaver.crawler.usage.UsageStatement.Source;

/**
 * The permitted uses of one document, from all statements about it: of TDMRep's sources the one
 * with precedence (meta element, header, file), and of the remaining ones the most restrictive for
 * each use (draft-ietf-aipref-vocab, section 5.1). A use without a statement is not stated.
 *
 * @param statements all of them, in no order
 */
public record UsagePreferences(List<UsageStatement> statements) {

  /**
   * Collects the statements.
   *
   * @param ofHost statements in the host's files, collected at the fetch
   * @param headers the values of a header of the response, by its name in lower case
   * @param meta the content of a meta element by its name in lower case, or null
   * @param directives robots directives, of header and meta elements together
   */
  public static UsagePreferences of(
      List<UsageStatement> ofHost,
      Function<String, List<String>> headers,
      Function<String, String> meta,
      List<String> directives) {
    List<UsageStatement> all = new ArrayList<>(ofHost);
    String usage = String.join(", ", headers.apply("content-usage"));
    UsageStatement.ofHeader(Scheme.AIPREF, usage).ifPresent(all::add);
    String signals = String.join(", ", headers.apply("content-signal"));
    UsageStatement.ofHeader(Scheme.CONTENT_SIGNAL, signals).ifPresent(all::add);
    UsageStatement.ofTdm(
            Source.HEADER,
            first(headers.apply(UsageStatement.TDM_RESERVATION)),
            first(headers.apply(UsageStatement.TDM_POLICY)))
        .ifPresent(all::add);
    String reservation = meta.apply(UsageStatement.TDM_RESERVATION);
    String policy = meta.apply(UsageStatement.TDM_POLICY);
    UsageStatement.ofTdm(
            Source.META, reservation == null ? "" : reservation, policy == null ? "" : policy)
        .ifPresent(all::add);
    boolean byHeader =
        headers.apply("x-robots-tag").stream()
            .anyMatch(tag -> tag.matches("(?i).*no(ai|imageai|ml).*"));
    UsageStatement.ofDirectives(byHeader ? Source.HEADER : Source.META, directives)
        .ifPresent(all::add);
    return new UsagePreferences(all);
  }

  private static String first(List<String> values) {
    return values.isEmpty() ? "" : values.get(0);
  }

  /** The deciding statement for each stated use. */
  public Map<Use, UsageStatement> deciding() {
    Map<Use, UsageStatement> deciding = new EnumMap<>(Use.class);
    Source tdm =
        statements.stream()
            .filter(statement -> statement.scheme() == Scheme.TDMREP)
            .map(UsageStatement::source)
            .max(Comparator.naturalOrder())
            .orElse(null);
    for (UsageStatement statement : statements) {
      if (statement.scheme() == Scheme.TDMREP && statement.source() != tdm) {
        continue;
      }
      statement
          .uses()
          .forEach(
              (use, allowed) ->
                  deciding.merge(
                      use, statement, (one, two) -> one.uses().get(use) && !allowed ? two : one));
    }
    return deciding;
  }

  /**
   * The result in words, as {@code "search:y ai-train:n"}, followed by the categories of
   * Content-Usage that we do not know; empty if nothing is stated.
   */
  public String words() {
    Map<Use, Boolean> uses = new EnumMap<>(Use.class);
    deciding().forEach((use, statement) -> uses.put(use, statement.uses().get(use)));
    Map<String, Boolean> unknown = new TreeMap<>();
    statements.forEach(
        statement ->
            statement
                .unknown()
                .forEach((label, said) -> unknown.merge(label, said, Boolean::logicalAnd)));
    return Stream.concat(
            Stream.of(UsageStatement.words(uses)).filter(words -> !words.isEmpty()),
            unknown.entrySet().stream().map(one -> one.getKey() + (one.getValue() ? ":y" : ":n")))
        .collect(Collectors.joining(" "));
  }

  /** Encodes all statements, one a line. */
  public String encode() {
    return statements.stream().map(UsageStatement::encode).collect(Collectors.joining("\n"));
  }

  /** Decodes {@link #encode}; lines of other versions are left out. */
  public static UsagePreferences decode(String encoded) {
    return new UsagePreferences(
        encoded.lines().flatMap(line -> UsageStatement.decode(line).stream()).toList());
  }
}
