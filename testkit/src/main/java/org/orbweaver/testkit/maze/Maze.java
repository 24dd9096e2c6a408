package org.orbweaver.testkit.maze;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.orbweaver.testkit.maze.SiteTemplate.escape;
import static org.orbweaver.testkit.maze.SiteTemplate.list;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.Response;
import org.orbweaver.testkit.maze.SiteTemplate.Link;

/**
 * Endless pages below a folder of a host. Every path there answers 200 with a page of its own, a
 * function of the seed and of the path. All links lead to other pages of the maze, but for those of
 * the {@link SiteTemplate}. Counts its requests.
 */
public final class Maze {
  /** How a maze makes its pages. */
  public enum Kind {
    /** Paragraphs of a Markov chain in a bare page. */
    BABBLE,
    /** Random words in sentences. */
    WORD_LIST,
    /** Paragraphs of a Markov chain in a site's template. */
    TEMPLATE,
    /** Source files with random names, in folders. */
    CODE,
    /** As {@link #BABBLE}, sent slowly. */
    DRIP,
    /** Grammatical sentences from templates with choices. */
    SPINTAX,
    /** Paragraphs of the corpus, whole, in random order. */
    PARAGRAPHS
  }

  private static final int LEAST_LINKS = 5;
  private static final int MOST_LINKS = 12;
  private static final LocalDate FIRST_DAY = LocalDate.of(2015, 1, 1);
  private static final int DAYS = 3_650;

  private final Settings settings;
  private final String url;
  private final String folder;
  private final MarkovChain chain;
  private final List<String> words;
  private final AtomicInteger requests = new AtomicInteger();

  private Maze(Settings settings, String url, String folder) {
    this.settings = settings;
    this.url = url;
    this.folder = folder;
    this.words = settings.corpus.vocabulary();
    this.chain = new MarkovChain(settings.corpus.words(), settings.order);
  }

  /** Settings of a maze with their defaults. */
  public static Settings of(Kind kind, Corpus corpus) {
    return new Settings(kind, corpus);
  }

  /** The settings of a maze; each method changes one. */
  public static final class Settings {
    private final Kind kind;
    private final Corpus corpus;
    private long seed = 1;
    private int order = 2;
    private boolean zipf;
    private int bytesPerSecond = 20;
    private SiteTemplate template =
        new SiteTemplate("Archive", List.of(), new Link("http://example.com/", "a web server"));
    private boolean canonical;
    private boolean varied;
    private boolean hidden;
    private boolean nofollow;

    private Settings(Kind kind, Corpus corpus) {
      this.kind = kind;
      this.corpus = corpus;
    }

    /** Another seed makes another maze; 1. */
    public Settings seed(long value) {
      seed = value;
      return this;
    }

    /** Words in a state of the Markov chain, from 1 to 3; 2. */
    public Settings order(int value) {
      if (value < 1 || value > 3) {
        throw new IllegalArgumentException("illegal order: " + value + ", must be from 1 to 3");
      }
      order = value;
      return this;
    }

    /** Draws the words of a word list by their rank in the corpus (Zipf); else all alike. */
    public Settings zipf() {
      zipf = true;
      return this;
    }

    /** The speed of a drip; 20. */
    public Settings bytesPerSecond(int value) {
      bytesPerSecond = value;
      return this;
    }

    /** The template of {@link Kind#TEMPLATE}; one without navigation. */
    public Settings template(SiteTemplate value) {
      template = value;
      return this;
    }

    /** Each page in a template names itself as its canonical URL. */
    public Settings canonical() {
      canonical = true;
      return this;
    }

    /** Pages in a template have random dates and authors; else all have the same. */
    public Settings varied() {
      varied = true;
      return this;
    }

    /** The entry is hidden from people. */
    public Settings hidden() {
      hidden = true;
      return this;
    }

    /** The entry has rel=nofollow. */
    public Settings nofollow() {
      nofollow = true;
      return this;
    }

    /**
     * Opens the maze.
     *
     * @param folder begins and ends with a slash; "/" for the whole host, which then has no
     *     robots.txt
     */
    public Maze open(FakeWeb web, String host, String folder) {
      if (!folder.startsWith("/") || !folder.endsWith("/")) {
        throw new IllegalArgumentException(
            "illegal folder: " + folder + ", must begin and end with a slash");
      }
      Maze maze = new Maze(this, web.url(host, ""), folder);
      if (folder.equals("/")) {
        web.robots(host, Response.status(404));
      }
      web.under(host, folder, (request, nth) -> maze.answer(request));
      return maze;
    }
  }

  /** The URL of the entry. */
  public String url() {
    return url + folder;
  }

  /** An HTML link to the entry, for honest pages. */
  public String entry() {
    return String.format(
        Locale.ROOT,
        "<a href=\"%s\"%s%s>archive</a>",
        url(),
        settings.nofollow ? " rel=\"nofollow\"" : "",
        settings.hidden ? " style=\"display:none\"" : "");
  }

  /** Requests for pages of the maze so far. */
  public int requests() {
    return requests.get();
  }

  private Response answer(Request request) {
    requests.incrementAndGet();
    Response response = Response.html(page(request.path()));
    return settings.kind == Kind.DRIP
        ? response.drip(settings.bytesPerSecond, Duration.ofSeconds(1))
        : response;
  }

  /** The HTML of a page. */
  public String page(String path) {
    Random random = new Random(hash(path));
    return switch (settings.kind) {
      case BABBLE, DRIP -> bare(capitalised(names(random, 2, 4)), babble(random), links(random));
      case WORD_LIST -> bare(capitalised(names(random, 1, 3)), lists(random), links(random));
      case TEMPLATE -> inTemplate(path, random);
      case CODE -> code(path, random);
      case SPINTAX -> smallTemplate(Spintax.title(random), spun(random), spunLinks(random));
      case PARAGRAPHS -> bare(title(path), whole(random), titledLinks(random));
    };
  }

  private static String bare(String title, List<String> paragraphs, List<Link> links) {
    return "<html>\n<head><title>"
        + escape(title)
        + "</title></head>\n<body>\n<h1>"
        + escape(title)
        + "</h1>\n"
        + SiteTemplate.paragraphs(paragraphs)
        + list(links)
        + "</body>\n</html>\n";
  }

  private String smallTemplate(String title, List<String> paragraphs, List<Link> links) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>"
        + escape(title)
        + "</title><style>main { max-width: 40em; margin: auto }</style></head>\n<body>\n<header>"
        + new Link(folder, "Home").html()
        + "</header>\n<main>\n<h1>"
        + escape(title)
        + "</h1>\n"
        + SiteTemplate.paragraphs(paragraphs)
        + "</main>\n<nav>\n"
        + list(links)
        + "</nav>\n</body>\n</html>\n";
  }

  private String inTemplate(String path, Random random) {
    boolean varied = settings.varied;
    int slash = path.lastIndexOf('/', path.length() - 2);
    String parent = slash < folder.length() ? folder : path.substring(0, slash + 1);
    return settings.template.html(
        new SiteTemplate.Page(
            capitalised(names(random, 2, 5)),
            settings.canonical ? url + path : "",
            new Link(parent, parent.equals(folder) ? "Archive" : parent.substring(folder.length())),
            varied ? "Editor " + (1 + random.nextInt(40)) : "Editors",
            FIRST_DAY.plusDays(varied ? random.nextInt(DAYS) : 0),
            babble(random),
            links(random)));
  }

  private List<String> babble(Random random) {
    List<String> paragraphs = new ArrayList<>();
    for (int i = 3 + random.nextInt(4); i > 0; i--) {
      paragraphs.add(chain.text(random, 30 + random.nextInt(60)));
    }
    return paragraphs;
  }

  private List<String> lists(Random random) {
    List<String> paragraphs = new ArrayList<>();
    for (int i = 3 + random.nextInt(4); i > 0; i--) {
      StringBuilder text = new StringBuilder();
      for (int sentence = 3 + random.nextInt(4); sentence > 0; sentence--) {
        text.append(capitalised(names(random, 5, 20))).append(". ");
      }
      paragraphs.add(text.toString().strip());
    }
    return paragraphs;
  }

  private static List<String> spun(Random random) {
    List<String> paragraphs = new ArrayList<>();
    for (int i = 3 + random.nextInt(4); i > 0; i--) {
      paragraphs.add(Spintax.paragraph(random, 3 + random.nextInt(4)));
    }
    return paragraphs;
  }

  private List<String> whole(Random random) {
    List<String> all = settings.corpus.paragraphs();
    List<String> paragraphs = new ArrayList<>();
    for (int i = 3 + random.nextInt(4); i > 0; i--) {
      paragraphs.add(all.get(random.nextInt(all.size())));
    }
    return paragraphs;
  }

  /** A folder with its files, or a file if the path ends as one of a program. */
  private String code(String path, Random random) {
    boolean isFile = FakeCode.ENDINGS.stream().anyMatch(path::endsWith);
    String name = path.substring(folder.length() - 1);
    StringBuilder text = new StringBuilder("<p>" + new Link(folder, "repository").html());
    for (int slash = path.indexOf('/', folder.length());
        slash >= 0 && slash < path.length() - 1;
        slash = path.indexOf('/', slash + 1)) {
      int from = path.lastIndexOf('/', slash - 1) + 1;
      text.append(
          " / " + new Link(path.substring(0, slash + 1), path.substring(from, slash)).html());
    }
    text.append("</p>\n");
    if (isFile) {
      FakeCode file = new FakeCode(random, () -> word(random), !path.endsWith(".py"));
      text.append("<pre>" + escape(file.file(2 + random.nextInt(3))) + "</pre>\n");
    }
    List<Link> links = new ArrayList<>();
    for (int i = links(random).size(); i > 0; i--) {
      String ending =
          random.nextInt(3) == 0
              ? "/"
              : FakeCode.ENDINGS.get(random.nextInt(FakeCode.ENDINGS.size()));
      String target = randomPath(random) + ending;
      links.add(new Link(folder + target, target));
    }
    return "<html>\n<head><title>"
        + escape(name + " at main")
        + "</title></head>\n<body>\n"
        + text
        + list(links)
        + "</body>\n</html>\n";
  }

  private List<Link> links(Random random) {
    List<Link> links = new ArrayList<>();
    for (int i = count(random); i > 0; i--) {
      String path = randomPath(random);
      links.add(new Link(folder + path, path.substring(path.lastIndexOf('/') + 1)));
    }
    return links;
  }

  private List<Link> spunLinks(Random random) {
    List<Link> links = new ArrayList<>();
    for (int i = count(random); i > 0; i--) {
      String id = HexFormat.of().toHexDigits(random.nextLong());
      links.add(new Link(folder + id, Spintax.title(random)));
    }
    return links;
  }

  /** Links whose anchors are the titles of their targets. */
  private List<Link> titledLinks(Random random) {
    List<Link> links = new ArrayList<>();
    List<String> all = settings.corpus.paragraphs();
    for (int i = count(random); i > 0; i--) {
      String[] start = all.get(random.nextInt(all.size())).toLowerCase(Locale.ROOT).split("\\s+");
      StringBuilder slug = new StringBuilder();
      for (int w = 0; w < Math.min(start.length, 4 + random.nextInt(4)); w++) {
        String plain = start[w].replaceAll("[^a-z]", "");
        slug.append(plain.isEmpty() ? "" : plain + "-");
      }
      String path = folder + slug + Integer.toHexString(random.nextInt(0x10000));
      links.add(new Link(path, title(path)));
    }
    return links;
  }

  private static String title(String path) {
    String slug = path.substring(path.lastIndexOf('/') + 1).replaceAll("-?[^-]*$", "");
    return slug.isEmpty() ? "Archive" : capitalised(slug.replace('-', ' '));
  }

  private static int count(Random random) {
    return LEAST_LINKS + random.nextInt(MOST_LINKS - LEAST_LINKS + 1);
  }

  /** One to four words. */
  private String randomPath(Random random) {
    return names(random, 1, 4).replace(' ', '/');
  }

  private String names(Random random, int least, int most) {
    StringBuilder names = new StringBuilder();
    for (int i = least + random.nextInt(most - least + 1); i > 0; i--) {
      names.append(names.length() == 0 ? "" : " ").append(word(random));
    }
    return names.toString();
  }

  private String word(Random random) {
    if (settings.zipf) {
      // The rank's logarithm is uniform: the frequency of rank r is proportional to 1/r.
      return words.get((int) Math.pow(words.size(), random.nextDouble()) - 1);
    }
    return words.get(random.nextInt(words.size()));
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** FNV-1a of the path with 64 bits, begun with the seed. */
  private long hash(String path) {
    long hash = 0xCBF29CE484222325L ^ settings.seed;
    for (byte b : path.getBytes(UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
