package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.CachedDns;

/**
 * A program that fetches from hosts whose addresses the system's resolver gets from a name server
 * of the test, and prints the results; see {@link DnsAnswersTest}.
 */
final class DnsProbe {
  private static final int AAAA = 28;

  private DnsProbe() {}

  /**
   * Fetches.
   *
   * @param args a block that may be contacted or "-", then hosts {@code <32 hexadecimal digits of
   *     the address>.test}
   */
  @SuppressWarnings("AddressSelection") // all addresses are looked at
  public static void main(String[] args) throws Exception {
    PrintStream out =
        new PrintStream(
            new DataOutputStream(new FileOutputStream(FileDescriptor.out)), true, US_ASCII);
    DatagramSocket socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", 53));
    Thread server = new Thread(() -> answer(socket), "name-server");
    server.setDaemon(true);
    server.start();
    AddressGuard guard = AddressGuard.allowing(args[0].equals("-") ? List.of() : List.of(args[0]));
    try (RawServer web = RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody");
        HttpFetcher fetcher =
            new HttpFetcher(
                TestFetchers.settings(2_000, 5_000), InetAddress::getAllByName, guard)) {
      CachedDns names = new CachedDns();
      for (String host : List.of(args).subList(1, args.length)) {
        String outcome;
        try {
          String url = "http://" + host + ":" + web.port() + "/";
          outcome = Integer.toString(fetcher.fetch(FetchRequest.get(url)).status());
        } catch (IOException e) {
          outcome = FailureKind.of(e).name();
        }
        int bytes = InetAddress.getByName(host).getAddress().length;
        out.println(
            host + " " + bytes + " " + names.resolve(host)[0].getHostAddress() + " " + outcome);
      }
    }
  }

  private static void answer(DatagramSocket socket) {
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        socket.receive(packet);
        byte[] answer = answer(packet.getData(), packet.getLength());
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Answers a question for AAAA with the bytes of the first label, any other with no record (RFC
   * 1035).
   */
  private static byte[] answer(byte[] query, int length) throws IOException {
    int end = 12;
    while (query[end] != 0) {
      end += query[end] + 1;
    }
    end += 5;
    ByteBuffer header = ByteBuffer.wrap(query, 0, length);
    boolean known = query[12] == 32 && header.getShort(end - 4) == AAAA;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(header.getShort(0));
    out.writeShort(0x8180); // A response, with recursion, without error.
    out.writeShort(1);
    out.writeShort(known ? 1 : 0);
    out.writeInt(0);
    out.write(query, 12, end - 12);
    if (known) {
      out.writeShort(0xc00c); // The name of the question.
      out.writeShort(AAAA);
      out.writeShort(1);
      out.writeInt(60);
      out.writeShort(16);
      out.write(HexFormat.of().parseHex(new String(query, 13, 32, US_ASCII)));
    }
    return bytes.toByteArray();
  }
}
