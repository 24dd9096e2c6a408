package org.orbweaver.crawler.table;

import static org.orbweaver.crawler.table.Column.Kind.BOOLEAN;
import static org.orbweaver.crawler.table.Column.Kind.DOUBLE;
import static org.orbweaver.crawler.table.Column.Kind.INT;
import static org.orbweaver.crawler.table.Column.Kind.LISTS;
import static org.orbweaver.crawler.table.Column.Kind.LONG;
import static org.orbweaver.crawler.table.Column.Kind.SHORT;
import static org.orbweaver.crawler.table.Column.Kind.STRING;
import static org.orbweaver.crawler.table.Column.Kind.STRINGS;
import static org.orbweaver.crawler.table.Column.Kind.STRING_MAP;
import static org.orbweaver.crawler.table.Column.Kind.TIMESTAMP;
import static org.orbweaver.crawler.table.Column.optional;
import static org.orbweaver.crawler.table.Column.required;

import java.util.List;
import java.util.Locale;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** The tables of an export, with their columns in order. */
enum Table {
  /**
   * One row per response, in the columns of Common Crawl's <a
   * href="https://github.com/commoncrawl/cc-index-table">index table</a>; {@code crawl} and {@code
   * subset} are in the path. The {@code warc_*} columns, required there, are null where no WARC
   * file is known.
   */
  URL_INDEX(
      "cc-index/table/cc-main/warc",
      required("url_surtkey", STRING),
      required("url", STRING).withBloomFilter(),
      required("url_host_name", STRING),
      optional("url_host_tld", STRING),
      optional("url_host_2nd_last_part", STRING),
      optional("url_host_3rd_last_part", STRING),
      optional("url_host_4th_last_part", STRING),
      optional("url_host_5th_last_part", STRING),
      optional("url_host_registry_suffix", STRING),
      optional("url_host_registered_domain", STRING),
      optional("url_host_private_suffix", STRING),
      optional("url_host_private_domain", STRING),
      optional("url_host_name_reversed", STRING),
      required("url_protocol", STRING),
      optional("url_port", INT),
      required("url_path", STRING),
      optional("url_query", STRING),
      required("fetch_time", TIMESTAMP),
      required("fetch_status", SHORT),
      optional("fetch_redirect", STRING),
      optional("content_digest", STRING),
      optional("content_mime_type", STRING),
      optional("content_mime_detected", STRING),
      optional("content_charset", STRING),
      optional("content_languages", STRING),
      optional("content_truncated", STRING),
      optional("warc_filename", STRING),
      optional("warc_record_offset", INT),
      optional("warc_record_length", INT),
      optional("warc_segment", STRING)),

  /** One row per URL that was requested or is indexed. */
  PAGES(
      "pages",
      required("url_surtkey", STRING),
      required("url", STRING).withBloomFilter(),
      required("host", STRING),
      optional("domain", STRING),
      optional("status", STRING),
      optional("status_detail", STRING),
      optional("retries", INT),
      optional("http_status", SHORT),
      optional("fetch_time", TIMESTAMP),
      optional("next_fetch_time", TIMESTAMP),
      optional("modified_time", TIMESTAMP),
      optional("digest", STRING),
      optional("length", LONG),
      required("indexed", BOOLEAN),
      optional("title", STRING),
      optional("author", STRING),
      optional("lang", STRING),
      optional("type", STRING),
      optional("kind", STRING),
      optional("date", TIMESTAMP),
      optional("dated", LONG),
      optional("pagerank", DOUBLE),
      optional("authority", DOUBLE),
      optional("hub", DOUBLE),
      optional("inlinks", LONG),
      optional("linking_hosts", LONG),
      optional("outlinks", LONG),
      optional("spam", DOUBLE),
      optional("usage", STRINGS),
      optional("topic", STRINGS),
      optional("login", STRING),
      optional("max_snippet", LONG),
      optional("group", STRING),
      optional("representative", LONG),
      optional("fields", LISTS)),

  /** One row per link in the newest parse of its page. */
  LINKS(
      "links",
      required("source_surtkey", STRING),
      required("source", STRING),
      required("source_host", STRING),
      required("target", STRING).withBloomFilter(),
      required("target_host", STRING),
      optional("text", STRING),
      optional("rel", STRING),
      optional("region", STRING),
      optional("position", LONG),
      optional("hreflang", STRING)),

  /**
   * One row per indexed page: the fixed columns of OpenWebSearch.eu's metadata, version {@link
   * OwiRows#SCHEMA_VERSION}, here sorted as the index.
   */
  OWI(
      "",
      required("id", STRING).withBloomFilter(),
      optional("record_id", STRING),
      optional("title", STRING),
      optional("plain_text", STRING),
      optional("json-ld", STRING),
      optional("microdata", STRING),
      optional("warc_date", STRING),
      optional("warc_ip", STRING),
      optional("url", STRING).withBloomFilter(),
      optional("url_scheme", STRING),
      optional("url_path", STRING),
      optional("url_params", STRING),
      optional("url_query", STRING),
      optional("url_fragment", STRING),
      optional("url_subdomain", STRING),
      optional("url_domain", STRING),
      optional("url_suffix", STRING),
      optional("url_is_private", BOOLEAN),
      optional("mime_type", STRING),
      optional("charset", STRING),
      optional("content_type_other", STRING_MAP),
      optional("http_server", STRING),
      optional("language", STRING),
      optional("valid", BOOLEAN),
      optional("warc_file", STRING),
      optional("ows_canonical", STRING),
      optional("ows_resource_type", STRING),
      optional("ows_curlielabel", STRING),
      optional("ows_index", BOOLEAN),
      optional("ows_genai", BOOLEAN),
      optional("ows_genai_details", STRING),
      optional("ows_fetch_response_time", INT),
      optional("ows_fetch_num_errors", STRING),
      optional("schema_metadata", STRING_MAP)),

  /** One row per host, sorted by its reversed name. */
  HOSTS(
      "hosts",
      required("host", STRING),
      required("host_reversed", STRING),
      optional("domain", STRING),
      required("urls", LONG),
      required("pages", LONG),
      required("duplicates", LONG),
      required("redirects", LONG),
      required("gone", LONG),
      required("unfetched", LONG),
      optional("last_contact", TIMESTAMP),
      optional("last_response_ms", LONG),
      optional("failures_in_a_row", INT),
      optional("crawl_delay_ms", LONG),
      optional("deferred_until", TIMESTAMP),
      optional("failed_rounds", INT),
      optional("failing_since", TIMESTAMP),
      optional("failure", STRING),
      optional("robots_answer", STRING),
      optional("robots_requested", TIMESTAMP),
      optional("linking_domains", LONG));

  private final String folder;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Column> columns;

  Table(String folder, Column... columns) {
    this.folder = folder;
    this.columns = List.of(columns);
  }

  /** Its folder in an export. */
  String folder() {
    return folder;
  }

  List<Column> columns() {
    return columns;
  }

  /** The schema in Parquet. */
  MessageType schema() {
    return new MessageType(
        "orbweaver_" + name().toLowerCase(Locale.ROOT),
        columns.stream().<Type>map(Column::type).toList());
  }
}
