package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Pages as large as the web's, most of whose bytes are no text, compressed as servers send them.
 *
 * <p><b>Sizes.</b> Log-normal with a median of {@value #MEDIAN} bytes and a deviation that makes
 * the mean 240,000; the largest {@value #LARGEST}. A crawl of a billion pages published in 2025 met
 * 242 KB on average.
 *
 * <p><b>Markup.</b> Scripts, state as JSON, styles, pictures as SVG and data URLs, menus, and text
 * in nested blocks, in the shares of {@link Block}: about a tenth of a page is text. Where a folder
 * of real pages is given, every other page is a real one, if there is one of about its size.
 *
 * <p><b>Coding.</b> Brotli (quality 5) or gzip (level 6), half each.
 */
public final class WebSizes {
  static final int MEDIAN = 30_000;
  static final int LARGEST = 8_000_000;
  private static final double DEVIATION = 2.147;

  /** A real page may stand for one that is larger or smaller by up to this factor. */
  private static final double ABOUT = 1.25;

  private static final int BLOCKS = 200;
  private static final int BROTLI_QUALITY = 5;
  private static final String HEX = "0123456789abcdef";
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** Pieces of a page, and their shares of its bytes in per cent. */
  private enum Block {
    SCRIPT(25),
    STATE(25),
    TEXT(16),
    STYLE(12),
    MENU(8),
    DRAWING(8),
    PICTURE(6);

    private final int share;

    Block(int share) {
      this.share = share;
    }
  }

  private final TreeMap<Integer, Path> real = new TreeMap<>();
  private final List<String> words = Words.vocabulary(1, 4_000);
  private final Map<Block, List<byte[]>> blocks = new EnumMap<>(Block.class);

  private WebSizes(Stream<Path> real) {
    real.forEach(file -> this.real.put((int) Math.min(file.toFile().length(), LARGEST), file));
    BiConsumer<Block, Writer> write =
        (block, writer) -> {
          List<byte[]> some = new ArrayList<>();
          for (int i = 0; i < BLOCKS; i++) {
            StringBuilder html = new StringBuilder(2_048);
            writer.write(new Random(31L * block.name().hashCode() + i), html);
            some.add(html.append('\n').toString().getBytes(US_ASCII));
          }
          blocks.put(block, some);
        };
    write.accept(Block.SCRIPT, this::script);
    write.accept(Block.STATE, this::state);
    write.accept(Block.TEXT, this::text);
    write.accept(Block.STYLE, this::style);
    write.accept(Block.MENU, this::menu);
    write.accept(Block.DRAWING, WebSizes::drawing);
    write.accept(Block.PICTURE, this::picture);
  }

  private interface Writer {
    void write(Random random, StringBuilder html);
  }

  /** Generated pages only. */
  public static WebSizes generated() {
    return new WebSizes(Stream.of());
  }

  /** Generated pages, and the HTML files in a folder and its folders. */
  public static WebSizes withPagesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.find(folder, 20, (file, its) -> its.isRegularFile())) {
      return new WebSizes(files.filter(file -> file.toString().endsWith(".html")).sorted());
    }
  }

  /**
   * A page, decoded.
   *
   * @param seed of the page
   * @param own its head and what only this page has, without the end of its body
   */
  byte[] html(long seed, byte[] own) {
    Random random = new Random(seed);
    int size = (int) Math.min(LARGEST, MEDIAN * Math.exp(DEVIATION * random.nextGaussian()));
    Path file = random.nextBoolean() ? real(size) : null;
    ByteArrayOutputStream html = new ByteArrayOutputStream(size + 4_096);
    html.writeBytes(own);
    if (file != null) {
      try {
        html.writeBytes(Files.readAllBytes(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return html.toByteArray();
    }
    while (html.size() < size) {
      Block block = block(random.nextInt(100));
      // Large pages are so by their state and scripts: a run of a kind.
      for (int n = 1 + random.nextInt(3); n > 0 && html.size() < size; n--) {
        html.writeBytes(blocks.get(block).get(random.nextInt(BLOCKS)));
      }
    }
    html.writeBytes("</body></html>\n".getBytes(US_ASCII));
    return html.toByteArray();
  }

  private Path real(int size) {
    Map.Entry<Integer, Path> most = real.floorEntry((int) (size * ABOUT));
    return most != null && most.getKey() >= size / ABOUT ? most.getValue() : null;
  }

  private static Block block(int percent) {
    int left = percent;
    for (Block block : Block.values()) {
      left -= block.share;
      if (left < 0) {
        return block;
      }
    }
    throw new AssertionError("shares do not add up to 100");
  }

  /** The response with this page, compressed. */
  static Response encoded(Response page, boolean brotli) {
    if (!brotli || !Brotli4jLoader.isAvailable()) {
      return page.gzip();
    }
    return page.brotli(BROTLI_QUALITY);
  }

  private String word(Random random) {
    double u = random.nextDouble();
    return words.get((int) (u * u * words.size()));
  }

  private static void characters(Random random, String alphabet, int count, StringBuilder html) {
    for (int i = 0; i < count; i++) {
      html.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
  }

  private void script(Random random, StringBuilder html) {
    html.append("<script>!function(e,t){\"use strict\";");
    for (int i = 10 + random.nextInt(30); i > 0; i--) {
      String name = word(random);
      html.append("var ")
          .append(name)
          .append("=e.")
          .append(word(random))
          .append("||{};if(t.")
          .append(word(random))
          .append("&&")
          .append(name)
          .append(".length<")
          .append(random.nextInt(99))
          .append("){e.")
          .append(word(random))
          .append(".push(function(n)")
          .append("{return n.")
          .append(word(random))
          .append("(\"")
          .append(word(random))
          .append("\")})}");
    }
    html.append("}(window,document);</script>");
  }

  private void state(Random random, StringBuilder html) {
    html.append("<script type=\"application/json\" data-state=\"")
        .append(word(random))
        .append("\">{\"items\":[");
    for (int i = 6 + random.nextInt(12); i > 0; i--) {
      html.append("{\"id\":")
          .append(random.nextInt(1 << 30))
          .append(",\"slug\":\"")
          .append(word(random))
          .append('-')
          .append(word(random))
          .append("\",\"title\":\"")
          .append(word(random))
          .append(' ')
          .append(word(random))
          .append("\",\"image\":\"/media/");
      characters(random, HEX, 24, html);
      html.append(".webp\",\"price\":")
          .append(random.nextInt(10_000) / 100.0)
          .append(",\"available\":")
          .append(random.nextBoolean())
          .append("},");
    }
    html.append("null]}</script>");
  }

  private void text(Random random, StringBuilder html) {
    int depth = 3 + random.nextInt(5);
    for (int i = 0; i < depth; i++) {
      html.append("<div class=\"")
          .append(word(random))
          .append("__")
          .append(word(random))
          .append(" col-md-")
          .append(random.nextInt(12))
          .append("\" data-v-");
      characters(random, HEX, 8, html);
      html.append("=\"\">");
    }
    html.append("<h2 class=\"title\">").append(word(random)).append(' ').append(word(random));
    html.append("</h2>\n<p class=\"text-body\">");
    for (int i = 40 + random.nextInt(120); i > 0; i--) {
      html.append(word(random)).append(i % 13 == 1 ? ". " : " ");
    }
    html.append("</p>").append("</div>".repeat(depth));
  }

  private void style(Random random, StringBuilder html) {
    html.append("<style>");
    for (int i = 10 + random.nextInt(30); i > 0; i--) {
      html.append('.')
          .append(word(random))
          .append("__")
          .append(word(random))
          .append("{margin:")
          .append(random.nextInt(40))
          .append("px ")
          .append(random.nextInt(9))
          .append("em;color:#");
      characters(random, HEX, 6, html);
      html.append(";display:flex}");
    }
    html.append("</style>");
  }

  /** Its links lead to pages that other links of the page may lead to as well. */
  private void menu(Random random, StringBuilder html) {
    html.append("<nav class=\"menu\"><ul class=\"").append(word(random)).append("\">");
    for (int i = 4 + random.nextInt(8); i > 0; i--) {
      int id = 1 + random.nextInt(24);
      html.append("<li class=\"menu-item menu-item-type-post menu-item-")
          .append(id)
          .append("\"><a class=\"menu-link\" role=\"menuitem\" href=\"")
          .append(GeneratedSite.pathOf(id))
          .append("\"><span>")
          .append(word(random))
          .append("</span></a></li>");
    }
    html.append("</ul></nav>");
  }

  private static void drawing(Random random, StringBuilder html) {
    html.append("<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M12 4");
    for (int i = 30 + random.nextInt(90); i > 0; i--) {
      html.append(
          String.format(
              Locale.ROOT, "c%.1f %.1f", random.nextDouble() * 9, random.nextDouble() * 9 - 4));
    }
    html.append("z\"/></svg>");
  }

  private void picture(Random random, StringBuilder html) {
    html.append("<figure><img class=\"lazy\" loading=\"lazy\" width=\"320\" height=\"240\" alt=\"")
        .append(word(random))
        .append("\" src=\"data:image/webp;base64,");
    characters(random, BASE64, 300 + random.nextInt(900), html);
    html.append("\"></figure>");
  }
}
