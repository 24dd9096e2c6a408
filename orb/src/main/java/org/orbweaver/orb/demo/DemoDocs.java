package org.orbweaver.orb.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The project's documentation as pages: Markdown files that the build puts beside this class, with
 * the folders of the source tree kept. Links among them lead to their pages; others become plain
 * text, so that a crawl of the demo does not leave it.
 */
final class DemoDocs {
  private static final String ROOT = "org/orbweaver/orb/demo/docs";
  private static final List<org.commonmark.Extension> EXTENSIONS =
      List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().extensions(EXTENSIONS).escapeHtml(true).build();

  private DemoDocs() {}

  /**
   * A document.
   *
   * @param path path of its page, without a leading slash
   * @param title its first heading
   * @param html its body without that heading
   */
  record Document(String path, String title, String html) {}

  /** The packaged documents. */
  static List<Document> load() {
    return render(sources());
  }

  /** Renders Markdown texts, by their paths, as pages. */
  static List<Document> render(SortedMap<String, String> sources) {
    return sources.entrySet().stream()
        .map(source -> render(source.getKey(), source.getValue(), sources))
        .toList();
  }

  private static Document render(String path, String markdown, Map<String, String> sources) {
    Node document = PARSER.parse(markdown);
    StringBuilder title = new StringBuilder();
    if (document.getFirstChild() instanceof Heading heading) {
      heading.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Text text) {
              title.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
              title.append(code.getLiteral());
            }
          });
      heading.unlink();
    }
    document.accept(new LinkRewriter(path, sources));
    return new Document(
        pagePath(path), title.isEmpty() ? path : title.toString(), RENDERER.render(document));
  }

  /** {@code docs/Formats.md} is at {@code docs/formats.html}. */
  static String pagePath(String path) {
    return path.toLowerCase(Locale.ROOT).replaceFirst("\\.md$", ".html");
  }

  private static final class LinkRewriter extends AbstractVisitor {
    private final URI base;
    private final Map<String, String> sources;

    LinkRewriter(String path, Map<String, String> sources) {
      this.base = URI.create("/" + path);
      this.sources = sources;
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      String target = target(link.getDestination());
      if (target == null) {
        unwrap(link);
      } else {
        link.setDestination(target);
      }
    }

    @Override
    public void visit(Image image) {
      visitChildren(image);
      unwrap(image);
    }

    private String target(String destination) {
      if (destination.startsWith("#")) {
        return destination;
      }
      try {
        URI resolved = base.resolve(new URI(destination));
        String path = resolved.getPath();
        if (resolved.isAbsolute() || path == null || !sources.containsKey(path.substring(1))) {
          return null;
        }
        String fragment = resolved.getFragment() == null ? "" : "#" + resolved.getFragment();
        return "/" + pagePath(path.substring(1)) + fragment;
      } catch (URISyntaxException e) {
        return null;
      }
    }

    /** Replaces a node by its children. */
    private static void unwrap(Node node) {
      while (node.getFirstChild() != null) {
        node.insertBefore(node.getFirstChild());
      }
      node.unlink();
    }
  }

  private static SortedMap<String, String> sources() {
    SortedMap<String, String> sources = new TreeMap<>();
    try {
      Path home =
          Path.of(DemoDocs.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(home)) {
        collect(home.resolve(ROOT), sources);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(home)) {
          collect(jar.getPath(ROOT), sources);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    return sources;
  }

  private static void collect(Path root, SortedMap<String, String> sources) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).toList()) {
        sources.put(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
  }
}
