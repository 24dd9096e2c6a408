package org.orbweaver.common.sorted;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InStepReaderTest {
  private static final int RECORDS = 4000;
  private static final int MOST_AT_ONCE = 1 << 20;

  @TempDir java.nio.file.Path folder;

  private final Configuration conf = new Configuration();
  private Path part;

  /** Every second number is a key; a record has 2,000 bytes that are hard to compress. */
  @BeforeEach
  void write() throws IOException {
    part = new Path(folder.toString(), "part");
    Random random = new Random(1);
    byte[] bytes = new byte[2000];
    try (MapFile.Writer out = StoreFiles.mapFile(conf, part, Text.class)) {
      for (int i = 0; i < RECORDS; i++) {
        for (int b = 0; b < bytes.length; b++) {
          bytes[b] = (byte) (' ' + random.nextInt(90));
        }
        out.append(key(2 * i), new Text(2 * i + new String(bytes, StandardCharsets.US_ASCII)));
      }
    }
  }

  private static Text key(int number) {
    return new Text(String.format(Locale.ROOT, "%06d", number));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 31, 33, 34, 35, 1001})
  void findsWhatIsThere(int step) throws IOException {
    try (InStepReader<Text> reader = new InStepReader<>(part, conf, new Text())) {
      for (int i = step / 3; i < 2 * RECORDS - 1; i += step) {
        Text value = reader.get(key(i));
        if (i % 2 == 0) {
          assertTrue(value.toString().startsWith(Integer.toString(i)), "value of " + i);
        } else {
          assertNull(value, "value of " + i);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 200})
  void hasNothingBehindTheEnd(int before) throws IOException {
    try (InStepReader<Text> reader = new InStepReader<>(part, conf, new Text())) {
      assertNotNull(reader.get(key(2 * RECORDS - before)));
      assertFalse(reader.isAtEnd());
      assertNull(reader.get(key(2 * RECORDS)));
      assertTrue(reader.isAtEnd());
      assertNull(reader.get(key(2 * RECORDS + 1)));
      assertNotNull(reader.get(key(before)), "another pass");
    }
  }

  @Test
  void readsBlocksOnceInAPassOverAllKeys() throws IOException {
    FileSystem fs = FileSystem.getLocal(conf);
    long length = fs.getFileStatus(new Path(part, MapFile.DATA_FILE_NAME)).getLen();
    assertTrue(length > 4 * MOST_AT_ONCE, "several blocks");
    var statistics = FileSystem.getGlobalStorageStatistics().get("file");
    long before = statistics.getLong("bytesRead");
    try (InStepReader<Text> reader = new InStepReader<>(part, conf, new Text())) {
      for (int i = 0; i < RECORDS; i++) {
        reader.get(key(2 * i));
      }
    }
    long read = statistics.getLong("bytesRead") - before;
    assertTrue(read < length + 2 * MOST_AT_ONCE, read + " bytes read of " + length);
  }
}
