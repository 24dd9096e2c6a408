package org.orbweaver.crawler.fetch.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.PropertiesUserManagerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.sftp.server.SftpSubsystem;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.fetch.ProtocolFetcher;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;

/** Reads from an SFTP and from FTP servers. */
class RemoteFilesTest {
  private static final String PASSWORD = UUID.randomUUID().toString();

  @TempDir private Path tmp;
  private Path home;
  private final Configuration conf = new Configuration();
  private final List<String> entries = Collections.synchronizedList(new ArrayList<>());

  private final class Entries implements FetchTools.Sink {
    @Override
    public void add(String url, CrawlDatum datum, Content content, FetchCounter counter) {
      entries.add(url);
    }

    @Override
    public void count(FetchCounter counter, long n) {}

    @Override
    public void log(RequestLine line) {}
  }

  @BeforeEach
  void files() throws IOException {
    home = tmp.toRealPath().resolve("home");
    Files.createDirectories(home.resolve("share/sub"));
    Files.writeString(home.resolve("share/a.txt"), "content");
    Files.writeString(home.resolve("secret.txt"), "secret");
  }

  /** Answers SSH_FXP_REALPATH as OpenSSH does, with links followed. */
  private static final class ResolvingSftp extends SftpSubsystem {
    ResolvingSftp(ChannelSession channel, SftpSubsystemFactory factory) {
      super(channel, factory);
    }

    @Override
    protected SimpleImmutableEntry<Path, Boolean> validateRealPath(
        int id, String path, Path file, LinkOption... options) throws IOException {
      Path target =
          Files.isSymbolicLink(file) ? file.resolveSibling(Files.readSymbolicLink(file)) : file;
      return Files.exists(target)
          ? new SimpleImmutableEntry<>(target.toRealPath(), true)
          : super.validateRealPath(id, path, target, options);
    }
  }

  /** Serves the whole disk, to who knows the password. */
  private SshServer sftp() throws IOException {
    SshServer server = SshServer.setUpDefaultServer();
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider());
    server.setPasswordAuthenticator(
        (user, password, session) -> user.equals("u") && password.equals(PASSWORD));
    server.setSubsystemFactories(
        List.of(
            new SftpSubsystemFactory() {
              @Override
              public Command createSubsystem(ChannelSession channel) {
                return new ResolvingSftp(channel, this);
              }
            }));
    server.start();
    conf.set("fs.sftp.password.127.0.0.1.u", PASSWORD);
    return server;
  }

  private FtpServer ftp(int[] port, String... users) throws Exception {
    FtpServerFactory factory = new FtpServerFactory();
    ListenerFactory listener = new ListenerFactory();
    listener.setPort(0);
    listener.setServerAddress("127.0.0.1");
    factory.addListener("default", listener.createListener());
    factory.setUserManager(new PropertiesUserManagerFactory().createUserManager());
    for (String name : users) {
      BaseUser user = new BaseUser();
      user.setName(name);
      user.setPassword(PASSWORD);
      user.setHomeDirectory(Files.createDirectories(home.resolve(name)).toString());
      factory.getUserManager().save(user);
    }
    FtpServer server = factory.createServer();
    server.start();
    port[0] = factory.getListener("default").getPort();
    conf.set("fs.ftp.password.127.0.0.1", PASSWORD);
    return server;
  }

  private FetchedPage get(String url) throws IOException {
    return fetch(FetchRequest.get(url));
  }

  private FetchedPage fetch(FetchRequest request) throws IOException {
    return new ProtocolFetcher(
            conf,
            web -> {
              throw new IOException("web");
            },
            new Entries())
        .fetch(request);
  }

  @Test
  void anSftpServerHasFoldersAndFiles() throws IOException {
    try (SshServer server = sftp()) {
      String root = "sftp://u@127.0.0.1:" + server.getPort() + home + "/share/";
      UrlKeys.SOURCES.set(conf, root);
      SourceProtocol.check(conf);
      assertEquals(200, get(root).status());
      assertEquals(List.of(root + "a.txt", root + "sub/"), List.copyOf(new TreeSet<>(entries)));
      FetchedPage page = get(root + "a.txt");
      assertEquals("content", new String(page.body(), UTF_8));
      String etag = page.header("ETag").orElseThrow();
      assertEquals(304, fetch(FetchRequest.get(root + "a.txt").conditional(etag, null)).status());
      assertEquals(404, get(root + "b.txt").status());
    }
  }

  @Test
  void linksOnAnSftpServerLeadNowhereElse() throws IOException {
    Files.createSymbolicLink(home.resolve("share/sub/up"), Path.of(".."));
    Files.createSymbolicLink(home.resolve("share/copy.txt"), Path.of("a.txt"));
    Files.createSymbolicLink(home.resolve("share/nowhere"), Path.of("gone"));
    Files.createSymbolicLink(home.resolve("share/out"), Path.of(".."));
    Files.createSymbolicLink(home.resolve("share/secret.txt"), Path.of("../secret.txt"));
    try (SshServer server = sftp()) {
      String root = "sftp://u@127.0.0.1:" + server.getPort() + home + "/share/";
      UrlKeys.SOURCES.set(conf, root);
      assertEquals(200, get(root).status());
      assertEquals(
          Set.of("a.txt", "copy.txt", "nowhere", "out", "secret.txt", "sub/"),
          entries.stream().map(url -> url.substring(root.length())).collect(Collectors.toSet()));
      assertEquals(404, get(root + "nowhere").status());
      FetchedPage loop = get(root + "sub/up");
      assertEquals(301, loop.status());
      assertEquals(root, loop.header("Location").orElseThrow());
      assertEquals(root + "a.txt", get(root + "copy.txt").header("Location").orElseThrow());
      for (String out : List.of("out", "out/", "out/secret.txt", "secret.txt")) {
        FetchedPage page = get(root + out);
        assertEquals(403, page.status(), out);
        assertTrue(page.header(Outcome.REFUSED).orElse("").contains("out of its root"), out);
        assertEquals(0, page.body().length);
      }
    }
  }

  @Test
  void usersOfFtpServersAreInTheUrlsOfRoots() throws Exception {
    int[] port = new int[2];
    FtpServer one = ftp(port, "ann", "bob");
    port[1] = port[0];
    FtpServer other = ftp(port, "ann");
    try {
      List<String> roots =
          List.of(
              "ftp://ann@127.0.0.1:" + port[1] + "/",
              "ftp://bob@127.0.0.1:" + port[1] + "/",
              "ftp://ann@127.0.0.1:" + port[0] + "/");
      Files.writeString(home.resolve("ann/of-ann.txt"), "Ann's");
      Files.writeString(home.resolve("bob/of-bob.txt"), "Bob's");
      UrlKeys.SOURCES.set(conf, String.join("\n", roots));
      roots.forEach(
          root -> {
            entries.clear();
            try {
              FetchedPage folder = get(root);
              assertEquals(200, folder.status(), () -> folder.headers().toString());
              String name = root.contains("ann") ? "of-ann.txt" : "of-bob.txt";
              assertEquals(List.of(root + name), entries);
              FetchedPage page = get(root + name);
              assertEquals(
                  root.contains("ann") ? "Ann's" : "Bob's", new String(page.body(), UTF_8));
              assertFalse(page.toString().contains(PASSWORD));
            } catch (IOException e) {
              throw new AssertionError(root, e);
            }
          });
    } finally {
      one.stop();
      other.stop();
    }
  }
}
