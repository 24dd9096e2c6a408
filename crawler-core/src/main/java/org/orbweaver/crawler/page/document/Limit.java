package org.orbweaver.crawler.page.document;

/** The limits of a document. */
public enum Limit {
  /** Time. */
  TIME("parser.timeout"),
  /** Memory of the parser process. */
  MEMORY("orbweaver.parse.process.heap.mb"),
  /** Bytes returned by a parser process. */
  OUTPUT("orbweaver.parse.process.output.max.bytes"),
  /** Bytes of temporary files. */
  TEMPORARY_FILES("orbweaver.parse.process.temp.max.bytes"),
  /** Documents within a document: members of archives, attachments. */
  MEMBERS("orbweaver.parse.document.max.members"),
  /** Unpacked bytes of these documents. */
  UNPACKED("orbweaver.parse.document.max.unpacked.bytes"),
  /** Elements, groups or objects within each other. */
  NESTING("orbweaver.parse.document.max.depth");

  private final String setting;

  Limit(String setting) {
    this.setting = setting;
  }

  /** The name of the setting. */
  public String setting() {
    return setting;
  }
}
