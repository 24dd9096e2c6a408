package org.orbweaver.crawler.render;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * What rendering the pages of a host has brought, by the template of their URLs, and which further
 * pages are rendered for that reason.
 *
 * <ol>
 *   <li>Pages that parse marks as made by scripts are candidates. {@value #SAMPLES} of a template
 *       are rendered, and the others only if that {@linkplain Gain#bringsMore() brought more}.
 *   <li>Pages without a mark may need scripts too: a shell of navigation that the server sends has
 *       much text. They become candidates once a page of their template has gained; before, one in
 *       a {@value #LOOK} is looked at, and only on hosts where some page has gained. They are
 *       counted apart: what they bring does not decide about marked pages.
 *   <li>Where rendering brought nothing, one page in a {@value #LOOK} is looked at again, chosen by
 *       its URL; where it gains, each page shows whether it still does.
 * </ol>
 *
 * <p>A template gains if two of its last three pages did, or half of the last {@value #WINDOW}: a
 * site that begins to need scripts is seen by its second page, and one that needs them for some of
 * its pages is not given up after a few others.
 *
 * <p>At most {@value #TEMPLATES} templates are counted; all later ones of the host count as one. As
 * bytes: version (1), number of templates (1), and for each the fingerprint of its template (8),
 * the time of the last page (8), for marked pages, then for others, the number of the last ones (1)
 * and a bit for each that gained, the newest lowest (1); big-endian. Less than 700 bytes.
 *
 * <p>Not safe for use by several threads.
 */
public final class RenderLearning {
  static final int TEMPLATES = 32;

  /** Pages that are rendered to learn about a template. */
  static final int SAMPLES = 3;

  static final int WINDOW = Byte.SIZE;

  /** Where rendering brings nothing, one page in this many is rendered all the same. */
  static final int LOOK = 100;

  private static final byte VERSION = 1;

  /** Fingerprint of the templates beyond the most; no URL has an empty one. */
  private static final long OTHERS = Fingerprint.of("");

  private final Long2ObjectLinkedOpenHashMap<Template> templates =
      new Long2ObjectLinkedOpenHashMap<>();

  /**
   * A decision about a page.
   *
   * @param render whether it is rendered
   * @param why one line for people
   */
  public record Choice(boolean render, String why) {}

  /** Which of the last pages gained. */
  private record Tally(int pages, int gains) {
    static final Tally EMPTY = new Tally(0, 0);

    Tally with(boolean gain) {
      int window = (gains << 1 | (gain ? 1 : 0)) & ((1 << WINDOW) - 1);
      return new Tally(Math.min(WINDOW, pages + 1), window);
    }

    int gained() {
      return Integer.bitCount(gains);
    }

    boolean isGaining() {
      return Integer.bitCount(gains & 0b111) >= 2 || 2 * gained() >= pages;
    }

    void write(DataOutputStream out) throws IOException {
      out.writeByte(pages);
      out.writeByte(gains);
    }

    static Tally read(DataInputStream in) throws IOException {
      int pages = in.readUnsignedByte();
      int gains = in.readUnsignedByte();
      if (pages > WINDOW || gains >> pages != 0) {
        throw new IOException("what rendering brought: " + pages + " pages, gains " + gains);
      }
      return new Tally(pages, gains);
    }

    @Override
    public String toString() {
      return gained() + " of the last " + pages + " pages gained";
    }
  }

  private record Template(long time, Tally marked, Tally others) {
    static final Template EMPTY = new Template(0, Tally.EMPTY, Tally.EMPTY);

    Tally tally(boolean isMarked) {
      return isMarked ? marked : others;
    }

    boolean isGaining() {
      return (marked.pages > 0 && marked.isGaining()) || (others.pages > 0 && others.isGaining());
    }

    boolean hasGained() {
      return (marked.gains | others.gains) != 0;
    }

    Template with(boolean isMarked, boolean gain, long now) {
      return new Template(
          Math.max(time, now),
          isMarked ? marked.with(gain) : marked,
          isMarked ? others : others.with(gain));
    }
  }

  /**
   * Decides about a page. Call it when the page's turn comes: those rendered before it decide.
   *
   * @param url of the page, in normal form
   * @param marked whether parse marked it as made by scripts
   * @param always whether all pages of its site are to be rendered
   */
  public Choice choose(String url, boolean marked, boolean always) {
    if (always) {
      return new Choice(true, "all pages of its site are rendered");
    }
    Template known = templates.getOrDefault(key(url), Template.EMPTY);
    Tally tally = known.tally(marked);
    String page = marked ? "marked as made by scripts" : "not marked as made by scripts";
    String template = UrlTemplate.of(url);
    String pages = (marked ? "; marked" : "; other") + " pages like it (" + template + "): ";
    boolean look = Math.floorMod(Fingerprint.of(url), LOOK) == 0;
    if (!marked && !known.hasGained()) {
      if (templates.values().stream().noneMatch(Template::hasGained)) {
        return new Choice(false, page + "; no page of its host gained by rendering");
      }
      return look
          ? new Choice(true, page + "; looked at, as one page in " + LOOK + " of its host")
          : new Choice(false, page + "; no page like it (" + template + ") gained by rendering");
    }
    if (tally.pages < SAMPLES) {
      return new Choice(true, page + pages + tally.pages + " of " + SAMPLES + " rendered");
    }
    if (tally.isGaining() || !look) {
      return new Choice(tally.isGaining(), page + pages + tally);
    }
    return new Choice(true, page + pages + tally + "; looked at again, as one in " + LOOK);
  }

  /**
   * Notes what rendering a page brought.
   *
   * @param marked as in {@link #choose}
   * @param gain {@link Gain#NONE} if the page could not be rendered
   * @param time when, in milliseconds since 1970
   */
  public void learned(String url, boolean marked, Gain gain, long time) {
    long key = key(url);
    Template before = templates.getOrDefault(key, Template.EMPTY);
    templates.put(key, before.with(marked, gain.bringsMore(), time));
  }

  /** The templates of which pages were rendered. */
  public int templates() {
    return templates.size();
  }

  /** Of these, the ones where rendering gains. */
  public int gainingTemplates() {
    return (int) templates.values().stream().filter(Template::isGaining).count();
  }

  private long key(String url) {
    long template = Fingerprint.of(UrlTemplate.of(url));
    return templates.containsKey(template) || templates.size() < TEMPLATES ? template : OTHERS;
  }

  /**
   * Adds what another value for the same host knows: of each template, that which learned last
   * stays. Values that grew from a common one, as those of two rounds, can be merged in any order,
   * and twice.
   */
  public void merge(RenderLearning other) {
    for (var entry : other.templates.long2ObjectEntrySet()) {
      long key = entry.getLongKey();
      if (!templates.containsKey(key) && templates.size() >= TEMPLATES) {
        key = OTHERS;
      }
      templates.merge(key, entry.getValue(), (own, its) -> its.time > own.time ? its : own);
    }
  }

  /** The stored form. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeByte(templates.size());
      for (var entry : templates.long2ObjectEntrySet()) {
        Template template = entry.getValue();
        out.writeLong(entry.getLongKey());
        out.writeLong(template.time);
        template.marked.write(out);
        template.others.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Never, in memory.
    }
    return bytes.toByteArray();
  }

  /**
   * Reads the stored form.
   *
   * @param bytes empty for a host of which nothing is known
   * @throws IOException if they are of a later version, or damaged
   */
  public static RenderLearning decode(byte[] bytes) throws IOException {
    RenderLearning read = new RenderLearning();
    if (bytes.length == 0) {
      return read;
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    byte version = in.readByte();
    if (version != VERSION) {
      throw new IOException("what rendering brought: unknown version " + version);
    }
    int size = in.readUnsignedByte();
    for (int i = 0; i < size; i++) {
      long key = in.readLong();
      long time = in.readLong();
      read.templates.put(key, new Template(time, Tally.read(in), Tally.read(in)));
    }
    if (size > TEMPLATES + 1 || in.available() > 0) {
      throw new IOException(
          "what rendering brought: " + size + " templates in " + bytes.length + " bytes");
    }
    return read;
  }
}
