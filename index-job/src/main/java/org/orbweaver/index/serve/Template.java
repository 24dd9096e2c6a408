package org.orbweaver.index.serve;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/**
 * An HTML template in the language of Mustache. All values are escaped; there is no way to write
 * markup from one. They are safe between tags and in quoted attributes; code that makes a link must
 * check its scheme. An unknown or empty value counts as absent.
 */
public final class Template {
  private static final Mustache.Compiler LANGUAGE =
      Mustache.compiler().defaultValue("").emptyStringIsFalse(true).withEscaper(Template::escaped);

  private final com.samskivert.mustache.Template text;

  /**
   * Compiles a template.
   *
   * @throws com.samskivert.mustache.MustacheException if a section does not end
   */
  Template(String text) {
    this.text = LANGUAGE.compile(text);
  }

  /**
   * Compiles a template in which 0 counts as absent, like an empty text.
   *
   * @param format formats a value before it is escaped
   * @param part the text of a template that this one includes, by its name
   */
  public Template(String text, Function<Object, String> format, Function<String, String> part) {
    this.text =
        LANGUAGE
            .zeroIsFalse(true)
            .withFormatter(format::apply)
            .withLoader(name -> new StringReader(part.apply(name)))
            .compile(text);
  }

  /** Reads a resource beside this class. */
  static String resource(String file) {
    return resource(Template.class, file);
  }

  /** Reads a resource beside a class. */
  public static String resource(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  /** Fills in the values. */
  public String render(Map<String, ?> values) {
    return text.execute(values);
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .filter(c -> !isDropped(c))
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  /** The text without the characters that change the direction of the text after them. */
  static String undirected(String text) {
    return text.codePoints().anyMatch(Template::isDirection)
        ? text.codePoints()
            .filter(c -> !isDirection(c))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
        : text;
  }

  private static boolean isDirection(int c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  }

  /**
   * Control characters not allowed in pages, and characters that change the direction of the
   * following text, which could disguise a URL.
   */
  private static boolean isDropped(int c) {
    return isDirection(c)
        || (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7f && c <= 0x9f)
        || Character.getType(c) == Character.SURROGATE
        || (c & 0xfffe) == 0xfffe;
  }
}
