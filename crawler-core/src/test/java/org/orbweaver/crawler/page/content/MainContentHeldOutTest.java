package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Main content of public pages, by models that were trained without them. */
@Tag("slow")
class MainContentHeldOutTest {

  @Test
  void pagesThatWereNotTrainedOnAreReadAsDocumented() throws IOException {
    Path data = Path.of(System.getProperty("orbweaver.shared", "absent"), "data");
    Assumptions.assumeTrue(Files.exists(data.resolve("extraction-segments")), "no data at " + data);
    MainContentTrainer.Score score =
        MainContentTrainer.of(data.resolve("extraction"), data.resolve("extraction-segments"))
            .heldOut(2, 0);
    assertTrue(score.articles() > .955, score.toString());
    assertTrue(score.segments() > .926, score.toString());
  }
}
