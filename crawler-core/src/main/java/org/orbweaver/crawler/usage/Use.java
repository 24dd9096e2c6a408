package org.orbweaver.crawler.usage;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What content may be used for: the categories that all sources are brought to. */
public enum Use {
  /** Finding it: an index, links to it, excerpts. */
  SEARCH("search"),
  /** Training or tuning of models that generate. */
  AI_TRAIN("ai-train"),
  /** Input of such models: retrieval, grounding, summaries. */
  AI_INPUT("ai-input"),
  /** Either of these with its images. */
  AI_IMAGE("ai-image"),
  /** Mining of text and data, as the European directive 2019/790 has it in article 4. */
  TDM("tdm");

  private final String token;

  Use(String token) {
    this.token = token;
  }

  /** Its name in metadata, in the index and on the command line: {@code ai-train}. */
  public String token() {
    return token;
  }

  /** How metadata and index say that it is allowed ({@code ai-train:y}) or not. */
  public String said(boolean allowed) {
    return token + (allowed ? ":y" : ":n");
  }

  /** The one of that name. */
  public static Optional<Use> of(String token) {
    return Arrays.stream(values()).filter(use -> use.token.equals(token)).findFirst();
  }

  /** All names, separated by commas. */
  public static String tokens() {
    return Arrays.stream(values()).map(Use::token).collect(Collectors.joining(", "));
  }
}
