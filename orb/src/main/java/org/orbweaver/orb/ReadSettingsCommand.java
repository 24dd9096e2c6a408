package org.orbweaver.orb;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlSettings;
import org.orbweaver.common.store.CrawlSettings.KeptSetting;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read settings DIR}. */
@Command(
    name = "settings",
    description = {
      "Show a crawl's settings and where they come from.",
      "A crawl keeps the settings that its commands were given by -D, -conf and options, for later"
          + " commands on the same directory. A new value replaces the one kept."
    },
    footer = {
      "  orb read settings DIR            settings that differ from their defaults",
      "  orb read settings DIR --all      all settings",
      "  orb read settings DIR --json     JSON lines"
    })
final class ReadSettingsCommand extends CrawlDirCommand {
  @Option(names = "--all", description = "Include settings at their defaults.")
  private boolean all;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  @Override
  protected int run() throws Exception {
    Configuration conf = conf();
    CrawlDir.open(conf, dir);
    CrawlSettings settings = CrawlSettings.of(conf, dir);
    for (Key<?> key : KeySource.all()) {
      String text = key.text(conf);
      boolean set = text != null;
      if (all || set) {
        // An option of this command line is in force for it alone.
        Optional<KeptSetting> kept =
            Origin.isFromCrawl(conf, key.name()) ? settings.get(key.name()) : Optional.empty();
        String value = set ? text : key.defaultText();
        print(key.name(), key.isSecret() && set ? "(secret)" : value, kept);
      }
    }
    return ExitCode.OK.code();
  }

  private void print(String name, String value, Optional<KeptSetting> kept) {
    String origin = kept.map(KeptSetting::origin).orElseGet(() -> Origin.of(conf(), name));
    String since = kept.map(setting -> ", kept since " + setting.since()).orElse("");
    RecordPrinter out = new RecordPrinter(console(), json);
    out.row(
        new Fields()
            .with("name", name)
            .with("value", value)
            .with("origin", origin)
            .with("kept", kept.isPresent())
            .with("since", kept.map(KeptSetting::since).orElse(null)),
        () -> out.text("%1$s=%2$s  (%3$s%4$s)", name, value, origin, since));
  }
}
