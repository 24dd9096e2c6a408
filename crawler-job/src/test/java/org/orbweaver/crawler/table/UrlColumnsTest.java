package org.orbweaver.crawler.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlColumnsTest {
  /** The examples in Common Crawl's schema, and what its converter makes of the rest. */
  @Test
  void aHostOfManyLabels() {
    String url = "https://host1.sub2.subdomain.example.co.uk:8443/Path/index.html?q=abc&lang=en";
    Map<String, Object> expected = new HashMap<>();
    expected.put("url_surtkey", UrlColumns.surt(url));
    expected.put("url", url);
    expected.put("url_host_name", "host1.sub2.subdomain.example.co.uk");
    expected.put("url_host_tld", "uk");
    expected.put("url_host_2nd_last_part", "co");
    expected.put("url_host_3rd_last_part", "example");
    expected.put("url_host_4th_last_part", "subdomain");
    expected.put("url_host_5th_last_part", "sub2");
    expected.put("url_host_registry_suffix", "co.uk");
    expected.put("url_host_registered_domain", "example.co.uk");
    expected.put("url_host_private_suffix", "co.uk");
    expected.put("url_host_private_domain", "example.co.uk");
    expected.put("url_host_name_reversed", "uk.co.example.subdomain.sub2.host1");
    expected.put("url_protocol", "https");
    expected.put("url_port", 8443);
    expected.put("url_path", "/Path/index.html");
    expected.put("url_query", "q=abc&lang=en");
    assertEquals(expected, UrlColumns.of(UrlColumns.surt(url), url));
    assertEquals(
        "uk,co,example,subdomain,sub2,host1:8443)/path/index.html?lang=en&q=abc",
        UrlColumns.surt(url));
  }

  @Test
  void anAddressHasNoLabelsAndNoSuffix() {
    for (String host : new String[] {"192.0.2.7", "[2001:db8::1]"}) {
      String url = "http://" + host + ":8080/";
      Map<String, Object> row = UrlColumns.of("", url);
      assertEquals(host, row.get("url_host_name"), url);
      assertEquals(8080, row.get("url_port"), url);
      for (String absent : new String[] {"tld", "registry_suffix", "name_reversed"}) {
        assertEquals(null, row.get("url_host_" + absent), url);
      }
    }
  }

  /** A foreign crawldb may hold anything; no text ends a job. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "://", "http://", "http://a.b:99999999/", "file:///a b", "http://[/?\n#"})
  void anyTextHasTheRequiredColumns(String url) {
    Map<String, Object> row = UrlColumns.of(UrlColumns.surt(url), url);
    for (Type column : Table.URL_INDEX.schema().getFields()) {
      String name = column.getName();
      if (column.isRepetition(Type.Repetition.REQUIRED) && name.startsWith("url")) {
        assertEquals(String.class, row.get(name).getClass(), name);
      }
    }
    assertEquals(null, row.get("url_port"));
  }
}
