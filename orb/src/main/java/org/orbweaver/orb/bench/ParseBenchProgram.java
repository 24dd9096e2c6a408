package org.orbweaver.orb.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.crawler.page.ParseLimits;
import org.orbweaver.crawler.page.document.DocumentLimits;
import org.orbweaver.crawler.page.document.DocumentReader;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.crawler.page.document.ReadDocument;
import org.orbweaver.crawler.page.document.TikaDocumentParser;
import org.orbweaver.testkit.documents.OrdinaryDocuments;
import org.orbweaver.testkit.documents.TestDocument;

/**
 * Parses documents one after the other, in this process or in a parser process, and prints the
 * processor time that each pass over them took, in nanoseconds, and the characters that were read.
 */
final class ParseBenchProgram {
  private static final int SEED = 9;
  private static final int PASSES = 3;

  private final List<TestDocument> documents;
  private final DocumentLimits limits =
      new DocumentLimits(
          120_000,
          ParseLimits.DEFAULT.maxTextChars(),
          ParseLimits.DEFAULT.maxLinks(),
          ParseLimits.DEFAULT.maxUrlChars(),
          DocumentLimits.DEFAULT_DEPTH,
          DocumentLimits.DEFAULT_OUTPUT_BYTES);

  private ParseBenchProgram(List<TestDocument> documents) {
    this.documents = documents;
  }

  /** Parses one document. */
  @FunctionalInterface
  private interface Reading {
    ReadDocument read(TestDocument document) throws InterruptedException;
  }

  /**
   * Runs.
   *
   * @param args {@code here} or {@code process}, and the number of made-up documents or a folder
   */
  @AllowForbidden("it prints what its parent reads")
  public static void main(String[] args) throws Exception {
    ParseBenchProgram program = new ParseBenchProgram(documents(args[1]));
    try (DocumentReader reader =
        DocumentReader.shared(
            new ProcessSettings(
                1,
                ProcessSettings.DEFAULT_HEAP_MEGABYTES,
                ProcessSettings.DEFAULT_TEMP_BYTES,
                120_000))) {
      System.out.println(program.run(args[0].equals("here"), reader));
    }
  }

  private static List<TestDocument> documents(String from) throws IOException {
    if (from.matches("\\d+")) {
      return OrdinaryDocuments.makeOffice(SEED, Integer.parseInt(from));
    }
    List<TestDocument> read = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(from))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        read.add(
            new TestDocument(file.getFileName().toString(), "", Files.readAllBytes(file), null));
      }
    }
    return read;
  }

  private String run(boolean here, DocumentReader reader) throws InterruptedException {
    long before = cpu(reader);
    TikaDocumentParser parser = here ? new TikaDocumentParser() : null;
    Reading reading =
        here
            ? document -> parser.parse(document.content(), document.contentType(), limits)
            : document -> reader.read(document.content(), document.contentType(), limits);
    StringBuilder line = new StringBuilder();
    long chars = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      for (TestDocument document : documents) {
        chars += reading.read(document).text().length();
      }
      long now = cpu(reader);
      line.append(now - before).append(' ');
      before = now;
    }
    return line.append(chars).append(' ').append(documents.size()).toString();
  }

  private static long cpu(DocumentReader reader) {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        + reader.cpu().toNanos();
  }
}
