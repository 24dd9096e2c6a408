package org.orbweaver.crawler.parse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.parse.Outlink;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.page.PageLink;

/** Nutch reads a link with the metadata that were written. */
class PageOutlinkTest {
  @Test
  void hasMetadata() throws Exception {
    PageLink link =
        new PageLink("http://h.test/é", "a ☃", "nofollow", new PageLink.Place(17, "nav"), "de");
    byte[] written = bytes(new PageOutlink(link));
    Outlink read = new Outlink();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(written));
    read.readFields(in);
    assertEquals(-1, in.read());
    assertEquals("http://h.test/é", read.getToUrl());
    assertEquals("a ☃", read.getAnchor());
    Map<Writable, Writable> expected =
        Map.of(
            new Text("rel"),
            new Text("nofollow"),
            new Text("at"),
            new Text("17"),
            new Text("region"),
            new Text("nav"),
            new Text("hreflang"),
            new Text("de"));
    assertEquals(expected, Map.copyOf(read.getMetadata()));
    assertEquals(expected, Map.copyOf(new PageOutlink(link).getMetadata()));
    // The order of the map is Hadoop's own, so the length stands for the rest.
    assertEquals(bytes(read).length, written.length);
  }

  @Test
  void mayHaveNone() throws Exception {
    PageLink link = new PageLink("http://h.test/", "", "", new PageLink.Place(-1, ""), "");
    assertArrayEquals(bytes(new Outlink("http://h.test/", "")), bytes(new PageOutlink(link)));
    assertEquals(new MapWritable(), new PageOutlink(link).getMetadata());
  }

  private static byte[] bytes(Outlink link) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    link.write(new DataOutputStream(out));
    return out.toByteArray();
  }
}
