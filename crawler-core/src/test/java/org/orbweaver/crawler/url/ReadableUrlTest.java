package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableUrlTest {
  @ParameterizedTest
  @CsvSource({
    "/wiki/%D0%A0%D0%BE%D1%81%D1%81%D0%B8%D1%8F, /wiki/Россия",
    "/%E6%97%A5%E6%9C%AC?q=gr%C3%BCn%20%26x, /日本?q=grün%20%26x",
    "/%F0%A0%80%80, /𠀀",
    "/%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80, /हिन्दी",
    // All of ASCII: a decoded slash, percent sign or markup would mean something else.
    "/a%2Fb%25%3Cb%3E%41, /a%2Fb%25%3Cb%3E%41",
    // Latin-1, a truncated character, a stray percent sign, one that is coded too long.
    "/gr%FCn, /gr%FCn",
    "/%E6%97, /%E6%97",
    "/%E6%97%4, /%E6%97%4",
    "/50%, /50%",
    "/%C0%AF, /%C0%AF",
    // Right-to-left override, no-break space, zero-width space, soft hyphen, combining stroke.
    "/%E2%80%AEgpj, /%E2%80%AEgpj",
    "/a%C2%A0b%E2%80%8Bc%C2%AD, /a%C2%A0b%E2%80%8Bc%C2%AD",
    "/a%CC%B8, /a%CC%B8",
    // Hangul filler: a letter that is not seen.
    "/%E3%85%A4, /%E3%85%A4",
    // A slash and a full stop that look like those of ASCII.
    "/a%E2%88%95b%EF%BC%8E, /a%E2%88%95b%EF%BC%8E",
  })
  void lettersAreDecodedAndNothingElse(String path, String readable) {
    assertEquals(readable, ReadableUrl.path(path));
  }

  @ParameterizedTest
  @CsvSource({
    "xn--bcher-kva.example:8080, bücher.example:8080",
    "xn--fiqs8s, 中国",
    "xn--e1afmkfd.xn--p1ai, пример.рф",
    "example.org, example.org",
    // All Cyrillic, and looks like "apple".
    "xn--80ak6aa92e.com, xn--80ak6aa92e.com",
    // Latin with one Cyrillic letter.
    "xn--pypal-4ve.com, xn--pypal-4ve.com",
    // Not Punycode, or of characters that IDNA does not allow.
    "xn--a, xn--a",
    "xn--99999999, xn--99999999",
    "xn--n3h.example, xn--n3h.example",
  })
  void namesOfHostsAreUnicodeWhereTheyCannotDeceive(String name, String readable) {
    assertEquals(readable, ReadableUrl.host(name));
  }
}
