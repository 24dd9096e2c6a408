package org.orbweaver.webgraph.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.orbweaver.webgraph.format.dictionary.UrlDictionaryWriter;
import org.orbweaver.webgraph.format.meta.GraphLevel;

/**
 * Maps each page to its host or domain. Pages are in the order of their reversed URLs, so that a
 * host's pages are one range of ids: the table has an entry a host, not a page. Memory: 8 bytes a
 * host.
 *
 * <p>Hosts are numbered in the order of their pages, domains in that of their reversed names. A
 * page without a host ({@code mailto:}, or a URL with a user's name) has no group.
 *
 * @param starts the first id of each range, ascending, from 0
 * @param groups each range's host or domain
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupTable(int[] starts, int[] groups) {
  /** The group of a page without a host. */
  static final int NONE = -1;

  /** The host or domain of a page, or {@link #NONE}. */
  int of(int page) {
    int range = Arrays.binarySearch(starts, page);
    return groups[range >= 0 ? range : -range - 2];
  }

  /** Reads {@code ranges} ranges written by a {@link Writer}. */
  static GroupTable read(DataInput in, int ranges) throws IOException {
    int[] starts = new int[ranges];
    int[] groups = new int[ranges];
    for (int i = 0; i < ranges; i++) {
      starts[i] = in.readInt();
      groups[i] = in.readInt();
    }
    return new GroupTable(starts, groups);
  }

  /**
   * Writes a table and the dictionary of its hosts or domains, from the pages' keys in the order of
   * their ids.
   *
   * <p>Groups are numbered in the order of their keys. A host's pages follow one another; the hosts
   * of a domain need not: {@code com.a.www:} and {@code com.a:} may have {@code com.a1:} between
   * them. So a domain stays open until a host's key comes after its own, and ranges wait while
   * their domain is open. Memory: the open domains, each a prefix of the next, and the ranges
   * waiting between them.
   */
  static final class Writer {
    /** A host or domain, and its number once it is closed. */
    private static final class Group {
      private final byte[] key;
      private int number = NONE;

      Group(byte[] key) {
        this.key = key;
      }
    }

    private record Range(int start, Group group) {}

    private final GraphLevel level;
    private final GraphLevel.Groups finder = GraphLevel.HOST.groups();
    private final DataOutput out;
    private final UrlDictionaryWriter dictionary;
    private final Deque<Group> open = new ArrayDeque<>();
    private final Deque<Range> waiting = new ArrayDeque<>();
    private String lastHost;
    private Group last;
    private int pages;
    private int without;
    private int ranges;

    Writer(GraphLevel level, DataOutput out, UrlDictionaryWriter dictionary) {
      this.level = level;
      this.out = out;
      this.dictionary = dictionary;
    }

    /** Adds the next page. */
    void add(byte[] pageKey) throws IOException {
      String host = finder.of(new String(pageKey, StandardCharsets.UTF_8));
      if (!host.equals(lastHost)) {
        lastHost = host;
        Group group = host.isEmpty() ? null : group(host);
        if (pages == 0 || group != last) {
          waiting.add(new Range(pages, group));
          writeRanges();
        }
        last = group;
      }
      without += host.isEmpty() ? 1 : 0;
      pages++;
    }

    private Group group(String host) throws IOException {
      byte[] hostKey = level.names().key(host);
      close(hostKey);
      String name = level == GraphLevel.DOMAIN ? GraphLevel.domain(host) : host;
      byte[] key = level.names().key(name);
      for (Group group : open) {
        if (Arrays.equals(group.key, key)) {
          return group;
        }
      }
      Group group = new Group(key);
      open.push(group);
      return group;
    }

    /** Closes the groups before {@code key}; all, if it is null. */
    private void close(byte[] key) throws IOException {
      while (!open.isEmpty() && (key == null || Arrays.compareUnsigned(open.peek().key, key) < 0)) {
        Group group = open.pop();
        group.number = dictionary.add(group.key);
      }
    }

    private void writeRanges() throws IOException {
      while (!waiting.isEmpty()
          && (waiting.peek().group == null || waiting.peek().group.number != NONE)) {
        Range range = waiting.remove();
        out.writeInt(range.start);
        out.writeInt(range.group == null ? NONE : range.group.number);
        ranges++;
      }
    }

    /** Writes the waiting ranges; the caller closes table and dictionary. */
    void finish() throws IOException {
      close(null);
      writeRanges();
    }

    /** The number of pages without a host. */
    int without() {
      return without;
    }

    /** The number of hosts or domains. */
    int count() {
      return dictionary.count();
    }

    /** The number of ranges written. */
    int ranges() {
      return ranges;
    }
  }
}
