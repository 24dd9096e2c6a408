package org.orbweaver.crawler.diff;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * How a URL differs.
 *
 * @param kinds at least one
 */
record Difference(String url, PageState before, PageState after, Set<Kind> kinds) {
  /** What changed. */
  enum Kind {
    /** A page where there was none. */
    NEW,
    /** No page or redirect where there was one. */
    GONE,
    /** A page with other content. */
    CHANGED,
    /** A redirect where there was a page, or another redirect. */
    MOVED,
    /** Another status, none of the above. */
    STATUS,
    /** A page with another title. */
    TITLE
  }

  /** Takes differences. */
  @FunctionalInterface
  interface Taker {
    void take(Difference difference) throws java.io.IOException;
  }

  /** The difference between two states; null where there is none. */
  static Difference of(String url, PageState before, PageState after) {
    Set<Kind> kinds =
        switch (after.kind()) {
          case PAGE -> ofPage(before, after);
          case REDIRECT -> ofRedirect(before, after);
          case GONE, NONE ->
              before.kind() == PageState.Kind.PAGE || before.kind() == PageState.Kind.REDIRECT
                  ? EnumSet.of(Kind.GONE)
                  : ofStatus(before, after);
          case FAILED -> ofStatus(before, after);
        };
    return kinds.isEmpty() ? null : new Difference(url, before, after, kinds);
  }

  private static Set<Kind> ofPage(PageState before, PageState after) {
    boolean was =
        before.kind() == PageState.Kind.PAGE
            || (before.kind() == PageState.Kind.FAILED && before.signature() != null);
    if (!was) {
      return before.kind() == PageState.Kind.REDIRECT
          ? EnumSet.of(Kind.STATUS)
          : EnumSet.of(Kind.NEW);
    }
    Set<Kind> kinds = ofStatus(before, after);
    if (differ(before.signature(), after.signature())) {
      kinds.add(Kind.CHANGED);
    }
    if (differ(before.title(), after.title())) {
      kinds.add(Kind.TITLE);
    }
    return kinds;
  }

  private static Set<Kind> ofRedirect(PageState before, PageState after) {
    boolean moved =
        switch (before.kind()) {
          case PAGE -> true;
          case REDIRECT -> !Objects.equals(before.target(), after.target());
          case NONE, GONE, FAILED -> false;
        };
    return moved ? EnumSet.of(Kind.MOVED) : ofStatus(before, after);
  }

  /** That a URL is known now, and not fetched yet, is no difference. */
  private static Set<Kind> ofStatus(PageState before, PageState after) {
    boolean same =
        before.status().equals(after.status())
            || (before.kind() == PageState.Kind.NONE && after.kind() == PageState.Kind.NONE);
    return same ? EnumSet.noneOf(Kind.class) : EnumSet.of(Kind.STATUS);
  }

  /** What is not known does not differ. */
  private static boolean differ(String before, String after) {
    return before != null && after != null && !before.equals(after);
  }
}
