package org.orbweaver.orb.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A work in the format that the resource {@code SOURCES} describes.
 *
 * @param title of the work
 * @param pages in reading order
 */
record DemoText(String title, List<Page> pages) {

  /**
   * A page of it.
   *
   * @param path without a leading slash; one that ends in a slash is a folder
   * @param title of the page
   * @param blocks paragraphs, headings and verses, each with its lines
   */
  record Page(String path, String title, List<List<String>> blocks) {
    boolean isFolder() {
      return path.endsWith("/");
    }

    /** The path of the folder that this page is in, empty for the front. */
    String folder() {
      int slash = path.lastIndexOf('/', path.length() - 2);
      return path.substring(0, slash + 1);
    }
  }

  /** Reads the text of this name from the resources. */
  static DemoText load(String name) {
    try (InputStream in = DemoText.class.getResourceAsStream("texts/" + name + ".txt")) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static DemoText parse(String text) {
    String title = "";
    List<Page> pages = new ArrayList<>();
    for (String block : text.strip().split("\n\n+", -1)) {
      if (block.startsWith("= ")) {
        title = block.substring(2);
      } else if (block.startsWith("@ ")) {
        int bar = block.indexOf(" | ");
        pages.add(new Page(block.substring(2, bar), block.substring(bar + 3), new ArrayList<>()));
      } else {
        pages.get(pages.size() - 1).blocks().add(Arrays.asList(block.split("\n", -1)));
      }
    }
    return new DemoText(title, pages);
  }
}
