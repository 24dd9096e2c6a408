package org.orbweaver.index.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Similar;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Any;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.Dates;
import org.orbweaver.index.query.QueryNode.In;
import org.orbweaver.index.query.QueryNode.Named;
import org.orbweaver.index.query.QueryNode.Near;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.query.QueryNode.Wildcard;
import org.orbweaver.index.schema.Analysis;

/**
 * Reads the query language.
 *
 * <pre>
 * query  = item { item }
 * item   = and { "OR" and }
 * and    = near { "AND" near }
 * near   = part { "NEAR" [ "/" n ] part }
 * part   = [ "+" | "-" | "NOT" ] [ field ":" ] ( "(" query ")" | word | '"' words '"' [ "~" n ] )
 * field  = "title" | "body" | … (see {@link In}), or one that sites and plugins name
 * </pre>
 *
 * OR binds its neighbours more tightly than a space does ({@code new york OR paris} wants
 * <i>new</i> and one of the cities), AND more tightly than OR, NEAR more tightly than AND.
 * Operators are in capitals. A field before a bracket applies to its contents; those that sites and
 * plugins name cannot be before one. A word with a star is a pattern. Behind a word, {@code ()}
 * belongs to it: {@code main()}.
 *
 * <p>A colon behind letters makes them a field. It belongs to the word in {@code std::vector},
 * {@code http://…}, {@code C:\x} and {@code 12:30}, and in an unknown word that it ends, as in a
 * title ({@code Chapter: …}).
 *
 * <p>Anything else is a usage error: its message gives the place, and its details repeat the query
 * with a caret below the place. Only a word without a letter or digit is dropped, with a note. The
 * depth of brackets and the number of words are limited, so that no query exhausts memory or time.
 */
public final class QueryParser {
  private static final int MAX_CHARS = 4096;
  private static final int MAX_DEPTH = 16;
  private static final int MAX_TEXTS = 64;

  /** Further plain words of a long text are left out, so that it has room for what restricts it. */
  private static final int MAX_PLAIN = 56;

  /** Words and phrases together; {@link QueryCompiler} has room for that many in all zones. */
  private static final int MAX_WORDS = 80;

  private static final int MAX_PATTERNS = 4;
  private static final int MAX_NOTES = 10;

  /** A text with more faults than this is not meant as a query. */
  private static final int MAX_EDITS = 32;

  /** Most positions apart, for phrases with a tilde and for NEAR. */
  private static final int MAX_DISTANCE = 1000;

  /** The distance of NEAR without a number. */
  private static final int DISTANCE = 10;

  /** A shorter prefix would match a good part of all words. */
  private static final int MIN_PREFIX = 2;

  /** Without a prefix all words of the index are compared. */
  private static final int MIN_INFIX = 3;

  /** More stars make patterns that are costly to match. */
  private static final int MAX_STARS = 3;

  /** Characters of a query shown with a fault. */
  private static final int SHOWN_CHARS = 72;

  private static final Pattern SLOP = Pattern.compile("~([0-9]{0,4})");

  private static final List<String> FIELDS =
      Arrays.stream(In.values()).map(In::prefix).filter(name -> !name.isEmpty()).toList();

  /**
   * A parsed query.
   *
   * @param query the whole
   * @param notes words that were left out, one sentence each
   */
  public record ParsedQuery(All query, List<String> notes) {
    /** With further notes. */
    public ParsedQuery noting(List<String> more) {
      return new ParsedQuery(query, Stream.concat(notes.stream(), more.stream()).toList());
    }
  }

  /**
   * A query that can be read, made of one that cannot.
   *
   * @param query the typed text without what cannot be read
   * @param faults the messages of what was left out or changed, at least one
   */
  public record Mended(String query, List<String> faults) {}

  /** Replaces a part of the query's text. */
  private record Edit(int from, int to, String by) {
    String of(String text) {
      return text.substring(0, from) + by + text.substring(to);
    }
  }

  private static final Pattern NAMED =
      Pattern.compile("([a-z][a-z0-9_-]*):(?![\\s/:\\\\)]|$)", Pattern.CASE_INSENSITIVE);

  private final String text;

  /** That sites and plugins name; null: any may be. */
  private final Set<String> named;

  private final List<String> notes = new ArrayList<>();

  /** The edit that would remove the fault found; null if there is none. */
  private Edit edit;

  private int at;
  private int texts;
  private int words;
  private int patterns;

  /** Whether words were left out of a long text. */
  private boolean isLong;

  /** The field of words without a prefix. */
  private In scope = In.ANYWHERE;

  private QueryParser(String text, Set<String> named) {
    this.text = text;
    this.named = named;
  }

  /**
   * Reads a query with the fields of {@link In} alone.
   *
   * @throws OrbException (usage) if it is malformed or has no words
   */
  public static ParsedQuery parse(String query) {
    return parse(query, Set.of());
  }

  /**
   * Reads a query.
   *
   * @param named the fields that sites and plugins name, in lower case; null: any name is one
   * @throws OrbException (usage) if it is malformed or has no words
   */
  public static ParsedQuery parse(String query, Set<String> named) {
    if (query.length() > MAX_CHARS) {
      throw OrbException.usage(
          "the query has " + query.length() + " characters; at most " + MAX_CHARS + " are allowed");
    }
    return new QueryParser(query, named).parsed();
  }

  /**
   * Makes a query readable: removes stray operators, brackets and quotation marks, and what else is
   * malformed, fault by fault, and keeps the rest as typed.
   *
   * @param named as for {@link #parse(String, Set)}
   * @return empty if it is readable, or if nothing of it can be searched
   */
  public static Optional<Mended> mended(String query, Set<String> named) {
    String text = query;
    List<String> faults = new ArrayList<>();
    while (text.length() <= MAX_CHARS && faults.size() <= MAX_EDITS) {
      QueryParser parser = new QueryParser(text, named);
      try {
        parser.parsed();
        return faults.isEmpty()
            ? Optional.empty()
            : Optional.of(new Mended(text.strip().replaceAll("\\s+", " "), faults));
      } catch (OrbException e) {
        if (parser.edit == null || parser.edit.of(text).equals(text)) {
          return Optional.empty();
        }
        faults.add(e.getMessage());
        text = parser.edit.of(text);
      }
    }
    return Optional.empty();
  }

  private ParsedQuery parsed() {
    All all = new All(items(0));
    if (at < text.length()) {
      throw fault(at, "a closing bracket without an opening one", "", without(at, at + 1));
    }
    if (all.parts().isEmpty()) {
      throw OrbException.usage("the query has no word to search for: '" + text + "'");
    }
    if (isExclusion(all)) {
      throw OrbException.usage(
          "the query only excludes: '"
              + text
              + "'; add a word, or a field such as site: or lang:, to search for");
    }
    if (isLong) {
      notes.add("the query is long; only its first " + MAX_PLAIN + " words are searched");
    }
    return new ParsedQuery(all, List.copyOf(notes));
  }

  private static boolean isExclusion(QueryNode node) {
    return node instanceof All all
        ? all.parts().stream().allMatch(p -> p.occur() == Occur.NOT || isExclusion(p.node()))
        : node instanceof Any any && any.nodes().stream().allMatch(QueryParser::isExclusion);
  }

  private List<Clause> items(int depth) {
    List<Clause> items = new ArrayList<>();
    while (!atEnd()) {
      String operator = operator();
      if (operator != null && !operator.equals("NOT")) {
        throw fault(
            at,
            "expected a word or phrase before " + operator,
            "",
            without(at, at + operatorAt(operator)));
      }
      Clause item = joined("OR", "", after -> joined("AND", after, inner -> near(depth, inner)));
      if (item != null) {
        items.add(item);
      }
    }
    return items;
  }

  /** True if the query or the bracket ends here. */
  private boolean atEnd() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at == text.length() || text.charAt(at) == ')';
  }

  /**
   * One operand or several.
   *
   * @param after the operator before the first
   * @param operand reads one; gives null for one that is left out
   */
  private Clause joined(String operator, String after, Function<String, Clause> operand) {
    List<Clause> parts = new ArrayList<>();
    String before = after;
    do {
      Clause part = operand.apply(before);
      if (part != null) {
        parts.add(part);
      }
      before = operator;
    } while (take(operator));
    if (parts.size() < 2) {
      return parts.isEmpty() ? null : parts.get(0);
    }
    return new Clause(
        Occur.PLAIN,
        operator.equals("OR")
            ? new Any(parts.stream().map(QueryParser::asNode).toList())
            : new All(parts.stream().map(QueryParser::required).toList()));
  }

  private static Clause required(Clause part) {
    return part.occur() == Occur.PLAIN ? new Clause(Occur.MUST, part.node()) : part;
  }

  /** A signed alternative keeps its sign in a group of its own. */
  private static QueryNode asNode(Clause part) {
    return part.occur() == Occur.NOT ? new All(List.of(part)) : part.node();
  }

  private Clause near(int depth, String after) {
    Clause first = part(depth, after);
    List<Clause> pairs = new ArrayList<>();
    Clause left = first;
    while (!atEnd() && operatorAt("NEAR") > 0) {
      int start = at;
      at += operatorAt("NEAR");
      String near = text.substring(start, at);
      int slash = near.indexOf('/');
      int distance = slash < 0 ? DISTANCE : distance(near.substring(slash + 1), start, "NEAR/");
      Clause right = part(depth, near);
      if (left == null
          || right == null
          || right.occur() != Occur.PLAIN
          || !(left.node() instanceof Text a)
          || !(right.node() instanceof Text b)
          || a.in() != b.in()
          || a.in().isFilter()) {
        throw fault(
            start,
            "expected words or phrases in one field around " + near,
            "",
            without(start, start + near.length()));
      }
      // Each pair searches the words and the stems of both.
      spend(2 * (Analysis.words(a.text()).size() + Analysis.words(b.text()).size()), start);
      pairs.add(new Clause(Occur.MUST, new Near(a, b, distance)));
      left = right;
    }
    if (pairs.isEmpty()) {
      return first;
    }
    return new Clause(first.occur(), pairs.size() == 1 ? pairs.get(0).node() : new All(pairs));
  }

  private Clause part(int depth, String after) {
    String before = after;
    Occur occur = Occur.PLAIN;
    if (take("NOT")) {
      occur = Occur.NOT;
      before = "NOT";
    }
    if (isSign()) {
      before = text.substring(at, at + 1);
      occur = occur == Occur.NOT || text.charAt(at) != '+' ? Occur.NOT : Occur.MUST;
      // Of several signs, the first counts.
      do {
        at++;
      } while (isSign());
    }
    if (atEnd() || operator() != null) {
      int end = text.substring(0, at).stripTrailing().length();
      throw fault(
          at,
          "expected a word or phrase after " + before,
          "",
          without(Math.max(0, end - before.length()), end));
    }
    // A long text can do without a plain word, but not in brackets or beside an operator.
    boolean isPlain = depth == 0 && occur == Occur.PLAIN && after.isEmpty();
    QueryNode node = node(depth, isPlain);
    return node == null ? null : new Clause(occur, node);
  }

  private boolean isSign() {
    return !atEnd()
        && at + 1 < text.length()
        && !Character.isWhitespace(text.charAt(at + 1))
        && "+-\u2212".indexOf(text.charAt(at)) >= 0;
  }

  private QueryNode node(int depth, boolean isPlain) {
    int start = at;
    In outer = scope;
    String name = named();
    if (name != null) {
      if (text.charAt(at) == '(') {
        throw fault(
            at,
            "brackets are not possible after '" + name + ":'",
            "; write " + name + ": before each word",
            without(start, at));
      }
      Text value = (Text) text(In.NAMED, start, false);
      return new Named(name, value.text(), value.quoted(), value.slop());
    }
    In in = field();
    if (text.charAt(at) != '(') {
      return text(in, start, isPlain);
    }
    if (depth >= MAX_DEPTH) {
      throw fault(at, "brackets more than " + MAX_DEPTH + " deep", "");
    }
    int open = at++;
    scope = in;
    List<Clause> items = items(depth + 1);
    scope = outer;
    if (at == text.length()) {
      throw fault(open, "a bracket that is not closed", "", without(open, open + 1));
    }
    at++;
    if (items.isEmpty()) {
      throw fault(open, "nothing to search for in the brackets", "", without(start, at));
    }
    return new All(items);
  }

  /** Reads the name of a field that is not one of {@link In}; null if there is none. */
  private String named() {
    Matcher name = NAMED.matcher(text).region(at, text.length());
    if (!name.lookingAt()) {
      return null;
    }
    String lower = name.group(1).toLowerCase(Locale.ROOT);
    if (FIELDS.contains(lower) || (named != null && !named.contains(lower))) {
      return null;
    }
    at = name.end();
    return lower;
  }

  private In field() {
    int end = at;
    while (end < text.length() && isLatin(text.charAt(end))) {
      end++;
    }
    if (end == at || end == text.length() || text.charAt(end) != ':') {
      return scope;
    }
    String name = text.substring(at, end).toLowerCase(Locale.ROOT);
    boolean isBare = end + 1 == text.length() || " \t\n)".indexOf(text.charAt(end + 1)) >= 0;
    if (FIELDS.contains(name)) {
      In in = Arrays.stream(In.values()).filter(i -> i.prefix().equals(name)).findFirst().get();
      if (isBare) {
        throw emptyField(in, at);
      }
      at = end + 1;
      return in;
    }
    if (!isBare && name.length() > 1 && "/:\\".indexOf(text.charAt(end + 1)) < 0) {
      List<String> known = Stream.concat(FIELDS.stream(), named.stream()).toList();
      throw fault(
          at,
          "unknown field '" + name + ":'",
          Similar.hint(name, known)
              + " (fields: "
              + known.stream().map(field -> field + ":").collect(Collectors.joining(" "))
              + "; quote a word to search for it with its colon)",
          new Edit(at, wordEnd(), '"' + text.substring(at, wordEnd()) + '"'));
    }
    return scope;
  }

  private OrbException emptyField(In in, int place) {
    String name = in == In.NAMED ? text.substring(place, text.indexOf(':', place)) : in.prefix();
    int colon = text.indexOf(':', place);
    int next = colon + 1;
    while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
      next++;
    }
    // A space behind the colon was not meant to part a field from its word.
    boolean isApart = next > colon + 1 && next < text.length() && text.charAt(next) != ')';
    return fault(
        place,
        "expected a word or phrase after '" + name + ":'",
        ", got nothing",
        isApart ? new Edit(colon + 1, next, "") : without(place, Math.max(at, colon + 1)));
  }

  /** The end of a word that begins here. */
  private int wordEnd() {
    int end = at;
    while (end < text.length() && !endsOperator(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isLatin(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private QueryNode text(In in, int start, boolean isPlain) {
    boolean quoted = isQuote(text.charAt(at));
    int slop = 0;
    String read;
    if (quoted) {
      int open = at++;
      while (at < text.length() && !isQuote(text.charAt(at))) {
        at++;
      }
      if (at == text.length()) {
        throw fault(open, "a quotation mark that is not closed", "", without(open, open + 1));
      }
      read = text.substring(open + 1, at++).strip();
      if (read.isEmpty() && in == In.ANYWHERE) {
        throw fault(open, "nothing between the quotation marks", "", without(open, at));
      }
      slop = slop();
    } else {
      int begin = at;
      int open = 0;
      while (at < text.length() && !endsWord(in, open)) {
        boolean isCall = text.startsWith("()", at);
        open += isCall ? 0 : text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
        at += isCall ? 2 : 1;
      }
      read = text.substring(begin, at);
    }
    if (in != In.ANYWHERE && read.isBlank()) {
      throw emptyField(in, start);
    }
    int count = Analysis.words(read).size();
    if (!in.isFilter() && count == 0) {
      if (notes.size() < MAX_NOTES) {
        notes.add("'" + read + "' has no letter or digit and is ignored");
      }
      return null;
    }
    if (texts >= MAX_PLAIN && isPlain && in == In.ANYWHERE && !quoted && !isOperand()) {
      isLong = true;
      return null;
    }
    if (++texts > MAX_TEXTS) {
      throw fault(start, "more than " + MAX_TEXTS + " words and phrases", "");
    }
    spend(Math.max(1, count), start);
    if (in == In.DATE) {
      return Dates.of(read)
          .orElseThrow(() -> fault(start, "not a date", Dates.EXPECTED, without(start, at)));
    }
    if (!quoted && !in.isFilter() && in != In.URL && read.indexOf('*') >= 0) {
      return wildcard(in, read, start);
    }
    return new Text(in, read, quoted, slop);
  }

  /** True if AND, OR or NEAR follows. */
  private boolean isOperand() {
    return !atEnd() && operator() != null && operatorAt("NOT") == 0;
  }

  /** Counts words as often as they are searched; one text may be many words, as in Chinese. */
  private void spend(int count, int place) {
    words += count;
    if (words > MAX_WORDS) {
      throw fault(place, "more than " + MAX_WORDS + " words in all", "");
    }
  }

  private Wildcard wildcard(In in, String pattern, int start) {
    if (++patterns > MAX_PATTERNS) {
      throw fault(start, "more than " + MAX_PATTERNS + " words with stars", "", unstarred(start));
    }
    Wildcard wildcard = Wildcard.of(in, pattern);
    boolean hasPrefix = wildcard.pieces().get(0).length() >= MIN_PREFIX;
    if (!hasPrefix && wildcard.pieces().stream().noneMatch(piece -> piece.length() >= MIN_INFIX)) {
      throw fault(
          start,
          "too few letters with a star",
          String.format(
              Locale.ROOT,
              ": %d before it, or %d in a row (quote what is no pattern)",
              MIN_PREFIX,
              MIN_INFIX),
          unstarred(start));
    }
    if (wildcard.pieces().size() > MAX_STARS + 1) {
      throw fault(start, "more than " + MAX_STARS + " stars in a word", "", unstarred(start));
    }
    if (wildcard.pieces().stream().anyMatch(piece -> Analysis.words(piece).size() > 1)) {
      throw fault(
          start, "a star in more than one word", "; quote what is no pattern", unstarred(start));
    }
    return wildcard;
  }

  private int slop() {
    Matcher slop = SLOP.matcher(text).region(at, text.length());
    if (!slop.lookingAt()) {
      return 0;
    }
    int tilde = at;
    at = slop.end();
    return distance(slop.group(1), tilde, "~");
  }

  private int distance(String digits, int place, String after) {
    if (!digits.matches("[0-9]{1,4}") || Integer.parseInt(digits) > MAX_DISTANCE) {
      throw fault(
          place,
          "expected a number from 0 to " + MAX_DISTANCE + " after " + after,
          "",
          new Edit(place, at, after.equals("~") ? "" : "NEAR"));
    }
    return Integer.parseInt(digits);
  }

  private static boolean isQuote(char c) {
    return "\"\u201c\u201d\u201e\u00ab\u00bb".indexOf(c) >= 0;
  }

  /**
   * @param open brackets opened and not closed in the word
   */
  private boolean endsWord(In in, int open) {
    char c = text.charAt(at);
    boolean isUrl = in == In.URL || in == In.LINK;
    // A URL may hold brackets, but closes only its own.
    boolean isBracket = (c == '(' && !isUrl) || (c == ')' && open == 0);
    return Character.isWhitespace(c) || isQuote(c) || (isBracket && !text.startsWith("()", at));
  }

  /** The operator at this place as a word of its own, or null. */
  private String operator() {
    for (String operator : List.of("AND", "OR", "NOT", "NEAR")) {
      if (operatorAt(operator) > 0) {
        return operator;
      }
    }
    return null;
  }

  /** The length of that operator here, or 0. */
  private int operatorAt(String operator) {
    int end = at;
    while (end < text.length() && !endsOperator(text.charAt(end))) {
      end++;
    }
    String word = text.substring(at, end);
    return word.equals(operator) || (operator.equals("NEAR") && word.startsWith("NEAR/"))
        ? word.length()
        : 0;
  }

  private static boolean endsOperator(char c) {
    return Character.isWhitespace(c) || isQuote(c) || c == '(' || c == ')';
  }

  private boolean take(String operator) {
    int length = atEnd() ? 0 : operatorAt(operator);
    at += length;
    return length > 0;
  }

  /** Blanks a part, so that the places of later faults stay those of the typed text. */
  private static Edit without(int from, int to) {
    return new Edit(from, to, " ".repeat(to - from));
  }

  /** Makes a word with stars a word, or words, without. */
  private Edit unstarred(int start) {
    return new Edit(start, at, text.substring(start, at).replace('*', ' '));
  }

  private OrbException fault(int place, String what, String more, Edit remedy) {
    edit = remedy;
    return fault(place, what, more);
  }

  /** A fault at a place, which the details show. */
  private OrbException fault(int place, String what, String more) {
    int from = Math.max(0, Math.min(place - SHOWN_CHARS / 2, text.length() - SHOWN_CHARS));
    String shown =
        text.substring(from, Math.min(text.length(), from + SHOWN_CHARS)).replaceAll("\\s", " ");
    return OrbException.usage(
        what + " at character " + (place + 1) + " of the query" + more,
        List.of(shown, " ".repeat(place - from) + "^"));
  }
}
