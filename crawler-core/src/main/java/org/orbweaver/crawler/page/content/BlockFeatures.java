package org.orbweaver.crawler.page.content;

import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.orbweaver.crawler.page.content.PageBlocks.Tag;

/** The features of each block of a page, as numbers for a {@link TreeModel}. */
final class BlockFeatures {
  private static final int FAR = 20;
  private static final int MAX_FEATURES = 128;
  private static final float[] NONE = new float[6];

  private final PageBlocks page;
  private final int blocks;
  private final int elements;
  private final byte[][] distance;
  private final float[] score;
  private final int best;
  private final float[] chain;
  private final int[] fromBest;
  private final float total;
  private final float totalLinks;
  private final int[] path;
  private final int[] pathCount;
  private final int[] pathLength;
  private final int paragraphs;
  private final int ignored;

  /** Characters of prose before each block; the last entry is their total. */
  private final float[] before;

  /** Blocks since the last prose, and until the next. */
  private final int[] since;

  private final int[] until;

  /** Number of times a block's text is on the page. */
  private final int[] repeats;

  /** Number of children of its parent with an element's tag and class, including itself. */
  private final int[] siblings;

  BlockFeatures(PageBlocks page, PageKind kind) {
    this.page = page;
    // In a thread the comments are the main content.
    ignored = kind == PageKind.FORUM ? NameWords.ElementRole.COMMENT.bit() : 0;
    blocks = page.blocks();
    elements = page.elements();
    distance = new byte[elements][NameWords.PARTS];
    score = new float[elements];
    chain = new float[elements];
    fromBest = new int[elements];
    path = new int[elements];
    int[] all = new int[PageBlocks.COUNTS];
    int size = Integer.highestOneBit(Math.max(1, elements)) * 4;
    pathCount = new int[size];
    pathLength = new int[size];
    int longOnes = 0;
    for (int e = 0; e < elements; e++) {
      int above = page.parent[e];
      for (int part = 0; part < NameWords.PARTS; part++) {
        distance[e][part] =
            ((page.parts[e] & ~ignored) >> part & 1) != 0
                ? 0
                : above < 0 ? FAR : (byte) Math.min(FAR, distance[above][part] + 1);
      }
      // The names of an element and of the two around it.
      path[e] = page.path[e] * 31 + (above < 0 ? 0 : path[above] >>> 3);
    }
    for (int b = 0; b < blocks; b++) {
      int[] in = page.block(b).in;
      PageBlocks.add(all, in);
      int e = page.block(b).element;
      pathCount[slot(e)]++;
      pathLength[slot(e)] += in[PageBlocks.LENGTH];
      float length = in[PageBlocks.LENGTH] - in[PageBlocks.LINK];
      if (length >= 25 && page.tag[e] != Tag.HEADING) {
        float points = 1 + in[PageBlocks.COMMAS] + Math.min(length / 100, 3);
        int at = isLeaf(page.tag[e]) && page.parent[e] >= 0 ? page.parent[e] : e;
        for (float share = 1; share <= 3 && at >= 0; share++) {
          score[at] += points / share;
          at = page.parent[at];
        }
      }
      longOnes += length >= 100 ? 1 : 0;
    }
    paragraphs = longOnes;
    before = new float[blocks + 1];
    since = new int[blocks];
    until = new int[blocks];
    Map<Integer, Integer> texts = new HashMap<>();
    int last = -FAR;
    for (int b = 0; b < blocks; b++) {
      before[b + 1] = before[b] + PageBlocks.prose(page.block(b));
      since[b] = Math.min(FAR, b - last);
      last = PageBlocks.prose(page.block(b)) > 0 ? b : last;
      texts.merge(page.block(b).hash, 1, Integer::sum);
    }
    repeats = new int[blocks];
    last = blocks + FAR;
    for (int b = blocks - 1; b >= 0; b--) {
      until[b] = Math.min(FAR, last - b);
      last = PageBlocks.prose(page.block(b)) > 0 ? b : last;
      repeats[b] = texts.get(page.block(b).hash);
    }
    siblings = new int[elements];
    Map<Long, Integer> names = new HashMap<>();
    for (int e = 0; e < elements; e++) {
      names.merge(name(e), 1, Integer::sum);
    }
    for (int e = 0; e < elements; e++) {
      siblings[e] = names.get(name(e));
    }
    total = Math.max(1, all[PageBlocks.LENGTH]);
    totalLinks = all[PageBlocks.LINK];
    int top = 0;
    for (int e = 0; e < elements; e++) {
      score[e] *= 1 - PageBlocks.linkDensity(page.of[e]);
      if (score[e] > score[top]) {
        top = e;
      }
    }
    best = top;
    if (elements > 0) {
      Arrays.fill(fromBest, -1);
      for (int e = best; e >= 0; e = page.parent[e]) {
        fromBest[e] = 0;
      }
      float most = Math.max(1e-6f, score[best]);
      for (int e = 0; e < elements; e++) {
        int above = page.parent[e];
        chain[e] = Math.max(score[e] / most, above < 0 ? 0 : chain[above]);
        if (fromBest[e] < 0) {
          fromBest[e] = above < 0 ? FAR : Math.min(FAR, fromBest[above] + 1);
        }
      }
    }
  }

  /** A hash of an element's parent, tag and class, equal for similar siblings. */
  private long name(int e) {
    return ((long) page.parent[e] << 32) | (page.path[e] & 0xffffffffL);
  }

  private int slot(int e) {
    int hash = path[e] * 0x9e3779b9;
    return (hash ^ hash >>> 15) & pathCount.length - 1;
  }

  private static boolean isLeaf(Tag tag) {
    return switch (tag) {
      case P, HEADING, ITEM, CELL, PRE, QUOTE, TERM -> true;
      default -> false;
    };
  }

  int size() {
    return blocks;
  }

  /** Whether {@code inner} is {@code outer} or in it. */
  private boolean inside(int inner, int outer) {
    int at = inner;
    while (at > outer) {
      at = page.parent[at];
    }
    return at == outer;
  }

  /** The features of one block, in a fixed order. */
  float[] of(int b) {
    FloatBuffer row = FloatBuffer.allocate(MAX_FEATURES);
    int e = page.block(b).element;
    int[] in = page.block(b).in;
    float length = in[PageBlocks.LENGTH];
    row.put(length).put(in[PageBlocks.WORDS]).put(PageBlocks.linkDensity(in));
    row.put(in[PageBlocks.COMMAS]).put(in[PageBlocks.STOPS]);
    row.put(endsSentence(page.block(b).lastChar));
    row.put(in[PageBlocks.DIGITS] / length).put(in[PageBlocks.UPPER] / length);
    row.put(in[PageBlocks.EMPHASIS] / length);
    Tag tag = page.tag[e];
    row.put(tag == Tag.P ? 1 : 0).put(tag == Tag.HEADING ? 1 : 0);
    row.put(tag == Tag.ITEM ? 1 : 0).put(tag == Tag.CELL || tag == Tag.ROW ? 1 : 0);
    row.put(tag == Tag.PRE || tag == Tag.QUOTE ? 1 : 0).put(tag == Tag.DIV ? 1 : 0);
    for (int part = 0; part < NameWords.PARTS; part++) {
      row.put((page.block(b).inline & ~ignored & (1 << part)) != 0 ? -1 : distance[e][part]);
    }
    row.put((float) b / blocks)
        .put((float) page.block(b).start / Math.max(1, page.block(blocks - 1).end));
    row.put(page.level[e]);
    int above = page.parent[e] < 0 ? e : page.parent[e];
    int further = page.parent[above] < 0 ? above : page.parent[above];
    for (int around : new int[] {e, above, further}) {
      int[] of = page.of[around];
      row.put(of[PageBlocks.LENGTH] / total).put(PageBlocks.linkDensity(of));
      row.put(of[PageBlocks.LENGTH]).put(of[PageBlocks.STOPS]);
    }
    row.put(chain[e]).put(inside(e, best) ? 1 : 0).put(fromBest[e]);
    row.put(page.level[best]).put(page.of[best][PageBlocks.LENGTH] / total);
    row.put(pathCount[slot(e)]).put(pathLength[slot(e)] / (float) pathCount[slot(e)]);
    row.put(pathLength[slot(e)] / total);
    for (int step : new int[] {-1, 1, -2, 2}) {
      neighbour(row, b + step, e);
    }
    float most = Math.max(1, before[blocks]);
    row.put(before[b] / most).put((before[blocks] - before[b + 1]) / most);
    row.put(since[b]).put(until[b]);
    row.put(siblings[e]).put(siblings[above]).put(siblings[further]);
    row.put(repeats[b]).put(page.block(b).media).put(b + 1 < blocks ? page.block(b + 1).media : 0);
    row.put(in[PageBlocks.CAPS] / (float) Math.max(1, in[PageBlocks.WORDS]));
    row.put(in[PageBlocks.SEPARATORS]).put(in[PageBlocks.SIGNS]).put(in[PageBlocks.LINKS]);
    row.put(total).put(totalLinks / total).put(paragraphs).put(blocks);
    return Arrays.copyOf(row.array(), row.position());
  }

  private void neighbour(FloatBuffer row, int b, int from) {
    if (b < 0 || b >= blocks) {
      row.put(NONE);
      return;
    }
    int[] in = page.block(b).in;
    int e = page.block(b).element;
    row.put(in[PageBlocks.LENGTH]).put(PageBlocks.linkDensity(in)).put(in[PageBlocks.STOPS]);
    row.put(e == from ? 2 : page.parent[e] == page.parent[from] ? 1 : 0);
    row.put(chain[e]).put(page.tag[e] == Tag.HEADING ? 1 : page.tag[e] == Tag.P ? 2 : 0);
  }

  private static float endsSentence(char last) {
    return switch (last) {
      case '.', '!', '?', '\u3002', '\u2026', '\u0964', '\u06d4', '\uff01', '\uff1f' -> 2;
      case ':', '"', ')', '\u201d', '\u00bb' -> 1;
      default -> 0;
    };
  }
}
