package org.orbweaver.crawler.page.markdown;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Node;
import org.orbweaver.crawler.page.document.TextCollector;

/**
 * The text of one block (a paragraph, a heading, a cell) with its inline markup. White space is
 * collapsed as in the page's text. Markup begins with the first visible character inside and ends
 * behind the last; markup that is still open when a block ends goes on in the next one.
 *
 * <p>Emphasis is written only where its delimiters are left- and right-flanking (CommonMark,
 * section 6.2) and next to no other delimiters: elsewhere they would be shown as asterisks.
 */
final class InlineText {
  /** What the text becomes a part of, which decides how it is escaped and how lines are broken. */
  enum Form {
    PARAGRAPH,
    HEADING,
    CELL
  }

  private enum Kind {
    TEXT,
    CODE,
    IMAGE,
    BREAK,
    OPEN,
    CLOSE
  }

  private record Token(Kind kind, StringBuilder text, Span span) {}

  /** An element with markup around its contents. */
  private static final class Span {
    private final Node owner;
    private final String before;
    private final String after;

    /** Whether its delimiters are in the text of the current block. */
    private boolean shown;

    private boolean refused;

    Span(Node owner, String before, String after) {
      this.owner = owner;
      this.before = before;
      this.after = after;
    }

    /** A copy for the next block. */
    Span again() {
      return new Span(owner, before, after);
    }

    boolean isLink() {
      return before.equals("[");
    }
  }

  /** What would begin a block, at the beginning of a line. */
  private static final Pattern BLOCK_START =
      Pattern.compile("(?m)^(?=[#>=]|[-+](?:[-+ ]|$)|\\|[-:| ]|:-)");

  private static final Pattern NUMBER_START = Pattern.compile("(?m)^(\\d{1,9})(?=[.)](?: |$))");
  private static final Pattern CLOSING_HASHES = Pattern.compile("(?<![^ ])(?=#+$)");
  private static final String ESCAPED = "\\`*[]<~";

  private final List<Token> tokens = new ArrayList<>();
  private final List<Span> active = new ArrayList<>();
  private boolean space;
  private int code;

  /** Whether the element of the last code has ended. */
  private boolean codeEnded;

  boolean isEmpty() {
    return tokens.isEmpty();
  }

  void space() {
    space = true;
  }

  /** Adds running text. */
  void text(String given) {
    String piece = TextCollector.withoutInvisible(given);
    int length = piece.length();
    for (int i = 0; i < length; i++) {
      char c = piece.charAt(i);
      if (TextCollector.isSpace(c)) {
        space = true;
      } else if (TextCollector.isVisible(c)) {
        int end = i + 1;
        while (end < length && TextCollector.isVisible(piece.charAt(end))) {
          end++;
        }
        begin(code > 0 ? Kind.CODE : Kind.TEXT).append(piece, i, end);
        i = end - 1;
      }
    }
  }

  void image(String alternative, String url) {
    begin(Kind.IMAGE).append("![").append(alternative).append("](").append(url).append(')');
  }

  /** The text of the token to add to: of the last one if it is of the kind, or of a new one. */
  private StringBuilder begin(Kind kind) {
    boolean pending = active.stream().anyMatch(span -> !span.shown);
    Kind last = last();
    if (space && last != null && last != Kind.BREAK) {
      boolean within =
          last == Kind.TEXT || (last == Kind.CODE && kind == Kind.CODE && !pending && !codeEnded);
      (within ? tokens.get(tokens.size() - 1).text : add(Kind.TEXT, null)).append(' ');
    }
    space = false;
    codeEnded &= kind != Kind.CODE;
    for (Span span : active) {
      if (!span.shown) {
        add(Kind.OPEN, span);
        span.shown = true;
      }
    }
    return last() == kind && kind != Kind.IMAGE
        ? tokens.get(tokens.size() - 1).text
        : add(kind, null);
  }

  private Kind last() {
    return tokens.isEmpty() ? null : tokens.get(tokens.size() - 1).kind;
  }

  private StringBuilder add(Kind kind, Span span) {
    Token token = new Token(kind, new StringBuilder(), span);
    tokens.add(token);
    return token.text;
  }

  /**
   * Breaks the line, unless nothing is before it.
   *
   * @return true if the line was broken already
   */
  boolean lineBreak() {
    space = false;
    if (last() == Kind.BREAK) {
      return true;
    }
    if (last() != null) {
      add(Kind.BREAK, null);
    }
    return false;
  }

  void openCode() {
    code++;
  }

  void closeCode() {
    code--;
    codeEnded = true;
  }

  /** Begins emphasis by this delimiter, unless the text is code or emphasized by it already. */
  void openEmphasis(Node owner, String delimiter) {
    if (code == 0 && active.stream().noneMatch(span -> span.before.equals(delimiter))) {
      active.add(new Span(owner, delimiter, delimiter));
    }
  }

  /** Begins a link, unless one is open. */
  void openLink(Node owner, String url) {
    if (active.stream().noneMatch(Span::isLink)) {
      active.add(new Span(owner, "[", "](" + url + ")"));
    }
  }

  /** Ends the link or emphasis of an element, if it has one. */
  void close(Node owner) {
    for (int i = active.size() - 1; i >= 0; i--) {
      if (active.get(i).owner.equals(owner)) {
        close(active.remove(i));
        return;
      }
    }
  }

  private void close(Span span) {
    if (span.shown) {
      int at = tokens.size();
      while (tokens.get(at - 1).kind == Kind.BREAK) {
        at--;
      }
      tokens.add(at, new Token(Kind.CLOSE, new StringBuilder(), span));
    }
  }

  /** The Markdown of the text so far; empty if there is none. The next text begins a new block. */
  String take(Form form) {
    for (int i = active.size() - 1; i >= 0; i--) {
      close(active.get(i));
      active.set(i, active.get(i).again());
    }
    while (last() == Kind.BREAK) {
      tokens.remove(tokens.size() - 1);
    }
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind == Kind.OPEN && !token.span.isLink()) {
        token.span.refused = !flanks(i, closing(i), form);
      }
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      write(i, form, out);
    }
    tokens.clear();
    space = false;
    return switch (form) {
      case CELL -> out.toString();
      case HEADING -> CLOSING_HASHES.matcher(out).replaceFirst("\\\\");
      case PARAGRAPH ->
          NUMBER_START.matcher(BLOCK_START.matcher(out).replaceAll("\\\\")).replaceAll("$1\\\\");
    };
  }

  private int closing(int open) {
    int at = open + 1;
    while (tokens.get(at).kind != Kind.CLOSE || tokens.get(at).span != tokens.get(open).span) {
      at++;
    }
    return at;
  }

  /** Whether a parser takes the delimiters at these two places for emphasis. */
  private boolean flanks(int open, int close, Form form) {
    int outerLeft = neighbour(open, -1, form);
    int innerLeft = neighbour(open, 1, form);
    int innerRight = neighbour(close, -1, form);
    int outerRight = neighbour(close, 1, form);
    return outerLeft != '*'
        && outerRight != '*'
        && innerLeft != '*'
        && innerRight != '*'
        && flanks(innerLeft, outerLeft)
        && flanks(innerRight, outerRight);
  }

  /**
   * Versions of the specification differ in whether symbols are punctuation, so they are taken for
   * whatever is worse here.
   */
  private static boolean flanks(int inner, int outer) {
    return !isWhite(inner)
        && (!(isPunctuation(inner) || isSymbol(inner)) || isWhite(outer) || isPunctuation(outer));
  }

  private static boolean isWhite(int c) {
    return c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static boolean isPunctuation(int c) {
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> c < 0x80 && isSymbol(c);
    };
  }

  private static boolean isSymbol(int c) {
    return switch (Character.getType(c)) {
      case Character.MATH_SYMBOL,
          Character.CURRENCY_SYMBOL,
          Character.MODIFIER_SYMBOL,
          Character.OTHER_SYMBOL ->
          true;
      default -> false;
    };
  }

  /** The character beside a delimiter, an asterisk for another delimiter, a space at an end. */
  private int neighbour(int token, int step, Form form) {
    for (int i = token + step; i >= 0 && i < tokens.size(); i += step) {
      Token at = tokens.get(i);
      switch (at.kind) {
        case TEXT -> {
          return step > 0 ? at.text.codePointAt(0) : at.text.codePointBefore(at.text.length());
        }
        case CODE -> {
          return '`';
        }
        case IMAGE -> {
          return step > 0 ? '!' : ')';
        }
        case BREAK -> {
          return step > 0 && form == Form.PARAGRAPH ? '\\' : form == Form.CELL ? '<' : ' ';
        }
        case OPEN, CLOSE -> {
          if (at.span.isLink()) {
            return at.kind == Kind.OPEN ? '[' : step > 0 ? ']' : ')';
          } else if (!at.span.refused && decided(i, token)) {
            return '*';
          }
        }
      }
    }
    return ' ';
  }

  /** Whether it has been decided, when it is the turn of a delimiter, if another one is written. */
  private boolean decided(int other, int token) {
    int open = tokens.get(token).kind == Kind.OPEN ? token : opening(token);
    return (tokens.get(other).kind == Kind.OPEN ? other : opening(other)) < open;
  }

  private int opening(int close) {
    int at = close - 1;
    while (tokens.get(at).kind != Kind.OPEN || tokens.get(at).span != tokens.get(close).span) {
      at--;
    }
    return at;
  }

  private void write(int i, Form form, StringBuilder out) {
    Token token = tokens.get(i);
    switch (token.kind) {
      case TEXT -> escape(token.text, form, out);
      case CODE -> {
        String fence = "`".repeat(longestRun(token.text) + 1);
        boolean padded =
            token.text.charAt(0) == '`' || token.text.charAt(token.text.length() - 1) == '`';
        String text =
            form == Form.CELL ? token.text.toString().replace("|", "\\|") : token.text.toString();
        out.append(fence).append(padded ? " " : "").append(text);
        out.append(padded ? " " : "").append(fence);
      }
      case IMAGE -> out.append(token.text);
      case BREAK -> out.append(form == Form.PARAGRAPH ? "\\\n" : form == Form.CELL ? "<br>" : " ");
      case OPEN -> {
        if (token.span.isLink() && out.length() > 0 && out.charAt(out.length() - 1) == '!') {
          out.insert(out.length() - 1, '\\'); // It would be an image.
        }
        out.append(token.span.refused ? "" : token.span.before);
      }
      case CLOSE -> out.append(token.span.refused ? "" : token.span.after);
    }
  }

  /** The longest run of backticks. */
  static int longestRun(CharSequence text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  /** Escapes the characters that would be markup. */
  static void escape(CharSequence text, Form form, StringBuilder out) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean markup =
          switch (c) {
            case '_' -> !isWithinWord(text, i);
            case '&' -> mayBeEntity(text, i + 1);
            case '|' -> form == Form.CELL;
            default -> ESCAPED.indexOf(c) >= 0;
          };
      out.append(markup ? "\\" : "").append(c);
    }
  }

  /** Whether a run of underscores has a letter or digit on both sides: then it is no markup. */
  private static boolean isWithinWord(CharSequence text, int at) {
    int from = at;
    int to = at;
    while (from > 0 && text.charAt(from - 1) == '_') {
      from--;
    }
    while (to + 1 < text.length() && text.charAt(to + 1) == '_') {
      to++;
    }
    return from > 0
        && to + 1 < text.length()
        && Character.isLetterOrDigit(text.charAt(from - 1))
        && Character.isLetterOrDigit(text.charAt(to + 1));
  }

  /** Whether the text behind an ampersand, or what may follow it, ends as an entity does. */
  private static boolean mayBeEntity(CharSequence text, int from) {
    int at = from;
    while (at < text.length()
        && (text.charAt(at) == '#' || Character.isLetterOrDigit(text.charAt(at)))) {
      at++;
    }
    return at == text.length() || (at > from && text.charAt(at) == ';');
  }
}
