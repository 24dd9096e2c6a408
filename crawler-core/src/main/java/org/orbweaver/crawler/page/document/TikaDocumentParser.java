package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.tika.detect.DefaultDetector;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.AutoDetectParserConfig;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.dbf.DBFParser;
import org.apache.tika.parser.epub.EpubParser;
import org.apache.tika.parser.feed.FeedParser;
import org.apache.tika.parser.hwp.HwpV5Parser;
import org.apache.tika.parser.indesign.IDMLParser;
import org.apache.tika.parser.iwork.IWorkPackageParser;
import org.apache.tika.parser.mail.RFC822Parser;
import org.apache.tika.parser.microsoft.OfficeParser;
import org.apache.tika.parser.microsoft.OldExcelParser;
import org.apache.tika.parser.microsoft.chm.ChmParser;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.ooxml.xwpf.ml2006.Word2006MLParser;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.microsoft.xml.SpreadsheetMLParser;
import org.apache.tika.parser.microsoft.xml.WordMLParser;
import org.apache.tika.parser.mif.MIFParser;
import org.apache.tika.parser.odf.FlatOpenDocumentParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.apache.tika.parser.pdf.PDFParser;
import org.apache.tika.parser.pdf.PDFParserConfig;
import org.apache.tika.parser.wordperfect.QuattroProParser;
import org.apache.tika.parser.wordperfect.WordPerfectParser;
import org.apache.tika.parser.xml.DcXMLParser;
import org.apache.tika.parser.xml.FictionBookParser;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * Reads PDF, office and other document formats with Apache Tika.
 *
 * <p>Only parsers for documents with text are there, named one by one: no archives, pictures or
 * programs, nothing that calls other programs (OCR), and attachments within a document are left
 * alone, so a bomb of nested archives has nothing to go off in. Text and nesting are bounded here;
 * time and memory from outside ({@code ParserProcess}): use {@link DocumentReader}, except to
 * measure what a parser costs without it.
 */
public final class TikaDocumentParser {

  private static final int MAX_TITLE_CHARS = 2000;
  private static final int MAX_META_CHARS = 10_000;

  private final Parser parser;

  /** Loads what all documents need. */
  public TikaDocumentParser() {
    parser = autoDetecting();
  }

  private static Parser autoDetecting() {
    AutoDetectParser parser =
        new AutoDetectParser(
            new DefaultDetector(),
            pdf(),
            new OfficeParser(),
            new OldExcelParser(),
            new OOXMLParser(),
            new Word2006MLParser(),
            new WordMLParser(),
            new SpreadsheetMLParser(),
            new RTFParser(),
            new OpenDocumentParser(),
            new FlatOpenDocumentParser(),
            new EpubParser(),
            new FictionBookParser(),
            new FeedParser(),
            new DcXMLParser(),
            new RFC822Parser(),
            new ChmParser(),
            new WordPerfectParser(),
            new QuattroProParser(),
            new MIFParser(),
            new IDMLParser(),
            new IWorkPackageParser(),
            new HwpV5Parser(),
            new DBFParser());

    // Our handler bounds depth and text; these would fail a long and regular document.
    AutoDetectParserConfig config = new AutoDetectParserConfig();
    config.setMaximumDepth(Integer.MAX_VALUE);
    config.setOutputThreshold(Long.MAX_VALUE);
    parser.setAutoDetectParserConfig(config);
    return parser;
  }

  private static Parser pdf() {
    PDFParser parser = new PDFParser();
    PDFParserConfig config = parser.getPDFParserConfig();
    config.setOcrStrategy(PDFParserConfig.OCR_STRATEGY.NO_OCR);
    config.setExtractInlineImages(false);
    return parser;
  }

  /** Leaves attachments and embedded pictures alone. */
  private static final EmbeddedDocumentExtractor NO_EMBEDDED =
      new EmbeddedDocumentExtractor() {
        @Override
        public boolean shouldParseEmbedded(Metadata metadata) {
          return false;
        }

        @Override
        public void parseEmbedded(
            InputStream stream, ContentHandler handler, Metadata metadata, boolean outputHtml) {
          // Nothing: a page is the document, not what is attached to it.
        }
      };

  /**
   * Parses a document.
   *
   * @param type what header and name say, a hint only; may be empty
   */
  public ReadDocument parse(byte[] content, String type, ParseLimits limits) {
    Metadata metadata = new Metadata();
    if (!type.isEmpty()) {
      metadata.set(Metadata.CONTENT_TYPE, type);
    }
    ParseContext context = new ParseContext();
    context.set(EmbeddedDocumentExtractor.class, NO_EMBEDDED);
    DocumentHandler handler = new DocumentHandler(limits);
    try (TikaInputStream in = TikaInputStream.get(content)) {
      parser.parse(in, handler, metadata, context);
    } catch (EncryptedDocumentException e) {
      return ReadDocument.failed(ReadDocument.Fate.UNSUPPORTED, "encrypted", type);
    } catch (SAXException | TikaException | IOException | RuntimeException e) {
      if (ExceptionUtils.indexOfType(e, DocumentHandler.TooDeep.class) >= 0) {
        return ReadDocument.overLimit(Limit.NESTING, "", type);
      }
      if (ExceptionUtils.indexOfType(e, DocumentHandler.Enough.class) < 0) {
        return ReadDocument.failed(
            e instanceof RuntimeException ? ReadDocument.Fate.FAILED : ReadDocument.Fate.BROKEN,
            Failures.describe(e),
            type);
      }
    }
    return document(metadata, handler, type);
  }

  private static ReadDocument document(
      Metadata metadata, DocumentHandler handler, String claimedType) {
    String real = metadata.get(Metadata.CONTENT_TYPE);
    String type = claimedType;
    if (real != null && !real.isEmpty()) {
      int end = real.indexOf(';');
      type = end < 0 ? real : real.substring(0, end).strip();
    }
    if (List.of(metadata.getValues(TikaCoreProperties.TIKA_PARSED_BY))
        .contains("org.apache.tika.parser.EmptyParser")) {
      return ReadDocument.failed(ReadDocument.Fate.UNSUPPORTED, "no parser for " + type, type);
    }
    String title = metadata.get(TikaCoreProperties.TITLE);
    if (title == null || title.isBlank()) {
      title = handler.title();
    }
    return new ReadDocument(
        ReadDocument.Fate.READ,
        null,
        "",
        type,
        TextCollector.collapse(title, MAX_TITLE_CHARS),
        handler.text(),
        handler.headings(),
        bounded(metadata.get(TikaCoreProperties.DESCRIPTION)),
        bounded(String.join(", ", metadata.getValues("meta:keyword"))),
        bounded(metadata.get(TikaCoreProperties.LANGUAGE)),
        handler.links(),
        handler.droppedLinks());
  }

  private static String bounded(String value) {
    return value == null || value.isBlank() ? "" : StringUtils.truncate(value, MAX_META_CHARS);
  }
}
