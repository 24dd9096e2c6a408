package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.store.ChecksumList;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;

/** The data nodes' checksums of a file's blocks, as one checksum of its bytes. */
class ChecksumListIT {
  private static final int BLOCK = 1 << 20;

  @Test
  void aListMadeOfHdfssSumsIsThatOfTheBytes() throws Exception {
    Configuration conf = MiniHdfs.conf();
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    ChecksumList.prepare(conf);
    byte[] bytes = new byte[2 * BLOCK + 12_345];
    new Random(1).nextBytes(bytes);
    try (Session session = Session.create(conf, "/sums", Console.silent(), "test")) {
      FileSystem fs = session.dir().fs();
      Step step = session.steps().begin("graph", "");
      Path staged = step.staging("graph");
      Path file = new Path(staged, "ids/part-00000");
      try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes);
      }
      fs.create(new Path(staged, "meta.json")).close();
      assertEquals("COMPOSITE-CRC32C", fs.getFileChecksum(file).getAlgorithmName());
      Path target = new Path(session.dir().graphs(), "20260102030405");
      step.publish(staged, target);
      step.commit(Map.of());

      ChecksumList list = ChecksumList.of(fs, target).orElseThrow();
      List<String> faults = new ArrayList<>();
      assertEquals(2, list.compare(true, (path, how) -> faults.add(path + " " + how)).size());
      assertEquals(List.of(), faults);
      // One byte, in the second block.
      bytes[BLOCK + 7] ^= 1;
      try (FSDataOutputStream out = fs.create(new Path(target, "ids/part-00000"), true)) {
        out.write(bytes);
      }
      list.compare(true, (path, how) -> faults.add(path + " " + how));
      assertEquals(1, faults.size(), faults::toString);
      assertTrue(faults.get(0).contains("/ids/part-00000 wrong checksum"), faults::toString);
    }
  }
}
