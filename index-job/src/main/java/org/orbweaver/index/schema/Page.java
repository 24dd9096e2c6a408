package org.orbweaver.index.schema;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The input of the index: everything known of one URL, joined.
 *
 * @param url the URL, in normal form
 * @param content its newest parse
 * @param facts data of the other stores
 * @param login the site block by whose login it was fetched, empty if everybody can see it
 * @param fields that its site and plugins name
 */
public record Page(String url, Content content, Facts facts, String login, List<Field> fields) {

  /** A page that everybody can see. */
  public Page(String url, Content content, Facts facts) {
    this(url, content, facts, "", List.of());
  }

  /**
   * A value of a field; see {@link PageFields}.
   *
   * @param isKeyword whether it is found as a whole, else by its words
   */
  public record Field(String name, String value, boolean isKeyword) {}

  /**
   * The content of a page. Texts may be empty.
   *
   * @param title its title
   * @param headings its headings, in order
   * @param description its description, keywords, and alternative texts of images
   * @param author names, separated by {@code "; "}
   * @param main its main content, the source of snippets; the whole text if none is known
   * @param body the text outside of it
   * @param prominent the large or emphasised text, a piece a line
   * @param links URLs it links to, each once
   * @param lang language tag in lower case, empty when unknown
   * @param type media type without parameters, empty when unknown
   * @param kind kind of page, as {@code article}, empty when unknown
   * @param usage its owner's preferences, as {@code "search:y ai-train:n"}
   * @param topics its topics, separated by spaces
   * @param date milliseconds since 1970; when it was published, modified or fetched; 0: unknown
   * @param spam score of its signals of spam, from 0 to 1
   * @param showing the text that may be shown
   */
  public record Content(
      String title,
      List<String> headings,
      String description,
      String author,
      String main,
      String body,
      String prominent,
      List<String> links,
      String lang,
      String type,
      String kind,
      String usage,
      String topics,
      long date,
      double spam,
      Showing showing) {
    /** Of a page that was not parsed. */
    public static final Content NONE = of("", "", "");

    /** The kind of a page that was not fetched and is known by its anchors. */
    public static final String UNFETCHED_KIND = "unfetched";

    /** Of a page that was not fetched. */
    public static final Content UNFETCHED = plain("", "", "", UNFETCHED_KIND);

    /** Of a plain text. */
    public static Content of(String title, String text, String lang) {
      return plain(title, text, lang, "");
    }

    private static Content plain(String title, String text, String lang, String kind) {
      return new Content(
          title,
          List.of(),
          "",
          "",
          text,
          "",
          "",
          List.of(),
          lang,
          "",
          kind,
          "",
          "",
          0,
          0,
          Showing.ALL);
    }
  }

  /**
   * The part of its text that a page allows to be shown. The names of this record, of {@link
   * Content} and {@link Facts} and of their components are part of pages' digests: with another
   * name, an incremental build would write each page anew.
   *
   * @param maxChars of a snippet: 0 for none, {@link Integer#MAX_VALUE} for any
   * @param texts main content and the text outside of it, with hidden text blanked; empty if all
   *     may be shown
   * @param date true if the page itself states its date
   */
  public record Showing(int maxChars, List<String> texts, boolean date) {
    /** All of it. */
    public static final Showing ALL = new Showing(Integer.MAX_VALUE, List.of());

    /** Of a page that states no date. */
    public Showing(int maxChars, List<String> texts) {
      this(maxChars, texts, false);
    }
  }

  /**
   * Data of a page from other stores.
   *
   * @param date of the crawldb: when it was modified or fetched, in milliseconds since 1970
   * @param type media type that the crawldb has, empty when unknown
   * @param group its group of near-duplicates, or empty
   * @param representative true if it is the page of its group to keep
   * @param anchors texts of the links to it
   * @param linkingHosts how many hosts link to it
   * @param pageRank its PageRank, or 0 when there is none
   * @param authority its authority score of HITS, or 0
   * @param hub its hub score of HITS, or 0
   * @param topicRanks its PageRank of each topic, by name; those of 0 are left out
   */
  public record Facts(
      long date,
      String type,
      String group,
      boolean representative,
      List<Anchors.Anchor> anchors,
      int linkingHosts,
      double pageRank,
      double authority,
      double hub,
      List<TopicRank> topicRanks) {
    /** Nothing. */
    public static final Facts NONE = new Facts(0, "", "", false, List.of(), 0, 0, 0, 0, List.of());

    /** These facts, with the higher rank of this page and another. */
    public Facts ranked(double otherPageRank, List<TopicRank> otherTopicRanks) {
      Map<String, Double> highest = new TreeMap<>();
      topicRanks.forEach(of -> highest.put(of.topic, of.rank));
      otherTopicRanks.forEach(of -> highest.merge(of.topic, of.rank, Math::max));
      return new Facts(
          date,
          type,
          group,
          representative,
          anchors,
          linkingHosts,
          Math.max(pageRank, otherPageRank),
          authority,
          hub,
          TopicRank.of(highest));
    }

    /** These facts without the values that change with every change of the web. */
    public Facts withoutScores() {
      return new Facts(date, type, group, representative, anchors, 0, 0, 0, 0, List.of());
    }
  }

  /** A page's PageRank of a topic. */
  public record TopicRank(String topic, double rank) {
    /** Those of a map, in its order. */
    public static List<TopicRank> of(Map<String, Double> ranks) {
      return ranks.entrySet().stream().map(e -> new TopicRank(e.getKey(), e.getValue())).toList();
    }
  }

  /** The kind of a directory listing, as the parser says. */
  public static final String DIRECTORY_KIND = "directory";

  /** The kind of source code, by its media type. */
  public static final String CODE_KIND = "code";

  private static final Pattern CODE =
      Pattern.compile(
          "text/(x-(?!(web-)?markdown|asciidoc|rst|log|readme|vcal|vcard).*|css|(java|type)script)"
              + "|application/(x-(sh|csh|bat|perl|python|ruby|httpd-php|javascript)|javascript)");

  /** The kind of page, if known. */
  public String kind() {
    return content.kind.isEmpty() && CODE.matcher(type()).matches() ? CODE_KIND : content.kind;
  }

  /** The media type, the page's own before the crawldb's. */
  public String type() {
    return content.type.isEmpty() ? facts.type : content.type;
  }

  /** The date, the page's own before the crawldb's. */
  public long date() {
    return content.date > 0 ? content.date : facts.date;
  }
}
