package org.orbweaver.common.conf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.orbweaver.common.error.OrbException;

/**
 * A configuration file as XML. Adds the checks that Hadoop lacks: the file exists and is well
 * formed, and the line number of a setting.
 */
final class ConfFile {
  private ConfFile() {}

  /**
   * Refuses a file that Hadoop would ignore or fail on.
   *
   * @throws OrbException (usage) naming the file, and the line of the fault
   */
  static void require(String name) {
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw OrbException.usage(
          "cannot read " + name + ": " + (Files.exists(file) ? "not a file" : "no such file"));
    }
    try (InputStream in = Files.newInputStream(file)) {
      names(in);
    } catch (XMLStreamException e) {
      throw OrbException.usage(
          "cannot read " + name + ": line " + e.getLocation().getLineNumber() + ": " + reason(e));
    } catch (IOException e) {
      throw OrbException.usage("cannot read " + name + ": " + e.getMessage());
    }
  }

  /**
   * The exception that Hadoop throws for a malformed file of its own, reworded to name file and
   * line.
   */
  static RuntimeException broken(RuntimeException thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof XMLStreamException e && e.getLocation() != null) {
        return OrbException.usage(
            "cannot read "
                + e.getLocation().getSystemId()
                + ": line "
                + e.getLocation().getLineNumber()
                + ": "
                + reason(e));
      }
      if (cause instanceof IOException e) {
        // Such as a file to include that is missing; Hadoop's message names the including file.
        return OrbException.usage("cannot read the settings: " + e.getMessage());
      }
    }
    return thrown;
  }

  /** The line of a setting's name in a file; empty if the file or the name is missing. */
  static OptionalInt line(String name, String setting) {
    try (InputStream in = Files.newInputStream(Path.of(name))) {
      Integer line = names(in).get(setting);
      return line == null ? OptionalInt.empty() : OptionalInt.of(line);
    } catch (IOException | XMLStreamException | IllegalArgumentException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * The names of all properties with their lines, including those with an empty value, which Hadoop
   * drops.
   *
   * @throws XMLStreamException if the file is not a configuration
   */
  static Map<String, Integer> names(InputStream in) throws XMLStreamException {
    Map<String, Integer> names = new LinkedHashMap<>();
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XMLStreamReader xml = factory.createXMLStreamReader(in);
    boolean root = true;
    try {
      while (xml.hasNext()) {
        if (xml.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        if (root && !xml.getLocalName().equals("configuration")) {
          throw new XMLStreamException(
              "expected <configuration>, got <" + xml.getLocalName() + ">", xml.getLocation());
        }
        root = false;
        if (xml.getLocalName().equals("name")) {
          int line = xml.getLocation().getLineNumber();
          names.put(xml.getElementText().strip(), line);
        }
      }
    } catch (RuntimeException e) {
      // The JDK's parser lacks the message of some faults.
      throw new XMLStreamException("not well-formed: " + e.getMessage(), xml.getLocation(), e);
    }
    return names;
  }

  /** The JDK's message without its position, which the caller has already printed. */
  private static String reason(XMLStreamException e) {
    String message = String.valueOf(e.getMessage());
    int said = message.lastIndexOf("Message: ");
    return message.substring(said < 0 ? 0 : said + "Message: ".length()).lines().toList().get(0);
  }
}
