package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.tika.config.ServiceLoader;
import org.apache.tika.detect.DefaultDetector;
import org.apache.tika.detect.Detector;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.Property;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.AutoDetectParserConfig;
import org.apache.tika.parser.DefaultParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.external.ExternalParser;
import org.apache.tika.parser.ocr.TesseractOCRParser;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.PluginSource;
import org.xml.sax.SAXException;

/**
 * Reads documents other than HTML and plain text with Apache Tika: by its standard parsers, without
 * those that call other programs, and by the parsers of plugins, which take precedence.
 *
 * <p>This class bounds text, nesting and embedded documents ({@link EmbeddedDocuments}), and {@code
 * ParserProcess} time and memory from outside. Use {@link DocumentReader}, except to measure the
 * cost of a parser alone.
 */
public final class TikaDocumentParser {

  private static final int MAX_TITLE_CHARS = 2000;
  private static final int MAX_META_CHARS = 10_000;

  private static final Pattern MEDIA =
      Pattern.compile("(image|audio|video)/.*|application/(ogg|mp4|x-matroska|photoshop|dicom)");

  private static final List<String> MEDIA_WORDS =
      List.of(
          "dc:title",
          "dc:creator",
          "xmpDM:artist",
          "xmpDM:album",
          "xmpDM:composer",
          "xmpDM:logComment",
          "dc:description",
          "dc:subject",
          "photoshop:Headline");

  /** The form that Tika gives most times; others are left out. */
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)?)?");

  private final Parser parser;

  /** Builds a result from the current document's output so far; null between documents. */
  private volatile Supplier<ReadDocument> soFar;

  /**
   * Loads the parsers and data for all documents.
   *
   * @throws PluginException if a plugin fails
   */
  public TikaDocumentParser(PluginSource plugins) {
    parser = autoDetecting(DocumentParsers.of(plugins));
  }

  private static Parser autoDetecting(DocumentParsers provided) {
    MediaTypeRegistry types = MediaTypeRegistry.getDefaultRegistry();
    ServiceLoader loader = new ServiceLoader(TikaDocumentParser.class.getClassLoader());
    List<Parser> parsers =
        new ArrayList<>(
            new DefaultParser(
                    types, loader, List.of(TesseractOCRParser.class, ExternalParser.class))
                .getAllComponentParsers());
    provided.byType().forEach((type, one) -> parsers.add(new PluginParser(type, one)));
    AutoDetectParser parser = new Prepared(parsers, claiming(provided));

    // Our handler bounds depth and text; these limits would fail a long and regular document.
    AutoDetectParserConfig config = new AutoDetectParserConfig();
    config.setMaximumDepth(Integer.MAX_VALUE);
    config.setMaximumPackageEntryDepth(Integer.MAX_VALUE);
    config.setOutputThreshold(Long.MAX_VALUE);
    parser.setAutoDetectParserConfig(config);
    return parser;
  }

  /** Detects types where no added parser claims the document. */
  private static Detector claiming(DocumentParsers provided) {
    Detector detector = new DefaultDetector();
    return (in, metadata) -> {
      String claimed =
          provided.claimed(
              Objects.requireNonNullElse(metadata.get(Metadata.CONTENT_TYPE), ""),
              Objects.requireNonNullElse(metadata.get(TikaCoreProperties.RESOURCE_NAME_KEY), ""));
      return claimed == null ? detector.detect(in, metadata) : MediaType.parse(claimed);
    };
  }

  /**
   * Caches the parsers by type; Tika would ask all parsers for all their types at each document and
   * member.
   */
  private static final class Prepared extends AutoDetectParser {
    private static final long serialVersionUID = 1L;
    private final transient Map<MediaType, Parser> byType;

    Prepared(List<Parser> parsers, Detector detector) {
      super(detector, parsers.toArray(new Parser[0]));
      byType = Map.copyOf(super.getParsers(new ParseContext()));
    }

    @Override
    public Map<MediaType, Parser> getParsers(ParseContext context) {
      return byType == null ? super.getParsers(context) : byType;
    }
  }

  /**
   * Parses a document.
   *
   * @param type from header and name, only a hint; may be empty
   * @param name of the file, also a hint; may be empty
   */
  public ReadDocument parse(byte[] content, String type, String name, ParseLimits limits) {
    Metadata metadata = new Metadata();
    if (!type.isEmpty()) {
      metadata.set(Metadata.CONTENT_TYPE, type);
    }
    if (!name.isEmpty()) {
      metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
    }
    ParseContext context = new ParseContext();
    EmbeddedDocuments embedded = new EmbeddedDocuments(context, limits);
    context.set(EmbeddedDocumentExtractor.class, embedded);
    context.set(Parser.class, parser);
    DocumentHandler handler = new DocumentHandler(limits);
    soFar =
        () ->
            document(
                metadata, handler, type, embedded, ReadDocument.overLimit(Limit.TIME, "", type));
    ReadDocument failure = null;
    try (TikaInputStream in = TikaInputStream.get(content)) {
      parser.parse(in, handler, metadata, context);
    } catch (EncryptedDocumentException e) {
      failure = ReadDocument.failed(ReadDocument.Fate.UNSUPPORTED, "encrypted", type);
    } catch (SAXException | TikaException | IOException | RuntimeException e) {
      failure = failure(e, type);
    } catch (StackOverflowError e) {
      failure = ReadDocument.overLimit(Limit.NESTING, "", type);
    } finally {
      soFar = null;
    }
    if (failure == null && embedded.failure() != null) {
      failure =
          embedded.broken() == null
              ? ReadDocument.failed(ReadDocument.Fate.BROKEN, embedded.failure(), type)
              : ReadDocument.overLimit(embedded.broken(), embedded.failure(), type);
    }
    return document(metadata, handler, type, embedded, failure);
  }

  /**
   * The output so far of the document that another thread is parsing, when its time is over; null
   * if there is none.
   */
  ReadDocument soFar() {
    Supplier<ReadDocument> document = soFar;
    return document == null ? null : document.get();
  }

  private static boolean isArchive(Metadata metadata) {
    return List.of(metadata.getValues(TikaCoreProperties.TIKA_PARSED_BY)).stream()
        .anyMatch(parser -> parser.startsWith("org.apache.tika.parser.pkg."));
  }

  /** The result of an exception; null if it only means that there is enough text. */
  private static ReadDocument failure(Exception e, String type) {
    if (ExceptionUtils.indexOfType(e, DocumentHandler.LimitReached.class) >= 0) {
      return null;
    }
    if (ExceptionUtils.indexOfType(e, DocumentHandler.TooDeep.class) >= 0) {
      return ReadDocument.overLimit(Limit.NESTING, "", type);
    }
    EmbeddedDocuments.Exceeded exceeded =
        ExceptionUtils.throwableOfType(e, EmbeddedDocuments.Exceeded.class);
    if (exceeded != null) {
      return ReadDocument.overLimit(exceeded.limit(), "", type);
    }
    PluginException plugin = ExceptionUtils.throwableOfType(e, PluginException.class);
    boolean failed =
        plugin == null
            ? e instanceof RuntimeException
            : !(plugin.getCause() instanceof IOException);
    return ReadDocument.failed(
        failed ? ReadDocument.Fate.FAILED : ReadDocument.Fate.BROKEN, Failures.describe(e), type);
  }

  private static ReadDocument document(
      Metadata metadata,
      DocumentHandler handler,
      String claimedType,
      EmbeddedDocuments embedded,
      ReadDocument failure) {
    boolean onlyNames = embedded.noneRead() && isArchive(metadata);
    if (failure != null && (onlyNames || handler.text().isEmpty())) {
      return failure;
    }
    String real = metadata.get(Metadata.CONTENT_TYPE);
    String type = claimedType;
    if (real != null && !real.isEmpty()) {
      type = StringUtils.substringBefore(real, ";").strip();
    }
    if (List.of(metadata.getValues(TikaCoreProperties.TIKA_PARSED_BY))
        .contains("org.apache.tika.parser.EmptyParser")) {
      return ReadDocument.failed(ReadDocument.Fate.UNSUPPORTED, "no parser for " + type, type);
    }
    String title = metadata.get(TikaCoreProperties.TITLE);
    if (title == null || title.isBlank()) {
      title = handler.title();
    }
    String text = handler.text();
    if (MEDIA.matcher(type).matches()) {
      text = withMetadata(text, metadata);
    }
    if (text.isEmpty()) {
      text = embedded.pictures();
    }
    return new ReadDocument(
        new ReadDocument.Verdict(
            ReadDocument.Fate.READ,
            failure == null ? null : failure.verdict().limit(),
            failure == null ? "" : failure.verdict().message()),
        type,
        properties(metadata, title),
        text,
        handler.headings(),
        handler.links(),
        handler.droppedLinks());
  }

  private static ReadDocument.DocumentProperties properties(Metadata metadata, String title) {
    return new ReadDocument.DocumentProperties(
        TextCollector.collapse(title, MAX_TITLE_CHARS),
        bounded(metadata.get(TikaCoreProperties.DESCRIPTION)),
        bounded(String.join(", ", metadata.getValues("meta:keyword"))),
        bounded(metadata.get(TikaCoreProperties.LANGUAGE)),
        bounded(String.join("; ", metadata.getValues(TikaCoreProperties.CREATOR))),
        time(metadata, TikaCoreProperties.CREATED),
        time(metadata, TikaCoreProperties.MODIFIED));
  }

  /** Sound, films and pictures have no other text. */
  private static String withMetadata(String text, Metadata metadata) {
    StringBuilder all = new StringBuilder(text);
    for (String name : MEDIA_WORDS) {
      for (String value : metadata.getValues(name)) {
        String words = TextCollector.collapse(value, MAX_META_CHARS);
        if (!words.isEmpty() && all.indexOf(words) < 0 && all.length() < MAX_META_CHARS) {
          all.append(all.isEmpty() ? "" : "\n").append(words);
        }
      }
    }
    return all.toString();
  }

  private static String time(Metadata metadata, Property property) {
    String time = metadata.get(property);
    return time != null && TIME.matcher(time).matches() ? time : "";
  }

  private static String bounded(String value) {
    return value == null || value.isBlank() ? "" : StringUtils.truncate(value, MAX_META_CHARS);
  }
}
