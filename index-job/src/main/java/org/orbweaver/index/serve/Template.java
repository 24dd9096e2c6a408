package org.orbweaver.index.serve;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/**
 * HTML with gaps, in the language of Mustache. All values are escaped; there is no way to write
 * markup from one. They are safe between tags and in quoted attributes; a link's scheme is checked
 * by who makes the link. A value that is unknown or empty is not there.
 */
public final class Template {
  private static final Mustache.Compiler LANGUAGE =
      Mustache.compiler().defaultValue("").emptyStringIsFalse(true).withEscaper(Template::escaped);

  private final com.samskivert.mustache.Template text;

  /**
   * Compiles a template.
   *
   * @throws com.samskivert.mustache.MustacheException where a section does not end
   */
  Template(String text) {
    this.text = LANGUAGE.compile(text);
  }

  /**
   * Compiles a template in which 0 is not there, as an empty text is not.
   *
   * @param format how a value is written, before it is escaped
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

  /** A file beside this class. */
  static String resource(String file) {
    return resource(Template.class, file);
  }

  /** A file beside a class. */
  public static String resource(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  /** Fills the gaps. */
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

  /**
   * Controls that no page may hold, and what turns the direction of the text behind it, which could
   * show one URL as another.
   */
  private static boolean isDropped(int c) {
    return (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7f && c <= 0x9f)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || Character.getType(c) == Character.SURROGATE
        || (c & 0xfffe) == 0xfffe;
  }
}
