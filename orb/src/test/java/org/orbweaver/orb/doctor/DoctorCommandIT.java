package org.orbweaver.orb.doctor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.orb.TestSite;

/** Damages one part of a crawl at a time. */
class DoctorCommandIT {
  private static final String NAMED = "-Dhttp.agent.name=tester";

  @TempDir static Path made;
  @TempDir Path temp;

  private static String run(int status, String... words) {
    return TestSite.orb(made, status, words);
  }

  /** A crawl with seeds in two parts, a fetch list, a graph and its PageRank. */
  @BeforeAll
  static void makeCrawl() throws IOException {
    String crawl = made.resolve("crawl").toString();
    String parts = "-Dorbweaver.crawldb.parts=2";
    run(0, "inject", "http://a.example/", "http://b.example/", crawl, parts);
    Path edges = made.resolve("edges.tsv");
    Files.writeString(
        edges, "http://a.example/\thttp://b.example/\nhttp://b.example/\thttp://c.example/\n");
    run(0, "graph", crawl, "--import", edges.toString(), "--format", "edges");
    run(0, "pagerank", crawl);
    run(0, "generate", crawl);
  }

  /** Damages files that were copied without Hadoop's checksums. */
  private static void flipCopied(Path folder, String below) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().endsWith(".crc")) {
          Files.delete(file);
        } else if (file.toString().contains(below)) {
          flip(file);
        }
      }
    }
  }

  /** As in a crawl by an earlier version, or by Nutch. */
  private static void deleteLists(Path crawl) throws IOException {
    try (Stream<Path> all = Files.walk(crawl)) {
      for (Path list : all.filter(file -> file.endsWith(".checksums")).toList()) {
        Files.delete(list);
      }
    }
  }

  private interface Fault {
    void inflict(Path crawl) throws IOException;
  }

  private static Path data(Path crawl, int part) {
    return crawl.resolve("crawldb/current/part-r-0000" + part + "/data");
  }

  private static void cut(Path file, int length) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, length));
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 3] ^= 0x55;
    Files.write(file, bytes);
  }

  private static Path newest(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> !file.getFileName().toString().startsWith("."))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  private static Arguments fault(String name, String expected, Fault fault) {
    return fault(name, NAMED, expected, fault);
  }

  private static Arguments fault(String name, String options, String expected, Fault fault) {
    String[] words = expected.split(" ", 3);
    return Arguments.of(name, options, words[0], words[1], words[2], fault);
  }

  /** Faults: a name, options besides the agent's name, check, level and message, the fault. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault("nothing", "stores ok are intact", crawl -> {}),
        fault("nothing, deep", NAMED + " --deep", "stores ok ; read all ", crawl -> {}),
        fault(
            "a part is missing",
            "stores error part-r-00000: missing",
            crawl -> FileUtil.fullyDelete(crawl.resolve("crawldb/current/part-r-00000").toFile())),
        fault(
            "no part is left",
            "stores error : no parts",
            crawl -> {
              FileUtil.fullyDelete(crawl.resolve("crawldb/current").toFile());
              Files.createDirectories(crawl.resolve("crawldb/current"));
            }),
        fault(
            "a part lost its data",
            "stores error part-r-00001",
            crawl -> Files.delete(data(crawl, 1))),
        fault(
            "a part is shorter than it was published",
            "stores error part-r-00001/data: has 20 bytes, was published with",
            crawl -> {
              Files.deleteIfExists(data(crawl, 1).resolveSibling(".data.crc"));
              cut(data(crawl, 1), 20);
            }),
        fault(
            "a part of a crawl by Nutch is cut",
            "stores error data ends before its index",
            crawl -> {
              deleteLists(crawl);
              Files.deleteIfExists(data(crawl, 1).resolveSibling(".data.crc"));
              cut(data(crawl, 1), 20);
            }),
        fault(
            "the end of such a part is cut",
            "stores error part-r-00001: unexpected end of file",
            crawl -> {
              deleteLists(crawl);
              Files.deleteIfExists(data(crawl, 1).resolveSibling(".data.crc"));
              cut(data(crawl, 1), (int) Files.size(data(crawl, 1)) - 5);
            }),
        fault(
            "a byte is wrong",
            NAMED + " --deep",
            "stores error part-r-00001/data: Checksum error",
            crawl -> flip(data(crawl, 1))),
        fault(
            "a byte of a graph's names is wrong",
            NAMED + " --deep",
            "derived error wrong checksum",
            crawl -> flipCopied(crawl.resolve("graph"), "/ids/part")),
        fault(
            "a list of checksums is damaged",
            "derived error .checksums: the list of checksums is not as it was written",
            crawl -> flipCopied(crawl.resolve("graph"), ".checksums")),
        fault(
            "a file is in no list",
            "stores error current/part-r-00002: not in the list of checksums",
            crawl -> Files.createFile(crawl.resolve("crawldb/current/part-r-00002"))),
        fault(
            "a crawl has no lists of checksums",
            "stores note 2 folders without a list of checksums",
            DoctorCommandIT::deleteLists),
        fault(
            "a byte of a graph's degrees is wrong, which has no list",
            NAMED + " --deep",
            "derived error corrupt: its checksum is",
            crawl -> {
              deleteLists(crawl);
              flipCopied(crawl.resolve("graph"), "/outdeg");
            }),
        fault(
            "a byte of ranks without a list is wrong",
            NAMED + " --deep",
            "derived error pagerank",
            crawl -> {
              deleteLists(crawl);
              flipCopied(crawl.resolve("pagerank"), "/ranks");
            }),
        fault(
            "a segment's list is no store",
            "segments error crawl_generate/part-r-00000",
            crawl -> {
              Path list = newest(crawl.resolve("segments")).resolve("crawl_generate/part-r-00000");
              Files.deleteIfExists(list.resolveSibling("." + list.getFileName() + ".crc"));
              Files.writeString(list, "nonsense");
            }),
        fault(
            "an index has no description",
            "derived error meta.json",
            crawl -> Files.createDirectories(crawl.resolve("index/20260101000000"))),
        fault(
            "a record of the log cannot be read",
            "log error cannot",
            crawl -> {
              Files.deleteIfExists(crawl.resolve(".state/.1.crc"));
              Files.writeString(crawl.resolve(".state/1"), "{\"number\":1");
            }),
        fault(
            "a record of the log is missing",
            "log error the record of step 1 is missing",
            crawl -> Files.delete(crawl.resolve(".state/1"))),
        fault(
            "what a step made is gone",
            "log error which is missing",
            crawl -> FileUtil.fullyDelete(newest(crawl.resolve("segments")).toFile())),
        fault(
            "a step was interrupted",
            "staging note interrupted fetch of 20260101000000",
            crawl ->
                Files.createDirectories(crawl.resolve(".staging/3-fetch-20260101000000/parts"))),
        fault(
            "a dead run's lock",
            "lock ok not locked",
            crawl -> Files.writeString(crawl.resolve(".lock"), hostName() + " 999999999 1 x y\n")),
        fault(
            "another machine's lock",
            "lock note in use by 'fetch'",
            crawl ->
                Files.writeString(
                    crawl.resolve(".lock"), "elsewhere 1 1 2026-11-22T03:00:00Z fetch\n")),
        fault(
            "files of tomorrow",
            "clock error the crawl has data from",
            crawl ->
                Files.setLastModifiedTime(
                    crawl.resolve("crawldb"), FileTime.from(Instant.now().plusSeconds(86_400)))),
        fault("pages are not rendered", "browser ok not needed", crawl -> {}),
        fault(
            "pages are to be rendered, and there is no browser",
            NAMED + " -Dorbweaver.render=auto -Dorbweaver.render.browser=/nonexistent/browser",
            "browser error /nonexistent/browser is not a program; install Chromium",
            crawl -> {}),
        fault("no agent name", "", "agentName error http.agent.name is not set", crawl -> {}),
        fault(
            "an unknown setting",
            NAMED + " -Dorbweaver.fetch.private.adresses=x",
            "settings error did you mean orbweaver.fetch.private.addresses?",
            crawl -> {}),
        fault(
            "an impossible setting",
            NAMED + " -Dfetcher.server.delay=-1",
            "settings error fetcher.server.delay",
            crawl -> {}),
        fault(
            "a setting of Nutch without effect",
            NAMED + " -Durlfilter.order=x",
            "settings note urlfilter.order",
            crawl -> {}));
  }

  private static String hostName() throws IOException {
    return java.net.InetAddress.getLocalHost().getHostName();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void findsWhatIsWrong(
      String name, String options, String check, String level, String message, Fault fault)
      throws IOException {
    Path crawl = temp.resolve("crawl");
    TestSite.copy(made.resolve("crawl"), crawl);
    fault.inflict(crawl);
    List<String> args = new ArrayList<>(List.of("doctor", crawl.toString(), "--offline", "--json"));
    args.addAll(Stream.of(options.split(" ", -1)).filter(word -> !word.isEmpty()).toList());
    String said = run(level.equals("error") ? 1 : 0, args.toArray(new String[0]));
    List<String> found =
        said.lines()
            .filter(line -> line.startsWith("{\"check\":\"" + check + "\",\"level\":\"" + level))
            .toList();
    assertTrue(found.stream().anyMatch(line -> line.contains(message)), said);
    if (!level.equals("ok")) {
      assertFalse(found.get(0).contains("\"remedy\":null"), found.get(0));
    }
  }

  @Test
  void theNumberOfErrorsEndsTheText() {
    String said = run(0, "doctor", "--offline", NAMED);
    assertTrue(said.endsWith("\nno errors\n"), said);
    run(2, "doctor", "--deep", NAMED); // of what?
    run(1, "doctor", made + "/none", NAMED);
  }
}
