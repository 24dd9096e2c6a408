package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.exchange.GraphImport.Format;

class LinkFilesTest {
  @TempDir Path folder;
  private Workbench bench;

  @BeforeEach
  void setUp() {
    bench = new Workbench(folder);
  }

  @Test
  void aFolderOrAPatternStandsForItsFiles() throws IOException {
    bench.text("edges/part-2", "2 0\n");
    bench.bytes("edges/part-1.gz", Workbench.gzip("0 1\n1 2"));
    bench.text("edges/_SUCCESS", "x");
    bench.text("edges/.part-1.crc", "x");
    String expected = Workbench.everything(bench.load(bench.path("edges"), Format.EDGES));
    String pattern = bench.path("edges/part-*");
    assertEquals(expected, Workbench.everything(bench.load(pattern, Format.EDGES)));
    String one = bench.text("one", "0 1\n1 2\n2 0\n");
    assertEquals(expected, Workbench.everything(bench.load(one, Format.EDGES)));
    // Lists go on in the next file.
    bench.text("lists/1", "1\n2\n");
    bench.text("lists/2", "0\n");
    assertEquals(expected, Workbench.everything(bench.load(bench.path("lists"), Format.LISTS)));
  }

  @Test
  void theFileOfSeveralThatIsWrongIsNamed() throws IOException {
    bench.text("edges/part-1", "0 1\n1 2\n");
    bench.text("edges/part-2", "2 0\n0\n");
    assertFails("edges/part-2, line 2: expected source and target, got only", bench.path("edges"));
    bench.bytes("edges/part-2", Arrays.copyOf(Workbench.gzip("2 0\n"), 15));
    assertFails("edges/part-2, line 2: damaged gzip file", bench.path("edges"));
    bench.bytes("edges/part-2", new byte[] {0x1f, (byte) 0x8b, 3, 0, 0, 0, 0, 0, 0, 0});
    assertFails("edges/part-2, line 1: damaged gzip file", bench.path("edges"));
    assertFails("cannot open ", bench.path("edges/x-*"));
    bench.text("empty/_SUCCESS", "");
    assertFails("no files in the folder ", bench.path("empty"));
  }

  private void assertFails(String message, String path) {
    OrbException e = assertThrows(OrbException.class, () -> bench.load(path, Format.EDGES));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  /** A stream that never has bytes available, as a decrypting or a remote one may. */
  private static InputStream slow(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int available() {
        return 0;
      }

      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(7, length));
      }
    };
  }

  @Test
  void allMembersOfAGzipFileAreRead() throws IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (String text : List.of("0 1\n", "1 2\n", "", "2 0\n")) {
      members.write(Workbench.gzip(text));
    }
    InputStream in = new GZIPInputStream(new LinkFiles.Unended(slow(members.toByteArray())));
    assertEquals("0 1\n1 2\n2 0\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    String file = bench.bytes("members.gz", members.toByteArray());
    assertEquals(3, bench.load(file, Format.EDGES).arcs());
  }
}
