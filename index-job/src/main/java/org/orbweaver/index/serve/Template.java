package org.orbweaver.index.serve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML or XML with gaps, in a part of <a href="https://mustache.github.io/mustache.5.html">Mustache
 * </a>: <code>{{name}}</code> is a value, <code>{{#name}}…{{/name}}</code> stands once for a value
 * that is there and once for each item of a list, <code>{{^name}}…{{/name}}</code> for one that is
 * not, and <code>{{.}}</code> is the item itself.
 *
 * <p>Values are always escaped: there is no way to write markup from one. They are safe between
 * tags and in quoted attributes; a link's scheme is checked by who makes the link.
 */
final class Template {
  private static final Pattern TAG = Pattern.compile("\\{\\{([#^/]?)([A-Za-z]+|\\.)}}\n?");

  private sealed interface Part {}

  private record Literal(String text) implements Part {}

  private record Value(String name) implements Part {}

  private record Section(String name, boolean inverted, List<Part> parts) implements Part {}

  private final List<Part> parts;

  private Template(List<Part> parts) {
    this.parts = parts;
  }

  /** The template in a file beside this class. */
  static Template load(String file) {
    return of(resource(file));
  }

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException where sections do not nest
   */
  static Template of(String text) {
    Matcher tag = TAG.matcher(text);
    List<Part> parts = parts(text, tag, new int[1], "");
    return new Template(parts);
  }

  static String resource(String file) {
    try (InputStream in = Template.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  private static List<Part> parts(String text, Matcher tag, int[] at, String section) {
    List<Part> parts = new ArrayList<>();
    while (tag.find(at[0])) {
      String name = tag.group(2);
      String kind = tag.group(1);
      parts.add(new Literal(text.substring(at[0], tag.start())));
      // A section's tag takes the line break behind it along, a value does not.
      at[0] = kind.isEmpty() ? tag.end(2) + 2 : tag.end();
      switch (kind) {
        case "/" -> {
          if (!name.equals(section)) {
            throw new IllegalArgumentException("section " + section + " ends as " + name);
          }
          return parts;
        }
        case "" -> parts.add(new Value(name));
        default -> parts.add(new Section(name, kind.equals("^"), parts(text, tag, at, name)));
      }
    }
    if (!section.isEmpty()) {
      throw new IllegalArgumentException("section " + section + " does not end");
    }
    parts.add(new Literal(text.substring(at[0])));
    return parts;
  }

  /**
   * Fills the gaps. A name that is unknown within a section is looked for around it; one that is
   * unknown everywhere, false, an empty text, list or optional is not there.
   */
  String render(Map<String, ?> values) {
    StringBuilder out = new StringBuilder(1 << 14);
    Deque<Object> scopes = new ArrayDeque<>();
    scopes.push(values);
    render(parts, scopes, out);
    return out.toString();
  }

  private static void render(List<Part> parts, Deque<Object> scopes, StringBuilder out) {
    for (Part part : parts) {
      if (part instanceof Literal literal) {
        out.append(literal.text());
      } else if (part instanceof Value value) {
        escape(String.valueOf(lookUp(value.name(), scopes).orElse("")), out);
      } else if (part instanceof Section section) {
        Optional<Object> value = lookUp(section.name(), scopes).filter(Template::isThere);
        if (section.inverted()) {
          if (value.isEmpty()) {
            render(section.parts(), scopes, out);
          }
        } else if (value.isPresent()) {
          Collection<?> items =
              value.get() instanceof Collection<?> list ? list : List.of(value.get());
          for (Object item : items) {
            scopes.push(item);
            render(section.parts(), scopes, out);
            scopes.pop();
          }
        }
      }
    }
  }

  private static Optional<Object> lookUp(String name, Deque<Object> scopes) {
    if (name.equals(".")) {
      return Optional.of(scopes.element());
    }
    for (Iterator<Object> inner = scopes.iterator(); inner.hasNext(); ) {
      if (inner.next() instanceof Map<?, ?> map && map.containsKey(name)) {
        return Optional.ofNullable(map.get(name));
      }
    }
    return Optional.empty();
  }

  private static boolean isThere(Object value) {
    return !(value.equals(false)
        || value.equals("")
        || (value instanceof Collection<?> list && list.isEmpty()));
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
