package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathEvaluationResult;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathNodes;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector;
import org.w3c.dom.Attr;
import org.w3c.dom.Node;

/**
 * What a field of a page has as its values: the elements of a CSS selector, or an attribute of
 * them, as in {@code a.author@href}; or what an XPath 1.0 expression gives: elements, attributes,
 * texts, or one string or number. An expression begins with {@code /}, <code>(</code> or a function
 * such as {@code normalize-space(}, which no CSS selector does.
 *
 * @param text as written
 * @param css null for XPath
 * @param attribute of the elements of a CSS selector; empty for their text
 */
public record FieldSelector(String text, Evaluator css, String attribute) {
  /** No CSS selector ends in this way: an @ within it is in brackets or quotes. */
  private static final Pattern ATTRIBUTE = Pattern.compile("(.*\\S)@([A-Za-z_][A-Za-z0-9_.:-]*)");

  private static final Pattern XPATH = Pattern.compile("/|[a-z-]*\\(");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,63}");

  /** A page, which becomes a tree for XPath when the first expression asks for it. */
  public static final class Page {
    private final Document dom;
    private org.w3c.dom.Document tree;

    public Page(Document dom) {
      this.dom = dom;
    }

    private org.w3c.dom.Document tree() {
      tree = tree == null ? new W3CDom().namespaceAware(false).fromJsoup(dom) : tree;
      return tree;
    }
  }

  /**
   * A part of a page that is selected.
   *
   * @param element null if it is none
   * @param attribute its name, or of the element the attribute wanted; empty: the text
   * @param value of what is no element
   */
  public record Match(Element element, String attribute, String value) {}

  /**
   * Reads a selector.
   *
   * @throws IllegalArgumentException naming the fault if it is none
   */
  public static FieldSelector of(String text) {
    if (XPATH.matcher(text).lookingAt()) {
      FieldSelector selector = new FieldSelector(text, null, "");
      selector.xpath(new Page(Document.createShell("")));
      return selector;
    }
    Matcher suffix = ATTRIBUTE.matcher(text);
    boolean ofAttribute = suffix.matches();
    try {
      return new FieldSelector(
          text,
          QueryParser.parse(ofAttribute ? suffix.group(1) : text),
          ofAttribute ? suffix.group(2) : "");
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a CSS selector: " + text + " (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Reads a name and, after white space, a selector.
   *
   * @throws IllegalArgumentException naming the fault
   */
  public static Map.Entry<String, FieldSelector> named(String line) {
    String[] words = line.strip().split("\\s+", 2);
    if (!NAME.matcher(words[0]).matches()) {
      throw new IllegalArgumentException(
          "expected a name of small letters, digits, - and _, got '" + words[0] + "'");
    }
    if (words.length < 2) {
      throw new IllegalArgumentException(words[0] + " has no selector");
    }
    return Map.entry(words[0], of(words[1]));
  }

  /** Fields by name, from a line each. */
  public static Map<String, FieldSelector> map(Stream<String> lines) {
    Map<String, FieldSelector> fields = new LinkedHashMap<>();
    lines.map(FieldSelector::named).forEach(one -> fields.put(one.getKey(), one.getValue()));
    return fields;
  }

  /** What it selects of a page, in the order of the page. */
  public Stream<Match> matches(Page page) {
    return css == null
        ? xpath(page).stream()
        : page.dom.selectStream(css).map(element -> new Match(element, attribute, ""));
  }

  private List<Match> xpath(Page page) {
    XPath xpath = XPathFactory.newDefaultInstance().newXPath();
    List<Match> matches = new ArrayList<>();
    try {
      XPathEvaluationResult<?> found = xpath.evaluateExpression(text, page.tree());
      if (found.value() instanceof XPathNodes nodes) {
        nodes.forEach(node -> matches.add(match(node)));
      } else {
        matches.add(new Match(null, "", xpath.evaluate(text, page.tree())));
      }
    } catch (XPathExpressionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException(
          "not an XPath expression: " + text + " (" + cause.getMessage() + ")", e);
    }
    return matches;
  }

  private static Match match(Node node) {
    return node.getUserData(W3CDom.SourceProperty) instanceof Element element
        ? new Match(element, "", "")
        : new Match(null, node instanceof Attr attr ? attr.getName() : "", node.getTextContent());
  }
}
