package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.orbweaver.common.cli.Console;
import org.orbweaver.crawler.frontier.Frontier;

/**
 * What it costs to take the next URL of a million hosts that are all waiting, and to give the host
 * back for a delay of five seconds after a fetch of some hundred milliseconds; all on a simulated
 * clock. The peer is the same with a PriorityQueue of objects.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 4)
@Measurement(iterations = 4, time = 4)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class FrontierBenchmark {
  static final int HOSTS = 1_000_000;
  private static final int UNDER_WAY = 200;
  private static final long DELAY = 5_000_000_000L;

  /** From one pick to the next, so that all hosts have their turn in a delay. */
  private static final long STEP = DELAY / HOSTS;

  /** A frontier whose list has no end: each host has its next URL when it comes to its turn. */
  @State(Scope.Thread)
  public static class WithFrontier {
    private final ArrayDeque<Frontier.Lease> underWay = new ArrayDeque<>();
    private final byte[] item = new byte[60];
    private Frontier frontier;
    private long now;

    /** Fills it. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
      frontier = new Frontier(new Frontier.Limits(16, HOSTS, 1L << 30, Path.of("unused")));
      for (int i = 0; i < HOSTS; i++) {
        frontier.add(new Frontier.Entry("www.host" + i + ".example", 1, item), now);
      }
    }

    Frontier.Lease pick() throws IOException {
      now += STEP;
      if (underWay.size() == UNDER_WAY) {
        Frontier.Lease ended = underWay.removeFirst();
        frontier.add(ended, item);
        frontier.release(ended, now + DELAY, now);
      }
      Frontier.Lease lease = frontier.poll(now);
      while (lease == null) {
        now = frontier.nextTime();
        lease = frontier.poll(now);
      }
      underWay.addLast(lease);
      return lease;
    }
  }

  /** The same host by host, without queues, lists and names. */
  @State(Scope.Thread)
  public static class WithPriorityQueue {
    private record Host(long notBefore, int number) {}

    private final ArrayDeque<Host> underWay = new ArrayDeque<>();
    private final PriorityQueue<Host> heap =
        new PriorityQueue<>((a, b) -> Long.compare(a.notBefore(), b.notBefore()));
    private long now;

    /** Fills it. */
    @Setup(Level.Trial)
    public void fill() {
      for (int i = 0; i < HOSTS; i++) {
        heap.add(new Host(0, i));
      }
    }

    Object pick() {
      now += STEP;
      if (underWay.size() == UNDER_WAY) {
        heap.add(new Host(now + DELAY, underWay.removeFirst().number()));
      }
      Host host = heap.remove();
      now = Math.max(now, host.notBefore());
      underWay.addLast(host);
      return host;
    }
  }

  /** The frontier. */
  @Benchmark
  public Object frontier(WithFrontier state) throws IOException {
    return state.pick();
  }

  /** The peer. */
  @Benchmark
  public Object priorityQueue(WithPriorityQueue state) {
    return state.pick();
  }

  /** Runs it, in a process whose Java serialization is not shut: JMH talks to its forks by it. */
  public static void main(String[] args) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(FrontierBenchmark.class.getName())
            .verbosity(VerboseMode.SILENT)
            .build();
    Console console = Console.system();
    for (RunResult result : new Runner(options).run()) {
      Result<?> primary = result.getPrimaryResult();
      console.linef("%s %.2f", primary.getLabel(), primary.getScore());
    }
    console.flush();
  }
}
