package org.orbweaver.crawler.page.document;

import java.util.List;
import org.orbweaver.plugin.DocumentParser;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;

/** The parsers that are ours and not Tika's. */
public final class DocumentParsersPlugin implements Plugin {
  @Override
  public List<DocumentParser> documentParsers(PluginSettings settings) {
    return List.of(new PostScriptParser());
  }
}
