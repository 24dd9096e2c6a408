package org.orbweaver.crawler.page.document;

import java.io.File;
import java.io.FilePermission;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ProtocolFamily;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImplFactory;
import java.net.SocketPermission;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Permission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.LogManager;

/**
 * Denies a parser process everything that parsers do not need: the network, other programs, and
 * files other than the class path, plugins and its own temporary ones.
 *
 * <p>Up to Java 23 a security manager denies all of it. Java 24 has none; there, and before it as
 * well, {@link #flags} and the factories here deny sockets, channels, URLs other than local ones,
 * host names and programs. External entities are off in any case.
 */
final class Lockdown {

  /** The first version of Java without security manager. */
  static final int NO_SECURITY_MANAGER = 24;

  private static final Set<String> LOCAL = Set.of("file", "jar", "jrt");

  private static final String NO_NETWORK = "a parser has no network";

  private static volatile boolean exiting;

  private Lockdown() {}

  /**
   * The flags of the process's JVM.
   *
   * @param hosts an empty file: with it, no name resolves
   */
  static List<String> flags(Path hosts) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-Djdk.serialFilter=!*",
                "-Djava.awt.headless=true",
                "-Djdk.net.hosts.file=" + hosts,
                "-Djava.nio.channels.spi.SelectorProvider=" + RefusingSelectors.class.getName(),
                // For refusePrograms: the JVM then starts programs by its helper.
                "-Djdk.lang.Process.launchMechanism=POSIX_SPAWN",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Djavax.xml.accessExternalDTD=",
                "-Djavax.xml.accessExternalSchema=",
                "-Djavax.xml.accessExternalStylesheet=",
                // Java 24 sets it to 100; the reader has its own limit on nesting.
                "-Djdk.xml.maxElementDepth=0"));
    if (Runtime.version().feature() < NO_SECURITY_MANAGER) {
      flags.add("-Djava.security.manager=allow");
    }
    return flags;
  }

  /**
   * Locks this process.
   *
   * @param folder its temporary folder, within the one where it may write
   * @param jars of plugins, which it may read
   */
  static void apply(Path folder, List<Path> jars) throws IOException {
    refuseNetwork();
    refusePrograms();
    if (Runtime.version().feature() < NO_SECURITY_MANAGER) {
      guard(folder.getParent(), jars);
    }
    silence();
  }

  /** Closes standard output to everything but replies. */
  @AllowForbidden("it replaces it")
  static void closeOutput() {
    System.setOut(nothing());
  }

  /** Discards the logs of libraries, and errors: up to here they say why the process ends. */
  @AllowForbidden("it replaces them")
  private static void silence() {
    LogManager.getLogManager().reset();
    System.setErr(nothing());
  }

  private static PrintStream nothing() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  /** Denies the network by the factories that every Java version has. */
  @AllowForbidden("deprecated for their use in ordinary programs; here they refuse")
  @SuppressWarnings("deprecation")
  static void refuseNetwork() throws IOException {
    SocketImplFactory refusing =
        () -> {
          throw new SecurityException(NO_NETWORK);
        };
    Socket.setSocketImplFactory(refusing);
    ServerSocket.setSocketFactory(refusing);
    DatagramSocket.setDatagramSocketImplFactory(
        () -> {
          throw new SecurityException(NO_NETWORK);
        });
    URL.setURLStreamHandlerFactory(
        protocol -> LOCAL.contains(protocol) ? null : new RefusingHandler());
  }

  /**
   * Empties the path of the helper through which the JVM starts programs, so each attempt fails as
   * for a program that does not exist. There is no switch for it from Java 24 on.
   *
   * @throws IOException if this JVM has no such helper: no parser is better than an unprotected one
   */
  static void refusePrograms() throws IOException {
    try {
      Field helper = Class.forName("java.lang.ProcessImpl").getDeclaredField("helperpath");
      helper.setAccessible(true);
      Arrays.fill((byte[]) helper.get(null), (byte) 0);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw new IOException("cannot keep parsers from starting programs on this Java", e);
    }
  }

  static IOException refused() {
    return new IOException(NO_NETWORK);
  }

  private static final class RefusingHandler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      throw refused();
    }
  }

  /** Opens no channel; public, since a system property names it. */
  public static final class RefusingSelectors extends SelectorProvider {
    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
      throw refused();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
      throw refused();
    }

    @Override
    public Pipe openPipe() throws IOException {
      throw refused();
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
      throw refused();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
      throw refused();
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
      throw refused();
    }
  }

  /** Ends this process. */
  static void exit() {
    exiting = true;
    Runtime.getRuntime().halt(0);
  }

  @AllowForbidden("deprecated, and the only guard over files that Java up to 23 has")
  @SuppressWarnings("removal")
  private static void guard(Path folder, List<Path> jars) throws IOException {
    System.setSecurityManager(new Guard(folder, jars));
  }

  @AllowForbidden("as above")
  @SuppressWarnings("removal")
  private static final class Guard extends SecurityManager {
    private final Set<String> readable = new TreeSet<>();
    private final Set<String> writable = new TreeSet<>();

    Guard(Path folder, List<Path> jars) throws IOException {
      add(writable, folder);
      add(readable, folder);
      add(readable, Path.of(System.getProperty("java.home")));
      readable.addAll(List.of("/dev/random", "/dev/urandom"));
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        if (!entry.isEmpty()) {
          add(readable, Path.of(entry));
        }
      }
      for (Path jar : jars) {
        add(readable, jar.toAbsolutePath());
      }
    }

    private static void add(Set<String> paths, Path path) throws IOException {
      paths.add(path.toString());
      if (Files.exists(path)) {
        paths.add(path.toRealPath().toString());
      }
    }

    private static boolean isWithin(Set<String> allowed, String file) {
      String path = new File(file).getPath();
      return !file.contains("..")
          && allowed.stream()
              .anyMatch(root -> path.equals(root) || path.startsWith(root + File.separatorChar));
    }

    /** All access to files, programs and sockets and the end of the process are checked here. */
    @Override
    public void checkPermission(Permission permission) {
      String name = permission.getName();
      if (permission instanceof FilePermission) {
        String actions = permission.getActions();
        boolean program = actions.contains("execute");
        if (program || !isWithin(actions.equals("read") ? readable : writable, name)) {
          throw new SecurityException("a parser may not " + actions + " " + name);
        }
      } else if (permission instanceof SocketPermission) {
        throw new SecurityException(NO_NETWORK);
      } else if (name.startsWith("exitVM") && !exiting) {
        throw new SecurityException("a parser may not end its process");
      } else if (name.equals("setSecurityManager")) {
        throw new SecurityException("a parser may not replace its security manager");
      }
    }

    @Override
    public void checkPermission(Permission permission, Object context) {
      checkPermission(permission);
    }

    @Override
    public void checkMulticast(InetAddress address) {
      throw new SecurityException(NO_NETWORK); // The default implementation would resolve names.
    }

    @Override
    public void checkPropertyAccess(String key) {
      // Called for each cell of a spreadsheet, so the way through checkPermission would be slow.
    }

    @Override
    public void checkPackageAccess(String name) {
      // Called for each class.
    }
  }
}
