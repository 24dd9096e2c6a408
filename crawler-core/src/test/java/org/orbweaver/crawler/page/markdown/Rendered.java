package org.orbweaver.crawler.page.markdown;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;

/** What a parser of Markdown that is not ours sees in it. */
final class Rendered {
  static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private Rendered() {}

  /**
   * The blocks: {@code h2 Text}, {@code p Text}, {@code li Text} and {@code ol Text} (with {@code
   * >} for each list around), {@code quote Text}, {@code code LANGUAGE Text}, {@code head A | B},
   * {@code row A | B}, {@code hr}; an image is {@code [alternative]}.
   */
  static List<String> blocks(String markdown) {
    List<String> blocks = new ArrayList<>();
    blocks(PARSER.parse(markdown), "", blocks);
    return blocks;
  }

  private static void blocks(Node node, String in, List<String> blocks) {
    String inside = in;
    if (node instanceof Heading heading) {
      blocks.add("h" + heading.getLevel() + " " + text(node));
    } else if (node instanceof Paragraph) {
      boolean first = node.getPrevious() == null && node.getParent() instanceof ListItem;
      String kind = first || in.equals("quote") ? in : "p";
      blocks.add((kind.isEmpty() ? "p" : kind) + " " + text(node));
    } else if (node instanceof FencedCodeBlock code) {
      blocks.add(collapse("code " + code.getInfo() + " " + code.getLiteral()));
    } else if (node instanceof ThematicBreak) {
      blocks.add("hr");
    } else if (node instanceof HtmlBlock html) {
      blocks.add("HTML " + html.getLiteral());
    } else if (node instanceof IndentedCodeBlock code) {
      blocks.add("INDENTED " + code.getLiteral());
    } else if (node instanceof TableRow) {
      List<String> cells = new ArrayList<>();
      for (Node cell = node.getFirstChild(); cell != null; cell = cell.getNext()) {
        cells.add(text(cell));
      }
      String kind = node.getParent() instanceof TableHead ? "head " : "row ";
      blocks.add(collapse(kind + String.join(" | ", cells)));
    } else if (node instanceof BlockQuote) {
      inside = "quote";
    } else if (node instanceof BulletList) {
      inside = deeper(in) + "li";
    } else if (node instanceof OrderedList) {
      inside = deeper(in) + "ol";
    }
    if (!(node instanceof Paragraph || node instanceof Heading || node instanceof TableRow)) {
      for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
        blocks(child, inside, blocks);
      }
    }
  }

  private static String deeper(String in) {
    return in.endsWith("li") || in.endsWith("ol") ? in.substring(0, in.length() - 2) + ">" : "";
  }

  /** The text, its blocks on lines of their own; that of images is not part of it. */
  static String text(String markdown) {
    StringBuilder out = new StringBuilder();
    text(PARSER.parse(markdown), false, out);
    return out.toString();
  }

  private static String text(Node node) {
    StringBuilder out = new StringBuilder();
    text(node, true, out);
    return collapse(out.toString());
  }

  static void text(Node node, boolean images, StringBuilder out) {
    if (node instanceof Text piece) {
      out.append(piece.getLiteral());
    } else if (node instanceof Code code) {
      out.append(code.getLiteral());
    } else if (node instanceof FencedCodeBlock code) {
      out.append('\n').append(code.getLiteral());
    } else if (node instanceof HtmlInline html) {
      out.append(html.getLiteral().equals("<br>") ? " " : html.getLiteral());
    } else if (node instanceof HtmlBlock html) {
      out.append("HTML").append(html.getLiteral());
    } else if (node instanceof IndentedCodeBlock code) {
      out.append("INDENTED").append(code.getLiteral());
    } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
      out.append(' ');
    }
    boolean block =
        node instanceof org.commonmark.node.Block
            || node instanceof TableCell
            || node instanceof Document;
    out.append(block ? "\n" : "");
    out.append(node instanceof Image ? (images ? "[" : "") : "");
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      if (images || !(node instanceof Image)) {
        text(child, images, out);
      }
    }
    out.append(node instanceof Image && images ? "]" : "").append(block ? "\n" : "");
  }

  private static String collapse(String text) {
    return String.join(" ", pieces(text));
  }

  /** Runs of characters that are not white space by the rules of the page's text. */
  static List<String> pieces(String text) {
    return Arrays.stream(text.split("[\\x00-\\x20\\u00a0\\u3000\\u2000-\\u200b]+"))
        .filter(piece -> !piece.isEmpty())
        .collect(Collectors.toList());
  }
}
