package org.orbweaver.crawler.parse;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.sitemap.Sitemap;

/**
 * A parsed page as the records of a segment: between mapper and output format.
 *
 * @param data for parse_data
 * @param text for parse_text
 * @param signature MD5 of the content
 * @param links those that may be followed
 * @param score the page's own
 * @param sitemap what it lists; null for a page
 * @param mark that it was to be read as a sitemap; null for a page
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
record ParsedDocument(
    ParseData data,
    String text,
    byte[] signature,
    List<PageLink> links,
    float score,
    Sitemap sitemap,
    SitemapMark mark) {

  /** Key of a link's relations in an Outlink's metadata. */
  static final Text REL = new Text("rel");

  /**
   * Puts a page into Nutch's form.
   *
   * @param contentMeta metadata of the content, headers included; the signature is added where it
   *     is missing
   */
  static ParsedDocument of(ParsedPage page, Metadata contentMeta, byte[] content) {
    byte[] signature = Signatures.of(contentMeta, content);
    contentMeta.set(Nutch.SIGNATURE_KEY, Signatures.hex(signature));
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
        page.follow() ? page.links().stream().filter(PageLink::followable).toList() : List.of();
    return new ParsedDocument(
        data, page.text(), signature, followed, score(contentMeta), null, null);
  }

  /** This document, which was marked as a sitemap and is one; null and null for a page. */
  ParsedDocument with(Sitemap listed, SitemapMark marked) {
    return new ParsedDocument(data, text, signature, links, score, listed, marked);
  }

  private static Outlink outlink(PageLink link) {
    try {
      Outlink outlink = new Outlink(link.url(), link.anchor());
      if (!link.rel().isEmpty()) {
        MapWritable metadata = new MapWritable();
        metadata.put(REL, new Text(link.rel()));
        outlink.setMetadata(metadata);
      }
      return outlink;
    } catch (java.net.MalformedURLException e) {
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
              new String[] {page.refreshUrl(), Integer.toString(page.refreshSeconds())});
      case UNSUPPORTED ->
          new ParseStatus(ParseStatus.FAILED, ParseStatus.FAILED_INVALID_FORMAT, page.message());
      case INVALID ->
          new ParseStatus(
              ParseStatus.FAILED,
              Headers.isTruncated(contentMeta)
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
      return 0; // Metadata of the web's making may hold anything.
    }
  }

  /** The signature by which equal contents are found: MD5 of the bytes, as Nutch's default. */
  static final class Signatures {

    private static final HexFormat HEX = HexFormat.of();

    private Signatures() {}

    /** The fetcher's digest where it wrote one, else computed. */
    static byte[] of(Metadata contentMeta, byte[] content) {
      String digest = contentMeta.get(Nutch.SIGNATURE_KEY);
      if (digest != null && digest.length() == 32) {
        try {
          return HEX.parseHex(digest);
        } catch (IllegalArgumentException e) {
          // Not ours: a header of that name. Computed below.
        }
      }
      try {
        return MessageDigest.getInstance("MD5").digest(content);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has MD5", e);
      }
    }

    static String hex(byte[] signature) {
      return HEX.formatHex(signature);
    }
  }

  /** HTTP headers in a Content's metadata, whose names are in whatever case the server wrote. */
  static final class Headers {

    private Headers() {}

    /** The first value of a header, or null. */
    static String first(Metadata metadata, String name) {
      String exact = metadata.get(name);
      if (exact != null) {
        return exact;
      }
      List<String> values = all(metadata, name);
      return values.isEmpty() ? null : values.get(0);
    }

    /** All values of a header. */
    static List<String> all(Metadata metadata, String name) {
      List<String> values = new ArrayList<>();
      for (String candidate : metadata.names()) {
        if (candidate.equalsIgnoreCase(name)) {
          values.addAll(List.of(metadata.getValues(candidate)));
        }
      }
      return values;
    }

    /** Whether the fetcher marked the body as cut off. */
    static boolean isTruncated(Metadata metadata) {
      return "true".equals(metadata.get(Response.TRUNCATED_CONTENT));
    }
  }
}
