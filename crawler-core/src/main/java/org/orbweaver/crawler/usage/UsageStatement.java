package org.orbweaver.crawler.usage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.TokenItem;
import org.orbweaver.crawler.robots.TdmRep;
import org.orbweaver.crawler.robots.UsageLine;

/**
 * The statement of one source about the use of one document, as of the document's fetch.
 *
 * @param scheme the vocabulary used to read it
 * @param source its place
 * @param line number of the line or rule in a file, from 1; 0 elsewhere
 * @param asOf when the file was fetched, milliseconds since 1970; 0: it came with the document
 * @param uses allowed and forbidden uses; a missing use is not stated
 * @param text the original text
 */
public record UsageStatement(
    Scheme scheme, Source source, int line, long asOf, Map<Use, Boolean> uses, String text) {
  /** Name of a header, and of a meta element. */
  public static final String TDM_RESERVATION = "tdm-reservation";

  /** Name of a header, and of a meta element. */
  public static final String TDM_POLICY = "tdm-policy";

  /** Bytes of a header that are read; those of real servers have less than 100. */
  private static final int MAX_HEADER = 4096;

  /** The vocabularies, each with the version of its reader. */
  public enum Scheme {
    /**
     * Content-Usage: a dictionary (RFC 9651) of categories, each {@code y} or {@code n};
     * case-sensitive. Invalid dictionaries state nothing.
     */
    AIPREF("draft-ietf-aipref-vocab-08"),
    /** Content-Signal: categories, each yes or no. */
    CONTENT_SIGNAL("contentsignals.org-2025"),
    /** The TDM Reservation Protocol. */
    TDMREP("tdmrep-20240510"),
    /** The directives noai, noimageai and noml of robots meta elements and X-Robots-Tag headers. */
    NOAI("noai");

    private final String version;

    Scheme(String version) {
      this.version = version;
    }

    /** Name and version. */
    public String version() {
      return version;
    }

    private static String family(String version) {
      return version.replaceFirst("-[0-9]+$", "");
    }
  }

  /** Places, in the order of TDMRep's precedence: a later one supersedes earlier ones. */
  public enum Source {
    /** The host's robots.txt. */
    ROBOTS_TXT("robots.txt"),
    /** The host's {@code /.well-known/tdmrep.json}. */
    TDMREP_JSON("tdmrep.json"),
    /** A header of the response. */
    HEADER("header"),
    /** A meta element. */
    META("meta");

    private final String word;

    Source(String word) {
      this.word = word;
    }
  }

  /** The label of each category in Content-Usage. */
  private static final Map<Use, String> AIPREF_LABELS =
      Map.of(Use.SEARCH, "search", Use.AI_TRAIN, "train-ai", Use.AI_INPUT, "ai-use");

  /**
   * Labels of earlier drafts, by what they became or included. The draft has us ignore them; where
   * the category's own label is missing, we count their {@code n}, since the owner's wish is plain,
   * but not their {@code y}, which was given for something else. None disallows search: those that
   * included it were given up for including too much.
   */
  private static final Map<Use, List<String>> FORMER_LABELS =
      Map.of(
          Use.AI_TRAIN, List.of("train-genai", "genai", "ai", "tdm", "bots", "all"),
          Use.AI_INPUT, List.of("ai-output", "inference", "bots", "all"),
          Use.TDM, List.of("tdm", "bots", "all"));

  /** Labels of neither this draft nor earlier ones, nor words of {@link Use}. */
  private static final Pattern UNKNOWN =
      Pattern.compile(
          "(?!("
              + Stream.of(
                      AIPREF_LABELS.values().stream(),
                      FORMER_LABELS.values().stream().flatMap(List::stream),
                      Stream.of(Use.values()).map(Use::token))
                  .flatMap(labels -> labels)
                  .distinct()
                  .collect(Collectors.joining("|"))
              + ")$)[a-z*][a-z0-9_.*-]{0,29}");

  private static final int MAX_UNKNOWN = 8;

  /**
   * What RFC 9651 added to the structured fields of RFC 8941, which the parser knows: dates and
   * display strings. Strings come first, since they may contain what looks like either.
   */
  private static final Pattern ADDED_BY_RFC_9651 =
      Pattern.compile(
          "(\"(?:[^\"\\\\]|\\\\.)*+\")|@(-?[0-9]{1,15})(?![0-9.])"
              + "|%\"(?:[ !#$&-~]|%[0-9a-f]{2})*+\"");

  /** The statements of the robots.txt lines that apply to a document. */
  public static List<UsageStatement> ofRobots(List<UsageLine> lines, long asOf) {
    List<UsageStatement> statements = new ArrayList<>();
    for (UsageLine line : lines) {
      Scheme scheme =
          line.name() == UsageLine.Name.CONTENT_USAGE ? Scheme.AIPREF : Scheme.CONTENT_SIGNAL;
      if (!line.value().isEmpty()) {
        statements.add(
            new UsageStatement(
                scheme,
                Source.ROBOTS_TXT,
                line.line(),
                asOf,
                read(scheme, line.value()),
                plain(line.text())));
      }
    }
    return statements;
  }

  /** The statement of the tdmrep.json rule that applies to a document. */
  public static UsageStatement ofFile(TdmRep.TdmRule rule, long asOf) {
    return tdm(Source.TDMREP_JSON, asOf, rule.location() + " ", rule.reservation(), rule.policy());
  }

  /**
   * The statement of a Content-Usage or Content-Signal header.
   *
   * @param value its lines, joined by commas; empty if there are none
   */
  static Optional<UsageStatement> ofHeader(Scheme scheme, String value) {
    if (value.isBlank() || value.length() > MAX_HEADER) {
      return Optional.empty();
    }
    String name = scheme == Scheme.AIPREF ? "Content-Usage: " : "Content-Signal: ";
    return Optional.of(
        new UsageStatement(scheme, Source.HEADER, 0, 0, read(scheme, value), plain(name + value)));
  }

  /**
   * The statement of TDMRep's two values; empty if the reservation is neither 0 nor 1, which states
   * nothing.
   */
  static Optional<UsageStatement> ofTdm(Source source, String reservation, String policy) {
    String value = reservation.strip();
    return value.equals("0") || value.equals("1")
        ? Optional.of(tdm(source, 0, "", value, policy))
        : Optional.empty();
  }

  /**
   * Reserving text and data mining also reserves training, the kind of mining that the reservation
   * was made for.
   */
  private static UsageStatement tdm(
      Source source, long asOf, String place, String reservation, String policy) {
    Map<Use, Boolean> uses = new EnumMap<>(Use.class);
    uses.put(Use.TDM, reservation.equals("0"));
    if (reservation.equals("1")) {
      uses.put(Use.AI_TRAIN, false);
    }
    String more = policy.isBlank() ? "" : ", " + TDM_POLICY + ": " + policy.strip();
    String text = place + TDM_RESERVATION + ": " + reservation + more;
    return new UsageStatement(Scheme.TDMREP, source, 0, asOf, uses, plain(text));
  }

  /** The statement of robots directives; empty if none of them is noai, noimageai or noml. */
  static Optional<UsageStatement> ofDirectives(Source source, List<String> directives) {
    Map<Use, Boolean> uses = new EnumMap<>(Use.class);
    List<String> words = directives.stream().filter(w -> w.matches("no(ai|imageai|ml)")).toList();
    if (words.contains("noai")) {
      uses.put(Use.AI_INPUT, false);
    }
    if (words.contains("noai") || words.contains("noml")) {
      uses.put(Use.AI_TRAIN, false);
    }
    if (words.contains("noai") || words.contains("noimageai")) {
      uses.put(Use.AI_IMAGE, false);
    }
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(new UsageStatement(Scheme.NOAI, source, 0, 0, uses, String.join(",", words)));
  }

  private static Map<Use, Boolean> read(Scheme scheme, String value) {
    return scheme == Scheme.AIPREF ? dictionary(value) : signals(value);
  }

  private static Map<Use, Boolean> dictionary(String value) {
    Map<Use, Boolean> uses = new EnumMap<>(Use.class);
    Map<String, ListElement<?>> read;
    try {
      read = Parser.parseDictionary(asRfc8941(value)).get();
    } catch (RuntimeException e) {
      return uses; // Section 6.5.1: if parsing fails, nothing is known.
    }
    FORMER_LABELS.forEach(
        (use, labels) -> {
          if (labels.stream()
              .anyMatch(label -> yesOrNo(read.get(label)).equals(Optional.of(false)))) {
            uses.put(use, false);
          }
        });
    AIPREF_LABELS.forEach(
        (use, label) -> {
          if (read.containsKey(label)) {
            uses.remove(use);
            yesOrNo(read.get(label)).ifPresent(allowed -> uses.put(use, allowed));
          }
        });
    return uses;
  }

  /** The same with numbers and strings for dates and display strings. */
  private static String asRfc8941(String value) {
    return ADDED_BY_RFC_9651
        .matcher(value)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) != null
                        ? found.group(1)
                        : found.group(2) != null ? found.group(2) : "\"\""));
  }

  /**
   * What the statement says of categories that we do not know, for those who get the page; those
   * that could be taken for one of ours are left out.
   */
  Map<String, Boolean> unknown() {
    Map<String, Boolean> unknown = new TreeMap<>();
    if (scheme != Scheme.AIPREF) {
      return unknown;
    }
    String value = text.substring(text.indexOf(':') + 1).strip();
    try {
      Parser.parseDictionary(
              asRfc8941(value.startsWith("/") ? value.replaceFirst("\\S+\\s*", "") : value))
          .get()
          .forEach(
              (label, element) -> {
                if (UNKNOWN.matcher(label).matches() && unknown.size() < MAX_UNKNOWN) {
                  yesOrNo(element).ifPresent(allowed -> unknown.put(label, allowed));
                }
              });
    } catch (RuntimeException e) {
      unknown.clear(); // It states nothing.
    }
    return unknown;
  }

  private static Optional<Boolean> yesOrNo(ListElement<?> element) {
    String token = element instanceof TokenItem item ? item.get() : "";
    return token.equals("y") || token.equals("n")
        ? Optional.of(token.equals("y"))
        : Optional.empty();
  }

  private static Map<Use, Boolean> signals(String value) {
    Map<Use, Boolean> uses = new EnumMap<>(Use.class);
    for (String signal : value.toLowerCase(Locale.ROOT).split("[,;]", -1)) {
      String[] parts = signal.split("=", 2);
      String said = parts.length < 2 ? "" : parts[1].strip();
      if (said.equals("yes") || said.equals("no")) {
        Use.of(parts[0].strip())
            .ifPresent(use -> uses.merge(use, said.equals("yes"), Boolean::logicalAnd));
      }
    }
    return uses;
  }

  /** One line without control characters, of bounded length. */
  private static String plain(String text) {
    String cut = text.length() > UsageLine.MAX_TEXT ? text.substring(0, UsageLine.MAX_TEXT) : text;
    return cut.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  /** The uses in words: {@code "search:y ai-train:n"}; empty if none is stated. */
  static String words(Map<Use, Boolean> uses) {
    return uses.entrySet().stream()
        .map(use -> use.getKey().said(use.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** The place of the statement: "robots.txt, line 3 (as of 2026-11-22T18:24:18Z)". */
  public String place() {
    String place = line > 0 ? source.word + ", line " + line : source.word;
    return asOf > 0 ? place + " (as of " + Instant.ofEpochSecond(asOf / 1000) + ")" : place;
  }

  /** Encodes the statement in one line, its fields separated by tabs, as stored in metadata. */
  public String encode() {
    String uses = words(this.uses);
    return String.join(
        "\t", scheme.version, source.word, Integer.toString(line), Long.toString(asOf), uses, text);
  }

  /** Decodes a line of {@link #encode}; empty if it is invalid. */
  public static Optional<UsageStatement> decode(String encoded) {
    String[] fields = encoded.split("\t", 6);
    if (fields.length < 6) {
      return Optional.empty();
    }
    try {
      Map<Use, Boolean> uses = new EnumMap<>(Use.class);
      for (String word : fields[4].split(" ", -1)) {
        String[] said = word.split(":", 2);
        Use.of(said[0]).ifPresent(use -> uses.put(use, said[1].equals("y")));
      }
      return Optional.of(
          new UsageStatement(
              named(
                  Scheme.values(),
                  scheme -> Scheme.family(scheme.version),
                  Scheme.family(fields[0])),
              named(Source.values(), source -> source.word, fields[1]),
              Integer.parseInt(fields[2]),
              Long.parseLong(fields[3]),
              uses,
              fields[5]));
    } catch (RuntimeException e) {
      return Optional.empty(); // Written by another version or another program.
    }
  }

  private static <E> E named(E[] all, java.util.function.Function<E, String> name, String wanted) {
    for (E one : all) {
      if (name.apply(one).equals(wanted)) {
        return one;
      }
    }
    throw new IllegalArgumentException(wanted);
  }
}
