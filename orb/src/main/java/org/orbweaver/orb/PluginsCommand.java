package org.orbweaver.orb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.loader.LoadedPlugin;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.PluginSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plugins}: what plugins there are, and what they provide. */
@Command(
    name = "plugins",
    description = {
      "List the plugins, what each provides and where it is from.",
      "Plugins are folders NAME with jars: in the folder plugins of the installation, or in those"
          + " that orbweaver.plugins names. Those that cannot be loaded are listed with the reason,"
          + " and cost only themselves."
    },
    footer = {
      "  orb plugins",
      "  orb plugins crawl.yaml                      those of a crawl file",
      "  orb plugins -D orbweaver.plugins=build/plugin --json",
      "  orb plugins new prices                      a project of your own"
    },
    subcommands = NewPluginCommand.class)
final class PluginsCommand extends BaseCommand {
  /** What a plugin may provide, with a word for each part. */
  private record Kind<T>(
      String name, BiFunction<Plugin, PluginSettings, List<T>> parts, Function<T, String> word) {
    List<String> of(Plugin plugin, PluginSettings settings) {
      return parts.apply(plugin, settings).stream().map(word).toList();
    }
  }

  private static final List<Kind<?>> KINDS =
      List.of(
          new Kind<>("URL rules", Plugin::urlRules, PluginsCommand::simpleName),
          new Kind<>(
              "protocols",
              Plugin::protocols,
              part ->
                  part.schemes().isEmpty()
                      ? simpleName(part)
                      : String.join(" ", List.copyOf(part.schemes()))),
          new Kind<>(
              "document parsers",
              Plugin::documentParsers,
              part -> part.types().stream().sorted().collect(Collectors.joining(" "))),
          new Kind<>("page filters", Plugin::pageFilters, PluginsCommand::simpleName),
          new Kind<>("orders", Plugin::scoringRules, part -> part.name()),
          new Kind<>("index fields", Plugin::indexFields, PluginsCommand::simpleName),
          new Kind<>("export formats", Plugin::rowFormats, part -> part.name()),
          new Kind<>(
              "commands",
              (plugin, settings) -> plugin.commands(),
              part -> part.getClass().getAnnotation(Command.class).name()));

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A crawl file, whose plugins are listed.")
  @SuppressWarnings("unused") // its settings are applied before the command runs
  private String crawl;

  @Option(names = "--json", description = "Print JSON, one object a line.")
  private boolean json;

  /** The name of its class; of a lambda, that of the class that has it. */
  private static String simpleName(Object part) {
    return part.getClass().getName().replaceFirst("[$][$]Lambda.*", "").replaceFirst(".*[.]", "");
  }

  @Override
  protected int run() {
    RecordPrinter printer = new RecordPrinter(console(), json);
    PluginSet set = Plugins.set(conf());
    for (LoadedPlugin plugin : set.plugins()) {
      Map<String, List<String>> provides = new LinkedHashMap<>();
      String fault = provides(plugin, provides);
      boolean isOwn = plugin.name().equals(PluginSet.OWN);
      Fields fields =
          new Fields()
              .with("name", plugin.name())
              .with("version", plugin.version())
              .with("hash", plugin.hash())
              .with("folder", isOwn ? "" : plugin.folder().toString())
              .with("provides", provides)
              .with("fault", fault);
      printer.row(
          fields,
          () -> {
            console().line(isOwn ? plugin.name() : plugin + ", in " + plugin.folder());
            provides.forEach((kind, parts) -> console().line("  " + kind + ": " + summed(parts)));
            if (!fault.isEmpty()) {
              console().line("  cannot be used: " + fault);
            }
          });
    }
    for (NutchExtensions.Use use : NutchExtensions.report(conf())) {
      String point = use.point().replaceFirst(".*[.]", "");
      printer.row(
          use,
          () ->
              console()
                  .line(
                      "Nutch's "
                          + use.plugin()
                          + " "
                          + use.version()
                          + "\n  "
                          + (point.isEmpty() ? "" : point + ": ")
                          + use.use()));
    }
    if (json) {
      set.faults().forEach(fault -> printer.row(new Fields().with("fault", fault), ""));
    }
    return ExitCode.OK.code();
  }

  /** "RegexRules, SuffixRules"; those of a name once, with their number. */
  private static String summed(List<String> parts) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    parts.forEach(part -> counts.merge(part, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(one -> one.getValue() == 1 ? one.getKey() : one.getKey() + " (" + one.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * Asks a plugin for all its parts.
   *
   * @return what is wrong with it; empty if nothing is
   */
  private String provides(LoadedPlugin plugin, Map<String, List<String>> provides) {
    PluginSettings settings = Plugins.settings(conf(), plugin.name());
    List<String> faults = new ArrayList<>();
    for (Kind<?> kind : KINDS) {
      for (Plugin part : plugin.parts()) {
        try {
          List<String> words = kind.of(part, settings);
          if (!words.isEmpty()) {
            provides.computeIfAbsent(kind.name, name -> new ArrayList<>()).addAll(words);
          }
        } catch (RuntimeException | LinkageError e) {
          // Ours ask those of others, which have their own line.
          if (plugin.folder() != null) {
            faults.add(kind.name + ": " + PluginException.reason(e));
          }
        }
      }
    }
    return String.join("; ", faults);
  }
}
