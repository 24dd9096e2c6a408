package org.orbweaver.crawler.usage;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The uses of content, a common vocabulary for all sources. */
public enum Use {
  /** Search: an index, links to the content, excerpts. */
  SEARCH("search"),
  /** Training or tuning of generative models. */
  AI_TRAIN("ai-train"),
  /** Input of generative models: retrieval, grounding, summaries. */
  AI_INPUT("ai-input"),
  /** Training or input with the content's images. */
  AI_IMAGE("ai-image"),
  /** Text and data mining, as in article 4 of the European directive 2019/790. */
  TDM("tdm");

  private final String token;

  Use(String token) {
    this.token = token;
  }

  /** Its name in metadata, in the index and on the command line: {@code ai-train}. */
  public String token() {
    return token;
  }

  /** The form in metadata and index for allowed ({@code ai-train:y}) or forbidden. */
  public String said(boolean allowed) {
    return token + (allowed ? ":y" : ":n");
  }

  /** The use with that name. */
  public static Optional<Use> of(String token) {
    return Arrays.stream(values()).filter(use -> use.token.equals(token)).findFirst();
  }

  /** All names, separated by commas. */
  public static String tokens() {
    return Arrays.stream(values()).map(Use::token).collect(Collectors.joining(", "));
  }
}
