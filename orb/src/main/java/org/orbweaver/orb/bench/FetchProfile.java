package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where a process's Java threads spent their time, by the flight recorder's samples. Samples of
 * threads in native code count where the innermost frame is a read or a write that may be waiting
 * for the network, so these are told apart from those in Java code.
 */
final class FetchProfile {
  private static final int SHOWN = 15;

  private final Map<String, Integer> frames = new HashMap<>();
  private final Map<String, Integer> packages = new HashMap<>();
  private final Map<String, Integer> parts = new HashMap<>();
  private final Map<String, Integer> nativeFrames = new HashMap<>();
  private int samples;
  private int nativeSamples;
  private double pauseSeconds;
  private int collections;

  private FetchProfile() {}

  static FetchProfile read(Path recording) throws IOException {
    FetchProfile profile = new FetchProfile();
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        profile.add(file.readEvent());
      }
    }
    return profile;
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.ExecutionSample" -> {
        List<RecordedFrame> stack = stack(event);
        if (!stack.isEmpty()) {
          samples++;
          frames.merge(name(stack.get(0)), 1, Integer::sum);
          packages.merge(packageOf(stack.get(0)), 1, Integer::sum);
          parts.merge(part(stack), 1, Integer::sum);
        }
      }
      case "jdk.NativeMethodSample" -> {
        List<RecordedFrame> stack = stack(event);
        if (!stack.isEmpty()) {
          nativeSamples++;
          nativeFrames.merge(name(stack.get(0)), 1, Integer::sum);
        }
      }
      case "jdk.GarbageCollection" -> {
        collections++;
        pauseSeconds += event.getDuration("sumOfPauses").toNanos() / 1e9;
      }
      default -> {
        // not about time
      }
    }
  }

  private static List<RecordedFrame> stack(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    return trace == null ? List.of() : trace.getFrames();
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  private static String packageOf(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    int dot = type.lastIndexOf('.');
    return dot < 0 ? type : type.substring(0, dot);
  }

  /** The innermost method of ours, which is what the time is spent for. */
  private static String part(List<RecordedFrame> stack) {
    for (RecordedFrame frame : stack) {
      if (frame.getMethod().getType().getName().startsWith("org.orbweaver.")) {
        return name(frame);
      }
    }
    return "(no Orbweaver method) " + name(stack.get(stack.size() - 1));
  }

  /**
   * Prints the profile.
   *
   * @param out takes the lines
   * @param threads CPU seconds by name of thread, as the kernel counted them
   */
  void print(Consumer<String> out, Map<String, Double> threads) {
    double all = threads.values().stream().mapToDouble(Double::doubleValue).sum();
    linef(out, "  CPU by thread, %.1f s in total", all);
    threads.entrySet().stream()
        .limit(SHOWN)
        .forEach(
            group -> linef(out, "  %6.1f %%  %s", 100 * group.getValue() / all, group.getKey()));
    linef(out, "  %,d samples in Java code", samples);
    top(out, "innermost methods", frames, samples);
    top(out, "packages of innermost methods", packages, samples);
    top(out, "innermost Orbweaver methods", parts, samples);
    linef(out, "  %,d samples in native code, waiting or running", nativeSamples);
    top(out, "native methods", nativeFrames, nativeSamples);
    linef(out, "  %d garbage collections, %.2f s of pauses", collections, pauseSeconds);
  }

  private static void top(Consumer<String> out, String what, Map<String, Integer> counts, int all) {
    out.accept("  " + what);
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(SHOWN)
        .forEach(
            entry -> linef(out, "  %6.1f %%  %s", 100.0 * entry.getValue() / all, entry.getKey()));
  }

  private static void linef(Consumer<String> out, String format, Object... args) {
    out.accept(String.format(Locale.ROOT, format, args));
  }
}
