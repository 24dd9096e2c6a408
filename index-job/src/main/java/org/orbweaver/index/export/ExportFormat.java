package org.orbweaver.index.export;

import java.util.Locale;

/** The target formats of an export. */
public enum ExportFormat {
  /** Bulk requests and a mapping for OpenSearch and Elasticsearch. */
  OPENSEARCH,
  /** JSON lines and a schema for Solr. */
  SOLR,
  /** Tab-separated values. */
  TSV,
  /** Postings in the Common Index File Format. */
  CIFF,
  /** The fetched pages as WARC files, not the index. */
  WARC,
  /** The same pages, packed as one WACZ file. */
  WACZ,
  /** The same pages, as a table of HBase. */
  HBASE;

  /** True if the fetched pages are exported, not an index. */
  public boolean isArchive() {
    return this == WARC || this == WACZ || this == HBASE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
