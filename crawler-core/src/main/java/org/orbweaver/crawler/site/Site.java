package org.orbweaver.crawler.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What holds for a URL: the blocks that cover it, the most specific first. Of each key the first
 * block that has it counts.
 */
public record Site(List<SiteBlock> blocks) {
  /** No block covers the URL. */
  public static final Site NONE = new Site(List.of());

  public boolean isNone() {
    return blocks.isEmpty();
  }

  /** The block that says something of a key, or of one within it. */
  public Optional<SiteBlock> with(String key) {
    return blocks.stream().filter(block -> block.has(key)).findFirst();
  }

  /** The value of a key. */
  public Optional<String> get(String key) {
    return with(key).flatMap(block -> block.get(key));
  }

  /** The values of a key that is a list. */
  public List<String> all(String key) {
    return with(key).map(block -> block.all(key)).orElse(List.of());
  }

  /** The fields to take from a page, by their names. */
  public Map<String, FieldSelector> fields() {
    return with("fields").map(SiteBlock::fields).orElse(Map.of());
  }

  /** The least seconds between two fetches, if a block has an interval. */
  public Optional<Integer> intervalSeconds() {
    return get("interval").map(Integer::valueOf);
  }

  /** The most links from a seed. */
  public Optional<Integer> depth() {
    return get("depth").map(Integer::valueOf);
  }

  /** The most URLs of the block that names this limit in one round. */
  public Optional<Integer> pagesPerRound() {
    return get("pages-per-round").map(Integer::valueOf);
  }

  /** The politeness delay in milliseconds. */
  public Optional<Long> delayMs() {
    return get("delay").map(seconds -> Math.round(Double.parseDouble(seconds) * 1000));
  }

  /** Whether a sitemap's dates make its pages due; empty if their precision decides. */
  public Optional<Boolean> trustsSitemap() {
    return get("sitemap-dates").filter(word -> !word.equals("measured")).map("trusted"::equals);
  }

  /** Which pages are rendered: {@code never}, {@code auto} or {@code always}. */
  public Optional<String> render() {
    return get("render");
  }

  /** The block whose cookies are kept: of a login by a form, a file of cookies, or a jar. */
  public Optional<SiteBlock> session() {
    Optional<SiteBlock> form =
        with("login").filter(block -> block.get("login.type").equals(Optional.of("form")));
    return form.isPresent()
        ? form
        : blocks.stream()
            .filter(block -> block.has("cookie-file") || block.has("cookies"))
            .findFirst()
            .filter(
                block ->
                    block.has("cookie-file") || block.get("cookies").equals(Optional.of("site")));
  }

  /** Whether even the cookies of a chain of redirects are not sent. */
  public boolean refusesCookies() {
    return get("cookies").filter("none"::equals).isPresent();
  }

  /**
   * The block by which a URL is fetched as somebody: with a login, cookies of a file, a certificate
   * or a secret header.
   *
   * @param url covered by these blocks
   */
  public Optional<SiteBlock> privateBlock(String url) {
    return withSecrets().filter(block -> block.mayHaveSecrets(url)).findFirst();
  }

  /** Whether a block has secrets, and the URL may have those of none. */
  public boolean withholdsSecrets(String url) {
    return withSecrets().findAny().isPresent() && privateBlock(url).isEmpty();
  }

  private Stream<SiteBlock> withSecrets() {
    return blocks.stream()
        .filter(
            block ->
                block.has("login")
                    || block.has("cookie-file")
                    || block.has("certificate")
                    || block.map("headers").values().stream()
                        .anyMatch(value -> !Sites.referencesIn(value).isEmpty()));
  }

  /** The names of the blocks that cover it, the most specific first. */
  @Override
  public String toString() {
    return blocks.stream().map(SiteBlock::name).collect(Collectors.joining(", "));
  }
}
