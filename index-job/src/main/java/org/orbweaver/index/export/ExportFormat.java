package org.orbweaver.index.export;

import java.util.Locale;

/** What an index is exported as. */
public enum ExportFormat {
  /** Bulk requests and a mapping for OpenSearch and Elasticsearch. */
  OPENSEARCH,
  /** JSON lines and a schema for Solr. */
  SOLR,
  /** Tab-separated values. */
  TSV,
  /** Postings in the Common Index File Format. */
  CIFF,
  /** Not of the index: what was fetched, as WARC files. */
  WARC,
  /** The same, packed as one file. */
  WACZ,
  /** The same, as a table of HBase. */
  HBASE;

  /** Whether what was fetched is exported, not an index. */
  public boolean isArchive() {
    return this == WARC || this == WACZ || this == HBASE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
