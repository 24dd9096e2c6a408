package org.orbweaver.crawler.parse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tika.detect.DefaultDetector;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
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
 * alone, so a bomb of nested archives has nothing to go off in. What Tika's own guards (depth and
 * compression ratio of XML and zip), the deadline and the bound on the text let through is caught
 * by the worker that runs the parse ({@link ParseWorkers}).
 */
final class TikaDocumentParser {

  private final ParseLimits limits;
  private final LinkResolver resolver;

  TikaDocumentParser(ParseLimits limits, LinkResolver resolver) {
    this.limits = limits;
    this.resolver = resolver;
  }

  /** Made once, by the first document that needs it: loading takes a second. */
  private static final class Holder {
    private static final Parser PARSER =
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

    private static Parser pdf() {
      PDFParser parser = new PDFParser();
      PDFParserConfig config = parser.getPDFParserConfig();
      config.setOcrStrategy(PDFParserConfig.OCR_STRATEGY.NO_OCR);
      config.setExtractInlineImages(false);
      return parser;
    }
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
   * @param type what header and name say, a hint only
   * @throws Deadline.Passed when the parser was stopped because its time was over
   */
  ParsedPage parse(
      byte[] content,
      String url,
      MediaTypes.Type type,
      RobotsDirectives robots,
      Deadline deadline) {
    Metadata metadata = new Metadata();
    if (!type.name().isEmpty()) {
      metadata.set(Metadata.CONTENT_TYPE, type.name());
    }
    ParseContext context = new ParseContext();
    context.set(EmbeddedDocumentExtractor.class, NO_EMBEDDED);
    DocumentHandler handler = new DocumentHandler(limits, deadline);
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put(MetaNames.TYPE, type.name());

    try (TikaInputStream in = TikaInputStream.get(new TimedInput(content, deadline))) {
      Holder.PARSER.parse(in, handler, metadata, context);
    } catch (EncryptedDocumentException e) {
      return ParsedPage.failed(ParsedPage.Outcome.UNSUPPORTED, "encrypted", meta);
    } catch (SAXException | TikaException | IOException e) {
      if (deadline.remainingNanos() <= 0 || hasCause(e, Deadline.Passed.class)) {
        throw new Deadline.Passed();
      }
      if (!hasCause(e, DocumentHandler.Enough.class)) {
        return ParsedPage.failed(ParsedPage.Outcome.INVALID, describe(e), meta);
      }
    }
    String real = metadata.get(Metadata.CONTENT_TYPE);
    if (real != null && !real.isEmpty()) {
      int end = real.indexOf(';');
      meta.put(MetaNames.TYPE, end < 0 ? real : real.substring(0, end).strip());
    }
    if (List.of(metadata.getValues(TikaCoreProperties.TIKA_PARSED_BY))
        .contains("org.apache.tika.parser.EmptyParser")) {
      return ParsedPage.failed(
          ParsedPage.Outcome.UNSUPPORTED, "no parser for " + meta.get(MetaNames.TYPE), meta);
    }
    return page(url, robots, metadata, handler, meta);
  }

  private ParsedPage page(
      String url,
      RobotsDirectives robots,
      Metadata metadata,
      DocumentHandler handler,
      Map<String, String> meta) {
    String title = metadata.get(TikaCoreProperties.TITLE);
    if (title == null || title.isBlank()) {
      title = handler.title();
    }
    TextCollector cleanTitle = new TextCollector(2000);
    cleanTitle.text(title);
    putMeta(meta, MetaNames.DESCRIPTION, metadata.get(TikaCoreProperties.DESCRIPTION));
    putMeta(meta, MetaNames.KEYWORDS, String.join(", ", metadata.getValues("meta:keyword")));
    putMeta(meta, MetaNames.LANGUAGE, metadata.get(TikaCoreProperties.LANGUAGE));
    putMeta(meta, MetaNames.HEADINGS, handler.headings());
    putMeta(meta, MetaNames.ROBOTS, robots.toString());
    boolean nofollow = robots.nofollow();
    List<PageLink> links = handler.links().resolve(url, resolver, nofollow);
    return new ParsedPage(
        ParsedPage.Outcome.PARSED,
        "",
        cleanTitle.toString(),
        handler.text(),
        links,
        meta,
        !nofollow,
        null,
        0,
        handler.links().dropped());
  }

  private static void putMeta(Map<String, String> meta, String name, String value) {
    if (value != null && !value.isBlank()) {
      meta.put(name, value.length() > 10_000 ? value.substring(0, 10_000) : value);
    }
  }

  private static boolean hasCause(Throwable thrown, Class<? extends Throwable> wanted) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < 20; t = t.getCause(), depth++) {
      if (wanted.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  static String describe(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < 20 && root.getCause() != null; i++) {
      root = root.getCause();
    }
    String message = root.getMessage();
    String text = root.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    return text.length() > 200 ? text.substring(0, 200) : text;
  }

  /** The content as a stream that ends a parse whose time is over. */
  private static final class TimedInput extends ByteArrayInputStream {
    private final Deadline deadline;

    TimedInput(byte[] content, Deadline deadline) {
      super(content);
      this.deadline = deadline;
    }

    @Override
    public synchronized int read(byte[] buffer, int offset, int length) {
      deadline.check();
      return super.read(buffer, offset, length);
    }
  }
}
