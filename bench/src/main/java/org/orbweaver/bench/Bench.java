package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.orb.Orb;
import picocli.CommandLine.Option;

/**
 * A benchmark: it has a temporary folder, runs programs in measured processes, reports figures, and
 * exits with 1 if one misses its target.
 */
abstract class Bench extends BaseCommand {
  /** The main class of the command. */
  static final String ORB = Orb.class.getName();

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for temporary files. Default: the system's.")
  private Path work;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  @Option(names = "--no-gate", description = "Exit with 0 even if a target is missed.")
  private boolean noGate;

  private final List<String> missed = new ArrayList<>();
  private Path folder;

  /** Measures and reports. */
  protected abstract void measure() throws Exception;

  @Override
  protected final int run() throws Exception {
    folder =
        work == null
            ? Files.createTempDirectory("orb-bench-")
            : Files.createTempDirectory(Files.createDirectories(work), "orb-bench-");
    try {
      measure();
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
    if (!missed.isEmpty()) {
      console().info("missed: " + String.join("; ", missed));
    }
    return (missed.isEmpty() || noGate ? ExitCode.OK : ExitCode.FAILED).code();
  }

  /** True if figures are printed as JSON lines. */
  final boolean isJson() {
    return json;
  }

  final Path folder() {
    return folder;
  }

  /** Prints figures, and counts those that miss their targets. */
  final void report(Figures figures) {
    show("", Map.of(), figures);
    gate("", figures);
  }

  /** Counts figures that miss their targets, named after {@code of}. */
  final void gate(String of, Figures figures) {
    figures.missed().forEach(label -> missed.add(of + label));
  }

  /**
   * Prints figures that do not count.
   *
   * @param title heading for people
   * @param fields the heading's values for programs
   */
  final void show(String title, Map<String, Object> fields, Figures figures) {
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>(fields);
      all.put("cores", Runtime.getRuntime().availableProcessors());
      console().line(figures.json(all));
    } else {
      if (!title.isEmpty()) {
        console().line(title);
      }
      figures.print(console()::line);
    }
    console().flush();
  }

  /** Starts the {@code orb} command in its own process with these JVM flags. */
  final MeasuredProcess start(List<String> flags, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(ORB));
    all.addAll(List.of(words));
    all.add("-Dhadoop.tmp.dir=" + folder.resolve("hadoop"));
    return MeasuredProcess.java(flags, all, folder.resolve("output"));
  }

  /** Runs the {@code orb} command to its end. */
  final MeasuredProcess orb(List<String> flags, String... words) throws Exception {
    return start(flags, words).await("orb " + words[0]);
  }

  /** Runs a main class with its arguments, in its own process, to its end. */
  final MeasuredProcess java(List<String> flags, String... words) throws Exception {
    return MeasuredProcess.java(flags, List.of(words), folder.resolve("output"))
        .await(words[0].replaceFirst(".*\\.", ""));
  }

  /** The path of the checkout. */
  static Path source() {
    return Path.of(System.getProperty("orbweaver.source", ".")).toAbsolutePath();
  }
}
