package org.orbweaver.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Makes plugins of Apache Nutch, in its layout, of source texts. */
public final class NutchPluginFolder {
  private static final List<String> POINTS =
      List.of(
          "org.apache.nutch.net.URLFilter",
          "org.apache.nutch.net.URLNormalizer",
          "org.apache.nutch.parse.HtmlParseFilter",
          "org.apache.nutch.parse.Parser",
          "org.apache.nutch.indexer.IndexingFilter",
          "org.apache.nutch.scoring.ScoringFilter");

  private final Path folder;

  /** Has the plugin that defines Nutch's extension points. */
  public NutchPluginFolder(Path folder) throws IOException {
    this.folder = folder;
    StringBuilder points = new StringBuilder();
    POINTS.forEach(it -> points.append("<extension-point id=\"" + it + "\" name=\"a point\"/>"));
    manifest("nutch-extensionpoints", points.toString());
  }

  /** The path, for {@code plugin.folders}. */
  public Path path() {
    return folder;
  }

  /** A plugin of one class; the folder has its jar beside its {@code plugin.xml}. */
  public void add(String id, String point, String className, String source, String... needs)
      throws IOException {
    PluginJar.build(folder, id, className, source);
    StringBuilder xml =
        new StringBuilder("<runtime><library name=\"" + id + ".jar\"><export name=\"*\"/>")
            .append("</library></runtime><requires><import plugin=\"nutch-extensionpoints\"/>");
    for (String needed : needs) {
      xml.append("<import plugin=\"" + needed + "\"/>");
    }
    xml.append("</requires>");
    if (!point.isEmpty()) {
      xml.append("<extension id=\"x." + id + "\" point=\"" + point + "\"><implementation id=\"i\"")
          .append(" class=\"" + className + "\"/></extension>");
    }
    manifest(id, xml.toString());
  }

  /** The {@code plugin.xml} of a plugin. */
  public void manifest(String id, String content) throws IOException {
    Files.writeString(
        Files.createDirectories(folder.resolve(id)).resolve("plugin.xml"),
        "<plugin id=\"" + id + "\" name=\"" + id + "\" version=\"1.0\">" + content + "</plugin>");
  }
}
