package org.orbweaver.index.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * Turns a {@link Page} into Lucene's document; the only place that does.
 *
 * @param storedChars how much of the text is stored for snippets, main content first, in characters
 */
public record Documents(int storedChars) {
  /** The feature of pages that show signals of spam, and of no others. */
  public static final String SPAM_FEATURE = "spam";

  /** Before a topic's name: the feature with its PageRank. */
  public static final String TOPIC_FEATURE = "topic:";

  /** A page with at least this score counts as spam, as in the parser. */
  private static final double SPAM_FROM = .5;

  /**
   * Lucene refuses terms of more than 32,766 bytes, three a character. URLs are shorter, unless
   * percent-encoding makes them longer than they came (8,192 characters).
   */
  private static final int MAX_TERM_CHARS = 32_766 / 3;

  private static final FieldType PAIRS = new FieldType();

  static {
    PAIRS.setIndexOptions(IndexOptions.DOCS);
    PAIRS.setOmitNorms(true);
    PAIRS.freeze();
  }

  /** The term of a page's URL. */
  public static BytesRef urlTerm(String url) {
    return new BytesRef(term(url));
  }

  private static String term(String value) {
    return Texts.cut(value, MAX_TERM_CHARS);
  }

  /** The document; set the page's language in the analyzer, too. */
  public Document document(Page page) {
    Document document = new Document();
    Page.Content content = page.content();
    zones(document, content);
    anchors(document, page.facts().anchors());
    place(document, page.url());
    for (String url : content.links()) {
      exact(document, IndexField.LINK, url);
    }
    for (String lang : languages(content.lang())) {
      exact(document, IndexField.LANG, lang);
    }
    for (String type : types(page.type())) {
      exact(document, IndexField.TYPE, type);
    }
    if (!page.kind().isEmpty()) {
      exact(document, IndexField.KIND, page.kind());
      shown(document, IndexField.KIND, page.kind());
    }
    login(document, page.login());
    words(document, IndexField.USAGE, content.usage());
    words(document, IndexField.TOPIC, content.topics());
    shown(document, IndexField.LANG, content.lang());
    shown(document, IndexField.TYPE, page.type());
    values(document, page);
    fields(document, page.fields());
    // After all zones: the analyzer collects its terms from them.
    document.add(new Field(IndexField.PAIRS.fieldName(), "", PAIRS));
    return document;
  }

  private static void fields(Document document, List<Page.Field> fields) {
    Set<String> shown = new LinkedHashSet<>();
    for (Page.Field field : fields) {
      document.add(
          new Field(IndexField.FIELDS.fieldName(), PageFields.terms(field), PageFields.TYPE));
      shown.add(field.name() + '\t' + field.value());
    }
    shown.forEach(value -> store(document, IndexField.FIELDS, value));
  }

  private static void values(Document document, Page page) {
    Page.Facts facts = page.facts();
    if (!facts.group().isEmpty()) {
      exact(document, IndexField.GROUP, facts.group());
      shown(document, IndexField.GROUP, facts.group());
      document.add(
          new NumericDocValuesField(
              IndexField.REPRESENTATIVE.fieldName(), facts.representative() ? 1 : 0));
    }
    String date = IndexField.DATE.fieldName();
    document.add(new NumericDocValuesField(date, page.date()));
    document.add(new StoredField(date, page.date()));
    if (page.content().showing().date()) {
      document.add(new NumericDocValuesField(IndexField.DATED.fieldName(), 1));
    }
    staticRank(document, IndexField.PAGERANK, facts.pageRank());
    staticRank(document, IndexField.AUTHORITY, facts.authority());
    staticRank(document, IndexField.HUB, facts.hub());
    for (Page.TopicRank of : facts.topicRanks()) {
      feature(document, TOPIC_FEATURE + of.topic(), of.rank());
    }
    if (page.content().spam() >= SPAM_FROM) {
      feature(document, SPAM_FEATURE, page.content().spam());
    }
    number(document, IndexField.SPAM, page.content().spam());
    int maxSnippet = page.content().showing().maxChars();
    if (maxSnippet < Integer.MAX_VALUE) {
      document.add(new NumericDocValuesField(IndexField.MAX_SNIPPET.fieldName(), maxSnippet));
    }
    document.add(
        new NumericDocValuesField(IndexField.LINKING_HOSTS.fieldName(), facts.linkingHosts()));
  }

  private void zones(Document document, Page.Content content) {
    VectorLength length = new VectorLength();
    TextOffsets.Recorder offsets = new TextOffsets.Recorder();
    zone(document, IndexField.TITLE, content.title(), length::counting);
    store(document, IndexField.TITLE, content.title());
    List<String> headings = content.headings();
    String first = headings.isEmpty() ? "" : headings.get(0);
    for (String name : Titles.names(content.title(), first)) {
      exact(document, IndexField.TITLE_EXACT, name);
    }
    for (String heading : headings) {
      zone(document, IndexField.HEADINGS, heading);
    }
    zone(document, IndexField.META, content.description());
    store(document, IndexField.META, content.description());
    zone(document, IndexField.AUTHOR, content.author());
    store(document, IndexField.AUTHOR, content.author());
    List<String> shown = content.showing().texts();
    String stored = Texts.cut(shown.isEmpty() ? content.main() : shown.get(0), storedChars);
    text(document, IndexField.MAIN, content.main(), length, offsets);
    store(document, IndexField.MAIN, stored);
    text(document, IndexField.BODY, content.body(), length, offsets);
    document.add(length.field());
    document.add(offsets.field());
    store(
        document,
        IndexField.BODY,
        Texts.cut(shown.isEmpty() ? content.body() : shown.get(1), storedChars - stored.length()));
    zone(document, IndexField.PROMINENT, content.prominent());
  }

  private static void anchors(Document document, List<Anchors.Anchor> anchors) {
    for (Anchors.Anchor anchor : anchors) {
      for (int i = 0; i < anchor.repeats(); i++) {
        zone(document, IndexField.ANCHOR, anchor.text());
      }
    }
    store(
        document,
        IndexField.ANCHOR,
        anchors.stream().map(Anchors.Anchor::text).collect(Collectors.joining("\n")));
  }

  private static void place(Document document, String url) {
    String host = UrlParts.host(url);
    zone(document, IndexField.URL_PARTS, UrlParts.words(url));
    exact(document, IndexField.URL, url);
    store(document, IndexField.URL, url);
    column(document, IndexField.URL, url);
    column(document, IndexField.HOST, host);
    for (String site : UrlParts.sites(host)) {
      exact(document, IndexField.SITE, site);
    }
    String domain = UrlParts.domain(host);
    exact(document, IndexField.DOMAIN, domain);
    column(document, IndexField.DOMAIN, domain);
  }

  /** {@code host a.org} gives itself and {@code a.org}. */
  private static void login(Document document, String site) {
    if (!site.isEmpty()) {
      String term = site.toLowerCase(Locale.ROOT);
      exact(document, IndexField.LOGIN, term);
      exact(document, IndexField.LOGIN, term.substring(term.indexOf(' ') + 1));
    }
    shown(document, IndexField.LOGIN, site);
  }

  /** {@code zh-cn} gives itself and {@code zh}. */
  private static Set<String> languages(String tag) {
    Set<String> languages = new LinkedHashSet<>();
    if (!tag.isEmpty()) {
      languages.add(tag);
      int region = tag.indexOf('-');
      languages.add(region < 0 ? tag : tag.substring(0, region));
    }
    return languages;
  }

  /**
   * {@code application/xhtml+xml} gives itself, {@code application}, {@code xhtml}, {@code xml}.
   */
  private static Set<String> types(String type) {
    Set<String> types = new LinkedHashSet<>();
    if (!type.isEmpty()) {
      types.add(type);
      for (String part : type.split("[/+]", -1)) {
        if (!part.isEmpty()) {
          types.add(part);
        }
      }
    }
    return types;
  }

  private static void zone(Document document, IndexField field, String text) {
    if (!text.isEmpty()) {
      document.add(new TextField(field.fieldName(), text, Field.Store.NO));
    }
  }

  private static void text(
      Document document,
      IndexField field,
      String text,
      VectorLength length,
      TextOffsets.Recorder offsets) {
    zone(document, field, text, words -> offsets.recording(field, length.counting(words)));
  }

  /**
   * @param observed gets the words as they are analysed, and passes them on
   */
  private static void zone(
      Document document, IndexField field, String text, UnaryOperator<TokenStream> observed) {
    if (!text.isEmpty()) {
      document.add(
          new Field(field.fieldName(), text, TextField.TYPE_NOT_STORED) {
            @Override
            public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
              return observed.apply(analyzer.tokenStream(name(), text));
            }
          });
    }
  }

  /** Words that are searched singly and shown together. */
  private static void words(Document document, IndexField field, String words) {
    for (String word : words.split(" ", -1)) {
      if (!word.isEmpty()) {
        exact(document, field, word);
      }
    }
    store(document, field, words);
  }

  /** Shown with the page, and counted in facets. */
  private static void shown(Document document, IndexField field, String value) {
    store(document, field, value);
    if (!value.isEmpty()) {
      column(document, field, value);
    }
  }

  private static void exact(Document document, IndexField field, String term) {
    document.add(new StringField(field.fieldName(), term(term), Field.Store.NO));
  }

  private static void store(Document document, IndexField field, String text) {
    if (!text.isEmpty()) {
      document.add(new StoredField(field.fieldName(), text));
    }
  }

  /** The exact value, and its 9 leading bits as a feature of the score of the same name. */
  private static void staticRank(Document document, IndexField field, double value) {
    feature(document, field.fieldName(), value);
    number(document, field, value);
  }

  private static void feature(Document document, String name, double value) {
    if (value >= Float.MIN_NORMAL) {
      document.add(new FeatureField(IndexField.FEATURES.fieldName(), name, (float) value));
    }
  }

  private static void number(Document document, IndexField field, double value) {
    document.add(new DoubleDocValuesField(field.fieldName(), value));
  }

  private static void column(Document document, IndexField field, String value) {
    document.add(new SortedDocValuesField(field.fieldName(), new BytesRef(term(value))));
  }
}
