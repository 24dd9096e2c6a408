package org.orbweaver.crawler.page;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;
import org.orbweaver.crawler.page.document.DocumentParsers;

/**
 * Determines the type of a document and its parser: by the Content-Type header, by the name if the
 * header says nothing, and by the first bytes if both leave doubt or contradict the content.
 */
final class MediaTypes {

  /** The parsers of documents. */
  enum ParserKind {
    /** HTML by HTML's rules: jsoup. */
    HTML,
    /** XHTML, feeds, other XML of elements with text: jsoup by XML's rules. */
    XML,
    /** Markdown: commonmark makes HTML of it. */
    MARKDOWN,
    /** Text without structure, source code included: decoded, nothing else. */
    TEXT,
    /** Formats that need Tika, which decides whether they contain text. */
    DOCUMENT,
    /** Bytes of an unknown type. */
    UNSUPPORTED
  }

  /**
   * A decision.
   *
   * @param kind its parser
   * @param name media type without parameters, lower case
   */
  record MediaType(ParserKind kind, String name) {}

  static final String XHTML = "application/xhtml+xml";

  /** The media type of unknown bytes. */
  static final String UNKNOWN = "application/octet-stream";

  private static final Pattern FEED =
      Pattern.compile("(?i)\\s*application/(rss|atom|rdf)\\+xml\\s*(;.*)?");

  private static final int SNIFF_BYTES = 1024;

  /** Bytes searched for the root element of XML, after comments. */
  private static final int ROOT_BYTES = 4096;

  /** Bytes in which control characters are counted, to distinguish data from text. */
  private static final int GARBAGE_BYTES = 4096;

  /** Types that carry no information. */
  private static final Set<String> NO_ANSWER =
      Set.of(
          """
          application/octet-stream binary/octet-stream application/unknown unknown/unknown
          application/force-download application/x-download application/download */* text
          content/unknown\
          """
              .split("\\s+"));

  /** Text types registered as applications. */
  private static final Pattern TEXT_TYPES =
      Pattern.compile(
          "application/((x-|vnd\\.)?(awk|bat|bibtex|bsh|c?sh|csv|dart|diff|ecmascript|feed-json"
              + "|graphql|groovy|httpd-php(-source)?|httpd-eruby|inf|ini|java(-source|script)?"
              + "|java-properties|json(5|-?lines|ml|-seq)?|latex|lua|lisp|makefile"
              + "|mpegurl|apple\\.mpegurl|n3|n-quads|n-triples|ndjson|patch|perl|php|pem-file"
              + "|pgp-keys|powershell|python|rdf-n3|relax-ng-compact-syntax|ruby|sed|sh"
              + "|shellscript|sparql-(query|update)|sql|srt|subrip|tcl|tex|texinfo|text|toml"
              + "|trig|troff(-man|-me|-ms)?|turtle|typescript|ttl|xml-dtd|xquery|ya?ml|yang"
              + "|x509-ca-cert|www-form-urlencoded|cdx|node|eruby)|.*\\+(json|ya?ml|json-seq))");

  /** The registered type (RFC 7763), and older names of it. */
  private static final Pattern MARKDOWN =
      Pattern.compile("(text|application)/((x-|x-web-|vnd\\.)?markdown|x-gfm)");

  /** Found in the head of XML that Tika has parsers for. */
  private static final Pattern OFFICE_XML =
      Pattern.compile(
          "urn:schemas-microsoft-com:office:|schemas\\.microsoft\\.com/office/"
              + "|urn:oasis:names:tc:opendocument:|http://www\\.gribuser\\.ru/xml/fictionbook/");

  /** Beginnings of a document that is HTML, as the MIME Sniffing standard lists them. */
  private static final Pattern HTML_START =
      Pattern.compile(
          "<(!doctype html|html|head|script|iframe|h1|div|font|table|a |style|title|b>|body|br"
              + "|p>|p |meta|!--|center|ul)");

  private MediaTypes() {}

  /**
   * Decides.
   *
   * @param contentType the header, possibly null, with or without parameters
   * @param name of the file; its suffix helps when the header does not
   * @param bytes the content
   * @param parsers added ones take the types that they claim
   */
  static MediaType of(String contentType, String name, byte[] bytes, DocumentParsers parsers) {
    String said = base(contentType);
    String taken =
        bytes.length == 0 ? null : parsers.claimed(NO_ANSWER.contains(said) ? "" : said, name);
    if (taken != null) {
      return new MediaType(ParserKind.DOCUMENT, taken);
    }
    MediaType found = of(contentType, name, bytes);
    return parsers.claimed(found.name(), "") == null
        ? found
        : new MediaType(ParserKind.DOCUMENT, found.name());
  }

  /** As above, without added parsers. */
  static MediaType of(String contentType, String name, byte[] bytes) {
    String claimed = base(contentType);
    if (bytes.length == 0) {
      return new MediaType(ParserKind.HTML, claimed.isEmpty() ? "text/html" : claimed);
    }
    boolean binary = isBinary(bytes);
    boolean unnamed = claimed.isEmpty() || NO_ANSWER.contains(claimed);
    // The content is more reliable than its name.
    MediaType xml = binary ? null : xml(unnamed ? "" : claimed, bytes);
    if (unnamed) {
      claimed = textTypeOf(name);
      xml = binary || xml != null || claimed.isEmpty() ? xml : xml(claimed, bytes);
    }
    if (xml != null) {
      return xml;
    }
    if (claimed.isEmpty()) {
      if (looksLikeHtml(bytes)) {
        return new MediaType(ParserKind.HTML, "text/html");
      }
      MediaType real = detect(name, bytes);
      return real.kind() == ParserKind.UNSUPPORTED && !binary
          ? new MediaType(ParserKind.TEXT, "text/plain")
          : real;
    }
    ParserKind kind = kindOf(claimed);
    return switch (kind) {
      // Servers declare everything unknown as text; pictures as text/html are not rare.
      case HTML, XML, MARKDOWN, TEXT ->
          binary ? binaryAs(claimed, name, bytes) : new MediaType(kind, claimed);
      case DOCUMENT -> {
        if (binary) {
          yield new MediaType(kind, claimed);
        }
        boolean unknown = claimed.startsWith("application/") && !Magic.knows(claimed);
        yield looksLikeHtml(bytes)
            ? new MediaType(ParserKind.HTML, "text/html")
            : new MediaType(unknown ? ParserKind.TEXT : kind, claimed);
      }
      case UNSUPPORTED -> new MediaType(kind, claimed);
    };
  }

  private static ParserKind kindOf(String type) {
    if (type.equals("text/html")) {
      return ParserKind.HTML;
    }
    if (isXml(type)) {
      return ParserKind.XML;
    }
    if (MARKDOWN.matcher(type).matches()) {
      return ParserKind.MARKDOWN;
    }
    if (type.equals("text/rtf") || type.equals("text/richtext")) {
      return ParserKind.DOCUMENT;
    }
    if (type.startsWith("text/") || TEXT_TYPES.matcher(type).matches()) {
      return ParserKind.TEXT;
    }
    return ParserKind.DOCUMENT;
  }

  /**
   * The type of binary data declared as text: the detected one, or the declared one if there is
   * none.
   */
  private static MediaType binaryAs(String claimed, String name, byte[] bytes) {
    MediaType real = detect(name, bytes);
    ParserKind kind = kindOf(real.name());
    if (!real.name().equals(UNKNOWN)
        && (kind == ParserKind.DOCUMENT || kind == ParserKind.UNSUPPORTED)) {
      return real;
    }
    return isGarbage(bytes)
        ? new MediaType(ParserKind.UNSUPPORTED, UNKNOWN)
        : new MediaType(kindOf(claimed), claimed);
  }

  /** Whether a media type, with parameters or without, is that of RSS or Atom. */
  static boolean isFeed(String type) {
    return FEED.matcher(type).matches();
  }

  /**
   * The type of a document whose declaration and beginning indicate XML, or null. The root element
   * distinguishes XHTML, feeds (which servers also declare as HTML) and office documents.
   */
  private static MediaType xml(String claimed, byte[] bytes) {
    if (!claimed.isEmpty() && !claimed.equals("text/html") && !isXml(claimed)) {
      return null;
    }
    String head = head(bytes, ROOT_BYTES);
    String root = XmlPages.rootName(head);
    if (XmlPages.isFeed(root)) {
      boolean general = !claimed.endsWith("+xml");
      String feed = root.equals("feed") ? "application/atom+xml" : "application/rss+xml";
      return new MediaType(ParserKind.XML, general ? feed : claimed);
    }
    if (claimed.equals("text/html") || (claimed.isEmpty() && !head.startsWith("<?xml"))) {
      return null;
    }
    if (root.equals("html")) {
      boolean xhtml = claimed.equals(XHTML) || head.contains("http://www.w3.org/1999/xhtml");
      return xhtml
          ? new MediaType(ParserKind.XML, XHTML)
          : new MediaType(ParserKind.HTML, "text/html");
    }
    String name = claimed.isEmpty() ? "application/xml" : claimed;
    return new MediaType(
        OFFICE_XML.matcher(head).find() ? ParserKind.DOCUMENT : ParserKind.XML, name);
  }

  /** The type of markup or text that the name's suffix stands for, or an empty string. */
  private static String textTypeOf(String name) {
    String type = name.isEmpty() ? UNKNOWN : Magic.detect(name, null);
    ParserKind kind = kindOf(type);
    // A program's name says nothing of the page that it writes.
    boolean program = kind == ParserKind.TEXT && FileNames.isOfPage(name);
    return kind == ParserKind.DOCUMENT || program ? "" : type;
  }

  private static MediaType detect(String name, byte[] bytes) {
    String type = Magic.detect(name, TikaInputStream.get(bytes));
    return new MediaType(type.equals(UNKNOWN) ? ParserKind.UNSUPPORTED : kindOf(type), type);
  }

  private static String base(String contentType) {
    String type = StringUtils.substringBefore(contentType == null ? "" : contentType, ';');
    return type.strip().toLowerCase(Locale.ROOT);
  }

  private static boolean isXml(String type) {
    return type.equals("text/xml") || type.equals("application/xml") || type.endsWith("+xml");
  }

  private static boolean looksLikeHtml(byte[] bytes) {
    String head = head(bytes, SNIFF_BYTES);
    return head.startsWith("<?xml") ? head.contains("<html") : HTML_START.matcher(head).lookingAt();
  }

  /** The beginning, of at most this many characters. The patterns sought in it begin with ASCII. */
  private static String head(byte[] bytes, int max) {
    int start = bytes.length < 2 ? -1 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    boolean marked = start == 0xFEFF || start == 0xFFFE;
    boolean big = start == 0xFEFF || start >>> 8 == 0;
    boolean wide = marked || big || (start & 0xFF) == 0;
    int from = marked ? 2 : bytes.length > 3 && bytes[0] == (byte) 0xEF ? 3 : 0;
    int length = Math.min(bytes.length - from, wide ? 2 * max : max);
    Charset charset = big ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    return new String(bytes, from, length, wide ? charset : StandardCharsets.ISO_8859_1)
        .stripLeading()
        .toLowerCase(Locale.ROOT);
  }

  /** Whether the content holds control characters that do not occur in text; UTF-16 is text. */
  private static boolean isBinary(byte[] b) {
    if (b.length >= 2
        && ((b[0] == (byte) 0xFF && b[1] == (byte) 0xFE)
            || (b[0] == (byte) 0xFE && b[1] == (byte) 0xFF))) {
      return false;
    }
    String start = new String(b, 0, Math.min(b.length, 5), StandardCharsets.ISO_8859_1);
    if (start.equals("%PDF-") || start.equals("{\\rtf")) {
      return true;
    }
    for (int i = 0; i < Math.min(b.length, SNIFF_BYTES); i++) {
      if (isControl(b[i])) {
        return Utf16.detect(b) == null;
      }
    }
    return false;
  }

  /** The binary data bytes of the MIME Sniffing standard: 0-8, 0B, 0E-1A, 1C-1F. */
  private static boolean isControl(byte b) {
    int c = b & 0xFF;
    return c <= 8 || c == 0x0B || (c >= 0x0E && c <= 0x1A) || (c >= 0x1C && c <= 0x1F);
  }

  /**
   * Whether more than 2 % of the bytes are control characters; 11 % of random bytes are, and pages
   * hardly ever have one.
   */
  private static boolean isGarbage(byte[] b) {
    int length = Math.min(b.length, GARBAGE_BYTES);
    int controls = 0;
    for (int i = 0; i < length; i++) {
      controls += isControl(b[i]) ? 1 : 0;
    }
    return controls > 3 && controls * 50 > length;
  }

  /** Tika's table of magic bytes; loading it takes .2 s, so only a document in doubt does. */
  private static final class Magic {
    private static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();

    static boolean knows(String type) {
      try {
        return TYPES.getRegisteredMimeType(type) != null;
      } catch (MimeTypeException e) {
        return false; // Not the name of a type.
      }
    }

    /** Detects by name and bytes; without a stream, by the name alone. */
    static String detect(String name, TikaInputStream bytes) {
      Metadata metadata = new Metadata();
      metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
      try (bytes) {
        return TYPES.detect(bytes, metadata).getBaseType().toString();
      } catch (IOException e) {
        return UNKNOWN;
      }
    }
  }
}
