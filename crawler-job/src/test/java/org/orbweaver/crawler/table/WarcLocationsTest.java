package org.orbweaver.crawler.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.PartReader;

class WarcLocationsTest {
  private static final String LINE =
      "test,h0)/ 20240518015810 {\"url\":\"http://h0.test/\",\"length\":\"9\",\"offset\":\"7\","
          + "\"filename\":\"a.warc.gz\"}\n";

  @TempDir Path folder;

  @Test
  void plainCompressedAndZipNumIndexesAreRead() throws Exception {
    Files.writeString(folder.resolve("index.cdxj"), LINE);
    try (OutputStream file =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("more.cdxj.gz")))) {
      file.write(LINE.replace("h0", "h1").getBytes(StandardCharsets.UTF_8));
    }
    try (OutputStream file = Files.newOutputStream(folder.resolve("cdx-00000.gz"))) {
      for (String host : List.of("h2", "h3")) {
        GZIPOutputStream member = new GZIPOutputStream(file);
        member.write(LINE.replace("h0", host).getBytes(StandardCharsets.UTF_8));
        member.finish();
      }
    }
    Files.writeString(folder.resolve("cluster.idx"), "no lines of an index");
    Files.writeString(folder.resolve("a.warc.gz"), "not an index");
    List<String> found = new ArrayList<>();
    try (PartReader<Text> reader = new PartReader<>(new Configuration(), copy(), Text.class)) {
      while (reader.next()) {
        found.add(reader.key() + " " + reader.value());
      }
    }
    found.sort(null);
    String place =
        " {\"fragment\":\"WARC\",\"time\":\"20240518015810\",\"warc_filename\":\"a.warc.gz\","
            + "\"warc_record_offset\":7,\"warc_record_length\":9}";
    assertEquals(
        Stream.of("h0", "h1", "h2", "h3").map(host -> "http://" + host + ".test/" + place).toList(),
        found);
  }

  @Test
  void aBadLineIsNamed() throws Exception {
    for (String bad :
        List.of(
            LINE.substring(0, LINE.length() - 5),
            LINE.replace("\"7\"", "\"3000000000\""),
            LINE.replace("\"url\"", "\"uri\""),
            LINE.replace("20240518015810", "2024"))) {
      Files.writeString(folder.resolve("index.cdxj"), LINE + bad);
      OrbException fault = assertThrows(OrbException.class, this::copy);
      assertTrue(fault.getMessage().contains("index.cdxj, line 2: "), fault.getMessage());
    }
  }

  @Test
  void aFolderWithoutAnIndexIsRefused() {
    OrbException fault = assertThrows(OrbException.class, this::copy);
    assertTrue(fault.getMessage().startsWith("no CDXJ index in "), fault.getMessage());
  }

  private org.apache.hadoop.fs.Path copy() throws Exception {
    var file = new org.apache.hadoop.fs.Path(folder + "/copy/warc");
    WarcLocations.copy(new Configuration(), new org.apache.hadoop.fs.Path(folder.toString()), file);
    return file;
  }
}
