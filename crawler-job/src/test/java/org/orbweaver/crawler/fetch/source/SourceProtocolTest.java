package org.orbweaver.crawler.fetch.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.fetch.ProtocolFetcher;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

class SourceProtocolTest {
  @TempDir private Path tmp;
  private Path share;
  private String root;
  private final Configuration conf = new Configuration(false);
  private final List<String> entries = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> depths = Collections.synchronizedList(new ArrayList<>());

  /** The disk, as a file system of another scheme. */
  public static final class Other extends FilterFileSystem {
    public Other() {
      super(new RawLocalFileSystem());
    }

    private static org.apache.hadoop.fs.Path of(String scheme, org.apache.hadoop.fs.Path path) {
      String host = scheme.equals("other") ? "host" : null;
      return new org.apache.hadoop.fs.Path(scheme, host, path.toUri().getPath());
    }

    private static FileStatus other(FileStatus status) {
      return new FileStatus(
          status.getLen(),
          status.isDirectory(),
          1,
          1,
          status.getModificationTime(),
          0,
          status.getPermission(),
          status.getOwner(),
          status.getGroup(),
          of("other", status.getPath()));
    }

    @Override
    public URI getUri() {
      return URI.create("other://host");
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      return other(fs.getFileStatus(of("file", path)));
    }

    @Override
    public org.apache.hadoop.fs.Path resolvePath(org.apache.hadoop.fs.Path path)
        throws IOException {
      return getFileStatus(path).getPath();
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
      return fs.open(of("file", path), buffer);
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(org.apache.hadoop.fs.Path path)
        throws IOException {
      List<FileStatus> found = new ArrayList<>();
      for (FileStatus entry : fs.listStatus(of("file", path))) {
        found.add(other(entry));
      }
      return RemoteIterators.remoteIteratorFromIterable(found);
    }
  }

  private final class Entries implements FetchTools.Sink {
    @Override
    public void add(String url, CrawlDatum datum, Content content, FetchCounter counter) {
      assertEquals(FetchCounter.ENTRIES_LEFT, counter);
      assertEquals(CrawlDatum.STATUS_LINKED, datum.getStatus());
      entries.add(url);
      depths.add(LinkDepth.of(datum));
    }

    @Override
    public void count(FetchCounter counter, long n) {}

    @Override
    public void log(RequestLine line) {}
  }

  @BeforeEach
  void share() throws IOException {
    share = Files.createDirectories(tmp.toRealPath().resolve("share/sub"));
    share = share.getParent();
    root = share.toUri().toString();
    UrlKeys.SOURCES.set(conf, share.toString());
  }

  private ProtocolFetcher fetcher() {
    return new ProtocolFetcher(
        conf,
        request -> {
          throw new IOException("web");
        },
        new Entries());
  }

  private FetchedPage get(String url) throws IOException {
    return fetcher().fetch(FetchRequest.get(url));
  }

  private static String text(FetchedPage page) {
    return new String(page.body(), StandardCharsets.UTF_8);
  }

  private void refused(String why, String url) throws IOException {
    FetchedPage answer = get(url);
    assertEquals(403, answer.status());
    assertTrue(answer.header(Outcome.REFUSED).orElse("").contains(why), answer.toString());
    assertEquals(0, answer.body().length);
  }

  @Test
  void aFileHasWhatAServerWouldSend() throws IOException {
    Files.writeString(share.resolve("a.txt"), "content");
    FetchedPage page = get(root + "a.txt");
    assertEquals(200, page.status());
    assertEquals("content", text(page));
    for (String name : List.of("Last-Modified", "X-File-Owner", "X-File-Group")) {
      assertTrue(page.header(name).isPresent(), name);
    }
    assertTrue(page.header("X-File-Permissions").orElseThrow().matches("[rwx-]{9}"));
    String etag = page.header("ETag").orElseThrow();
    FetchRequest again = FetchRequest.get(root + "a.txt").conditional(etag, null);
    assertEquals(304, fetcher().fetch(again).status());
    Files.writeString(share.resolve("a.txt"), "other");
    assertEquals("other", text(fetcher().fetch(again)));
    assertEquals(0, fetcher().fetch(FetchRequest.get(root + "a.txt").head()).body().length);
    assertEquals("oth", text(fetcher().fetch(FetchRequest.get(root + "a.txt").limitedTo(3))));
    assertEquals(
        Truncation.LENGTH,
        fetcher().fetch(FetchRequest.get(root + "a.txt").limitedTo(3)).truncation());
    assertEquals(
        Truncation.NONE,
        fetcher().fetch(FetchRequest.get(root + "a.txt").limitedTo(5)).truncation());
    assertEquals(404, get(root + "b.txt").status());
    assertEquals(404, get(root + "a.txt/b").status());
    assertThrows(IOException.class, () -> get("http://a.org/"));
  }

  @Test
  void aShareThatIsNotMountedDoesNotCostItsFiles() throws IOException {
    Files.writeString(share.resolve("a.txt"), "content");
    Path away = tmp.resolve("away");
    Files.move(share, away);
    IOException e = assertThrows(IOException.class, () -> get(root + "a.txt"));
    assertTrue(e.getMessage().startsWith("its root " + root + " cannot be"), e.getMessage());
    Files.createDirectory(share);
    e = assertThrows(IOException.class, () -> get(root + "a.txt"));
    assertEquals("its root " + root + " is empty: is it mounted?", e.getMessage());
    Files.delete(share);
    Files.move(away, share);
    assertEquals(404, get(root + "b.txt").status());
  }

  @Test
  void nothingOutsideOfTheRootIsRead() throws IOException {
    Path outside = Files.createDirectories(tmp.resolve("sharewood"));
    Files.writeString(outside.resolve("x"), "secret");
    Files.createSymbolicLink(share.resolve("x"), outside.resolve("x"));
    Files.createSymbolicLink(share.resolve("sub/up"), outside);
    refused("leads out of its root", root + "x");
    refused("leads out of its root", root + "sub/up/");
    refused("leads out of its root", root + "sub/up/x");
    refused("under no root", outside.toUri() + "x");
    assertThrows(IOException.class, () -> get("other://host/x"));
    conf.set(SourceProtocol.CRAWL_DIR, "file:" + share.resolve("sub"));
    Files.writeString(share.resolve("sub/x"), "own");
    refused("own directory", root + "sub/");
    refused("own directory", root + "sub/x");
    Files.createSymbolicLink(share.resolve("own"), share.resolve("sub"));
    refused("own directory", root + "own/x");
  }

  @Test
  void aLinkThatIsMadeAfterTheCheckIsNotFollowed() throws IOException {
    Path outside = Files.createDirectories(tmp.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve("x"), "secret");
    LocalFiles files = new LocalFiles();
    String real = root + "sub/x";
    Files.createSymbolicLink(share.resolve("sub/x"), outside.resolve("x"));
    assertThrows(IOException.class, () -> files.open(root, real).close());
    Files.delete(share.resolve("sub/x"));
    Files.delete(share.resolve("sub"));
    Files.createSymbolicLink(share.resolve("sub"), outside);
    assertThrows(IOException.class, () -> files.open(root, real).close());
    assertThrows(IOException.class, () -> files.facts(root, real));
  }

  @Test
  void linksWithinTheRootRedirectAndLoopsEnd() throws IOException {
    Files.writeString(share.resolve("sub/a b"), "content");
    Files.createSymbolicLink(share.resolve("link"), Path.of("sub/a b"));
    Files.createSymbolicLink(share.resolve("sub/up"), share);
    Files.createSymbolicLink(share.resolve("self"), Path.of("self"));
    assertEquals(root + "sub/a%20b", get(root + "link").header("Location").orElseThrow());
    assertEquals(root, get(root + "sub/up/").header("Location").orElseThrow());
    assertEquals(root + "sub/", get(root + "sub/up/sub/up/sub").header("Location").orElseThrow());
    assertEquals(root + "sub/a%20b", get(root + "sub/a%20b/").header("Location").orElseThrow());
    assertEquals(404, get(root + "self").status());
    // The root itself may be reached by a link.
    Path named = Files.createSymbolicLink(tmp.resolve("named"), share);
    UrlKeys.SOURCES.set(conf, named.toString());
    String byName = "file://" + named + "/";
    assertEquals("content", text(get(byName + "sub/a%20b")));
  }

  @Test
  void aFolderLeavesAllItsEntriesAndShowsSome() throws IOException {
    int many = 1500;
    for (int i = 0; i < many; i++) {
      Files.createFile(share.resolve("sub").resolve("f" + i));
    }
    Files.createDirectory(share.resolve("sub/<b>&"));
    CrawlerKeys.MAX_DEPTH.set(conf, 2);
    FetchedPage page = get(root + "sub/");
    assertEquals(many + 1, new TreeSet<>(entries).size());
    assertTrue(entries.contains(root + "sub/%3Cb%3E&/"), "a folder");
    assertEquals(List.of(2), depths.stream().distinct().toList());
    assertEquals(1000, text(page).split("<a ", -1).length - 1);
    assertTrue(text(page).contains(">&lt;b>&amp;/</a>"), text(page));
    assertTrue(page.header("ETag").isEmpty(), "always listed");
    entries.clear();
    CrawlerKeys.MAX_DEPTH.set(conf, 1);
    get(root + "sub/");
    assertEquals(List.of(), entries);
  }

  @Test
  void hadoopsFileSystemsAreReadInTheSameWay() throws IOException {
    conf.setClass("fs.other.impl", Other.class, org.apache.hadoop.fs.FileSystem.class);
    String other = "other://host" + share + "/";
    UrlKeys.SOURCES.set(conf, other);
    SourceProtocol.check(conf);
    for (String name : List.of("a b", "100%", "q?x#y", "\u00e4", "c:d")) {
      Files.writeString(share.resolve(name), name);
    }
    assertEquals(200, get(other).status());
    assertEquals(6, entries.size());
    for (String entry : List.copyOf(entries)) {
      FetchedPage page = get(entry);
      assertEquals(200, page.status(), entry);
      if (!entry.endsWith("/")) {
        Path path = share.resolve(text(page));
        assertArrayEquals(Files.readAllBytes(path), page.body());
        assertTrue(page.header("ETag").isPresent());
      }
    }
    assertEquals(404, get(other + "%FF").status());
    assertEquals(404, get(other + "none").status());
  }

  @Test
  void bytesPerSecondAreKeptTo() throws IOException {
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    Files.write(share.resolve("big"), bytes);
    UrlKeys.SOURCES.set(conf, share + " bytes-per-second=1000000");
    long start = System.nanoTime();
    assertArrayEquals(bytes, get(root + "big").body());
    // All but the last piece is paid for by waiting.
    assertTrue(System.nanoTime() - start >= 200_000_000);
  }

  @Test
  void whatCannotBeOpenedIsSaid() {
    UrlKeys.SOURCES.set(conf, "nosuch://host/x/");
    String told =
        assertThrows(RuntimeException.class, () -> SourceProtocol.check(conf)).getMessage();
    assertTrue(told.contains("nosuch://host/x/") && told.contains("class path"), told);
  }
}
