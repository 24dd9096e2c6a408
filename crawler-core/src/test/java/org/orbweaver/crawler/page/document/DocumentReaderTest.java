package org.orbweaver.crawler.page.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.plugin.loader.PluginSource;
import org.orbweaver.testkit.documents.HostileDocuments;

/** The ways in which a document can harm its process, and that it harms nothing else. */
@Timeout(120)
class DocumentReaderTest {

  private static final byte[] XML = "<r><p>plain words</p></r>".getBytes(UTF_8);

  private static final ParseLimits LIMITS = limits(10_000, 64 << 20);

  private static DocumentReader reader;

  private static ParseLimits limits(long millis, int outputBytes) {
    return new ParseLimits(
        1000,
        4096,
        5_000_000,
        millis,
        new ParseLimits.DocumentLimits(100, 1000, 64 << 20, outputBytes),
        ProcessSettings.DEFAULT);
  }

  private static DocumentReader reader(int heap, long tempBytes, long idleMillis) {
    return new DocumentReader(settings(heap, tempBytes, idleMillis));
  }

  private static ProcessSettings settings(int heap, long tempBytes, long idleMillis) {
    return new ProcessSettings(1, heap, tempBytes, idleMillis, PluginSource.NONE);
  }

  @BeforeAll
  static void make() {
    reader = reader(96, 1L << 30, 60_000);
  }

  private static byte[] hostile(String name) {
    return HostileDocuments.kind(name, "http://127.0.0.1:9").content();
  }

  @AfterAll
  static void close() {
    reader.close();
  }

  private static void assertStillReads(DocumentReader reader) throws InterruptedException {
    assertEquals("plain words", reader.read(XML, "application/xml", "", LIMITS).text());
  }

  @ParameterizedTest
  @CsvSource({
    "pdf-widths.pdf, 10000, MEMORY, OVER_LIMIT",
    "pdf-flate-bomb.pdf, 10000, MEMORY, OVER_LIMIT",
    "pdf-xref-stream-claims.pdf, 10000, MEMORY, OVER_LIMIT",
    "docx-one-attribute.docx, 10000, MEMORY, OVER_LIMIT",
    "pdf-forms-in-forms.pdf, 1500, TIME, OVER_LIMIT",
    "pdf-to-unicode-long.pdf, 500, TIME, OVER_LIMIT",
    "docx-paragraphs.docx, 800, TIME, OVER_LIMIT",
    "odt-deep.odt, 10000, NESTING, OVER_LIMIT",
    "pdf-form-field-cycle.pdf, 10000, NESTING, READ"
  })
  void aLimitIsNamedAndCostsTheDocumentAlone(
      String name, long millis, Limit limit, ReadDocument.Fate fate) throws Exception {
    ReadDocument read = reader.read(hostile(name), "", "", limits(millis, 64 << 20));
    assertEquals(fate, read.fate(), read.verdict().message());
    assertEquals(fate == ReadDocument.Fate.READ, read.partial(), "has text from before it");
    assertEquals(limit, read.verdict().limit());
    assertStillReads(reader);
  }

  @Test
  void textFromBeforeTheEndOfItsTimeIsKept() throws Exception {
    ParseLimits limits = limits(1500, 64 << 20);
    byte[] endless = archive("first.txt", XML, "second.pdf", hostile("pdf-forms-in-forms.pdf"));
    // Its text grows, and must not end the memory first.
    try (DocumentReader roomy = reader(512, 1L << 30, 60_000)) {
      roomy.read(archive("first.txt", XML), "application/zip", "", LIMITS); // Loads classes.
      ReadDocument read = roomy.read(endless, "application/zip", "", limits);
      assertEquals(Limit.TIME, read.verdict().limit());
      assertEquals(ReadDocument.Fate.READ, read.fate(), read.verdict().message());
      assertTrue(read.text().contains("plain words"), read.text());
      assertStillReads(roomy);
    }
  }

  private static byte[] archive(Object... namesAndContents) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(archive)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) namesAndContents[i]));
        zip.write((byte[]) namesAndContents[i + 1]);
      }
    }
    return archive.toByteArray();
  }

  @Test
  void outputIsBounded() throws Exception {
    byte[] xml = ("<r>" + "<p>some words</p>".repeat(1000) + "</r>").getBytes(UTF_8);
    assertEquals(
        Limit.OUTPUT,
        reader.read(xml, "application/xml", "", limits(10_000, 5000)).verdict().limit());
    assertEquals(
        ReadDocument.Fate.READ,
        reader.read(xml, "application/xml", "", limits(10_000, 50_000)).fate());
  }

  @Test
  void oneProcessServesManyDocumentsAndEndsWhenIdle() throws Exception {
    try (DocumentReader other = reader(64, 1L << 30, 300)) {
      assertStillReads(other);
      Set<Long> first = other.pids();
      assertStillReads(other);
      assertEquals(1, first.size());
      assertEquals(first, other.pids());
      ProcessHandle process = ProcessHandle.of(first.iterator().next()).orElseThrow();
      process.onExit().get();
      assertTrue(other.pids().isEmpty());
      assertStillReads(other);
    }
  }

  @Test
  void aProcessThatIsKilledFromOutsideIsNotTheDocumentsFault() throws Exception {
    try (DocumentReader other = reader(64, 1L << 30, 60_000)) {
      assertStillReads(other);
      Thread killer =
          new Thread(
              () ->
                  other
                      .pids()
                      .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy)));
      killer.start();
      for (int i = 0; i < 20; i++) {
        assertStillReads(other);
      }
    }
  }

  @Test
  void withoutProcessesTheTaskFailsAndNotTheDocument() {
    try (DocumentReader none = reader(1, 1L << 30, 60_000)) { // A JVM needs more than 1 MB.
      NoParserException e =
          assertThrows(
              NoParserException.class, () -> none.read(XML, "application/xml", "", LIMITS));
      assertTrue(e.getMessage().startsWith("cannot start a parser process: "), e.getMessage());
      assertTrue(e.getMessage().contains("orbweaver.parse.process.heap.mb"), e.getMessage());
    }
  }

  @Test
  void nothingIsLeft() throws Exception {
    Set<Long> pids;
    Path second;
    try (DocumentReader other = reader(96, 1L << 30, 60_000)) {
      assertStillReads(other);
      Path first = folder(other.pids());
      assertTrue(Files.exists(first));
      other.read(hostile("pdf-widths.pdf"), "application/pdf", "", limits(2000, 1 << 20));
      assertStillReads(other);
      assertFalse(Files.exists(first));
      pids = other.pids();
      second = folder(pids);
      assertTrue(Files.exists(second));
    }
    assertFalse(Files.exists(second));
    for (long pid : pids) {
      assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    }
  }

  /** The folder of the only process, named in its command. */
  private static Path folder(Set<Long> pids) {
    assertEquals(1, pids.size());
    ProcessHandle process = ProcessHandle.of(pids.iterator().next()).orElseThrow();
    Matcher folder =
        Pattern.compile("/\\S*/orbweaver-parser-[^/\\s]+")
            .matcher(process.info().commandLine().orElseThrow());
    assertTrue(folder.find());
    return Path.of(folder.group());
  }

  @Test
  void aProcessEndsWithItsParent() throws Exception {
    Path folder = Files.createTempDirectory("orbweaver-parser-");
    List<String> command = ParserCommand.prepare(folder, settings(64, 0, 0), ParserMain.class);
    Process process = new ProcessBuilder(command).start();
    process.getInputStream().readNBytes(4); // Ready.
    process.getOutputStream().close(); // The effect of the parent's death.
    assertEquals(0, process.waitFor());
    assertFalse(Files.exists(folder), "its files are gone, too");
  }
}
