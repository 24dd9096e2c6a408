package org.orbweaver.crawler.page.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringReader;
import javax.xml.parsers.SAXParserFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class DocumentHandlerTest {
  @Test
  void readingsOfAnEbookDoNotStandWithinWords() throws Exception {
    String chapter =
        "<html><body><p><ruby>\u6f22<rp>(</rp><rt>\u304b\u3093</rt><rp>)</rp><rb>\u5b57</rb>"
            + "<rt>\u3058</rt></ruby>\u3092</p><p>x</p></body></html>";
    SAXParserFactory parsers = SAXParserFactory.newInstance();
    parsers.setNamespaceAware(true);
    DocumentHandler handler = new DocumentHandler(ParseLimits.DEFAULT);
    var reader = parsers.newSAXParser().getXMLReader();
    reader.setContentHandler(handler);
    reader.parse(new InputSource(new StringReader(chapter)));
    assertEquals("\u6f22\u5b57\u3092\nx", handler.text());
  }
}
