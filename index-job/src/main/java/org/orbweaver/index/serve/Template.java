package org.orbweaver.index.serve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML or XML with gaps, in a part of <a href="https://mustache.github.io/mustache.5.html">Mustache
 * </a>: <code>{{name}}</code> is a value, <code>{{#name}}…{{/name}}</code> stands once for a value
 * that is there and once for each item of a list, <code>{{^name}}…{{/name}}</code> for one that is
 * not, and <code>{{.}}</code> is the item itself.
 *
 * <p>Sections may nest, but not within one of the same name. Values are always escaped: there is no
 * way to write markup from one. They are safe between tags and in quoted attributes; a link's
 * scheme is checked by who makes the link.
 */
final class Template {
  /** A section's tags take the line break behind them along. */
  private static final Pattern TAG =
      Pattern.compile("\\{\\{([A-Za-z]+|\\.)}}|\\{\\{([#^])([A-Za-z]+)}}\n?");

  private final String text;

  Template(String text) {
    this.text = text;
  }

  /** A file beside this class. */
  static String resource(String file) {
    try (InputStream in = Template.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  /**
   * Fills the gaps. A name that is unknown within a section is looked for around it; one that is
   * unknown everywhere, false, an empty text or list is not there.
   *
   * @throws IllegalArgumentException where a section does not end
   */
  String render(Map<String, ?> values) {
    StringBuilder out = new StringBuilder(1 << 14);
    Deque<Object> scopes = new ArrayDeque<>();
    scopes.push(values);
    render(text, scopes, out);
    return out.toString();
  }

  private static void render(String text, Deque<Object> scopes, StringBuilder out) {
    Matcher tag = TAG.matcher(text);
    int at = 0;
    while (tag.find(at)) {
      out.append(text, at, tag.start());
      at = tag.end();
      if (tag.group(1) != null) {
        escape(String.valueOf(lookUp(tag.group(1), scopes)), out);
        continue;
      }
      String close = "{{/" + tag.group(3) + "}}";
      int end = text.indexOf(close, at);
      if (end < 0) {
        throw new IllegalArgumentException(close + " is missing");
      }
      List<?> items = items(lookUp(tag.group(3), scopes));
      if (tag.group(2).equals("^")) {
        items = items.isEmpty() ? List.of(scopes.element()) : List.of();
      }
      for (Object item : items) {
        scopes.push(item);
        render(text.substring(at, end), scopes, out);
        scopes.pop();
      }
      at = end + close.length();
      at += text.startsWith("\n", at) ? 1 : 0;
    }
    out.append(text, at, text.length());
  }

  private static Object lookUp(String name, Deque<Object> scopes) {
    if (name.equals(".")) {
      return scopes.element();
    }
    for (Object scope : scopes) {
      if (scope instanceof Map<?, ?> map && map.containsKey(name)) {
        return map.get(name);
      }
    }
    return "";
  }

  private static List<?> items(Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    return value.equals(false) || value.equals("") ? List.of() : List.of(value);
  }

  /**
   * Text for between tags and for quoted attributes. Controls that no page may hold are dropped,
   * and so are those that turn the direction of what follows, which could show one URL as another.
   */
  static void escape(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> {
          if (!isDropped(c)) {
            out.appendCodePoint(c);
          }
        }
      }
    }
  }

  private static boolean isDropped(int c) {
    return (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7f && c <= 0x9f)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || Character.getType(c) == Character.SURROGATE
        || (c & 0xfffe) == 0xfffe;
  }
}
