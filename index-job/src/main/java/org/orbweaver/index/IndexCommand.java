package org.orbweaver.index;

import java.nio.file.Path;
import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.build.TrecIndex;
import org.orbweaver.index.shards.IndexJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code index DIR}: builds a search index of a crawl. */
@Command(
    name = "index",
    description = {
      "Build a Lucene search index of all fetched pages.",
      "Only pages that are new or changed since the newest index are written, if that was built"
          + " with the same settings; too many deletions or builds lead to a whole one.",
      "Writes shards under DIR/index/<build>. Anchors come from the linkdb, and PageRank from its"
          + " newest run, if there are any.",
      "With --trec, build an index of a test collection instead: TREC documents (<DOC><DOCNO>...),"
          + " or SMART's (.I, .T, .W), plain or gzipped. Search it with 'orb search OUT --topics'."
    },
    footer = {
      "  orb index crawl",
      "  orb index crawl --shards 4",
      "  orb index crawl --full",
      "  orb index crawl --full --writer indexwriter",
      "  orb index --trec collection/*.gz --out collection-index"
    })
final class IndexCommand extends BaseCommand {
  @Parameters(paramLabel = "DIR", arity = "0..1", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "Number of shards (default: orbweaver.index.shards).")
  @Range(from = 1, to = 10_000)
  private Integer shards;

  @Option(
      names = "--trec",
      arity = "1..*",
      paramLabel = "FILES",
      description = "Files of a test collection to index.")
  private List<Path> trec;

  @Option(names = "--out", paramLabel = "OUT", description = "Directory for the index of --trec.")
  private String out;

  @Option(
      names = "--writer",
      paramLabel = "WRITER",
      description =
          "What writes the shards: codec (default), or indexwriter, which is slower, to compare.")
  private IndexJob.WriterKind writer = IndexJob.WriterKind.CODEC;

  @Option(names = "--full", description = "Write all pages anew.")
  private boolean full;

  @Override
  protected int run() throws Exception {
    if (trec != null) {
      if (out == null || dir != null || shards != null || full) {
        throw OrbException.usage(
            "--trec FILES requires --out OUT and excludes DIR, --shards and --full");
      }
      try (Session session = Session.create(conf(), out, console(), "index")) {
        long docs = TrecIndex.build(session, trec);
        console().line("indexed " + Count.of(docs, "document") + " in " + out);
      }
      return ExitCode.OK.code();
    }
    if (dir == null || out != null) {
      throw OrbException.usage(
          dir == null
              ? "expected DIR, got nothing; or --trec FILES --out OUT"
              : "--out requires --trec FILES");
    }
    try (Session session = Session.open(conf(), dir, console(), "index")) {
      IndexPhase.BuiltIndex result =
          new IndexPhase()
              .run(session, new IndexPhase.BuildOptions(shards == null ? 0 : shards, full, writer));
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
