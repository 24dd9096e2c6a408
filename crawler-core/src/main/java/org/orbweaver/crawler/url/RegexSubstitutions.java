package org.orbweaver.crawler.url;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Substitutions by regular expression, in the format of Nutch's {@code regex-normalize.xml}: each
 * {@code <regex>} has a {@code <pattern>}, whose every match in the URL is replaced by the {@code
 * <substitution>} ({@code $1} for a group). They are applied in the order of the file.
 *
 * <p>Unlike in Nutch, a rule is not applied if the result would not be a URL or would have another
 * host (a page's URL may not become another site's), or if the expression takes more than {@link
 * BoundedText#MAX_LOOKS} steps. Invalid rules are errors.
 */
final class RegexSubstitutions {
  private record Substitution(Pattern pattern, String substitution, int line) {}

  private final String source;
  private final List<Substitution> rules = new ArrayList<>();

  /**
   * Reads a file's text.
   *
   * @throws IllegalArgumentException naming the source, the line and the fault
   */
  RegexSubstitutions(String source, String xml) {
    this.source = source;
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader in = factory.createXMLStreamReader(new StringReader(xml));
      in.nextTag();
      expect(in, "regex-normalize");
      while (in.nextTag() == XMLStreamConstants.START_ELEMENT) {
        expect(in, "regex");
        readRule(in);
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      String why = e.getMessage().lines().reduce((a, b) -> b).orElse("");
      throw new IllegalArgumentException(
          source + ":" + line + ": " + why.replaceFirst("^Message: ", ""), e);
    }
  }

  private void expect(XMLStreamReader in, String element) {
    if (!in.getLocalName().equals(element)) {
      String at = source + ":" + in.getLocation().getLineNumber();
      throw new IllegalArgumentException(
          at + ": expected <" + element + ">, got <" + in.getLocalName() + ">");
    }
  }

  private void readRule(XMLStreamReader in) throws XMLStreamException {
    int line = in.getLocation().getLineNumber();
    String pattern = null;
    String substitution = null;
    while (in.nextTag() == XMLStreamConstants.START_ELEMENT) {
      String name = in.getLocalName();
      if (name.equals("pattern")) {
        line = in.getLocation().getLineNumber();
        pattern = in.getElementText();
      } else {
        expect(in, "substitution");
        substitution = in.getElementText();
      }
    }
    String at = source + ":" + line + ": ";
    if (pattern == null || pattern.isEmpty() || substitution == null) {
      throw new IllegalArgumentException(at + "expected a <pattern> and a <substitution>");
    }
    try {
      rules.add(new Substitution(Pattern.compile(pattern), substitution, line));
      // With an empty alternative the pattern always matches, which checks that its groups exist.
      var unused = Pattern.compile(pattern + "|").matcher("").replaceFirst(substitution);
    } catch (PatternSyntaxException e) {
      String why = "invalid expression '" + pattern + "': " + e.getDescription();
      throw new IllegalArgumentException(at + why, e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      String why = "invalid substitution '" + substitution + "': " + e.getMessage();
      throw new IllegalArgumentException(at + why, e);
    }
  }

  /** The URL after all substitutions; the same object if none matches. */
  WebUrl apply(WebUrl url, List<RuleChange> trace) {
    WebUrl current = url;
    String text = url.toString();
    for (Substitution rule : rules) {
      try {
        Matcher matcher = rule.pattern.matcher(new BoundedText(text));
        if (!matcher.find()) {
          continue;
        }
        String replaced = matcher.replaceAll(rule.substitution);
        if (replaced.equals(text)) {
          continue;
        }
        WebUrl result = UrlNormalizer.parse(replaced);
        if (result == null) {
          skip(rule, "the result is no URL", text, trace);
        } else if (!result.host().equals(current.host())) {
          skip(rule, "it would change the host", text, trace);
        } else if (!result.equals(current)) {
          current = result;
          text = result.toString();
          if (trace != null) {
            trace.add(new RuleChange(source, rule.line, rule.pattern.pattern(), text));
          }
        }
      } catch (BoundedText.Exhausted
          | StackOverflowError
          | IllegalArgumentException
          | IndexOutOfBoundsException e) {
        skip(rule, "too costly for this URL", text, trace);
      }
    }
    return current;
  }

  private void skip(Substitution rule, String why, String text, List<RuleChange> trace) {
    if (trace != null) {
      String words = rule.pattern.pattern() + "' not applied: '" + why;
      trace.add(new RuleChange(source, rule.line, words, text));
    }
  }
}
