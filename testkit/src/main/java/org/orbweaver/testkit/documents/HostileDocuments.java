package org.orbweaver.testkit.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Documents that try to hang a parser, fill its memory, or make it request files and addresses:
 * each kind once, then ordinary and hostile ones truncated and with bytes changed.
 */
public final class HostileDocuments {
  /** Suffix, type, suffix, type … */
  private static final List<String> TYPES =
      List.of(
          """
          pdf application/pdf
          docx application/vnd.openxmlformats-officedocument.wordprocessingml.document
          xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
          pptx application/vnd.openxmlformats-officedocument.presentationml.presentation
          odt application/vnd.oasis.opendocument.text
          fodt application/vnd.oasis.opendocument.flat.text
          epub application/epub+zip
          pages application/vnd.apple.pages
          idml application/vnd.adobe.indesign-idml-package
          xml application/xml
          wordml application/vnd.ms-wordml
          sheetml application/vnd.ms-spreadsheetml
          rss application/rss+xml
          fb2 application/x-fictionbook+xml
          svg application/svg+xml
          rtf application/rtf
          eml message/rfc822
          html text/html;charset=utf-8
          txt text/plain;charset=utf-8
          doc application/msword
          xls application/vnd.ms-excel
          ppt application/vnd.ms-powerpoint
          chm application/vnd.ms-htmlhelp
          dbf application/x-dbf
          wpd application/vnd.wordperfect
          qpw application/x-quattro-pro
          mif application/vnd.mif
          hwp application/x-hwp-v5
          zip application/zip
          tgz application/gzip
          mbox application/mbox
          pst application/vnd.ms-outlook-pst
          mdb application/x-msaccess
          one application/onenote
          ps application/postscript
          mp3 audio/mpeg
          mp4 video/mp4
          ogg application/ogg
          wav audio/x-wav
          mid audio/midi
          flv video/x-flv
          png image/png
          ttf application/x-font-ttf\
          """
              .split("\\s+"));

  private HostileDocuments() {}

  /**
   * Makes {@code count} hostile documents.
   *
   * @param outside a URL that must never be requested, without a slash at its end
   */
  public static List<TestDocument> make(long seed, int count, String outside) {
    Random random = new Random(seed);
    List<TestDocument> made = new ArrayList<>(kinds(random, outside));
    List<TestDocument> ordinary = OrdinaryDocuments.make(seed + 1, 40);
    List<TestDocument> hostile =
        made.stream().filter(document -> document.content().length < 20_000).toList();
    for (int i = 0; made.size() < count; i++) {
      // Mostly ordinary ones: each document that hangs costs a test its whole time limit.
      List<TestDocument> bases = i % 6 == 0 ? hostile : ordinary;
      TestDocument base = bases.get(random.nextInt(bases.size()));
      made.add(
          new TestDocument(
              "spoilt-" + i + "-" + base.name(),
              // Half of them come without a type, or with a false one.
              i % 4 == 0 ? "application/octet-stream" : base.contentType(),
              spoil(base.content(), random),
              null));
    }
    return List.copyOf(made.subList(0, count));
  }

  /** The media type for a suffix. */
  static String type(String suffix) {
    int at = TYPES.indexOf(suffix);
    return at < 0 ? "application/octet-stream" : TYPES.get(at + 1);
  }

  /**
   * The document of one kind, by its name: {@code pdf-widths.pdf}. Others are not generated for it.
   */
  public static TestDocument kind(String name, String outside) {
    String key = name.substring(0, name.lastIndexOf('.')).replaceFirst("-", ".");
    return document(name, files(new Random(1), outside).get(key).get());
  }

  /** One document of each kind. */
  private static List<TestDocument> kinds(Random random, String outside) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files(random, outside).forEach((name, file) -> files.put(name, file.get()));
    List<TestDocument> documents = new ArrayList<>();
    files.forEach(
        (name, bytes) -> {
          String suffix = name.substring(0, name.indexOf('.'));
          documents.add(document(name.replace('.', '-') + "." + suffix, bytes));
        });
    // The same under another name: parsers are chosen by content.
    for (String name :
        List.of("zip.bomb", "zip.claims", "ttf.claims", "png.claims", "tiff.cycle")) {
      for (String other : List.of("docx", "pdf")) {
        documents.add(document(name.replace('.', '-') + "-as." + other, files.get(name)));
      }
    }
    return documents;
  }

  private static TestDocument document(String name, byte[] content) {
    return new TestDocument(name, type(name.substring(name.lastIndexOf('.') + 1)), content, null);
  }

  /** The generator of each kind, by name; the type is the part before the first dot. */
  private static Map<String, Supplier<byte[]>> files(Random random, String outside) {
    Map<String, Supplier<byte[]>> files = new LinkedHashMap<>();
    HostilePdf.addTo(files, random, outside);
    HostileOffice.addTo(files, outside);
    Markup.addTo(files, outside);
    HostileBinary.addTo(files, random, outside);
    return files;
  }

  private static byte[] spoil(byte[] content, Random random) {
    byte[] spoilt = content.clone();
    if (spoilt.length == 0) {
      return spoilt;
    }
    int way = random.nextInt(3);
    if (way == 0) {
      return Arrays.copyOf(spoilt, 1 + random.nextInt(spoilt.length));
    }
    int changes = way == 1 ? 1 + random.nextInt(8) : 1 + spoilt.length / 50;
    for (int i = 0; i < changes; i++) {
      spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
    }
    return spoilt;
  }
}
