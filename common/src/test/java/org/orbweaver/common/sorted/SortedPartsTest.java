package org.orbweaver.common.sorted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;

class SortedPartsTest {
  private final Configuration conf = new Configuration();
  @TempDir private java.nio.file.Path temp;

  private record Entry(String key, long value) {}

  /** Evens before odds, an order different from that of the parts. */
  private static final Comparator<LongWritable> BY_PARITY =
      Comparator.comparingLong(value -> value.get() % 2);

  private Path write(String name, List<Entry> entries) throws IOException {
    Path part = new Path(temp.resolve(name).toUri());
    try (MapFile.Writer out = StoreFiles.mapFile(conf, part, LongWritable.class)) {
      for (Entry entry : entries) {
        out.append(new Text(entry.key()), new LongWritable(entry.value()));
      }
    }
    return part;
  }

  @ParameterizedTest
  @CsvSource({"0,3", "1,3", "3,3", "4,3", "5,3", "9,3", "30,3", "7,2", "40,16"})
  void partsAreReadAsOneSortedWhole(int parts, int fanIn) throws IOException {
    var random = new Random(parts);
    List<Entry> all = new ArrayList<>();
    List<Path> paths = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      List<Entry> entries = new ArrayList<>();
      for (int i = random.nextInt(30); i > 0; i--) {
        entries.add(new Entry("k" + random.nextInt(20), 2L * part + random.nextInt(2)));
      }
      entries.sort(Comparator.comparing(Entry::key).thenComparingLong(entry -> entry.value() % 2));
      all.addAll(entries);
      paths.add(write("part-" + part, entries));
    }
    // A stable sort: equal records stay in the order of the parts.
    all.sort(Comparator.comparing(Entry::key).thenComparingLong(entry -> entry.value() % 2));
    java.nio.file.Path scratch = Files.createDirectory(temp.resolve("scratch"));
    List<Entry> read = new ArrayList<>();
    try (var merge = SortedMerge.open(conf, paths, LongWritable.class, BY_PARITY, fanIn, scratch)) {
      while (merge.next()) {
        read.add(new Entry(merge.key().toString(), merge.value().get()));
      }
    }
    assertEquals(all, read);
    try (Stream<java.nio.file.Path> left = Files.list(scratch)) {
      assertEquals(List.of(), left.toList());
    }
  }

  private Path numbers(int records) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      entries.add(new Entry(String.format(Locale.ROOT, "http://a.test/%06d", i), i));
    }
    return write("numbers", entries);
  }

  private static int count(PartReader<?> reader) throws IOException {
    int count = 0;
    while (reader.next()) {
      count++;
    }
    reader.close();
    return count;
  }

  @Test
  void partThatWasCutShortIsCorrupt() throws IOException {
    Path part = numbers(100_000);
    assertEquals(100_000, count(new PartReader<>(conf, part, LongWritable.class)));
    java.nio.file.Path data = temp.resolve("numbers/data");
    Files.delete(temp.resolve("numbers/.data.crc"));
    long length = Files.size(data);
    for (long cut : new long[] {1, 30, length / 3, length / 2, length - 40}) {
      try (RandomAccessFile file = new RandomAccessFile(data.toFile(), "rw")) {
        file.setLength(Files.size(data) - Math.min(cut, Files.size(data) - 1));
      }
      OrbException e =
          assertThrows(
              OrbException.class,
              () -> count(new PartReader<>(conf, part, LongWritable.class)),
              cut + " bytes cut");
      assertTrue(e.getMessage().startsWith(part + " is corrupt ("), e.getMessage());
    }
  }

  @Test
  void damageIsReportedWithTheRecordBeforeIt() throws IOException {
    Path part = numbers(200_000);
    java.nio.file.Path data = temp.resolve("numbers/data");
    Files.delete(temp.resolve("numbers/.data.crc"));
    byte[] bytes = Files.readAllBytes(data);
    java.util.Arrays.fill(bytes, bytes.length - 5000, bytes.length - 100, (byte) 0x55);
    Files.write(data, bytes);
    OrbException e =
        assertThrows(
            OrbException.class, () -> count(new PartReader<>(conf, part, LongWritable.class)));
    assertTrue(e.getMessage().contains(", after the record of http://a.test/"), e.getMessage());
  }

  @Test
  void partOutOfOrderIsCorruptAndOneOfAnotherTypeIsRefused() throws IOException {
    Path part = new Path(temp.resolve("part").toUri());
    FileSystem.getLocal(conf).mkdirs(part);
    Path data = new Path(part, MapFile.DATA_FILE_NAME);
    try (SequenceFile.Writer out = StoreFiles.sequenceFile(conf, data, LongWritable.class)) {
      out.append(new Text("b"), new LongWritable(1));
      out.append(new Text("a"), new LongWritable(2));
    }
    OrbException disorder =
        assertThrows(
            OrbException.class, () -> count(new PartReader<>(conf, part, LongWritable.class)));
    assertTrue(disorder.getMessage().contains("out of order at a, after the record of b"));
    assertEquals(2, count(new PartReader<>(conf, data, LongWritable.class)), "need not be sorted");
    OrbException type =
        assertThrows(OrbException.class, () -> new PartReader<>(conf, part, BytesWritable.class));
    assertTrue(type.getMessage().contains("holds other records"), type.getMessage());
    OrbException missing =
        assertThrows(
            OrbException.class,
            () -> new PartReader<>(conf, new Path(part, "x"), LongWritable.class));
    assertTrue(missing.getMessage().contains("/x is corrupt ("), missing.getMessage());
  }
}
