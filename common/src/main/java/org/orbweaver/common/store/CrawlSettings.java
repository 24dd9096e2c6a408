package org.orbweaver.common.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileKeys;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * The settings that a crawl keeps: those given on the command lines of its commands, so that they
 * hold for later commands. A newly given value takes precedence and is kept from then on.
 *
 * <p>Keeps only Orbweaver's settings whose values are neither secret nor valid on one machine
 * alone: no {@code mapreduce.*}, {@code fs.*} and the like.
 *
 * <p>{@code DIR/.settings/N} is the complete N-th version, in JSON; the greatest number is in
 * force. A version is written under another name and renamed, by the holder of the lock, and never
 * changed afterwards: a reader without a lock sees one version or the next.
 */
public record CrawlSettings(long version, Map<String, KeptSetting> kept) {
  /**
   * A kept setting.
   *
   * @param origin its source: {@code -D}, {@code --top-n}, {@code -conf FILE line N}
   * @param since the time when it was first given with this value
   */
  public record KeptSetting(String name, String value, String origin, Instant since) {}

  /**
   * Reads the settings kept by the crawl at a path; none if there is no crawl.
   *
   * @throws OrbException (failed) if the file cannot be read
   */
  public static CrawlSettings of(Configuration conf, String dir) throws IOException {
    return read(CrawlDir.at(conf, dir));
  }

  static CrawlSettings read(CrawlDir dir) throws IOException {
    FileSystem fs = dir.fs();
    long newest =
        Files.list(fs, dir.settings()).stream()
            .map(status -> status.getPath().getName())
            .filter(name -> name.matches("\\d{1,18}"))
            .mapToLong(Long::parseLong)
            .max()
            .orElse(0);
    Path file = new Path(dir.settings(), Long.toString(newest));
    try {
      return new CrawlSettings(
          newest, newest == 0 ? Map.of() : parse(newest, Files.read(fs, file)));
    } catch (IOException | RuntimeException e) {
      if (Failure.isMissingBlock(e)) {
        throw OrbException.failed("cannot read the crawl's settings: " + Failure.reason(e), e);
      }
      throw OrbException.failed(
          "cannot read the crawl's settings, "
              + file
              + ": "
              + e.getMessage()
              + "; remove the file to return to the previous settings",
          e);
    }
  }

  /** All of them, by name. */
  public List<KeptSetting> all() {
    return List.copyOf(kept.values());
  }

  /** The kept setting of that name. */
  public Optional<KeptSetting> get(String name) {
    return Optional.ofNullable(kept.get(name));
  }

  /**
   * Adds the kept settings to a configuration: they override files and defaults, but not the
   * command line. Other names in the file are ignored, since opening somebody else's crawl must
   * never load classes that it names.
   */
  public void apply(Configuration conf) {
    Map<String, Key<?>> keys =
        KeySource.all().stream().collect(Collectors.toMap(Key::name, Function.identity()));
    for (KeptSetting setting : kept.values()) {
      Key<?> key = keys.get(setting.name());
      boolean mayBeKept =
          key == null ? Settings.isRetired(setting.name()) : !key.isLocal() && !key.isSecret();
      if (mayBeKept && !Origin.isSet(conf, setting.name()) && !isReplaced(conf, setting)) {
        Origin.setKept(conf, setting.name(), setting.value());
      }
    }
  }

  /** True if it came from a crawl file, and the one in use does not have it. */
  private static boolean isReplaced(Configuration conf, KeptSetting setting) {
    return CrawlFile.inUse(conf) != null
        && Origin.isCrawlFile(setting.origin())
        && !Origin.isGiven(conf, setting.name());
  }

  /**
   * Keeps new settings from the command line and reports the changes. Called by the holder of the
   * lock.
   *
   * @param begun true if the crawl has had a step; before that, changes are not reported
   */
  void keep(Configuration conf, CrawlDir dir, Console console, Instant now, boolean begun)
      throws IOException {
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    Map<String, KeptSetting> next = new TreeMap<>(kept);
    List<String> changes = new ArrayList<>();
    List<String> ofFile = new ArrayList<>();
    for (Key<?> key : KeySource.all()) {
      String name = key.name();
      if (key.isLocal() || key.isSecret() || !Origin.isGiven(conf, name)) {
        continue;
      }
      String value = key.anchored(key.text(conf));
      KeptSetting old = kept.get(name);
      boolean isOfFile = Origin.isCrawlFile(Origin.of(conf, name));
      if (old != null
          && old.value().equals(value)
          && isOfFile != Origin.isCrawlFile(old.origin())) {
        // What has it now decides whether it goes when a crawl file no longer has it.
        next.put(name, new KeptSetting(name, value, Origin.of(conf, name), old.since()));
      } else if (old == null || !old.value().equals(value)) {
        next.put(name, new KeptSetting(name, value, Origin.of(conf, name), second));
        if (isOfFile) {
          ofFile.add(CrawlFileKeys.change(name, value, old == null ? null : old.value()));
        } else {
          changes.add(name + "=" + value + (old == null ? "" : " (was " + old.value() + ")"));
        }
      }
    }
    for (KeptSetting old : kept.values()) {
      if (isReplaced(conf, old)) {
        next.remove(old.name());
        ofFile.add(CrawlFileKeys.change(old.name(), null, old.value()));
      }
    }
    List<String> ignored = version == 0 ? Settings.ignored(conf) : List.of();
    ignored.forEach(line -> console.info("warning: " + Console.safe(line)));
    if (next.equals(kept) && ignored.isEmpty()) {
      return;
    }
    Path file = new Path(dir.settings(), Long.toString(version + 1));
    Files.writeNew(conf, file, json(version + 1, next, second));
    if (begun && !changes.isEmpty()) {
      console.info("kept with the crawl: " + Console.safe(String.join(", ", changes)));
    }
    if (begun && !ofFile.isEmpty()) {
      console.info(
          "settings changed by "
              + CrawlFile.inUse(conf)
              + ": "
              + Console.safe(String.join(", ", ofFile)));
    }
    for (Key<?> key : KeySource.all()) {
      boolean isAgainInFile = Origin.isCrawlFile(Origin.of(conf, key.name()));
      if (key.isSecret() && Origin.isGiven(conf, key.name()) && !isAgainInFile) {
        console.info(
            "setting "
                + key.name()
                + " is secret and not kept: set it in conf/orbweaver-site.xml, or pass it each"
                + " time");
      }
    }
  }

  private record WrittenVersion(Instant time, Optional<Long> version, List<KeptSetting> settings) {}

  private static byte[] json(long version, Map<String, KeptSetting> settings, Instant now) {
    return CheckedJson.line(
        new WrittenVersion(now, Optional.of(version), List.copyOf(settings.values())));
  }

  private static Map<String, KeptSetting> parse(long version, byte[] json) throws IOException {
    String line = new String(json, StandardCharsets.UTF_8).strip();
    WrittenVersion form = CheckedJson.parse(line, WrittenVersion.class);
    if (form.version.orElse(version) != version) {
      throw new IOException("it is version " + form.version.get());
    }
    Map<String, KeptSetting> settings = new TreeMap<>();
    for (KeptSetting one : form.settings) {
      settings.put(one.name, one);
    }
    return settings;
  }
}
