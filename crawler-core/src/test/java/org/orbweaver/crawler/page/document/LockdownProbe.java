package org.orbweaver.crawler.page.document;

import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * A program that runs like a parser process, tries forbidden actions, and prints those that
 * succeed.
 */
@SuppressWarnings("AddressSelection") // any address of the name will do
final class LockdownProbe {
  private LockdownProbe() {}

  /**
   * Tries them.
   *
   * @param args the temporary folder, then from the environment's place: see {@link LockdownTest}
   */
  public static void main(String[] args) throws Exception {
    PrintStream out =
        new PrintStream(
            new DataOutputStream(new FileOutputStream(FileDescriptor.out)),
            true,
            StandardCharsets.UTF_8);
    String[] told = System.getenv("PROBE").split(" ", -1);
    boolean guarded = told[0].equals("guarded");
    int port = Integer.parseInt(told[1]);
    Path foreign = Path.of(told[2]);
    Path own = Path.of(args[0]);
    if (guarded) {
      Lockdown.apply(own, List.of());
    } else {
      Lockdown.refuseNetwork(); // All that there is from Java 24 on.
      Lockdown.refusePrograms();
    }
    Map<String, Callable<?>> attempts = new LinkedHashMap<>();
    attempts.put("write own file", () -> Files.writeString(own.resolve("x"), "x"));
    attempts.put("read own file", () -> Files.readString(own.resolve("x")));
    attempts.put("socket", () -> new Socket("127.0.0.1", port));
    attempts.put("server", () -> new ServerSocket(0));
    attempts.put("channel", () -> SocketChannel.open(new InetSocketAddress("127.0.0.1", port)));
    attempts.put(
        "url", () -> URI.create("http://127.0.0.1:" + port + "/").toURL().openStream().read());
    attempts.put(
        "client",
        () ->
            HttpClient.newHttpClient()
                .send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).build(),
                    HttpResponse.BodyHandlers.ofString()));
    attempts.put("name", () -> InetAddress.getByName(told[3]));
    attempts.put("program", () -> new ProcessBuilder("/bin/true").start());
    attempts.put("runtime program", () -> Runtime.getRuntime().exec(new String[] {"/bin/true"}));
    if (guarded) {
      attempts.put("read foreign file", () -> Files.readString(foreign));
      attempts.put("read by url", () -> foreign.toUri().toURL().openStream().read());
      attempts.put("write foreign file", () -> Files.writeString(foreign, "x"));
      attempts.put("delete foreign file", () -> Files.deleteIfExists(foreign));
      attempts.put(
          "read around", () -> Files.readString(own.resolve("../../" + foreign.getFileName())));
      attempts.put(
          "exit",
          () -> {
            System.exit(0);
            return null;
          });
    }
    attempts.forEach(
        (name, attempt) -> {
          try {
            attempt.call();
            out.println(name + ": done");
          } catch (Throwable e) {
            out.println(name + ": refused " + e);
          }
        });
    Lockdown.exit();
  }
}
