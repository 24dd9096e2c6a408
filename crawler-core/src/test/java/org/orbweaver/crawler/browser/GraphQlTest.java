package org.orbweaver.crawler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphQlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\":\"{ boats }\"}",
        "{\"query\":\"query Boats($n: Int = 3) { boats(first: $n) { name } }\",\"variables\":{\"n\":1}}",
        "[{\"query\":\"{ a }\"},{\"query\":\"query B { b }\"}]",
        "{\"query\":\"fragment F on T { subscription mutation } query Q { t { ...F } }\"}",
        "{\"query\":\"# mutation M { a }\\n{ a }\"}",
        "{\"query\":\"query($s: String = \\\"} mutation M { a\\\") { a(s: $s) }\"}",
        "{\"query\":\"query($s: String = \\\"\\\"\\\"} \\\\\\\"\\\"\\\" mutation\\\"\\\"\\\") { a(s: $s) }\"}",
        "{\"query\":\"query($s: [S!]! = [{a: 1}]) @cached(ttl: 60) { a(s: $s) }\"}",
        "{\"extensions\":{\"persistedQuery\":{\"version\":1}},\"query\":\"query Q { q }\"}"
      })
  void queries(String body) {
    assertEquals(true, GraphQl.isQuery(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "null",
        "[]",
        "{}",
        "{\"query\":\"\"}",
        "{\"query\":\"boats\"}",
        "{\"query\":7}",
        "{\"query\":{\"match_all\":{}}}",
        "{\"operationName\":\"Visit\",\"extensions\":{\"persistedQuery\":{\"version\":1}}}",
        "{\"query\":\"mutation { visit }\"}",
        "{\"query\":\"subscription { visits }\"}",
        "{\"query\":\"query Q { q } mutation M { m }\",\"operationName\":\"M\"}",
        "{\"query\":\"#\\nmutation M { m }\"}",
        "{\"query\":\"# a\\rmutation M { m }\"}",
        "{\"query\":\"{ a(s: \\\"\\\\\\\"\\\") }mutation{ m }\"}",
        "{\"query\":\"{ a(s: \\\"\\\"\\\"\\\\\\\"\\\"\\\"\\\"\\\"\\\") } mutation{ m }\"}",
        "{\"query\":\"{ a(s: \\\"\\\") } mutation{ m }\"}",
        "{\"query\":\"{ a } }{ mutation M { m } {\"}",
        "{\"query\":\"\\ufeffmutation M { m }\"}",
        "[{\"query\":\"{ a }\"},{\"query\":\"mutation { b }\"}]",
        "[{\"query\":\"{ a }\"},7]",
        "{\"query\":\"mutation{m}\"},\"requests\":{\"query\":\"{a}\"}",
        "{\"query\":\"{a}\"}}",
        "{\"query\":\"{a}\"} {\"query\":\"mutation{m}\"}",
        "{\"query\":\"mutation{m}\",\"query\":\"{a}\"}",
        "{\"query\":\"{a}\",\"Query\":\"mutation{m}\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"delete\",\"query\":\"{a}\"}",
        "{\"query\":\"} mutation M { m } {\"}",
        "{\"query\":\"{ a }",
        "{\"query\":\"{ a \\\"\"}"
      })
  void others(String body) {
    assertEquals(false, GraphQl.isQuery(body));
  }
}
