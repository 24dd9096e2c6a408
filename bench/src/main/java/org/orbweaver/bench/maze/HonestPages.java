package org.orbweaver.bench.maze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.ParseLimits;

/**
 * Pages of honest sites, parsed as a crawl parses them, without a network. Files are read and
 * parsed one after the other when they are asked for; only archives are kept in memory.
 */
public final class HonestPages {
  /** The types of file that are pages; a server may add languages, as in index.html.fr. */
  private static final Pattern PAGE = Pattern.compile(".*\\.x?html?(\\.[a-z]{2}(-[a-z]+)?)?");

  private static final Pattern SERVED =
      Pattern.compile("server_name (\\S+);[^\\n]* root \"([^\"]+)\"");
  private static final String HTML = "text/html";

  /** Reads a file. */
  private interface Bytes {
    byte[] read() throws IOException;
  }

  /** Receives pages. */
  public interface Visitor {
    void page(String url, ParsedPage page) throws IOException;
  }

  /** By host, in the order of the names; a site's pages by path. */
  private final Map<String, Map<String, Bytes>> sites = new TreeMap<>();

  /**
   * Adds the pages of a folder: all sites of a folder with an nginx.conf that names them, the
   * captures of a folder {@code extraction} and its neighbours, or else one site, whose host has
   * the folder's name.
   */
  public HonestPages add(Path folder) throws IOException {
    Path nginx = folder.resolve("nginx.conf");
    if (Files.exists(nginx)) {
      Matcher served = SERVED.matcher(Files.readString(nginx));
      while (served.find()) {
        addSite(served.group(1), Path.of(served.group(2)));
      }
    } else if (Files.exists(folder.resolve("extraction"))) {
      addArticles(folder.resolve("extraction"));
      addSegments(folder.resolve("extraction-segments/html.tar.xz"));
      addWarc(folder.resolve("warc/whirlwind.warc.gz"));
    } else if (Files.isDirectory(folder)) {
      addSite(folder.toAbsolutePath().normalize().getFileName().toString(), folder);
    } else {
      throw OrbException.usage("not a folder of pages: " + folder);
    }
    return this;
  }

  /** Adds pages by path. */
  public HonestPages add(String host, Map<String, String> pages) {
    pages.forEach((path, html) -> add(host, path, () -> html.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  private void add(String host, String path, Bytes bytes) {
    sites.computeIfAbsent(host, it -> new TreeMap<>()).put(path, bytes);
  }

  private void addSite(String host, Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files =
          walk.filter(it -> PAGE.matcher(it.getFileName().toString()).matches())
              .filter(Files::isRegularFile)
              .toList();
    }
    files.forEach(it -> add(host, "/" + folder.relativize(it), () -> Files.readAllBytes(it)));
  }

  private void addArticles(Path extraction) throws IOException {
    JsonNode truth =
        new ObjectMapper().readTree(Files.readString(extraction.resolve("ground-truth.json")));
    for (var page : truth.properties()) {
      URI url = URI.create(page.getValue().get("url").asText());
      Path file = extraction.resolve("html").resolve(page.getKey() + ".html.gz");
      add(
          url.getHost(),
          url.getRawPath(),
          () -> {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
              return in.readAllBytes();
            }
          });
    }
  }

  /** These pages have no known URL: each is a site of its own, named after its file. */
  private void addSegments(Path archive) throws IOException {
    try (InputStream in = Files.newInputStream(archive);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        String name = entry.getName();
        byte[] html = tar.readAllBytes();
        if (PAGE.matcher(name).matches()) {
          String site = name.replaceAll("^[^/]*/|\\.html$", "").replaceAll("[^A-Za-z0-9]+", "-");
          add(site.replaceAll("^-|-$", "") + ".test", "/", () -> html);
        }
      }
    }
  }

  private void addWarc(Path file) throws IOException {
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcResponse response) {
          byte[] html = response.payload().orElseThrow().body().stream().readAllBytes();
          URI url = response.targetURI();
          add(url.getHost(), url.getRawPath(), () -> html);
        }
      }
    }
  }

  /** The number of pages of each host. */
  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    sites.forEach((host, pages) -> counts.put(host, pages.size()));
    return counts;
  }

  /** Parses all pages, site by site. */
  public void forEach(Visitor visitor) throws IOException {
    PageParser parser = new PageParser(ParseLimits.DEFAULT, "orbweaver");
    for (var site : sites.entrySet()) {
      for (var page : site.getValue().entrySet()) {
        String url = url(site.getKey(), page.getKey());
        byte[] bytes = page.getValue().read();
        visitor.page(url, parser.parse(new PageParser.Document(url, bytes, HTML, null, List.of())));
      }
    }
  }

  private static String url(String host, String path) throws IOException {
    try {
      return new URI("http", host, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IOException("no URL for the page " + path + " of " + host, e);
    }
  }
}
