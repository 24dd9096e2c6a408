package org.orbweaver.crawler.page.markdown;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Node;

/**
 * Writes finished blocks into the lists and quotes that are open. A list item or quote shows with
 * its first block, so those without text leave no trace. Items follow each other without an empty
 * line; a list after a list has another marker, so that it begins anew.
 */
final class BlockWriter {
  /** Deeper lists and quotes add no indentation, which bounds the output. */
  private static final int MAX_DEPTH = 40;

  private static final int MAX_NUMBER = 999_999_999;

  private enum Kind {
    ROOT,
    QUOTE,
    LIST,
    ITEM
  }

  /** An open list, item or quote. */
  private static final class Frame {
    private final Kind kind;
    private final Node owner;

    /** Of a list: the number of its next item; −1 if it is not ordered. */
    private long number;

    /** Of an item. */
    private String marker = "";

    /** Of a list or item: whether a block of it was written. */
    private boolean begun;

    /** Of a list: whether it has the second kind of marker. */
    private boolean other;

    /** The last item of a list, or the list that was the last block within anything else. */
    private Frame last;

    Frame(Kind kind, Node owner) {
      this.kind = kind;
      this.owner = owner;
    }
  }

  private final StringBuilder out = new StringBuilder();
  private final List<Frame> frames = new ArrayList<>();
  private final int maxChars;

  /** The frames that have been open since the last block: it and the next one are both in them. */
  private int common;

  private boolean afterParagraph;
  private boolean rule;
  private boolean full;

  BlockWriter(int maxChars) {
    this.maxChars = maxChars;
    frames.add(new Frame(Kind.ROOT, null));
  }

  void openQuote(Node owner) {
    push(new Frame(Kind.QUOTE, owner));
  }

  /**
   * Opens a list.
   *
   * @param first the number of its first item; −1 for a list without numbers
   */
  void openList(Node owner, long first) {
    Frame top = top();
    if (top.kind == Kind.LIST && top.last != null) {
      push(top.last, owner); // A list in a list without an item belongs to the item before.
    }
    Frame list = new Frame(Kind.LIST, owner);
    list.number = first;
    push(list);
  }

  /**
   * Opens an item; an open one that has the same owner ends.
   *
   * @param number its own number; −1 for the next one
   */
  void openItem(Node owner, long number) {
    if (top().kind == Kind.ITEM && owner.equals(top().owner)) {
      pop();
    }
    if (top().kind == Kind.LIST && top().number >= 0) {
      top().number = number >= 0 ? number : top().number;
    }
    push(new Frame(Kind.ITEM, owner));
  }

  /** Ends everything that this node opened. */
  void close(Node owner) {
    int from = frames.size();
    for (int i = from - 1; i > 0; i--) {
      from = owner.equals(frames.get(i).owner) ? i : from;
    }
    while (frames.size() > from) {
      pop();
    }
  }

  private Frame top() {
    return frames.get(frames.size() - 1);
  }

  private void push(Frame frame) {
    frames.add(frame);
  }

  /** Opens an item again, for a list that follows it. */
  private void push(Frame item, Node owner) {
    Frame again = new Frame(Kind.ITEM, owner);
    again.marker = item.marker;
    again.begun = true;
    again.last = item.last;
    frames.add(again);
  }

  private void pop() {
    Frame closed = frames.remove(frames.size() - 1);
    if (closed.kind == Kind.ITEM && closed.begun && top().kind == Kind.LIST) {
      top().last = closed;
    }
    common = Math.min(common, frames.size());
  }

  /** Draws a line before the next block, if a block is before it. */
  void rule() {
    rule = out.length() > 0;
  }

  /** Whether something was left out because the output is full. */
  boolean full() {
    return full;
  }

  void paragraph(String text) {
    write(text, true);
  }

  /** Writes a block of one or more lines, unless it is empty. */
  void block(String text) {
    write(text, false);
  }

  private void write(String text, boolean paragraph) {
    full |= out.length() + text.length() > maxChars;
    if (text.isEmpty() || full) {
      return;
    }
    if (rule) {
      rule = false;
      out.append('\n').append(prefix(common, false).stripTrailing()).append('\n');
      out.append(prefix(common, false)).append("___");
      afterParagraph = false;
      frames.get(common - 1).last = null;
    }
    if (out.length() > 0) {
      out.append('\n');
      if (!tight()) {
        out.append(prefix(common, false).stripTrailing()).append('\n');
      }
    }
    mark();
    String first = prefix(frames.size(), true);
    String others = prefix(frames.size(), false);
    int from = 0;
    for (int end = text.indexOf('\n'); from >= 0; end = text.indexOf('\n', from)) {
      String line = end < 0 ? text.substring(from) : text.substring(from, end);
      String before = from == 0 ? first : others;
      out.append(line.isEmpty() ? before.stripTrailing() : before).append(line);
      out.append(end < 0 ? "" : "\n");
      from = end < 0 ? -1 : end + 1;
    }
    common = frames.size();
    afterParagraph = paragraph;
  }

  /** Whether the next block follows without an empty line: it begins an item. */
  private boolean tight() {
    for (int i = 2; i < Math.min(frames.size(), MAX_DEPTH); i++) {
      Frame item = frames.get(i);
      Frame list = frames.get(i - 1);
      if (item.kind == Kind.ITEM && !item.begun && list.kind == Kind.LIST) {
        // A list with another first number than 1 cannot interrupt a paragraph.
        return list.begun
            || (afterParagraph
                && list.number <= 1
                && list.number != 0
                && common == i - 1
                && frames.get(i - 2).kind == Kind.ITEM
                && frames.get(i - 2).begun);
      }
    }
    return false;
  }

  /** Gives the items that begin with the next block their markers. */
  private void mark() {
    for (int i = 1; i < frames.size(); i++) {
      Frame above = frames.get(i - 1);
      Frame frame = frames.get(i);
      if (frame.kind == Kind.LIST) {
        if (!frame.begun) {
          frame.other = above.last != null && above.last != frame && !above.last.other;
        }
        above.last = frame;
      } else if (above.kind != Kind.LIST) {
        above.last = null;
      }
      if (frame.kind == Kind.ITEM && !frame.begun && above.kind == Kind.LIST && i < MAX_DEPTH) {
        frame.marker =
            above.number < 0
                ? above.other ? "* " : "- "
                : above.number + (above.other ? ") " : ". ");
        above.number += above.number < 0 || above.number == MAX_NUMBER ? 0 : 1;
        above.begun = true;
      }
    }
    top().last = null;
  }

  /** The beginning of a line in the first frames. */
  private String prefix(int size, boolean first) {
    StringBuilder prefix = new StringBuilder();
    for (int i = 1; i < Math.min(size, MAX_DEPTH); i++) {
      Frame frame = frames.get(i);
      if (frame.kind == Kind.QUOTE) {
        prefix.append("> ");
      } else if (frame.kind == Kind.ITEM) {
        prefix.append(first && !frame.begun ? frame.marker : " ".repeat(frame.marker.length()));
        frame.begun |= first;
      }
    }
    return prefix.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
