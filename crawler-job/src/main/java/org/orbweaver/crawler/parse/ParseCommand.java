package org.orbweaver.crawler.parse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.parse.DocumentFiles.ListedDocument;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code parse DIR}, with {@code parse --file|--files} for documents outside a crawl.
 */
@Command(
    name = "parse",
    description = {
      "Parse fetched pages: text, title, metadata and links.",
      "--file and --files parse documents that are not in a crawl, as the phase would. A file whose"
          + " name ends in .html.gz or .htm.gz is unpacked first. A file that cannot be read or"
          + " parsed is named, the others are done, and the exit status is 1."
    },
    footer = {
      "  orb parse crawl                            all fetched segments",
      "  orb parse crawl --segment 20260401120000   this segment",
      "  orb parse crawl -D parser.timeout=10       at most 10 s per document",
      "  orb parse --file page.html --url https://example.org/page   what is found in it",
      "  orb parse --file page.html --main          its main content only",
      "  orb parse --file page.html --markdown      the same as Markdown",
      "  orb parse --files list.txt --main --out texts   texts/page.html.txt for page.html, …"
    })
public final class ParseCommand extends BaseCommand {
  /** Control characters that a terminal may act on; unlike marks of direction, they are no text. */
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]");

  @ArgGroup(multiplicity = "1")
  private What what;

  private static final class What {
    @Parameters(paramLabel = "DIR", description = "The crawl directory.")
    private String dir;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "Parse this document and print it.")
    private String file;

    @Option(
        names = "--files",
        paramLabel = "LIST",
        description = "Parse the documents of this list: a file, a tab and its URL per line.")
    private String list;
  }

  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "Segment to parse; repeatable. Default: all that are not parsed yet.")
  private List<String> segments = new ArrayList<>();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "With --file: where the document comes from; links are relative to it. Default, also for"
              + " lines without URL: http://localhost/ and the file's path.")
  private String url;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "With --file: the Content-Type header. Default: none; URL and content decide.")
  private String type;

  @Option(names = "--main", description = "The main content instead of the full text.")
  private boolean main;

  @Option(
      names = "--markdown",
      description =
          "The main content as Markdown, with its headings, lists, tables, code and links. With"
              + " --out: FOLDER/NAME.md.")
  private boolean markdown;

  @Option(
      names = "--links",
      description = "With --file or --json: each link, not only their number.")
  private boolean links;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "With --files: write each text to FOLDER/NAME.txt, where NAME is the file's whole name"
              + " (without .gz): a/page.html becomes page.html.txt.")
  private Path out;

  @Option(names = "--overwrite", description = "With --out: replace files that exist.")
  private boolean overwrite;

  @Option(
      names = "--json",
      description = "Print each document as a line of JSON; its text only without --out.")
  private boolean json;

  @Override
  protected List<String> settingFaults() {
    return ContentRules.faults(conf());
  }

  @Override
  protected int run() throws Exception {
    checkOptions();
    if (what.dir != null) {
      try (Session session = Session.open(conf(), what.dir, console(), "parse")) {
        console().line(new ParsePhase().run(session, segments).summary());
      }
      return ExitCode.OK.code();
    }
    DocumentFiles files =
        what.file != null
            ? DocumentFiles.of(what.file, url, type)
            : DocumentFiles.list(what.list, out, markdown ? ".md" : ".txt", overwrite);
    long failed =
        files.parse(markdown ? ParseMapper.withMarkdown(conf()) : conf(), console(), this::show);
    if (failed > 0) {
      throw OrbException.failed(
          what.list == null
              ? "the document failed, for the reason above"
              : failed + " of " + files.size() + " documents failed, named above");
    }
    return ExitCode.OK.code();
  }

  @Override
  protected Optional<String> crawl() {
    return Optional.ofNullable(what.dir);
  }

  private void checkOptions() {
    boolean list = what.list != null;
    if (what.file == null && (url != null || type != null)) {
      throw OrbException.usage("--url and --type require --file");
    } else if (what.dir != null && (main || markdown || links || json)) {
      throw OrbException.usage("--main, --markdown, --links and --json require --file or --files");
    } else if (main && markdown) {
      throw OrbException.usage("--main and --markdown exclude each other");
    } else if (what.dir == null && !segments.isEmpty()) {
      throw OrbException.usage("--segment requires a crawl directory");
    } else if (list && out == null && !json) {
      throw OrbException.usage("--files requires --out or --json");
    } else if ((!list && out != null) || (overwrite && out == null)) {
      throw OrbException.usage("--out requires --files, --overwrite requires --out");
    }
  }

  /** Prints or writes the result of parsing a document; called in the order of the list. */
  private void show(ListedDocument entry, ParsedPage page) throws IOException {
    String mainRanges = page.meta().get(MetaNames.MAIN);
    String made = page.meta().remove(MetaNames.MARKDOWN);
    String text = markdown ? made : main ? MainContent.of(page.text(), mainRanges) : page.text();
    String missing = page.meta().get(MetaNames.PARTIAL);
    if (markdown && missing != null) {
      console().info(Console.safe(entry.file() + ": a part is missing: " + missing));
    }
    if (json) {
      console().line(Json.line(fields(entry, page, text)));
    }
    if (out != null) {
      entry.write(text);
    } else if (!json) {
      if (!main && !markdown) {
        head(entry, page);
      }
      print(text, console());
    }
  }

  /** Prints a text of a stranger. */
  public static void print(String text, Console console) {
    for (String line : CONTROLS.matcher(text).replaceAll("").split("\n", -1)) {
      console.line(line);
    }
  }

  private Map<String, Object> fields(ListedDocument entry, ParsedPage page, String text) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", entry.file());
    fields.put("url", entry.url());
    fields.put("outcome", page.outcome().name());
    if (!page.message().isEmpty()) {
      fields.put("message", page.message());
    }
    fields.put("title", page.title());
    fields.put("meta", page.meta());
    if (links) {
      fields.put("links", page.links());
    } else {
      fields.put("linkCount", page.links().size());
    }
    if (page.refresh() != null) {
      fields.put("refreshUrl", page.refresh().url());
    }
    fields.put("textChars", text.length());
    if (out == null) {
      fields.put(markdown ? "markdown" : "text", text);
    }
    return fields;
  }

  private void head(ListedDocument entry, ParsedPage page) {
    Map<String, String> meta = new LinkedHashMap<>(page.meta());
    field("url", entry.url());
    field("type", meta.remove(MetaNames.TYPE));
    field("encoding", meta.remove(MetaNames.CHARSET));
    field("encoding from", meta.remove(MetaNames.CHARSET_SOURCE));
    field("claimed encoding", meta.remove(MetaNames.CLAIMED_CHARSET));
    field("language", meta.remove(MetaNames.LANGUAGE));
    field("title", page.title());
    meta.forEach(this::field);
    field("refresh", page.refresh() == null ? null : page.refresh().url());
    field("links", Integer.toString(page.links().size()));
    if (links) {
      for (PageLink link : page.links()) {
        String rel = link.rel().isEmpty() ? "" : " (" + link.rel() + ")";
        console().line("  " + Console.safe(link.url() + rel + " " + link.anchor()));
      }
    }
    console().line("");
  }

  private void field(String name, String value) {
    if (value != null) {
      console().line(Console.safe(name + ": " + value));
    }
  }
}
