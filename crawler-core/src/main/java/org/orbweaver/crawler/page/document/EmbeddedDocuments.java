package org.orbweaver.crawler.page.document;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.tika.exception.CorruptedFileException;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.exception.ZeroByteFileException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TemporaryResources;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.BodyContentHandler;
import org.apache.tika.sax.EmbeddedContentHandler;
import org.apache.tika.sax.XHTMLContentHandler;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Parses the documents in a document: members of archives, attachments and bodies of mails, objects
 * in office documents. Their names and text are added to the document's text.
 *
 * <p>A member that fails is lost alone, and {@link #failure} describes the first. The number of
 * members and their unpacked bytes are bounded for the document as a whole, so nested bombs share
 * one bound.
 */
final class EmbeddedDocuments implements EmbeddedDocumentExtractor {

  /** Thrown to end the document. */
  static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Limit limit;

    Exceeded(Limit limit) {
      super(limit.setting(), null, false, false);
      this.limit = limit;
    }

    Limit limit() {
      return limit;
    }
  }

  /**
   * Enough for archives in mails in archives: real documents do not nest deeper, and bombs that
   * contain themselves do.
   */
  private static final int MAX_DEPTH = 10;

  private static final int MAX_NAME_CHARS = 300;

  /** Bitmap pictures, which have no text; metafiles may have some. */
  private static final Pattern PIXELS = Pattern.compile("image/(?!.*(emf|wmf|svg|metafile)).*");

  private final ParseContext context;
  private final ParseLimits limits;
  private final TextCollector pictures = new TextCollector(10_000);
  private int depth;
  private int members;
  private int read;
  private long bytes;
  private int failures;
  private String firstFailure;
  private Limit broken;

  EmbeddedDocuments(ParseContext context, ParseLimits limits) {
    this.context = context;
    this.limits = limits;
  }

  @Override
  public boolean shouldParseEmbedded(Metadata metadata) {
    if (++members > limits.document().maxMembers()) {
      throw new Exceeded(Limit.MEMBERS);
    }
    String type = metadata.get(Metadata.CONTENT_TYPE);
    if (type != null && PIXELS.matcher(type).matches()) {
      pictures.line();
      pictures.text(name(metadata));
      return false;
    }
    if (depth >= MAX_DEPTH) {
      fail(metadata, "more than " + MAX_DEPTH + " documents within each other");
      return false;
    }
    return true;
  }

  private static String name(Metadata metadata) {
    String name = metadata.get(TikaCoreProperties.RESOURCE_NAME_KEY);
    return name == null ? "" : TextCollector.collapse(name, MAX_NAME_CHARS);
  }

  private void fail(Metadata metadata, String message) {
    if (failures++ == 0) {
      String name = name(metadata);
      firstFailure = (name.isEmpty() ? "" : name + ": ") + message;
    }
  }

  @Override
  public void parseEmbedded(
      InputStream stream, ContentHandler handler, Metadata metadata, boolean outputHtml)
      throws SAXException, IOException {
    depth++;
    try {
      if (outputHtml) {
        element(handler, "div", true);
        String name = name(metadata);
        if (!name.isEmpty()) {
          element(handler, "h1", true);
          handler.characters(name.toCharArray(), 0, name.length());
          element(handler, "h1", false);
        }
      }
      parse(stream, new EmbeddedContentHandler(new BodyContentHandler(handler)), metadata);
      if (outputHtml) {
        element(handler, "div", false);
      }
    } finally {
      depth--;
    }
  }

  private static void element(ContentHandler handler, String name, boolean start)
      throws SAXException {
    if (start) {
      handler.startElement(XHTMLContentHandler.XHTML, name, name, new AttributesImpl());
    } else {
      handler.endElement(XHTMLContentHandler.XHTML, name, name);
    }
  }

  private void parse(InputStream stream, ContentHandler handler, Metadata metadata)
      throws SAXException, IOException {
    try (TemporaryResources temporary = new TemporaryResources()) {
      Object container =
          stream instanceof TikaInputStream opened ? opened.getOpenContainer() : null;
      TikaInputStream in =
          TikaInputStream.get(
              new Counted(CloseShieldInputStream.wrap(stream)), temporary, metadata);
      if (container != null) { // A part of an office file, without bytes of its own.
        in.setOpenContainer(container);
      }
      context.get(Parser.class).parse(in, handler, metadata, context);
      read++;
    } catch (CorruptedFileException e) {
      throw new IOException(e); // Tika's exception for a container that would be read without end.
    } catch (ZeroByteFileException e) {
      read++; // An empty file is not a fault.
    } catch (EncryptedDocumentException e) {
      fail(metadata, "encrypted");
    } catch (SAXException | TikaException | IOException | RuntimeException e) {
      rethrow(e);
      fail(metadata, Failures.describe(e));
    } catch (StackOverflowError e) {
      broken = Limit.NESTING;
      fail(metadata, "too deep for the stack");
    } catch (LinkageError e) { // Stack overflow in an initialiser, or a missing class.
      fail(metadata, Failures.describe(e));
    }
  }

  /** Rethrows exceptions that end the document rather than the member. */
  private static void rethrow(Exception e) throws SAXException {
    Throwable cause = ExceptionUtils.throwableOfType(e, DocumentHandler.LimitReached.class);
    if (cause != null) {
      throw (SAXException) cause;
    }
    cause = ExceptionUtils.throwableOfType(e, Exceeded.class);
    if (cause != null) {
      throw (Exceeded) cause;
    }
  }

  /** Whether no member could be read. */
  boolean noneRead() {
    return read == 0;
  }

  /** The first member that failed and the reason, with the number of others; null if none did. */
  String failure() {
    return failures > 1 ? firstFailure + " (and " + (failures - 1) + " more)" : firstFailure;
  }

  /** A limit after which the process cannot be trusted; null if none was exceeded. */
  Limit broken() {
    return broken;
  }

  /** Names of embedded pictures, the only text of a document without words. */
  String pictures() {
    return pictures.toString();
  }

  /** Counts the unpacked bytes of members. */
  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    private long count(long number) {
      bytes += Math.max(0, number);
      if (bytes > limits.document().maxUnpackedBytes()) {
        throw new Exceeded(Limit.UNPACKED);
      }
      return number;
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      count(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return (int) count(super.read(buffer, offset, length));
    }

    @Override
    public long skip(long number) throws IOException {
      return count(super.skip(number));
    }
  }
}
