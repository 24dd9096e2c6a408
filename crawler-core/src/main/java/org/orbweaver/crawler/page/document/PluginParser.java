package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.Office;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.XHTMLContentHandler;
import org.orbweaver.plugin.DocumentParser;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/** A plugin's parser as one of Tika's, so that all limits hold for it. */
final class PluginParser implements Parser {
  private static final long serialVersionUID = 1L;
  private final transient Provided<DocumentParser> parser;
  private final transient Set<MediaType> types;

  PluginParser(String type, Provided<DocumentParser> parser) {
    this.types = Set.of(MediaType.parse(type));
    this.parser = parser;
  }

  @Override
  public Set<MediaType> getSupportedTypes(ParseContext context) {
    return types;
  }

  @Override
  public void parse(
      InputStream stream, ContentHandler handler, Metadata metadata, ParseContext context)
      throws IOException, SAXException {
    XHTMLContentHandler xhtml = new XHTMLContentHandler(handler, metadata);
    xhtml.startDocument();
    try {
      parser.part().parse(stream, new Output(xhtml, metadata, context));
    } catch (Exception | LinkageError e) {
      // Reached limits are among the causes, where the reader looks for them.
      throw new PluginException(parser.origin(), e);
    }
    xhtml.endDocument();
  }

  private record Output(XHTMLContentHandler xhtml, Metadata metadata, ParseContext context)
      implements DocumentParser.Output {
    @Override
    public void title(String title) {
      metadata.set(TikaCoreProperties.TITLE, title);
    }

    @Override
    public void text(String paragraph) {
      element("p", paragraph);
    }

    @Override
    public void heading(String heading) {
      element("h2", heading);
    }

    private void element(String name, String text) {
      try {
        xhtml.element(name, text);
      } catch (SAXException e) {
        throw ExceptionUtils.asRuntimeException(e); // unchanged: the document is to end
      }
    }

    @Override
    public void link(String reference, String text) {
      try {
        xhtml.startElement("p");
        xhtml.startElement("a", "href", reference);
        xhtml.characters(text);
        xhtml.endElement("a");
        xhtml.endElement("p");
      } catch (SAXException e) {
        throw ExceptionUtils.asRuntimeException(e);
      }
    }

    @Override
    public void property(String name, String value) {
      switch (name) {
        case "author" -> metadata.add(TikaCoreProperties.CREATOR, value);
        case "description" -> metadata.set(TikaCoreProperties.DESCRIPTION, value);
        case "keywords" -> metadata.add(Office.KEYWORDS, value);
        case "language" -> metadata.set(TikaCoreProperties.LANGUAGE, value);
        case "created" -> metadata.set(TikaCoreProperties.CREATED, value);
        case "modified" -> metadata.set(TikaCoreProperties.MODIFIED, value);
        default -> {}
      }
    }

    @Override
    public void member(String name, String type, InputStream content) throws IOException {
      Metadata member = new Metadata();
      member.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
      if (!type.isEmpty()) {
        member.set(Metadata.CONTENT_TYPE, type);
      }
      EmbeddedDocumentExtractor members = context.get(EmbeddedDocumentExtractor.class);
      try {
        if (members.shouldParseEmbedded(member)) {
          members.parseEmbedded(content, xhtml, member, true);
        }
      } catch (SAXException e) {
        throw ExceptionUtils.asRuntimeException(e);
      }
    }
  }
}
