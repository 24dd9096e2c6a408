package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.orbweaver.plugin.DocumentParser;

/**
 * Reads the strings that a PostScript program shows, without running it: those in parentheses after
 * the end of its prologue, and its title from the structuring comments.
 *
 * <p>Programs name their own operators, so only the form of the tokens between two strings shows
 * whether the strings are one word: a small number is a kern, a line's end or a large number a
 * space. Text in fonts with their own encoding, or compressed within the program, is not found.
 */
final class PostScriptParser implements DocumentParser {
  /** Widths of a space begin about here, in the units of dvips and of most others: dots or less. */
  private static final double SPACE = 10;

  @Override
  public List<String> types() {
    return List.of("application/postscript");
  }

  @Override
  public void parse(InputStream document, Output output) throws IOException {
    String program = new String(document.readAllBytes(), StandardCharsets.ISO_8859_1);
    int title = program.indexOf("%%Title:");
    if (title >= 0) {
      String line = line(program, title + 8).strip();
      boolean quoted = line.startsWith("(") && line.endsWith(")");
      output.title(quoted ? line.substring(1, line.length() - 1) : line);
    }
    int prologue = Math.max(program.indexOf("%%EndProlog"), program.indexOf("%%EndSetup"));
    new Strings(program, Math.max(0, prologue)).sendTo(output);
  }

  private static String line(String program, int from) {
    int end = from;
    while (end < program.length() && program.charAt(end) != '\n' && program.charAt(end) != '\r') {
      end++;
    }
    return program.substring(from, end);
  }

  /** One pass over the program. */
  private static final class Strings {
    private final String program;
    private int at;

    Strings(String program, int from) {
      this.program = program;
      this.at = from;
    }

    /** Puts the text of each page out as a paragraph. */
    void sendTo(Output output) {
      StringBuilder page = new StringBuilder();
      int operands = 0; // Names and large numbers since the last string.
      while (at < program.length()) {
        char c = program.charAt(at);
        if (c == '%') {
          String comment = line(program, at);
          at += comment.length();
          if (comment.startsWith("%%Page:")) {
            output.text(page.toString());
            page.setLength(0);
          }
        } else if (c == '(') {
          String shown = string();
          if (operands > 0) {
            page.append(' ');
          }
          page.append(shown);
          operands = 0;
        } else if (program.startsWith("<~", at)) {
          at = afterAscii85(at + 2);
        } else if (c == '<' || c == '>' || c <= ' ' || "[]{}/".indexOf(c) >= 0) {
          at++;
        } else {
          String word = word();
          operands += separates(word) ? 1 : 0;
          // Encoded data follows, in which parentheses have no meaning.
          at = word.equals("ASCII85Decode") ? afterAscii85(at) : at;
        }
      }
      output.text(page.toString());
    }

    /** The position after the end of encoded data; the given one if the data has no end. */
    private int afterAscii85(int from) {
      int end = program.indexOf("~>", from);
      return end < 0 ? from : end + 2;
    }

    /** The word at the current position. */
    private String word() {
      int from = at;
      while (at < program.length()
          && program.charAt(at) > ' '
          && "()<>[]{}/%".indexOf(program.charAt(at)) < 0) {
        at++;
      }
      at = Math.max(at, from + 1); // A stray parenthesis.
      return program.substring(from, at);
    }

    /** Whether this word separates the texts before and after it. */
    private static boolean separates(String word) {
      char first = word.charAt(0);
      if (first == '-' || first == '.' || (first >= '0' && first <= '9')) {
        try {
          return Double.parseDouble(word) >= SPACE;
        } catch (NumberFormatException e) {
          return true;
        }
      }
      return word.length() > 1 || word.equals("y"); // In dvips, y begins a line, b to x are kerns.
    }

    /** The string at the current parenthesis; parentheses in it balance. */
    private String string() {
      StringBuilder text = new StringBuilder();
      int open = 1;
      for (at++; at < program.length(); at++) {
        char c = program.charAt(at);
        if (c == '\\' && at + 1 < program.length()) {
          at++;
          escape(text);
        } else {
          open += c == '(' ? 1 : c == ')' ? -1 : 0;
          if (open == 0) {
            at++;
            break;
          }
          text.append(c);
        }
      }
      return text.toString();
    }

    private void escape(StringBuilder text) {
      char c = program.charAt(at);
      if (c >= '0' && c <= '7') {
        int code = 0;
        int end = Math.min(at + 3, program.length());
        while (at < end && program.charAt(at) >= '0' && program.charAt(at) <= '7') {
          code = code * 8 + program.charAt(at++) - '0';
        }
        at--;
        text.append(glyph(code & 0xFF));
      } else if (c == 'n' || c == 'r' || c == 't') {
        text.append(' ');
      } else if (c != '\n' && c != '\r' && c != 'b' && c != 'f') {
        text.append(c);
      }
    }

    /** Ligatures in the positions of TeX's text fonts; no other encoding has letters there. */
    private static String glyph(int code) {
      return switch (code) {
        case 11 -> "ff";
        case 12 -> "fi";
        case 13 -> "fl";
        case 14 -> "ffi";
        case 15 -> "ffl";
        default -> code < ' ' || (code >= 127 && code < 160) ? "" : String.valueOf((char) code);
      };
    }
  }
}
