package org.orbweaver.common.store;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;

/** The pages of an index for an export of the crawler's, language by language. */
public interface IndexedPages {
  /** In each page: its number in the order of {@link #forEach}, from 0. */
  String PLACE = "place";

  /** In each page: its identifier. */
  String ID = "id";

  /** In each page: its language's code of ISO 639-3, or empty. */
  String LANGUAGE = "language";

  /** When the index was built. */
  Instant created();

  /**
   * Passes each page, by the names of the index's fields and those above.
   *
   * @param texts whether with its texts
   */
  void forEach(boolean texts, ConsumerRaisingIOE<Map<String, Object>> page) throws IOException;

  /**
   * Writes the postings of some pages as a CIFF file for each language.
   *
   * @param places of the pages
   * @param files begins a file of a language
   */
  void postings(BitSet places, FunctionRaisingIOE<String, OutputStream> files) throws IOException;
}
