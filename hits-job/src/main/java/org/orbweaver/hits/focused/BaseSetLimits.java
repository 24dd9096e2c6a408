package org.orbweaver.hits.focused;

/**
 * What keeps a base set small and to the point, with the lectures' figures as defaults: at most 200
 * root pages, at most 50 random pages that link to a root page, no links between pages of one host,
 * and at most m, 4 to 8, pages of a host as pointers to one page.
 *
 * @param rootPages most root pages
 * @param inlinks most pages that a root page brings in by linking to it, chosen at random
 * @param perHost m, the most pages of one host whose links to one page count; 0 for no limit
 * @param keepWithinHost whether links between two pages of a host count
 * @param seed of the random choices: the same seed and graph give the same base set
 */
public record BaseSetLimits(
    int rootPages, int inlinks, int perHost, boolean keepWithinHost, long seed) {

  /** The lectures' limits. */
  public static final BaseSetLimits DEFAULT = new BaseSetLimits(200, 50, 8, false, 1);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the limit that is out of range
   */
  public BaseSetLimits {
    if (rootPages < 1 || inlinks < 0 || perHost < 0) {
      throw new IllegalArgumentException(
          "illegal limits of a base set: "
              + rootPages
              + " root pages (at least 1), "
              + inlinks
              + " inlinks per page (at least 0), "
              + perHost
              + " pages of a host (at least 0)");
    }
  }
}
