package org.orbweaver.common.sorted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class DamagedPartTest {
  private static final int RECORDS = 2000;

  @TempDir private java.nio.file.Path folder;
  private final Configuration conf = new Configuration();

  private Path write(String name, int records) throws IOException {
    Path file = new Path(folder.resolve(name).toUri());
    try (SequenceFile.Writer writer = StoreFiles.sequenceFile(conf, file, Text.class)) {
      for (int i = 0; i < records; i++) {
        writer.append(new Text("key " + i), new Text("value " + Math.sin(i)));
      }
    }
    Files.delete(folder.resolve("." + name + ".crc"));
    return file;
  }

  private int read(Path file) throws IOException {
    int records = 0;
    try (PartReader<Text> reader = new PartReader<>(conf, file, Text.class)) {
      while (reader.next()) {
        records++;
      }
    }
    return records;
  }

  /** Hadoop keeps decompressors; one that failed would refuse larger blocks of other files. */
  @Test
  void damageToOnePartDoesNotSpreadToOthers() throws IOException {
    Path good = write("good", RECORDS);
    Path damaged = write("damaged", RECORDS / 20);
    java.nio.file.Path file = folder.resolve("damaged");
    byte[] bytes = Files.readAllBytes(file);
    int refused = 0;
    for (int at = bytes.length / 2; at < bytes.length; at += 5) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 0x55;
      Files.write(file, flipped);
      try {
        read(damaged);
      } catch (OrbException e) {
        refused++;
      }
      assertEquals(RECORDS, read(good), "after a byte flipped at " + at);
    }
    assertTrue(refused > 10, refused + " refused");
  }
}
