package org.orbweaver.bench;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import javax.imageio.ImageIO;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/**
 * A site whose pages are written by their scripts, as a news site's may be: a library of 300 KB, a
 * style sheet and a script that all pages share; and of each page an article of {@value #WORDS}
 * words with {@value #LINKS} links as JSON, and {@value #IMAGES} images, which the script adds.
 *
 * <p>A browser alone goes from page to page by itself: a page opened as {@code /page/3#40} goes on
 * to the next one when its text and its images are there, and the last one, 40, tells the server.
 */
final class ScriptedSite {
  private static final String HOST = "news.bench.test";
  private static final int WORDS = 600;
  private static final int LINKS = 30;
  private static final int IMAGES = 12;
  private static final int FUNCTIONS = 1500;
  private static final int RULES = 500;
  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;

  private static final String PAGE =
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title>
      <link rel="stylesheet" href="/style.css"></head><body>
      <noscript>You need to enable JavaScript to run this app.</noscript>
      <div id="root"></div><script src="/lib.js"></script><script src="/app.js"></script>
      </body></html>
      """;

  private static final String APP =
      """
      const number = Number(location.pathname.split('/')[2]);
      fetch('/data/' + number + '.json').then(r => r.json()).then(article => {
        const text = article.paragraphs.map((p, i) =>
          `<p class="c${i}">${p}</p>` + (article.images[i] ? `<img src="${article.images[i]}">` : ''));
        const links = article.links.map(l => `<li><a href="${l}">${library.title(l)}</a></li>`);
        document.getElementById('root').innerHTML = `<main><h1>${article.title}</h1>${text.join('')}</main>`
          + `<nav><ul>${links.join('')}</ul></nav>`;
        const last = Number(location.hash.slice(1));
        if (!last) return;
        const shown = [...document.images].map(i => i.decode());
        Promise.all(shown).then(() => requestAnimationFrame(() => setTimeout(() => {
          location.href = number < last ? `/page/${number + 1}#${last}` : '/end';
        })));
      });
      """;

  private static final String FUNCTION =
      """
      library.fNUMBER = function (list, options) {
        const found = [], limit = options && options.limit || NUMBER;
        for (const item of list) if (item.length % (NUMBER + 2)) found.push(item);
        return found.slice(0, limit).map(item => item.trim().toLowerCase());
      };
      """;

  private static final String RULE =
      ".cNUMBER, nav .dNUMBER > li { margin: 1px; line-height: 1.4 }\n";

  private final FakeWeb web;
  private volatile CountDownLatch ended = new CountDownLatch(1);

  /** Adds the site to a web. */
  ScriptedSite(FakeWeb web) throws IOException {
    this.web = web;
    web.under(HOST, "/page/", (request, nth) -> Response.html(PAGE));
    web.on(HOST, "/lib.js", shared("text/javascript", library()));
    web.on(HOST, "/app.js", shared("text/javascript", APP));
    web.on(HOST, "/style.css", shared("text/css", styleSheet()));
    web.under(HOST, "/data/", (request, nth) -> article(request.path()));
    Response image = Response.bytes("image/jpeg", image());
    web.under(HOST, "/image/", (request, nth) -> image);
    web.on(
        HOST,
        "/end",
        (request, nth) -> {
          ended.countDown();
          return Response.html("<title>End</title>");
        });
  }

  private static Response shared(String type, String text) {
    return Response.bytes(type, text.getBytes(StandardCharsets.UTF_8))
        .header("Cache-Control", "max-age=3600");
  }

  /** Its host. */
  String host() {
    return HOST;
  }

  /** The URLs of the first pages. */
  List<String> urls(int pages) {
    List<String> urls = new ArrayList<>();
    for (int i = 1; i <= pages; i++) {
      urls.add(web.url(HOST, "/page/" + i));
    }
    return urls;
  }

  /** Where a browser begins that is to show the first pages. */
  String first(int pages) {
    ended = new CountDownLatch(1);
    return web.url(HOST, "/page/1#" + pages);
  }

  /** Is down when a browser has shown the pages. */
  CountDownLatch ended() {
    return ended;
  }

  private static Response article(String path) {
    int number = Integer.parseInt(path.replaceAll("\\D", ""));
    MadeText made = new MadeText(new Random(number));
    List<String> paragraphs = new ArrayList<>();
    List<String> images = new ArrayList<>();
    for (int i = 0; i < IMAGES; i++) {
      paragraphs.add(made.words(WORDS / IMAGES));
      images.add("/image/" + number + "-" + i + ".jpg");
    }
    List<String> links = new ArrayList<>();
    for (int i = 0; i < LINKS; i++) {
      links.add("/page/" + (number + i + 1));
    }
    Fields article =
        new Fields()
            .with("title", made.words(6))
            .with("paragraphs", paragraphs)
            .with("images", images)
            .with("links", links);
    return Response.bytes("application/json", Json.line(article).getBytes(StandardCharsets.UTF_8));
  }

  /** Functions, of which a page calls a third: a browser reads all and compiles those. */
  private static String library() {
    StringBuilder script = new StringBuilder("const library = {};\n");
    for (int i = 0; i < FUNCTIONS; i++) {
      script.append(FUNCTION.replace("NUMBER", Integer.toString(i)));
    }
    return script
        .append("for (let i = 0; library['f' + i]; i += 3) library['f' + i](['a', 'bc'], {});\n")
        .append("library.title = link => 'Article ' + link.split('/').pop();\n")
        .toString();
  }

  private static String styleSheet() {
    StringBuilder rules = new StringBuilder("main { width: 40em } img { width: 100% }\n");
    for (int i = 0; i < RULES; i++) {
      rules.append(RULE.replace("NUMBER", Integer.toString(i)));
    }
    return rules.toString();
  }

  /** A photograph would compress as badly. */
  private static byte[] image() throws IOException {
    Random random = new Random(1);
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int grey = (x + y) * 200 / (WIDTH + HEIGHT) + random.nextInt(32);
        image.setRGB(x, y, grey << 16 | (grey / 2) << 8 | (255 - grey));
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "jpg", bytes);
    return bytes.toByteArray();
  }
}
