package org.orbweaver.index;

import java.nio.file.Path;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.eval.Evaluation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evaluate QRELS RUN}: measures the quality of a run. */
@Command(
    name = "evaluate",
    description = {
      "Judge a run of topics by relevance judgements, as trec_eval does.",
      "Prints MAP, P@10, nDCG@10, MRR and recall@1000, averaged over the topics that both files"
          + " have and that have a relevant document."
    },
    footer = {
      "  orb evaluate qrels.txt bm25.run",
      "  orb evaluate qrels.txt bm25.run --complete --json"
    })
final class EvaluateCommand extends BaseCommand {
  @Parameters(
      index = "0",
      paramLabel = "QRELS",
      description = "Judgements: lines of topic, 0, docno, grade.")
  private Path qrels;

  @Parameters(
      index = "1",
      paramLabel = "RUN",
      description = "The run: lines of topic, Q0, docno, rank, score, tag.")
  private Path run;

  @Option(names = "--complete", description = "Count topics that the run lacks as failures.")
  private boolean complete;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  protected int run() throws Exception {
    Evaluation result = Evaluation.of(Evaluation.qrels(qrels), Evaluation.run(run), complete);
    if (json) {
      console().line(Json.line(result));
      return ExitCode.OK.code();
    }
    console().linef("topics       %d", result.topics());
    console().linef("MAP          %.4f", result.map());
    console().linef("P@10         %.4f", result.p10());
    console().linef("nDCG@10      %.4f", result.ndcg10());
    console().linef("MRR          %.4f", result.mrr());
    console().linef("recall@1000  %.4f", result.recall1000());
    return ExitCode.OK.code();
  }
}
