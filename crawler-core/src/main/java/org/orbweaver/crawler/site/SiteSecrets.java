package org.orbweaver.crawler.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The secrets that sites refer to, by their references. It never says what they are. */
public final class SiteSecrets {
  public static final SiteSecrets NONE = new SiteSecrets(Map.of());

  private static final Set<String> FILES = Set.of("certificate", "cookie-file", "login.keytab");
  private static final int MAX_BYTES = 1 << 20;

  private final Map<String, byte[]> values;

  /** Known ones, for a task. */
  public SiteSecrets(Map<String, byte[]> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * Looks references up.
   *
   * @param environment of variables; null for a missing one
   * @throws IllegalArgumentException naming all that are missing
   */
  public static SiteSecrets read(Set<String> references, UnaryOperator<String> environment) {
    Map<String, byte[]> values = new HashMap<>();
    Set<String> faults = new LinkedHashSet<>();
    for (String reference : references) {
      String from = reference.substring(reference.indexOf(':') + 1, reference.length() - 1);
      try {
        if (reference.startsWith("${env:")) {
          String value = environment.apply(from);
          if (value == null) {
            throw new IllegalArgumentException("environment variable " + from + " is not set");
          }
          values.put(reference, value.getBytes(StandardCharsets.UTF_8));
        } else {
          values.put(reference, file(from));
        }
      } catch (IllegalArgumentException e) {
        faults.add(e.getMessage());
      }
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    return new SiteSecrets(values);
  }

  private static byte[] file(String name) {
    try {
      Path path = Path.of(name);
      if (Files.isRegularFile(path) && Files.size(path) > MAX_BYTES) {
        throw new IllegalArgumentException(name + " is longer than a secret can be (1 MB)");
      }
      return Files.readAllBytes(path);
    } catch (IOException | InvalidPathException e) {
      String why = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
      throw new IllegalArgumentException("cannot read " + name + ": " + why, e);
    }
  }

  /** All, to hand on to a task. */
  public Map<String, byte[]> all() {
    return new TreeMap<>(values);
  }

  /**
   * The bytes that a value refers to.
   *
   * @throws IllegalArgumentException if the secret is not known
   */
  byte[] bytes(String reference) {
    byte[] bytes = values.get(reference);
    if (bytes == null) {
      throw new IllegalArgumentException("the secret " + reference + " is not known here");
    }
    return bytes;
  }

  /**
   * A value with its references replaced; of a file, without the line break at its end.
   *
   * @throws IllegalArgumentException if a secret is not known
   */
  String text(String value) {
    String text = value;
    for (String reference : Sites.referencesIn(value)) {
      String secret = new String(bytes(reference), StandardCharsets.UTF_8);
      text = text.replace(reference, secret.replaceFirst("\\R\\z", ""));
    }
    return text;
  }

  /** The secrets in the values of a block, but for files such as a certificate. */
  Set<String> texts(SiteBlock block) {
    Set<String> texts = new LinkedHashSet<>();
    for (String key : block.keys()) {
      if (!FILES.contains(key)) {
        block.all(key).stream()
            .flatMap(value -> Sites.referencesIn(value).stream())
            .map(this::text)
            .forEach(texts::add);
      }
    }
    return texts;
  }

  /**
   * As {@link #text}, for a header.
   *
   * @throws IllegalArgumentException naming the reference, if a header cannot have the secret
   */
  String header(String value) {
    String text = text(value);
    if (!text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "the secret "
              + String.join(", ", Sites.referencesIn(value))
              + " has characters that a header cannot have");
    }
    return text;
  }

  @Override
  public String toString() {
    return values.size() + " secrets";
  }
}
