package org.orbweaver.crawler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.ParsedPage;

class FailedParseTest {
  /** A document without bytes, which no parser survives, in place of one that kills its worker. */
  @Test
  void whatHeadersSayIsKept() throws Exception {
    Content content = new Content();
    Metadata headers = new Metadata();
    headers.add("X-Robots-Tag", "noai, noindex");
    headers.add("Content-Usage", "search=n");
    content.setMetadata(headers);
    ParsedPage page = ParseMapper.parse(new Configuration(), content);
    assertEquals(ParsedPage.Outcome.FAILED, page.outcome(), page.message());
    assertEquals("noai,noindex", page.meta().get(MetaNames.ROBOTS));
    assertEquals("search:n ai-train:n ai-input:n ai-image:n", page.meta().get(MetaNames.USAGE));
  }
}
