package org.orbweaver.crawler.page;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the encoding that a page of markup declares, by the HTML standard's <a
 * href="https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding">
 * prescan</a>. The standard scans 1,024 bytes and leaves later declarations to the parser, which
 * starts over if it finds one. Here the scan goes on instead, and beyond those bytes skips the
 * contents of scripts, styles, titles and text areas, as the parser would. Linear in time.
 */
final class EncodingPrescan {

  private static final int STANDARD_BYTES = 1024;
  private static final int MAX_BYTES = 1 << 16;
  private static final Set<String> RAW_TEXT = Set.of("script", "style", "title", "textarea");

  /** The standard's white space, which has no vertical tab, within a character class. */
  private static final String SPACE = "\\t\\n\\f\\r ";

  private static final Pattern MARKUP =
      expression("<!--|<meta(?=[_/])|<(?<tag>/?[a-z][^_>]*+)|<[!/?]");

  /** The separators before an attribute, and the attribute if there is one. */
  private static final Pattern ATTRIBUTE =
      expression(
          "[_/]*+(?:(?<name>[^_/>][^_/>=]*+)[_]*+"
              + "(?:=[_]*+(?:\"([^\"]*+)(?:\"|\\z)|'([^']*+)(?:'|\\z)|([^_>]*+)))?+)?+");

  /** In a content attribute: {@code text/html; charset=label}. */
  private static final Pattern CHARSET =
      expression("charset[_]*+=[_]*+(?:\"([^\"]*+)\"|'([^']*+)'|([^_;\"'][^_;]*+)?+)");

  private static final Pattern XML_ENCODING =
      expression("<\\?xml[^>]*?encoding[_]*+=[_]*+(?:\"([^\">]*+)\"|'([^'>]*+)')[^>]*+>");

  private final String markup;
  private final int end;
  private final Matcher attribute;
  private int at;

  private EncodingPrescan(byte[] bytes) {
    end = Math.min(bytes.length, MAX_BYTES);
    markup = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    attribute = ATTRIBUTE.matcher(markup);
  }

  private static Pattern expression(String regex) {
    return Pattern.compile(regex.replace("_", SPACE), Pattern.CASE_INSENSITIVE);
  }

  /** The encoding declared by meta elements, or else by the XML declaration, or null. */
  static Encoding find(byte[] bytes) {
    Encoding declared = new EncodingPrescan(bytes).meta();
    return declared != null ? declared : xmlDeclaration(bytes);
  }

  private Encoding meta() {
    Matcher found = MARKUP.matcher(markup);
    while (at < end && found.find(at)) {
      at = found.end();
      String tag = found.group("tag");
      if (tag != null) {
        while (attribute() != null) {
          // Skips attributes, because their quoted values may contain the end of a tag.
        }
        if (found.start() >= STANDARD_BYTES && RAW_TEXT.contains(lower(tag)) && at < end) {
          Matcher close = expression("</" + tag).matcher(markup);
          at = close.find(at) ? close.end() : end;
        }
      } else if (found.group().equals("<!--")) {
        skipBehind("-->", found.start() + 2);
      } else if (found.group().length() == 2) {
        skipBehind(">", at);
      } else {
        Encoding declared = ofMeta();
        if (declared != null) {
          return declared;
        }
      }
    }
    return null;
  }

  private void skipBehind(String mark, int from) {
    int found = markup.indexOf(mark, from);
    at = found < 0 ? end : found + mark.length();
  }

  private Encoding ofMeta() {
    Set<String> seen = new HashSet<>();
    boolean isPragma = false;
    boolean needsPragma = false;
    boolean found = false;
    Encoding encoding = null;
    for (String name = attribute(); name != null; name = attribute()) {
      if (!seen.add(name)) {
        continue;
      }
      String value = lower(group(attribute, 2));
      switch (name) {
        case "http-equiv" -> isPragma = value.equals("content-type");
        case "content" -> {
          Matcher label = CHARSET.matcher(value);
          Encoding inContent = label.find() ? Encoding.forLabel(group(label, 1)) : null;
          if (!found && inContent != null) {
            found = true;
            needsPragma = true;
            encoding = inContent;
          }
        }
        case "charset" -> {
          found = true;
          needsPragma = false;
          encoding = Encoding.forLabel(value);
        }
        default -> {}
      }
    }
    boolean counts = at < end && found && (isPragma || !needsPragma);
    return counts ? asAsciiShows(encoding) : null;
  }

  /** A declaration readable as ASCII cannot be right about UTF-16. */
  private static Encoding asAsciiShows(Encoding declared) {
    if (declared == null) {
      return null;
    }
    if (declared.isUtf16()) {
      return Encoding.UTF_8;
    }
    return declared.name().equals("x-user-defined") ? Encoding.WINDOWS_1252 : declared;
  }

  /** Matches the next attribute; its name in lower case, or null at the tag's or scan's end. */
  private String attribute() {
    if (at >= end || !attribute.region(at, end).lookingAt()) {
      return null;
    }
    at = attribute.end();
    String name = attribute.group("name");
    return name == null || at >= end ? null : lower(name);
  }

  /** The first matching group with this index or a higher one; empty if none matched. */
  private static String group(Matcher matcher, int first) {
    for (int i = first; i <= matcher.groupCount(); i++) {
      if (matcher.group(i) != null) {
        return matcher.group(i);
      }
    }
    return "";
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The encoding of {@code <?xml … encoding="label"?>} at the very beginning, or null. */
  static Encoding xmlDeclaration(byte[] bytes) {
    int length = Math.min(bytes.length, STANDARD_BYTES);
    String head = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    if (head.startsWith("<\0?\0x\0")) {
      return Encoding.UTF_16LE;
    }
    if (head.startsWith("\0<\0?\0x")) {
      return Encoding.UTF_16BE;
    }
    Matcher declaration = XML_ENCODING.matcher(head);
    return declaration.lookingAt() ? asAsciiShows(Encoding.forLabel(group(declaration, 1))) : null;
  }
}
