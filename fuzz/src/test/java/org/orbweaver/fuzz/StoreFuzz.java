package org.orbweaver.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

/** A damaged file of a store is refused by its name, or reads as before. */
class StoreFuzz {
  /** Files whose own format finds all damage, in a copy without lists of checksums. */
  private static final String CHECKED = "(\\.state|\\.settings)/.*|.*/(ranks|in|out|outdeg)/.*";

  private static final Map<String, String> WHOLE = new ConcurrentHashMap<>();

  @TempDir private static Path folder;
  private static StoreView view;
  private static CrawlFiles listed;
  private static CrawlFiles bare;

  @BeforeAll
  static void crawl() throws IOException {
    Path crawl = CrawlFiles.crawl(folder);
    listed = CrawlFiles.copy(crawl, folder.resolve("listed"), true);
    bare = CrawlFiles.copy(crawl, folder.resolve("bare"), false);
    view = new StoreView(crawl, folder.resolve("tmp"));
  }

  /** A copy without Hadoop's sums, with the lists that steps wrote. */
  @FuzzTest
  void published(FuzzedDataProvider data) throws IOException {
    look(listed, data, ".*");
  }

  /**
   * A copy without either: some formats find all damage by themselves. The shards of an index are
   * left out: they have Lucene's.
   */
  @FuzzTest
  void bare(FuzzedDataProvider data) throws IOException {
    look(bare, data, CHECKED);
  }

  /**
   * @param checked files of which no damage may pass; others may read as something else
   */
  private static void look(CrawlFiles crawl, FuzzedDataProvider data, String checked)
      throws IOException {
    List<String> paths =
        checked.equals(CHECKED)
            ? crawl.paths().stream().filter(path -> !path.contains("/shard-")).toList()
            : crawl.paths();
    String path = paths.get(data.consumeInt(0, paths.size() - 1));
    String whole =
        WHOLE.computeIfAbsent(
            crawl.root() + path,
            key -> {
              try {
                return view.of(crawl.root(), path);
              } catch (IOException e) {
                throw new AssertionError(path, e);
              }
            });
    byte[] damaged = Damage.apply(crawl.bytes(path), data);
    try {
      String seen = crawl.with(path, damaged, root -> view.of(root, path));
      if (path.matches(checked)) {
        assertEquals(whole, seen, path);
      }
    } catch (OutOfMemoryError e) {
      // Hadoop's readers allocate the length that a file states; only a checksum can refute it.
      assertTrue(checked.equals(CHECKED) && !path.matches(checked), path);
    } catch (IOException | OrbException e) {
      String said = String.valueOf(e.getMessage());
      Path file = Path.of(path);
      boolean named = said.contains(path) || said.contains(String.valueOf(file.getParent()));
      assertTrue(named, () -> path + " is not in the message: " + said);
    }
  }
}
