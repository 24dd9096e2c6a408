package org.orbweaver.crawler.parse;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.crawler.page.content.ContentFinder;
import org.orbweaver.crawler.page.document.Limit;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;

/**
 * The configuration keys of main content, and of the processes that parse formats other than HTML
 * and plain text.
 */
public final class ParseKeys implements KeySource {
  @Heading("Main content")
  public static final Key<ContentFinder.ContentMethod> MAIN_CONTENT =
      Key.ofEnum(
          "orbweaver.parse.main.content",
          ContentFinder.ContentMethod.BLOCKS,
          "How the main content of an HTML page is found: blocks (block by block, as the kind of"
              + " page asks), cut (one stretch with many words and few tags) or none (all of the"
              + " text).");

  public static final Key<String> SELECTORS =
      Key.ofString(
              "orbweaver.parse.content.selectors",
              "content-selectors.txt",
              "Selectors of what is main content on chosen sites, and of fields: a path, or a name on"
                  + " the class path (conf/); empty: none.")
          .file();

  @Heading("Parser processes")
  public static final Key<Integer> PROCESSES =
      Key.ofInt(
              "orbweaver.parse.processes",
              0,
              "Maximum parser processes of one JVM; 0: one for each processor locally, one for each"
                  + " task on a cluster.")
          .from(0);

  public static final Key<Integer> HEAP =
      Key.ofInt(
              Limit.MEMORY.setting(),
              ProcessSettings.DEFAULT_HEAP_MEGABYTES,
              "Heap of a parser process in MB; a document that needs more fails.")
          .from(16);

  public static final Key<Integer> OUTPUT =
      Key.ofInt(
              Limit.OUTPUT.setting(),
              ParseLimits.DEFAULT_OUTPUT_BYTES,
              "Maximum bytes of text, links and metadata that a parser process hands back of one"
                  + " document; a document with more fails.")
          .from(1);

  public static final Key<Long> TEMPORARY_FILES =
      Key.ofLong(
              Limit.TEMPORARY_FILES.setting(),
              ProcessSettings.DEFAULT_TEMP_BYTES,
              "Maximum bytes of a parser process's temporary files; a document that needs more"
                  + " fails.")
          .from(0L);

  public static final Key<Integer> DEPTH =
      Key.ofInt(
              Limit.NESTING.setting(),
              ParseLimits.DEFAULT_DEPTH,
              "Maximum nesting depth of elements in documents other than HTML; a document that"
                  + " nests deeper fails.")
          .from(1);

  public static final Key<Integer> MEMBERS =
      Key.ofInt(
              Limit.MEMBERS.setting(),
              ParseLimits.DEFAULT_MEMBERS,
              "Maximum documents within a document: members of an archive, attachments; of one with"
                  + " more, the text so far is kept.")
          .from(0);

  public static final Key<Long> UNPACKED =
      Key.ofLong(
              Limit.UNPACKED.setting(),
              ParseLimits.DEFAULT_UNPACKED_BYTES,
              "Maximum bytes that documents within a document unpack to, all together; of one with"
                  + " more, the text so far is kept.")
          .from(0L);

  /** For the service loader. */
  public ParseKeys() {}
}
