package org.orbweaver.orb.bench;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the cost of parser processes; called by {@code scripts/bench parse}. */
@Command(
    name = "bench-parse",
    hidden = true,
    description = {
      "Parse PDF and Office files in a parser process and in the process itself. Prints CPU"
          + " milliseconds per document for both, cold and warm, and the ratio. Exits with 1 if"
          + " a parser process costs over a fifth more."
    },
    footer = "  scripts/bench parse ~/papers")
public final class ParseBenchCommand extends Bench {
  private static final double MOST = 1.2;

  @Option(
      names = "--documents",
      description = "Number of generated documents. Default: ${DEFAULT-VALUE}.")
  private int documents = 600;

  @Option(
      names = "--runs",
      description = "Number of runs; the median counts. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int runs = 3;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "Folder of your own files, instead of generated ones.")
  private String folder;

  @Override
  protected void measure() throws Exception {
    List<Figures> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      all.add(once());
    }
    report(Figures.medians(all));
  }

  private Figures once() throws Exception {
    Map<String, Double> here = parse("here");
    Map<String, Double> process = parse("process");
    if (!here.get("characters").equals(process.get("characters"))) {
      throw OrbException.failed("the two ways extracted different text");
    }
    Figures figures = new Figures().add("documents", "documents", "%.0f", here.get("documents"));
    for (String pass : List.of("Cold", "Warm")) {
      double own = here.get("cpuMillis" + pass);
      double other = process.get("cpuMillis" + pass);
      String label = pass.toLowerCase(java.util.Locale.ROOT) + ": CPU ms per document";
      figures
          .add("cpuMillisHere" + pass, label + ", in the process itself", "%.2f", own)
          .add("cpuMillisProcess" + pass, label + ", in a parser process", "%.2f", other)
          .add("ratio" + pass, "  ratio", "%.2f", other / own)
          .atMost("ratio" + pass, MOST);
    }
    return figures;
  }

  private Map<String, Double> parse(String way) throws Exception {
    String path = System.getProperty("java.class.path") + File.pathSeparator + testkit();
    String from = folder == null ? Integer.toString(documents) : folder;
    String program = ParseBenchProgram.class.getName();
    return java(List.of("-Xmx1g", "-cp", path), program, way, from).figures();
  }
}
