package org.orbweaver.orb.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.page.document.DocumentReader;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.crawler.page.document.ReadDocument;
import org.orbweaver.crawler.page.document.TikaDocumentParser;
import org.orbweaver.testkit.documents.OrdinaryDocuments;
import org.orbweaver.testkit.documents.TestDocument;

/**
 * Parses documents one after the other, in this process or in a parser process, and prints the CPU
 * milliseconds a document of each pass over them.
 */
final class ParseBenchProgram {
  private static final int SEED = 9;

  private final List<TestDocument> documents;
  private final ParseLimits limits =
      new ParseLimits(
          ParseLimits.DEFAULT.maxLinks(),
          ParseLimits.DEFAULT.maxUrlChars(),
          ParseLimits.DEFAULT.maxTextChars(),
          120_000);

  private ParseBenchProgram(List<TestDocument> documents) {
    this.documents = documents;
  }

  /**
   * Runs.
   *
   * @param args {@code here} or {@code process}, and the number of synthetic documents or a folder
   */
  public static void main(String[] args) throws Exception {
    ParseBenchProgram program = new ParseBenchProgram(documents(args[1]));
    try (DocumentReader reader =
        DocumentReader.shared(
            new ProcessSettings(
                1,
                ProcessSettings.DEFAULT_HEAP_MEGABYTES,
                ProcessSettings.DEFAULT_TEMP_BYTES,
                120_000))) {
      program.run(args[0].equals("here"), reader);
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

  private void run(boolean here, DocumentReader reader) throws InterruptedException {
    Console console = Console.system();
    TikaDocumentParser parser = here ? new TikaDocumentParser() : null;
    long chars = 0;
    for (String pass : List.of("Cold", "Tepid", "Warm")) {
      long before = cpu(reader);
      for (TestDocument document : documents) {
        byte[] content = document.content();
        ReadDocument read =
            here
                ? parser.parse(content, document.contentType(), "", limits)
                : reader.read(content, document.contentType(), "", limits);
        chars += read.text().length();
      }
      console.linef("cpuMillis%s %.4f", pass, (cpu(reader) - before) / 1e6 / documents.size());
    }
    console.linef("characters %d", chars);
    console.linef("documents %d", documents.size());
    console.flush();
  }

  private static long cpu(DocumentReader reader) {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        + reader.cpu().toNanos();
  }
}
