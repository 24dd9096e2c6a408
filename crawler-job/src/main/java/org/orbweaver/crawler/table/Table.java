package org.orbweaver.crawler.table;

import java.util.Locale;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The tables of an export, with their columns in order, as Parquet writes schemas. */
enum Table {
  /**
   * One row per response, in the columns of Common Crawl's <a
   * href="https://github.com/commoncrawl/cc-index-table">index table</a>; {@code crawl} and {@code
   * subset} are in the path. The {@code warc_*} columns, required there, are null where no WARC
   * file is known.
   */
  URL_INDEX(
      "cc-index/table/cc-main/warc",
      """
      required binary url_surtkey (STRING);
      required binary url (STRING);
      required binary url_host_name (STRING);
      optional binary url_host_tld (STRING);
      optional binary url_host_2nd_last_part (STRING);
      optional binary url_host_3rd_last_part (STRING);
      optional binary url_host_4th_last_part (STRING);
      optional binary url_host_5th_last_part (STRING);
      optional binary url_host_registry_suffix (STRING);
      optional binary url_host_registered_domain (STRING);
      optional binary url_host_private_suffix (STRING);
      optional binary url_host_private_domain (STRING);
      optional binary url_host_name_reversed (STRING);
      required binary url_protocol (STRING);
      optional int32 url_port;
      required binary url_path (STRING);
      optional binary url_query (STRING);
      required int64 fetch_time (TIMESTAMP(MILLIS,true));
      required int32 fetch_status (INTEGER(16,true));
      optional binary fetch_redirect (STRING);
      optional binary content_digest (STRING);
      optional binary content_mime_type (STRING);
      optional binary content_mime_detected (STRING);
      optional binary content_charset (STRING);
      optional binary content_languages (STRING);
      optional binary content_truncated (STRING);
      optional binary warc_filename (STRING);
      optional int32 warc_record_offset;
      optional int32 warc_record_length;
      optional binary warc_segment (STRING);
      """),

  /** One row per URL that was requested or is indexed. */
  PAGES(
      "pages",
      """
      required binary url_surtkey (STRING);
      required binary url (STRING);
      required binary host (STRING);
      optional binary domain (STRING);
      optional binary status (STRING);
      optional binary status_detail (STRING);
      optional int32 retries;
      optional int32 http_status (INTEGER(16,true));
      optional int64 fetch_time (TIMESTAMP(MILLIS,true));
      optional int64 next_fetch_time (TIMESTAMP(MILLIS,true));
      optional int64 modified_time (TIMESTAMP(MILLIS,true));
      optional binary digest (STRING);
      optional int64 length;
      required boolean indexed;
      optional binary title (STRING);
      optional binary author (STRING);
      optional binary lang (STRING);
      optional binary type (STRING);
      optional binary kind (STRING);
      optional int64 date (TIMESTAMP(MILLIS,true));
      optional int64 dated;
      optional double pagerank;
      optional double authority;
      optional double hub;
      optional int64 inlinks;
      optional int64 linking_hosts;
      optional int64 outlinks;
      optional double spam;
      optional group usage (LIST) { repeated group list { required binary element (STRING); } }
      optional group topic (LIST) { repeated group list { required binary element (STRING); } }
      optional binary login (STRING);
      optional int64 max_snippet;
      optional binary group (STRING);
      optional int64 representative;
      optional group fields (MAP) {
        repeated group key_value {
          required binary key (STRING);
          optional group value (LIST) { repeated group list { required binary element (STRING); } }
        }
      }
      """),

  /** One row per link in the newest parse of its page. */
  LINKS(
      "links",
      """
      required binary source_surtkey (STRING);
      required binary source (STRING);
      required binary source_host (STRING);
      required binary target (STRING);
      required binary target_host (STRING);
      optional binary text (STRING);
      optional binary rel (STRING);
      optional binary region (STRING);
      optional int64 position;
      optional binary hreflang (STRING);
      """),

  /**
   * One row per indexed page: the fixed columns of OpenWebSearch.eu's metadata, version {@link
   * OwiRows#SCHEMA_VERSION}, here sorted as the index.
   */
  OWI(
      "",
      """
      required binary id (STRING);
      optional binary record_id (STRING);
      optional binary title (STRING);
      optional binary plain_text (STRING);
      optional binary json-ld (STRING);
      optional binary microdata (STRING);
      optional binary warc_date (STRING);
      optional binary warc_ip (STRING);
      optional binary url (STRING);
      optional binary url_scheme (STRING);
      optional binary url_path (STRING);
      optional binary url_params (STRING);
      optional binary url_query (STRING);
      optional binary url_fragment (STRING);
      optional binary url_subdomain (STRING);
      optional binary url_domain (STRING);
      optional binary url_suffix (STRING);
      optional boolean url_is_private;
      optional binary mime_type (STRING);
      optional binary charset (STRING);
      optional group content_type_other (MAP) {
        repeated group key_value { required binary key (STRING); optional binary value (STRING); }
      }
      optional binary http_server (STRING);
      optional binary language (STRING);
      optional boolean valid;
      optional binary warc_file (STRING);
      optional binary ows_canonical (STRING);
      optional binary ows_resource_type (STRING);
      optional binary ows_curlielabel (STRING);
      optional boolean ows_index;
      optional boolean ows_genai;
      optional binary ows_genai_details (STRING);
      optional int32 ows_fetch_response_time;
      optional binary ows_fetch_num_errors (STRING);
      optional group schema_metadata (MAP) {
        repeated group key_value { required binary key (STRING); optional binary value (STRING); }
      }
      """),

  /** One row per host, sorted by its reversed name. */
  HOSTS(
      "hosts",
      """
      required binary host (STRING);
      required binary host_reversed (STRING);
      optional binary domain (STRING);
      required int64 urls;
      required int64 pages;
      required int64 duplicates;
      required int64 redirects;
      required int64 gone;
      required int64 unfetched;
      optional int64 last_contact (TIMESTAMP(MILLIS,true));
      optional int64 last_response_ms;
      optional int32 failures_in_a_row;
      optional int64 crawl_delay_ms;
      optional int64 deferred_until (TIMESTAMP(MILLIS,true));
      optional int32 failed_rounds;
      optional int64 failing_since (TIMESTAMP(MILLIS,true));
      optional binary failure (STRING);
      optional binary robots_answer (STRING);
      optional int64 robots_requested (TIMESTAMP(MILLIS,true));
      optional int64 linking_domains;
      """);

  private final String folder;
  private final String columns;

  Table(String folder, String columns) {
    this.folder = folder;
    this.columns = columns;
  }

  /** Its folder in an export. */
  String folder() {
    return folder;
  }

  /** The schema in Parquet. */
  MessageType schema() {
    return MessageTypeParser.parseMessageType(
        "message orbweaver_" + name().toLowerCase(Locale.ROOT) + " {" + columns + "}");
  }
}
