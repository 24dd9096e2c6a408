package org.orbweaver.crawler.page.content;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.content.PageBlocks.Tag;

/**
 * The kind of a page, which affects how its main content is found: the probability from which a
 * block counts, and whether comments belong to it.
 */
public enum PageKind {
  /** Threads and questions with answers: comments are the main content. */
  FORUM(.3, .1, false),
  ARTICLE(.4, .02, false),
  /** Manuals, references, wikis: lists, tables and code between its blocks are content. */
  DOCUMENTATION(.3, .4, true),
  /** One thing for sale: tables and lists describe it. */
  PRODUCT(.3, .02, false),
  /** Front pages, categories, results: links are the main content. */
  LISTING(.25, .1, true),
  /** A server's own listing of a folder's files. */
  DIRECTORY(.25, .1, true),
  OTHER(.4, .02, false);

  /** Log-odds from which a block is main content. */
  final float threshold;

  /** Main content with a smaller share of the text is doubtful. */
  final float few;

  /** Whether links are content if there is little else. */
  final boolean linksCount;

  PageKind(double probability, double few, boolean linksCount) {
    this.few = (float) few;
    this.linksCount = linksCount;
    threshold = (float) Math.log(probability / (1 - probability));
  }

  /** The name under {@link org.orbweaver.crawler.page.MetaNames#KIND}: lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Collects evidence for each kind. */
  static final class Evidence {
    private static final int ENOUGH = 2;

    private static final Map<PageKind, Pattern> URLS = new EnumMap<>(PageKind.class);
    private static final Map<PageKind, Pattern> GENERATORS = new EnumMap<>(PageKind.class);
    private static final Map<PageKind, Pattern> SCHEMAS = new EnumMap<>(PageKind.class);
    private static final Map<PageKind, Pattern> BODIES = new EnumMap<>(PageKind.class);

    static {
      // No quantifier is nested in another, so each pattern is linear.
      URLS.put(
          FORUM,
          Pattern.compile(
              "viewtopic|showthread|/forums?/|/threads?/|/topics?/|/questions/|/comments/"));
      URLS.put(
          DOCUMENTATION,
          Pattern.compile(
              "//(docs?|wiki|manual|api|developer)\\.|[/.](docs?|documentation|manuals?|reference|refman|api"
                  + "|apidocs|javadoc|man|man\\d|handbook|guide|tutorial|wiki|help|stdlib|library)/"));
      URLS.put(PRODUCT, Pattern.compile("/(products?|item|artikel-nr|dp|p)/|[?&]product"));
      URLS.put(
          LISTING,
          Pattern.compile(
              "//[^/]+/?$|/(tags?|categor[a-z]+|archives?|search|page)(/|$)|[?&](q|s|page)="));
      GENERATORS.put(
          FORUM,
          Pattern.compile(
              "phpbb|vbulletin|discourse|mybb|simple machines|xenforo|vanilla|flarum|invision"));
      GENERATORS.put(
          DOCUMENTATION,
          Pattern.compile(
              "sphinx|javadoc|doxygen|docbook|mkdocs|docusaurus|asciidoc|gitbook|groff|man2html|makeinfo"
                  + "|texinfo|latex2html|rustdoc|mediawiki|dokuwiki|moinmoin|mdoc|pandoc|vitepress|mandoc"));
      SCHEMAS.put(FORUM, Pattern.compile("discussionforum|qapage"));
      SCHEMAS.put(DOCUMENTATION, Pattern.compile("techarticle|apireference"));
      SCHEMAS.put(PRODUCT, Pattern.compile("schema.org/product"));
      SCHEMAS.put(LISTING, Pattern.compile("itemlist|collectionpage|searchresults"));
      SCHEMAS.put(ARTICLE, Pattern.compile("newsarticle|blogposting|schema.org/article|reportage"));
      BODIES.put(FORUM, Pattern.compile("forum|viewtopic|showthread|section-viewtopic"));
      BODIES.put(PRODUCT, Pattern.compile("single-product|product-page|product-detail"));
      BODIES.put(
          LISTING, Pattern.compile("\\b(archive|category|search-results|home|blog-index)\\b"));
      BODIES.put(ARTICLE, Pattern.compile("single-post|postid-|article"));
    }

    /** Headings of Apache, nginx and lighttpd; Python and Tomcat; Jetty. */
    private static final Pattern FOLDER =
        Pattern.compile("Index of /|Directory [Ll]isting [Ff]or \\[?/|Directory: /");

    /** Classes of the postings of vBulletin, phpBB, MyBB, XenForo and Discourse. */
    private static final Pattern POSTING =
        Pattern.compile("\\b(postbit|postbody|post_body|message-body|topic-post)");

    private final Map<PageKind, Integer> points = new EnumMap<>(PageKind.class);
    private boolean schemaSeen;
    private int postings;
    private int code;

    Evidence(String url) {
      weigh(URLS, url.toLowerCase(Locale.ROOT), 2);
    }

    private void add(PageKind kind, int more) {
      if (more > 0) {
        points.merge(kind, more, Integer::sum);
      }
    }

    private int sum() {
      return points.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void weigh(Map<PageKind, Pattern> signs, String text, int weight) {
      if (text.isEmpty()) {
        return;
      }
      signs.forEach((kind, sign) -> add(kind, sign.matcher(text).find() ? weight : 0));
    }

    /** Examines an element. */
    void see(Element element, String name) {
      switch (name) {
        case "meta" -> {
          if (attr(element, "name").equalsIgnoreCase("generator")) {
            weigh(GENERATORS, lower(element, "content"), 4);
          } else if (attr(element, "property").equals("og:type")) {
            String type = lower(element, "content");
            add(ARTICLE, type.equals("article") ? 2 : 0);
            add(PRODUCT, type.contains("product") ? 4 : 0);
          }
        }
        case "body", "html" -> {
          weigh(BODIES, lower(element, "class") + ' ' + lower(element, "id"), 2);
          schema(element);
        }
        case "h1", "h2" -> add(DIRECTORY, FOLDER.matcher(element.ownText()).lookingAt() ? 9 : 0);
        case "code", "kbd", "samp", "var", "tt", "pre", "dt" -> code++;
        default -> {
          String names = attr(element, "class");
          // Nearly all elements have none.
          boolean mayPost =
              names.contains("postb")
                  || names.contains("post_b")
                  || names.contains("message-b")
                  || names.contains("topic-p");
          postings += mayPost && POSTING.matcher(names).find() ? 1 : 0;
          schema(element);
        }
      }
    }

    private void schema(Element element) {
      if (!schemaSeen && hasAttr(element, "itemtype")) {
        String type = lower(element, "itemtype");
        int before = sum();
        weigh(SCHEMAS, type, 3);
        schemaSeen = sum() > before;
      }
    }

    private static String lower(Element element, String attribute) {
      String value = attr(element, attribute);
      return value.length() > 300 ? "" : value.toLowerCase(Locale.ROOT);
    }

    /** Decides, when all elements and the text of all blocks are known. */
    PageKind kind(PageBlocks page) {
      int total = 1;
      int links = 0;
      int prose = 0;
      for (int b = 0; b < page.blocks(); b++) {
        int[] in = page.block(b).in;
        int length = in[PageBlocks.LENGTH];
        total += length;
        links += in[PageBlocks.LINK];
        boolean paragraph = page.tag[page.block(b).element] != Tag.ITEM && length >= 100;
        prose += paragraph && in[PageBlocks.STOPS] > 0 ? length - in[PageBlocks.LINK] : 0;
      }
      add(FORUM, postings >= 2 ? 4 : 0);
      add(DOCUMENTATION, code >= 8 ? 2 : code >= 3 ? 1 : 0);
      add(ARTICLE, prose > total / 2 ? 2 : prose > total / 4 ? 1 : 0);
      add(LISTING, links > total / 2 ? 1 : 0);
      add(LISTING, links > total / 2 && prose < total / 10 ? 2 : 0);
      PageKind kind = OTHER;
      int most = ENOUGH - 1;
      for (PageKind each : values()) {
        if (points.getOrDefault(each, 0) > most) {
          most = points.get(each);
          kind = each;
        }
      }
      return kind;
    }
  }
}
