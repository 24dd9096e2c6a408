package org.orbweaver.plugins.warc;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.Protocol;

/**
 * Answers for all hosts in WARC files. Its setting {@code files} has the paths of files, and of
 * folders of files {@code *.warc} and {@code *.warc.gz}, with commas in between; each machine with
 * a fetch task has them at these paths.
 */
public final class WarcReplay implements Plugin {
  @Override
  public List<Protocol> protocols(PluginSettings settings) {
    return List.of(
        new WarcProtocol(
            Stream.of(settings.require("files").split(","))
                .map(String::strip)
                .filter(file -> !file.isEmpty())
                .map(Path::of)
                .toList()));
  }
}
