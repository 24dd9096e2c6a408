package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.url.SourceUrl;
import org.orbweaver.testkit.FakeWeb;

/** A crawl of a folder, with what folders may contain. */
class SourcesIT {
  private static final int FOLDERS = 6;
  private static final int FILES = 40;

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private Path share;
  private Path secret;
  private String root;
  private Path file;
  private final Set<String> expected = new TreeSet<>();

  @BeforeEach
  void files() throws Exception {
    share = Files.createDirectories(tmp.toRealPath().resolve("share"));
    secret = Files.createDirectories(tmp.resolve("secret"));
    Files.writeString(secret.resolve("passwd"), "the secret");
    root = share.toUri().toString();
    expected.add(root);
    for (int folder = 0; folder < FOLDERS; folder++) {
      Path path = Files.createDirectories(share.resolve("a/".repeat(folder) + "f" + folder));
      for (int i = 0; i < FILES; i++) {
        add(
            path.resolve(i + (i % 2 == 0 ? ".txt" : ".html")),
            (i % 2 == 0 ? "words " : "<title>Page</title>words ") + folder + " and " + i);
      }
    }
    add(
        share.resolve("links.html"),
        "<title>Links</title><a href='f0/1.html'>in</a><a href='/etc/passwd'>out</a>"
            + "<a href='"
            + secret.toUri()
            + "passwd'>out</a><a href='"
            + web.url("a.test", "/")
            + "'>web</a>");
    for (String name :
        List.of("a b", "100%", "%41", "q?x=1", "h#i", "n\nl", "<b>&\"", "a;b", ".hidden", "c:d")) {
      add(share.resolve("names").resolve(name + ".txt"), "named " + name);
    }
    add(Path.of(URI.create(root + "names/%FF%FE%C3.txt")), "no encoding");
    Files.createSymbolicLink(share.resolve("out"), secret);
    Files.createSymbolicLink(share.resolve("out.txt"), secret.resolve("passwd"));
    Files.createSymbolicLink(share.resolve("nowhere"), share.resolve("nothing"));
    Files.createSymbolicLink(share.resolve("itself"), Path.of("itself"));
    Files.createSymbolicLink(share.resolve("loop"), share);
    Files.createSymbolicLink(share.resolve("same.txt"), share.resolve("names/a b.txt"));
    new ProcessBuilder("mkfifo", share.resolve("pipe").toString()).start().waitFor();
    Path closed = share.resolve("closed.txt");
    Files.writeString(closed, "closed");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    if (Files.isReadable(closed)) {
      expected.add(root + "closed.txt"); // The superuser may.
    }
    web.page(
        "a.test",
        "/",
        "<title>Web</title><base href='"
            + root
            + "'><a href='"
            + secret.toUri()
            + "passwd'>x</a><a href='"
            + root
            + "only-the-web-links-here.txt'>x</a><a href='http://a.test/x'>x</a>");
    file = tmp.resolve("crawl.yaml");
    Files.writeString(
        file,
        "directory: share/own\n"
            + "sources:\n"
            + "  - {root: share, connections: 3, bytes-per-second: 100 MB}\n"
            + "rounds: until-done\n"
            + "agent: {name: filebot}\n"
            + "politeness: {delay: 0}\n"
            + "network:\n"
            + "  private-addresses: [127.0.0.0/8]\n"
            + "  hosts-file: "
            + web.hostsFile(tmp.resolve("hosts"))
            + "\n");
  }

  private void add(Path path, String text) throws Exception {
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    for (Path folder = path.getParent(); !folder.equals(share); folder = folder.getParent()) {
      expected.add(url(folder));
    }
    expected.add(url(path));
  }

  private static String url(Path path) {
    return SourceUrl.normalize(path.toUri().toString());
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private String orb(int status, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("-D", "hadoop.tmp.dir=" + tmp.resolve("hadoop")));
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    assertEquals(status, ended, printed.toString(UTF_8));
    return printed.toString(UTF_8);
  }

  private static void assertSays(String what, String text) {
    assertTrue(text.contains(what), text);
  }

  /** The files and pages that the segments from this one on have read. */
  private Set<String> read(int from) throws Exception {
    CrawlDir crawl = CrawlDir.open(new Configuration(), share.resolve("own").toString());
    Set<String> read = new TreeSet<>();
    CrawlDatum datum = new CrawlDatum();
    for (int i = from; i < crawl.segmentList().size(); i++) {
      CrashIT.readAll(
          crawl,
          new org.apache.hadoop.fs.Path(crawl.segmentList().get(i), "crawl_fetch"),
          datum,
          url -> {
            if (datum.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS && !url.endsWith("/")) {
              read.add(url);
            }
          });
    }
    return read;
  }

  @Test
  void aFolderIsCrawledAndThenOnlyWhatChanged() throws Exception {
    orb(0, "crawl", file.toString());
    Map<String, String> statuses = CrawlContents.statuses(share.resolve("own").toString());
    Set<String> fetched = new TreeSet<>();
    statuses.forEach(
        (url, status) -> {
          if (url.startsWith("file:") && status.matches("db_(fetched|duplicate|notmodified)")) {
            fetched.add(url);
          }
        });
    Set<String> more = new TreeSet<>(fetched);
    more.removeAll(expected);
    expected.removeAll(fetched);
    assertEquals(List.of(), List.copyOf(expected), "not fetched");
    assertEquals(List.of(), List.copyOf(more), "not expected");
    for (String no : List.of("out/", "out.txt", "nowhere", "itself", "pipe", "own/")) {
      assertEquals("db_gone", statuses.get(root + no), no);
    }
    for (String link : List.of("loop/", "same.txt")) {
      assertTrue(statuses.getOrDefault(root + link, "").startsWith("db_redir"), link + statuses);
    }
    assertFalse(statuses.keySet().stream().anyMatch(url -> url.contains("passwd")));
    assertFalse(statuses.containsKey(root + "only-the-web-links-here.txt"));
    assertEquals("db_fetched", statuses.get(web.url("a.test", "/")));

    String found = orb(0, "search", file.toString(), "words 3 and 21");
    assertTrue(found.contains("f3/21.html"), found);
    assertSays("neither a file nor", orb(0, "why", root + "pipe", file.toString()));
    assertSays("leads out of its root", orb(0, "why", root + "out.txt", file.toString()));
    assertSays("own directory", orb(0, "why", root + "own/", file.toString()));
    assertSays("and indexed", orb(0, "why", root + "f0/2.txt", file.toString()));
    orb(0, "report", share.resolve("own").toString(), "--out", tmp.resolve("report").toString());

    int segments =
        CrawlDir.open(new Configuration(), share.resolve("own").toString()).segmentList().size();
    Set<String> changed = new TreeSet<>();
    for (Path path : List.of(share.resolve("f0/0.txt"), share.resolve("a/f1/3.html"))) {
      Files.writeString(path, "changed words, more of them");
      changed.add(url(path));
    }
    add(share.resolve("a/new/new.txt"), "new");
    changed.add(root + "a/new/new.txt");
    Files.delete(share.resolve("f0/4.txt"));
    orb(0, "crawl", file.toString(), "--until-done", "--add-days", "31");
    changed.add(web.url("a.test", "/")); // It sends no validators.
    Set<String> again = read(segments);
    again.remove(web.url("a.test", "/"));
    changed.remove(web.url("a.test", "/"));
    assertEquals(changed, again);
    Map<String, String> now = CrawlContents.statuses(share.resolve("own").toString());
    assertEquals("db_gone", now.get(root + "f0/4.txt"));
    assertEquals("db_fetched", now.get(root + "a/new/new.txt"));
  }

  @Test
  void aFileIsTriedAndRootsAreChecked() throws Exception {
    String tried = orb(0, "try", root + "f0/1.html", "-D", "orbweaver.sources=" + share);
    assertTrue(tried.contains("X-File-Owner") || tried.contains("200"), tried);
    String other = orb(1, "try", secret.toUri() + "passwd", "-D", "orbweaver.sources=" + share);
    assertFalse(other.contains("the secret"), other);
    assertTrue(
        orb(2, "try", "s3a://b/x", "-D", "orbweaver.sources=s3a://b/").contains("hadoop-aws"));
  }
}
