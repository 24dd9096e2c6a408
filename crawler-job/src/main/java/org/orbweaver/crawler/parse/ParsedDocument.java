package org.orbweaver.crawler.parse;

import java.net.MalformedURLException;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.io.MD5Hash;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.sitemap.Sitemap;

/**
 * A parsed page as the records of a segment, passed from mapper to output format.
 *
 * @param data for parse_data
 * @param text for parse_text
 * @param signature MD5 of the content
 * @param links those that may be followed
 * @param score the page's own
 * @param again whether it had been fetched before
 * @param anyPath whether its host answers a path that does not exist with a page
 * @param depth links from the nearest seed; 0 if unknown
 * @param sitemap its entries; null for a page that is no feed
 * @param mark present if it was to be read as a sitemap; null for a page
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
record ParsedDocument(
    ParseData data,
    String text,
    byte[] signature,
    List<PageLink> links,
    float score,
    boolean again,
    boolean anyPath,
    int depth,
    Sitemap sitemap,
    SitemapMark mark) {

  /**
   * Converts a page to Nutch's form.
   *
   * @param contentMeta metadata of the content, headers included; the signature is added if it is
   *     missing
   */
  static ParsedDocument of(ParsedPage page, Metadata contentMeta, byte[] content) {
    byte[] signature = signature(contentMeta, content);
    contentMeta.set(Nutch.SIGNATURE_KEY, HexFormat.of().formatHex(signature));
    boolean again = contentMeta.get(MetadataKeys.AGAIN) != null;
    contentMeta.remove(MetadataKeys.AGAIN);
    boolean anyPath = contentMeta.get(MetadataKeys.UNKNOWN_PAGE) != null;
    contentMeta.remove(MetadataKeys.UNKNOWN_PAGE);
    int depth = LinkDepth.takeFrom(contentMeta);
    Metadata parseMeta = new Metadata();
    page.meta().forEach(parseMeta::set);
    ParseData data =
        new ParseData(
            status(page, contentMeta),
            page.title(),
            page.links().stream().map(ParsedDocument::outlink).toArray(Outlink[]::new),
            contentMeta,
            parseMeta);
    List<PageLink> followed =
        page.outlinks().follow()
            ? page.links().stream().filter(PageLink::followable).toList()
            : List.of();
    return new ParsedDocument(
        data,
        page.text(),
        signature,
        followed,
        score(contentMeta),
        again,
        anyPath,
        depth,
        null,
        null);
  }

  /**
   * This document with its sitemap and mark, if it was marked as a sitemap and is one, or is a
   * feed; else with nulls.
   */
  ParsedDocument with(Sitemap listed, SitemapMark marked) {
    return new ParsedDocument(
        data, text, signature, links, score, again, anyPath, depth, listed, marked);
  }

  private static Outlink outlink(PageLink link) {
    try {
      return new PageOutlink(link);
    } catch (MalformedURLException e) {
      throw new IllegalStateException("declared, never thrown", e);
    }
  }

  private static ParseStatus status(ParsedPage page, Metadata contentMeta) {
    return switch (page.outcome()) {
      case PARSED -> new ParseStatus(ParseStatus.SUCCESS);
      case REDIRECT ->
          new ParseStatus(
              ParseStatus.SUCCESS,
              ParseStatus.SUCCESS_REDIRECT,
              new String[] {page.refresh().url(), Integer.toString(page.refresh().seconds())});
      case UNSUPPORTED ->
          new ParseStatus(ParseStatus.FAILED, ParseStatus.FAILED_INVALID_FORMAT, page.message());
      case INVALID ->
          new ParseStatus(
              ParseStatus.FAILED,
              "true".equals(contentMeta.get(Response.TRUNCATED_CONTENT))
                  ? ParseStatus.FAILED_TRUNCATED
                  : ParseStatus.FAILED_INVALID_FORMAT,
              page.message());
      case TIMEOUT, OVER_LIMIT, FAILED ->
          new ParseStatus(ParseStatus.FAILED, ParseStatus.FAILED_EXCEPTION, page.message());
    };
  }

  private static float score(Metadata contentMeta) {
    String text = contentMeta.get(Nutch.SCORE_KEY);
    if (text == null) {
      return 0;
    }
    try {
      float score = Float.parseFloat(text);
      return Float.isFinite(score) ? score : 0;
    } catch (NumberFormatException e) {
      return 0; // Metadata from the web may contain anything.
    }
  }

  /** MD5 of the bytes, as Nutch's default; the fetcher's digest if there is one. */
  private static byte[] signature(Metadata contentMeta, byte[] content) {
    String digest = contentMeta.get(Nutch.SIGNATURE_KEY);
    boolean written = digest != null && digest.matches("[0-9a-fA-F]{32}");
    return written ? HexFormat.of().parseHex(digest) : MD5Hash.digest(content).getDigest();
  }
}
