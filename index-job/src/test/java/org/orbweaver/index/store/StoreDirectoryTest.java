package org.orbweaver.index.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.index.RemoteFileSystem;

class StoreDirectoryTest {
  private static final String FILE = "attempt_1_0001_m_000000_0";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"file", "remote"})
  void readsPartsOfWhatItWrote(String scheme) throws IOException {
    Configuration conf = RemoteFileSystem.in(new Configuration());
    var files =
        new StoreDirectory(conf, new org.apache.hadoop.fs.Path(scheme + "://" + folder, "new"));
    byte[] bytes = new byte[3_000_000];
    new Random(7).nextBytes(bytes);
    try (IndexOutput out = files.createOutput(FILE, IOContext.DEFAULT)) {
      assertEquals(FILE, out.getName(), "by which it is opened again");
      out.writeBytes(bytes, bytes.length);
    }
    // An attempt with the name of another must not write into its file.
    assertThrows(
        FileAlreadyExistsException.class, () -> files.createOutput(FILE, IOContext.DEFAULT));
    for (IOContext context : new IOContext[] {IOContext.READONCE, IOContext.DEFAULT}) {
      try (IndexInput in = files.openInput(FILE, context)) {
        for (int from : new int[] {0, 1_048_575, 2_999_999}) {
          byte[] read = new byte[Math.min(1_500_000, bytes.length - from)];
          in.seek(from);
          in.readBytes(read, 0, read.length);
          assertArrayEquals(Arrays.copyOfRange(bytes, from, from + read.length), read);
        }
        assertThrows(EOFException.class, in::readByte);
      }
    }
  }
}
