package org.orbweaver.crawler.page.markdown;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Fifty real pages of all kinds, from their bytes to Markdown, against the blocks that a reader
 * finds in them: {@code gold-real.txt}.
 *
 * <p>A page there is a line {@code === SET | KIND | SOURCE | NAME | URL} and the blocks of its main
 * content in their order, each {@code KIND:HASH:LENGTH}. The kind is {@code h1} to {@code h6},
 * {@code p}, {@code li1} or {@code ol2} (the first paragraph of an item, by the kind of its list,
 * and how many lists are around it), {@code quote}, {@code code}, {@code table3x2} (rows and
 * columns; rows without text do not count) or {@code img}. The text is not here, as it is its
 * authors': HASH is the beginning of the SHA-256 of its letters and digits in lower case, in UTF-8;
 * LENGTH is their number. That of an image is its alternative text, which is not part of the text
 * around it. A question mark marks blocks that readers may count as content or not, and which count
 * neither as found nor as missing: the page's own headline, its date and authors, captions, a table
 * of contents, an information box, pictures without a meaning of their own.
 */
class MarkdownRealPagesTest {
  private record Gold(
      String set, String kind, String source, String name, String url, String keys) {
    @Override
    public String toString() {
      return kind + " " + url;
    }
  }

  private record Result(Gold page, int hits, List<Block> missing, List<Block> extra) {
    double f1() {
      return 2.0 * hits / Math.max(1, 2 * hits + missing.size() + extra.size());
    }
  }

  /** A block; those with the same key are the same. */
  private record Block(String key, String text) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Block block && block.key.equals(key);
    }

    @Override
    public int hashCode() {
      return key.hashCode();
    }

    @Override
    public String toString() {
      return key + (text.isEmpty() ? "" : " “" + text.substring(0, Math.min(60, text.length())));
    }
  }

  private final Path data = Path.of(System.getProperty("orbweaver.shared", "absent"), "data");
  private final Map<String, byte[]> segments = new HashMap<>();

  /** Forty pages whose faults were looked at, and ten whose Markdown was not. */
  @ParameterizedTest
  @ValueSource(strings = {"open", "held out"})
  void blocksOfRealPagesAreFound(String set) throws IOException {
    double f1 = f1(set);
    assertTrue(f1 >= .95, () -> set + ": " + f1);
  }

  /** The mean over the pages of a set. */
  private double f1(String set) throws IOException {
    List<Result> results = new ArrayList<>();
    int absent = 0;
    for (Gold page : gold()) {
      if (page.set.equals(set)) {
        byte[] html = read(page);
        if (html == null) {
          absent++;
        } else {
          results.add(compare(page, blocks(markdown(page, html))));
        }
      }
    }
    assumeTrue(!results.isEmpty(), "no pages at " + data + " and " + sites());
    results.sort(Comparator.comparing(Result::f1));
    StringBuilder report = new StringBuilder();
    for (Result result : results) {
      if (result.f1() < 1) {
        report.append(String.format(Locale.ROOT, "%.3f %s%n", result.f1(), result.page));
        result.missing.forEach(block -> report.append("  missing ").append(block).append('\n'));
        result.extra.forEach(block -> report.append("  extra ").append(block).append('\n'));
      }
    }
    double mean = results.stream().mapToDouble(Result::f1).average().orElse(0);
    int hits = results.stream().mapToInt(Result::hits).sum();
    int missing = results.stream().mapToInt(result -> result.missing.size()).sum();
    int extra = results.stream().mapToInt(result -> result.extra.size()).sum();
    System.out.printf(
        Locale.ROOT,
        "%s%d pages (%s; %d absent): mean F1 %.4f; of all blocks %.4f (%d found, %d missing, %d"
            + " more)%n",
        report,
        results.size(),
        set,
        absent,
        mean,
        2.0 * hits / (2 * hits + missing + extra),
        hits,
        missing,
        extra);
    return mean;
  }

  private static List<Gold> gold() throws IOException {
    List<Gold> all = new ArrayList<>();
    try (InputStream in = MarkdownRealPagesTest.class.getResourceAsStream("gold-real.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String page : text.substring(4).split("\n=== ", -1)) {
        int end = page.indexOf('\n');
        String[] head = page.substring(0, end).split(" \\| ", -1);
        all.add(new Gold(head[0], head[1], head[2], head[3], head[4], page.substring(end).strip()));
      }
    }
    return all;
  }

  private static Path sites() {
    String home = System.getenv("MINIWEB_HOME");
    return (home == null
            ? Path.of(System.getProperty("user.home"), ".cache/miniweb")
            : Path.of(home))
        .resolve("sites");
  }

  /** The bytes of a page; null if they are not on this machine. */
  private byte[] read(Gold page) throws IOException {
    Path file =
        switch (page.source) {
          case "article" -> data.resolve("extraction/html/" + page.name + ".html.gz");
          case "segments" -> data.resolve("extraction-segments/html.tar.xz");
          case "warc" -> data.resolve("warc/" + page.name);
          default -> sites().resolve(page.name);
        };
    if (!Files.exists(file)) {
      return null;
    }
    if (page.source.equals("segments")) {
      if (segments.isEmpty()) {
        readSegments(file);
      }
      return segments.get(page.name);
    }
    try (InputStream in = Files.newInputStream(file)) {
      if (page.source.equals("miniweb")) {
        return in.readAllBytes();
      }
      byte[] bytes = new GZIPInputStream(in).readAllBytes();
      return page.source.equals("warc") ? body(bytes) : bytes;
    }
  }

  private void readSegments(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        String name = entry.getName();
        segments.put(name.substring(name.indexOf('/') + 1), tar.readAllBytes());
      }
    }
  }

  /** The body of the first response in a WARC file. */
  private static byte[] body(byte[] warc) {
    String text = new String(warc, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("WARC-Type: response");
    int start = text.indexOf("\r\n\r\n", text.indexOf("\r\n\r\n", at) + 4) + 4;
    return Arrays.copyOfRange(warc, start, text.indexOf("\r\n\r\nWARC/1.0", start));
  }

  private static String markdown(Gold page, byte[] html) {
    String type = page.source.equals("warc") ? "text/html; charset=UTF-8" : "text/html";
    return new PageParser(
            ParseLimits.DEFAULT,
            "bot",
            new UrlNormalizer(),
            ContentSettings.DEFAULT,
            null,
            List.of())
        .withMarkdown()
        .parse(new PageParser.Document(page.url, html, type, null, List.of()))
        .meta()
        .getOrDefault(MetaNames.MARKDOWN, "");
  }

  private static Result compare(Gold page, List<Block> found) {
    List<Block> extra = new ArrayList<>(found);
    List<Block> missing = new ArrayList<>();
    String[] keys = page.keys.split("\\s+", -1);
    int hits = 0;
    for (String key : keys) {
      if (!key.startsWith("?") && extra.remove(new Block(key, ""))) {
        hits++;
      } else if (!key.startsWith("?")) {
        missing.add(new Block(key, ""));
      }
    }
    for (String key : keys) {
      extra.remove(new Block(key.startsWith("?") ? key.substring(1) : "", ""));
    }
    return new Result(page, hits, missing, extra);
  }

  private static List<Block> blocks(String markdown) {
    Blocks blocks = new Blocks();
    Rendered.PARSER.parse(markdown).accept(blocks);
    return blocks.found;
  }

  private static final class Blocks extends AbstractVisitor {
    private final List<Block> found = new ArrayList<>();

    /** The items that have a block. */
    private final Set<Node> begun = new HashSet<>();

    private boolean add(String kind, String text) {
      StringBuilder letters = new StringBuilder();
      text.toLowerCase(Locale.ROOT)
          .codePoints()
          .filter(Character::isLetterOrDigit)
          .forEach(letters::appendCodePoint);
      int length = letters.codePointCount(0, letters.length());
      if (length > 0) {
        String hash = DigestUtils.sha256Hex(letters.toString()).substring(0, 8);
        found.add(new Block(kind + ":" + hash + ":" + length, text.strip()));
      }
      return length > 0;
    }

    private void add(String kind, Node node) {
      if (add(kind, text(node))) {
        begin(node);
      }
    }

    private void begin(Node node) {
      for (Node above = node; above != null; above = above.getParent()) {
        begun.add(above);
      }
    }

    private static String text(Node node) {
      StringBuilder out = new StringBuilder();
      Rendered.text(node, false, out);
      return out.toString();
    }

    @Override
    public void visit(Heading heading) {
      add("h" + heading.getLevel(), heading);
      visitChildren(heading);
    }

    @Override
    public void visit(Paragraph paragraph) {
      Node around = paragraph.getParent();
      while (around != null && !(around instanceof ListItem || around instanceof BlockQuote)) {
        around = around.getParent();
      }
      String kind = around instanceof BlockQuote ? "quote" : "p";
      if (around instanceof ListItem && !begun.contains(around)) {
        int depth = 0;
        for (Node above = around; above != null; above = above.getParent()) {
          depth += above instanceof ListBlock ? 1 : 0;
        }
        kind = (around.getParent() instanceof OrderedList ? "ol" : "li") + depth;
      }
      add(kind, paragraph);
      visitChildren(paragraph);
    }

    @Override
    public void visit(FencedCodeBlock code) {
      if (add("code", code.getLiteral())) {
        begin(code);
      }
    }

    @Override
    public void visit(Image image) {
      StringBuilder words = new StringBuilder();
      for (Node child = image.getFirstChild(); child != null; child = child.getNext()) {
        words.append(text(child));
      }
      add("img", words.toString());
    }

    @Override
    public void visit(HtmlBlock html) {
      add("html", html.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock code) {
      add("indented", code.getLiteral());
    }

    @Override
    public void visit(CustomBlock block) {
      if (block instanceof TableBlock) {
        int[] size = new int[2];
        block.accept(
            new AbstractVisitor() {
              @Override
              public void visit(CustomNode node) {
                if (node instanceof TableRow row) {
                  size[0] += text(row).codePoints().anyMatch(Character::isLetterOrDigit) ? 1 : 0;
                  int cells = 0;
                  for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
                    cells++;
                  }
                  size[1] = Math.max(size[1], cells);
                } else {
                  visitChildren(node);
                }
              }

              @Override
              public void visit(CustomBlock table) {
                visitChildren(table);
              }
            });
        add("table" + size[0] + "x" + size[1], block);
      }
    }
  }
}
