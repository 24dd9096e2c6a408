package org.orbweaver.crawler.parse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Progress;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.url.UrlNormalizer;

/** Documents in local files, parsed as the job parses those of a segment. */
final class DocumentFiles {
  private static final int MAX_BYTES = 256 << 20;

  /** The most documents, with their bytes, that wait for the parser threads. */
  private static final int AHEAD = 32;

  private static final long BYTES_AHEAD = 64L << 20;
  private static final Pattern PACKED_PAGE = Pattern.compile("(?i).*\\.html?\\.gz");

  /**
   * A document.
   *
   * @param file as the user named it
   * @param url absolute and normal
   * @param type its Content-Type header, or null
   * @param target the file for its text, or null
   * @param how options for opening the target
   */
  record ListedDocument(String file, String url, String type, Path target, List<OpenOption> how) {
    void write(String text) throws IOException {
      Files.writeString(target, text + '\n', how.toArray(OpenOption[]::new));
    }

    private byte[] read() throws IOException {
      try (InputStream raw = Files.newInputStream(Path.of(file));
          InputStream in = PACKED_PAGE.matcher(file).matches() ? new GZIPInputStream(raw) : raw) {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
          throw new IOException("larger than " + MAX_BYTES + " bytes");
        }
        return bytes;
      }
    }
  }

  /** Takes the result of parsing a document. */
  @FunctionalInterface
  interface DocumentConsumer {
    void take(ListedDocument entry, ParsedPage page) throws IOException;
  }

  private record Pending(
      ListedDocument entry,
      long bytes,
      ParseWorkers.Ticket<ParseMapper.Page, ParseMapper.ParsedContent> ticket) {}

  private final List<ListedDocument> entries;

  /** The errors of list lines that name no document. */
  private final List<String> faults;

  private long failed;

  private DocumentFiles(List<ListedDocument> entries, List<String> faults) {
    this.entries = entries;
    this.faults = faults;
  }

  /** One document; URL and type may be null. */
  static DocumentFiles of(String file, String url, String type) {
    return new DocumentFiles(List.of(entry(file, url, type, null, List.of(), "--url")), List.of());
  }

  /**
   * The documents of a list. A line without a usable file or URL counts as a failure when the
   * others are parsed.
   *
   * @param list a file with a document's file and, after a tab, its URL in each line
   * @param out folder for the texts, which is created; null for none
   * @param extension of their files
   * @throws OrbException if two files would have one target, or a target exists and may not be
   *     replaced
   */
  static DocumentFiles list(String list, Path out, String extension, boolean overwrite)
      throws IOException {
    List<OpenOption> how =
        overwrite
            ? List.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)
            : List.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    List<ListedDocument> entries = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    Map<Path, Integer> targets = new HashMap<>();
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(Path.of(list), StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        int tab = line.indexOf('\t');
        String file = tab < 0 ? line : line.substring(0, tab);
        String url = tab < 0 ? null : line.substring(tab + 1).strip();
        String place = list + ", line " + number;
        Path target;
        ListedDocument entry;
        try {
          target = out == null ? null : out.resolve(name(file, place) + extension);
          entry = entry(file, url == null || url.isEmpty() ? null : url, null, target, how, place);
        } catch (OrbException e) {
          faults.add(e.getMessage());
          continue;
        }
        Integer before = target == null ? null : targets.put(target, number);
        if (before != null) {
          throw OrbException.usage(place + ": as line " + before + ", goes to " + target);
        }
        if (target != null && !overwrite && Files.exists(target)) {
          throw OrbException.usage(target + " exists; --overwrite replaces it");
        }
        entries.add(entry);
      }
    } catch (NoSuchFileException e) {
      throw OrbException.usage("no such file: " + list);
    }
    if (out != null) {
      try {
        Files.createDirectories(out);
      } catch (FileAlreadyExistsException e) {
        throw OrbException.usage(out + " is not a folder");
      }
    }
    return new DocumentFiles(entries, faults);
  }

  private static String name(String file, String place) {
    try {
      String name = String.valueOf(Path.of(file).getFileName());
      return PACKED_PAGE.matcher(name).matches() ? name.substring(0, name.length() - 3) : name;
    } catch (InvalidPathException e) {
      throw OrbException.usage(place + ": no name of a file: " + Console.safe(file));
    }
  }

  private static ListedDocument entry(
      String file, String url, String type, Path target, List<OpenOption> how, String place) {
    String normal = new UrlNormalizer().normalize(url == null ? ownUrl(file) : url);
    if (normal == null) {
      throw OrbException.usage(place + ": not a URL that can be crawled: " + Console.safe(url));
    }
    return new ListedDocument(file, normal, type, target, how);
  }

  /** A made-up URL for a document without one: its path, on a host that no page has. */
  private static String ownUrl(String file) {
    try {
      String path = Path.of(file).toAbsolutePath().normalize().toString();
      String unpacked =
          PACKED_PAGE.matcher(path).matches() ? path.substring(0, path.length() - 3) : path;
      return new URI("http", "localhost", unpacked, null).toASCIIString();
    } catch (URISyntaxException e) {
      return "http://localhost/";
    }
  }

  int size() {
    return entries.size() + faults.size();
  }

  /**
   * Parses all documents, in several threads, and hands each result over in the order of the list.
   * It names files that cannot be read or parsed on the console.
   *
   * @return the number of these
   */
  long parse(Configuration conf, Console console, DocumentConsumer consumer)
      throws IOException, InterruptedException {
    Queue<Pending> pending = new ArrayDeque<>();
    long bytes = 0;
    int done = 0;
    for (String fault : faults) {
      failed++;
      console.info(fault);
    }
    try (ParseMapper.Documents documents = new ParseMapper.Documents(conf);
        Progress progress = console.progress("parse")) {
      for (ListedDocument entry : entries) {
        byte[] content;
        try {
          content = entry.read();
        } catch (IOException | InvalidPathException e) {
          fail(console, entry, e instanceof NoSuchFileException ? "no such file" : e.getMessage());
          continue;
        }
        PageParser.Document document =
            new PageParser.Document(entry.url(), content, entry.type(), null, List.of());
        pending.add(new Pending(entry, content.length, documents.submit(document)));
        bytes += content.length;
        while (pending.size() > AHEAD || (bytes > BYTES_AHEAD && pending.size() > 1)) {
          bytes -= pending.element().bytes();
          finish(documents, pending.remove(), console, consumer);
          done++;
        }
        progress.update(done + " of " + entries.size());
      }
      while (!pending.isEmpty()) {
        finish(documents, pending.remove(), console, consumer);
        progress.update(++done + " of " + entries.size());
      }
    }
    return failed;
  }

  private void finish(
      ParseMapper.Documents documents, Pending next, Console console, DocumentConsumer consumer)
      throws IOException, InterruptedException {
    ParsedPage page = documents.await(next.ticket());
    if (page.parsed()) {
      consumer.take(next.entry(), page);
    } else {
      fail(console, next.entry(), page.message());
    }
  }

  private void fail(Console console, ListedDocument entry, String why) {
    failed++;
    console.info(Console.safe(entry.file() + ": " + why));
  }
}
