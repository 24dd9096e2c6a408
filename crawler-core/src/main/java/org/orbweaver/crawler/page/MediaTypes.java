package org.orbweaver.crawler.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MimeTypes;

/**
 * Decides what a document is and who parses it: by the Content-Type header, by the name where the
 * header says nothing, and by the first bytes where both leave doubt or contradict the content.
 */
final class MediaTypes {

  /** Who parses a document. */
  enum Kind {
    /** HTML and XHTML: jsoup. */
    HTML,
    /** Text without structure, source code included: decoded, nothing else. */
    TEXT,
    /** Formats that need Tika; it tells whether there is text in them. */
    DOCUMENT,
    /** Bytes that nobody knows. */
    UNSUPPORTED
  }

  /**
   * A decision.
   *
   * @param kind who parses it
   * @param name media type without parameters, lower case
   */
  record Type(Kind kind, String name) {}

  private static final int SNIFF_BYTES = 1024;

  /** Answers that say nothing. */
  private static final Set<String> NO_ANSWER =
      Set.of(
          """
          application/octet-stream binary/octet-stream application/unknown unknown/unknown
          application/force-download application/x-download application/download */* text
          content/unknown\
          """
              .split("\\s+"));

  private static final Set<String> TEXT_TYPES =
      Set.of(
          """
          application/javascript application/x-javascript application/ecmascript
          application/json application/ld+json application/x-sh application/x-perl
          application/x-tcl application/x-yaml application/yaml application/toml
          application/sql application/x-tex application/x-latex application/x-pem-file
          application/x-x509-ca-cert\
          """
              .split("\\s+"));

  /** Suffix, type, suffix, type … */
  private static final String[] BY_SUFFIX =
      """
      html text/html htm text/html xhtml application/xhtml+xml txt text/plain md text/markdown
      csv text/csv css text/css js text/javascript json application/json xml application/xml
      pdf application/pdf ps application/postscript rtf application/rtf
      doc application/msword xls application/vnd.ms-excel ppt application/vnd.ms-powerpoint
      docx application/vnd.openxmlformats-officedocument.wordprocessingml.document
      xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
      pptx application/vnd.openxmlformats-officedocument.presentationml.presentation
      odt application/vnd.oasis.opendocument.text
      ods application/vnd.oasis.opendocument.spreadsheet
      odp application/vnd.oasis.opendocument.presentation
      epub application/epub+zip gz application/gzip zip application/zip\
      """
          .split("\\s+");

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
   */
  static Type of(String contentType, String name, byte[] bytes) {
    String claimed = base(contentType);
    if (bytes.length == 0) {
      return new Type(Kind.HTML, claimed.isEmpty() ? "text/html" : claimed);
    }
    if (claimed.isEmpty() || NO_ANSWER.contains(claimed)) {
      claimed = typeOfSuffix(suffix(name));
    }
    if (claimed.isEmpty()) {
      if (looksLikeHtml(bytes)) {
        return new Type(Kind.HTML, "text/html");
      }
      Type real = detect(name, bytes);
      return real.kind() == Kind.UNSUPPORTED && !isBinary(bytes)
          ? new Type(Kind.TEXT, "text/plain")
          : real;
    }
    Kind kind = kindOf(claimed);
    return switch (kind) {
      // Servers call everything that they do not know text; pictures as text/html are not rare.
      case HTML, TEXT -> isBinary(bytes) ? binaryAs(claimed, name, bytes) : new Type(kind, claimed);
      case DOCUMENT -> {
        boolean html =
            !isBinary(bytes) && looksLikeHtml(bytes) && (!isXml(claimed) || isXhtml(bytes));
        yield html ? new Type(Kind.HTML, "text/html") : new Type(kind, claimed);
      }
      case UNSUPPORTED -> new Type(kind, claimed);
    };
  }

  private static Kind kindOf(String type) {
    if (type.equals("text/html") || type.equals("application/xhtml+xml")) {
      return Kind.HTML;
    }
    if (type.equals("text/rtf") || type.equals("text/xml") || type.equals("text/richtext")) {
      return Kind.DOCUMENT;
    }
    if (type.startsWith("text/") || TEXT_TYPES.contains(type)) {
      return Kind.TEXT;
    }
    return Kind.DOCUMENT;
  }

  /** Bytes that are not text under a textual claim: what they are, or the claim if nobody knows. */
  private static Type binaryAs(String claimed, String name, byte[] bytes) {
    Type real = detect(name, bytes);
    boolean known = !real.name().equals("application/octet-stream");
    return known && !kindOf(real.name()).equals(Kind.TEXT)
        ? real
        : new Type(kindOf(claimed), claimed);
  }

  private static Type detect(String name, byte[] bytes) {
    String type = Magic.detect(name, bytes);
    if (type.equals("application/octet-stream")) {
      return new Type(Kind.UNSUPPORTED, type);
    }
    return new Type(kindOf(type), type);
  }

  private static String base(String contentType) {
    if (contentType == null) {
      return "";
    }
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static String suffix(String name) {
    int dot = name.lastIndexOf('.');
    return dot >= 0 && name.length() - dot <= 6
        ? name.substring(dot + 1).toLowerCase(Locale.ROOT)
        : "";
  }

  private static String typeOfSuffix(String suffix) {
    for (int i = 0; i < BY_SUFFIX.length; i += 2) {
      if (BY_SUFFIX[i].equals(suffix)) {
        return BY_SUFFIX[i + 1];
      }
    }
    return "";
  }

  private static boolean isXml(String type) {
    return type.equals("text/xml") || type.equals("application/xml") || type.endsWith("+xml");
  }

  private static boolean isXhtml(byte[] bytes) {
    return head(bytes).contains("<html");
  }

  private static boolean looksLikeHtml(byte[] bytes) {
    String head = head(bytes);
    return head.startsWith("<?xml") ? head.contains("<html") : HTML_START.matcher(head).lookingAt();
  }

  private static String head(byte[] bytes) {
    int from = bytes.length > 3 && bytes[0] == (byte) 0xEF ? 3 : 0;
    int length = Math.min(bytes.length - from, SNIFF_BYTES);
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1)
        .stripLeading()
        .toLowerCase(Locale.ROOT);
  }

  /**
   * Whether the content holds control characters that no text has. UTF-16 with a byte order mark is
   * text.
   */
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
      int c = b[i] & 0xFF;
      // The binary data bytes of the MIME Sniffing standard: 0-8, 0B, 0E-1A, 1C-1F.
      if (c <= 8 || c == 0x0B || (c >= 0x0E && c <= 0x1A) || (c >= 0x1C && c <= 0x1F)) {
        return true;
      }
    }
    return false;
  }

  /** Tika's table of magic bytes; loading it takes .2 s, so only a document in doubt does. */
  private static final class Magic {
    private static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();

    static String detect(String name, byte[] bytes) {
      Metadata metadata = new Metadata();
      metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
      try (var in = TikaInputStream.get(bytes)) {
        return TYPES.detect(in, metadata).getBaseType().toString();
      } catch (IOException e) {
        return "application/octet-stream";
      }
    }
  }
}
