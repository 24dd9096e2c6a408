package org.orbweaver.orb;

import java.nio.file.Files;
import java.nio.file.Path;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Regenerates the configuration reference; for developers. */
@Command(
    name = "reference",
    hidden = true,
    description = "Regenerate the configuration files in conf/ and docs/configuration.md.",
    footer = "  orb reference .")
final class ReferenceCommand extends BaseCommand {
  @Parameters(paramLabel = "PROJECT", description = "The project folder.")
  private Path project;

  @Override
  protected int run() throws Exception {
    Files.writeString(project.resolve("conf/orbweaver-default.xml"), ConfigurationReference.xml());
    Files.writeString(project.resolve("docs/configuration.md"), ConfigurationReference.markdown());
    Files.writeString(
        project.resolve("conf/orbweaver-site.xml.sample"), ConfigurationReference.sample());
    Files.writeString(project.resolve("conf/crawl.schema.json"), CrawlFileSchema.json() + "\n");
    console()
        .line(
            "written: conf/orbweaver-default.xml, conf/orbweaver-site.xml.sample,"
                + " conf/crawl.schema.json,"
                + " docs/configuration.md");
    return ExitCode.OK.code();
  }
}
