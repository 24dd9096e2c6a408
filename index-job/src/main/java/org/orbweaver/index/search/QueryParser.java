package org.orbweaver.index.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.search.QueryNode.All;
import org.orbweaver.index.search.QueryNode.Any;
import org.orbweaver.index.search.QueryNode.In;
import org.orbweaver.index.search.QueryNode.Occur;
import org.orbweaver.index.search.QueryNode.Part;
import org.orbweaver.index.search.QueryNode.Text;

/**
 * Reads the query language.
 *
 * <pre>
 * query  = item { item }
 * item   = and { "OR" and }
 * and    = part { "AND" part }
 * part   = [ "+" | "-" | "NOT" ] ( "(" query ")" | [ field ":" ] ( word | '"' words '"' [ "~" n ] ) )
 * field  = "title" | "anchor" | "url" | "site" | "lang" | "type" | "group" | "usage" | "topic"
 * </pre>
 *
 * OR binds its neighbours more tightly than a space does ({@code new york OR paris} wants
 * <i>new</i> and one of the cities), AND more tightly than OR. Operators are in capitals. A colon
 * belongs to the word in {@code std::vector}, {@code http://…}, {@code 12:30} and where nothing
 * follows it; behind other letters it makes them a field, and a field that is unknown or empty is
 * an error.
 *
 * <p>What does not fit is read as far as it makes sense and noted: a quote or a bracket that is not
 * closed ends with the query, an operator without a neighbour is dropped. Nothing but exclusions,
 * or nothing to look for at all, is an error. Depth of brackets and number of words are limited, so
 * that no query exhausts anything.
 */
final class QueryParser {
  private static final int MAX_CHARS = 4096;
  private static final int MAX_DEPTH = 16;
  private static final int MAX_TEXTS = 64;
  private static final int MAX_SLOP = 1000;
  private static final Pattern SLOP = Pattern.compile("~([0-9]{1,4})");

  private static final String FIELDS =
      Arrays.stream(In.values())
          .filter(in -> in != In.ANYWHERE)
          .map(in -> in.prefix() + ":")
          .collect(Collectors.joining(" "));

  /**
   * What was read.
   *
   * @param query the whole
   * @param notes what had to be guessed, one sentence each
   */
  record Parsed(All query, List<String> notes) {}

  private final String text;
  private final List<String> notes = new ArrayList<>();
  private int at;
  private int texts;

  private QueryParser(String text) {
    this.text = text;
  }

  /**
   * Reads a query.
   *
   * @throws OrbException (usage) where there is nothing to look for
   */
  static Parsed parse(String query) {
    if (query.length() > MAX_CHARS) {
      throw OrbException.usage(
          "the query has " + query.length() + " characters; at most " + MAX_CHARS + " are allowed");
    }
    QueryParser parser = new QueryParser(query);
    All all = new All(parser.items(0));
    if (all.parts().isEmpty()) {
      throw OrbException.usage("the query has no word to search for: '" + query + "'");
    }
    if (all.parts().stream().allMatch(part -> part.occur() == Occur.NOT)) {
      throw OrbException.usage(
          "the query only excludes: '"
              + query
              + "'; add a word, or a field such as site: or lang:, to search for");
    }
    return new Parsed(all, List.copyOf(parser.notes));
  }

  private List<Part> items(int depth) {
    List<Part> items = new ArrayList<>();
    while (true) {
      skipSpace();
      if (at == text.length()) {
        return items;
      }
      if (text.charAt(at) == ')') {
        if (depth > 0) {
          return items;
        }
        note("a closing bracket without an opening one is ignored");
        at++;
        continue;
      }
      String operator = operator();
      if (operator != null && !operator.equals("NOT")) {
        note(operator + " has nothing before it and is ignored");
        at += operator.length();
        continue;
      }
      Part item = alternatives(depth);
      if (item != null) {
        items.add(item);
      }
    }
  }

  private Part alternatives(int depth) {
    List<Part> parts = joined("OR", () -> conjunction(depth));
    return parts.size() > 1
        ? new Part(Occur.PLAIN, new Any(parts.stream().map(QueryParser::asNode).toList()))
        : parts.stream().findFirst().orElse(null);
  }

  private Part conjunction(int depth) {
    List<Part> parts = joined("AND", () -> part(depth));
    return parts.size() > 1
        ? new Part(Occur.PLAIN, new All(parts.stream().map(QueryParser::required).toList()))
        : parts.stream().findFirst().orElse(null);
  }

  private List<Part> joined(String operator, Supplier<Part> operand) {
    List<Part> parts = new ArrayList<>();
    Part next = operand.get();
    while (true) {
      if (next != null) {
        parts.add(next);
      }
      if (!take(operator)) {
        return parts;
      }
      next = operand.get();
      if (next == null) {
        note(operator + " has nothing after it and is ignored");
      }
    }
  }

  private static Part required(Part part) {
    return part.occur() == Occur.PLAIN ? new Part(Occur.MUST, part.node()) : part;
  }

  /** A signed alternative keeps its sign in a group of its own. */
  private static QueryNode asNode(Part part) {
    return part.occur() == Occur.NOT ? new All(List.of(part)) : part.node();
  }

  private Part part(int depth) {
    skipSpace();
    Occur occur = Occur.PLAIN;
    while (take("NOT")) {
      occur = Occur.NOT;
    }
    skipSpace();
    if (at + 1 < text.length() && !Character.isWhitespace(text.charAt(at + 1))) {
      char sign = text.charAt(at);
      if (sign == '-' || sign == '\u2212') {
        occur = Occur.NOT;
        at++;
      } else if (sign == '+') {
        occur = occur == Occur.NOT ? occur : Occur.MUST;
        at++;
      }
    }
    QueryNode node = node(depth);
    return node == null ? null : new Part(occur, node);
  }

  private QueryNode node(int depth) {
    if (at == text.length() || text.charAt(at) == ')' || operator() != null) {
      return null;
    }
    if (text.charAt(at) == '(') {
      if (depth >= MAX_DEPTH) {
        throw OrbException.usage("the query nests brackets more than " + MAX_DEPTH + " deep");
      }
      at++;
      List<Part> items = items(depth + 1);
      if (at < text.length()) {
        at++;
      } else {
        note("an unclosed bracket ends with the query");
      }
      return items.isEmpty() ? null : new All(items);
    }
    return text(field());
  }

  private In field() {
    int end = at;
    while (end < text.length() && isLatin(text.charAt(end))) {
      end++;
    }
    if (end == at || end == text.length() || text.charAt(end) != ':') {
      return In.ANYWHERE;
    }
    String name = text.substring(at, end).toLowerCase(Locale.ROOT);
    boolean isBare = end + 1 == text.length() || Character.isWhitespace(text.charAt(end + 1));
    for (In in : In.values()) {
      if (in.prefix().equals(name)) {
        if (isBare) {
          throw emptyField(in, at);
        }
        at = end + 1;
        return in;
      }
    }
    // A colon also ends a sentence's word, and stands in http://, std::vector, 12:30 and C:\x.
    if (!isBare && name.length() > 1 && "/:\\".indexOf(text.charAt(end + 1)) < 0) {
      throw OrbException.usage(
          "unknown field '"
              + name
              + ":' at character "
              + (at + 1)
              + " of the query; fields are "
              + FIELDS
              + " (quote a word to search for it with its colon)");
    }
    return In.ANYWHERE;
  }

  private static OrbException emptyField(In in, int at) {
    return OrbException.usage(
        "expected a word or phrase after '"
            + in.prefix()
            + ":' at character "
            + (at + 1)
            + " of the query, got nothing");
  }

  private static boolean isLatin(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private QueryNode text(In in) {
    int begin = at;
    char first = text.charAt(at);
    Text read;
    if (isQuote(first)) {
      at++;
      int start = at;
      while (at < text.length() && !isQuote(text.charAt(at))) {
        at++;
      }
      String phrase = text.substring(start, at).strip();
      if (at < text.length()) {
        at++;
      } else {
        note("an unclosed quote ends with the query");
      }
      read = new Text(in, phrase, true, slop());
    } else {
      int start = at;
      while (at < text.length() && !endsWord(text.charAt(at), in)) {
        at++;
      }
      read = new Text(in, text.substring(start, at), false, 0);
    }
    if (in != In.ANYWHERE && read.text().isBlank()) {
      throw emptyField(in, begin - in.prefix().length() - 1);
    }
    return checked(read);
  }

  private QueryNode checked(Text read) {
    if (!read.in().isFilter() && Analysis.words(read.text()).isEmpty()) {
      if (!read.text().isEmpty()) {
        note("'" + read.text() + "' has no letter or digit and is ignored");
      }
      return null;
    }
    if (++texts > MAX_TEXTS) {
      throw OrbException.usage("the query has more than " + MAX_TEXTS + " words and phrases");
    }
    return read;
  }

  private int slop() {
    Matcher slop = SLOP.matcher(text).region(at, text.length());
    if (!slop.lookingAt()) {
      return 0;
    }
    at = slop.end();
    return Math.min(MAX_SLOP, Integer.parseInt(slop.group(1)));
  }

  private static boolean isQuote(char c) {
    return "\"\u201c\u201d\u201e\u00ab\u00bb".indexOf(c) >= 0;
  }

  private static boolean endsWord(char c, In in) {
    // A URL may hold brackets.
    return Character.isWhitespace(c) || isQuote(c) || (in != In.URL && (c == '(' || c == ')'));
  }

  /** The operator that stands here as a word of its own, or null. */
  private String operator() {
    for (String operator : List.of("AND", "OR", "NOT")) {
      int end = at + operator.length();
      if (text.startsWith(operator, at)
          && (end == text.length()
              || Character.isWhitespace(text.charAt(end))
              || text.charAt(end) == '(')) {
        return operator;
      }
    }
    return null;
  }

  private boolean take(String operator) {
    skipSpace();
    if (at == text.length() || !operator.equals(operator())) {
      return false;
    }
    at += operator.length();
    return true;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void note(String note) {
    if (notes.size() < 10) {
      notes.add(note);
    }
  }
}
