package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenDateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2019-03-12 | | 2019-03-12",
        "2019-03-12T10:30:00+01:00 | | 2019-03-12T10:30:00+01:00",
        "2019-03-12 10:30:05.123 -0530 | | 2019-03-12T10:30:05-05:30",
        "2019-03-12T10:30Z | | 2019-03-12T10:30:00Z",
        "2019-03-12T10:30:00 | | 2019-03-12",
        "2019-03-12T25:30:00Z | | 2019-03-12",
        "20190312 | | 2019-03-12",
        "Tue, 12 Mar 2019 10:30:00 GMT | | 2019-03-12",
        "Posted on March 12th, 2019 by Ann | en | 2019-03-12",
        "12 March 2019 | en | 2019-03-12",
        "12.03.2019, 7:00 | de | 2019-03-12",
        "12.3.19 | de | 2019-03-12",
        "03/12/2019 | en-US | 2019-03-12",
        "03/12/2019 | en-GB | 2019-12-03",
        "03/12/2019 | fr | 2019-12-03",
        "03/13/2019 | fr | 2019-03-13",
        "am 12. März 2019 | de-AT | 2019-03-12",
        "3. Jänner 2019 | de-AT | 2019-01-03",
        "12 de marzo de 2019 | es | 2019-03-12",
        "12 de març del 2019 | ca | 2019-03-12",
        "1er février 2019 | fr | 2019-02-01",
        "12 марта 2019 г. | ru | 2019-03-12",
        "12 marca 2019 | pl | 2019-03-12",
        "12. listopadu 2019 | cs | 2019-11-12",
        "12. listopada 2019. | hr | 2019-10-12",
        "2019. március 12. | hu | 2019-03-12",
        "2019年3月12日 | ja | 2019-03-12",
        "2019년 3월 12일 | ko | 2019-03-12",
        "١٢ مارس ٢٠١٩ | ar | 2019-03-12",
        "12 März 2019 | '' | 2019-03-12",
        "31.02.2019 | de |",
        "version 1.2.3 of 2019 | en |",
        "12/2019 | en |",
        "12 maybe 2019 | en |",
        "1850-01-01 | en |",
        "99999999999999999999 | en |",
      })
  void readsDatesInTheirLanguage(String text, String locale, String date) {
    assertEquals(date, WrittenDate.find(text, locale == null ? "" : locale));
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.example/blog/2019/03/12/title, 2019-03-12",
    "http://a.example/2019-03-12-title.html, 2019-03-12",
    "http://a.example/2019/13/12/,",
    "http://2019/03/12,",
    "http://a.example,",
  })
  void readsDatesInPaths(String url, String date) {
    assertEquals(date, WrittenDate.inUrl(url));
  }
}
