package org.orbweaver.common.conf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.orbweaver.common.cli.OrbException;

/**
 * Something wrong with a setting.
 *
 * @param name of the setting; empty where several are wrong together
 * @param origin where its value comes from; empty where it has none
 * @param message one line for people: setting, value, origin and what to do
 */
public record SettingFault(String name, String origin, String message) {

  /** A value that the setting does not take. */
  static SettingFault value(String name, String value, String origin, String expected) {
    return new SettingFault(
        name,
        origin,
        "setting " + name + ": expected " + expected + ", got '" + value + "' (" + origin + ")");
  }

  /** A name that no part of the program knows. */
  static SettingFault unknown(String name, String origin, Optional<String> near) {
    return new SettingFault(name, origin, unknownMessage(name, near) + " (" + origin + ")");
  }

  static String unknownMessage(String name, Optional<String> near) {
    return "unknown setting "
        + name
        + near.map(other -> "; did you mean " + other + "?").orElse("; see docs/configuration.md");
  }

  /** A check that throws an OrbException for what is wrong. */
  @FunctionalInterface
  public interface Check {
    void run() throws IOException;
  }

  /** What checks of settings that go together, or that must not be missing, find wrong. */
  public static List<SettingFault> of(Check... checks) {
    List<SettingFault> faults = new ArrayList<>();
    for (Check check : checks) {
      try {
        check.run();
      } catch (OrbException e) {
        faults.add(new SettingFault("", "", e.getMessage()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return faults;
  }
}
