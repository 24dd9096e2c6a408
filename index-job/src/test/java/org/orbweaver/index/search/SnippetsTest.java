package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;

class SnippetsTest {
  @ParameterizedTest
  @CsvSource({
    // A heading that only repeats is left out, unless it alone has the word.
    "Crawlers|What a crawler does|A crawler fetches pages of the web and finds the links in them.,"
        + " … A [crawler] fetches pages of the web and finds the links in them.",
    "What a crawler does|Programs fetch pages of the web and find the links in them day by day.,"
        + " What a [crawler] does Programs fetch pages of the web and find the links in them day by"
        + " day.",
    "How crawlers work:|A crawler fetches pages of the web and finds the links in them one after"
        + " another., How [crawlers] work: A [crawler] fetches pages of the web and finds the links"
        + " in them one after another.",
  })
  void beginsWithASentence(String text, String snippet) throws Exception {
    Page page =
        new Page(
            "http://a.org/", Page.Content.of("", text.replace('|', '\n'), "en"), Page.Facts.NONE);
    try (TestIndex index = new TestIndex(page)) {
      TermQuery query = new TermQuery(new Term(IndexField.MAIN.fieldName(), "crawler"));
      Snippet found = Snippets.of(query).of(index.reader().storedFields().document(0));
      assertEquals(snippet, found.marked(t -> t, "[", "]"));
    }
  }
}
