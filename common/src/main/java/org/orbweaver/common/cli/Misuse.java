package org.orbweaver.common.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbweaver.common.error.PlatformCharset;
import org.orbweaver.common.text.Similar;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error messages for command lines that do not fit their command. */
final class Misuse {
  private Misuse() {}

  /** The fault, and where to find help. */
  static String message(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    return what(e) + " (see '" + command + " --help')";
  }

  private static String what(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched);
    }
    if (e instanceof MissingParameterException missing) {
      return missing(missing);
    }
    ArgSpec arg = e.getArgSpec();
    if (e instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + " is given twice";
    }
    if (arg != null && arg.type() == Path.class && e.getValue() != null) {
      String why = PlatformCharset.isUtf8() ? "" : ": " + PlatformCharset.remedy();
      return name(arg) + ": cannot use '" + e.getValue() + "' as a file name" + why;
    }
    if (arg != null && e.getValue() != null) {
      return name(arg) + ": expected " + expected(arg) + ", got '" + e.getValue() + "'";
    }
    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
    return message.isEmpty()
        ? "wrong usage"
        : Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  private static String unmatched(UnmatchedArgumentException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String word = e.getUnmatched().get(0);
    if (word.startsWith("-") && word.length() > 1) {
      String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      return "unknown option " + option + Similar.hint(option, command.optionsMap().keySet());
    }
    if (command.subcommands().isEmpty()) {
      return "unexpected argument '" + word + "'";
    }
    List<String> names =
        command.subcommands().entrySet().stream()
            .filter(sub -> !sub.getValue().getCommandSpec().usageMessage().hidden())
            .map(Map.Entry::getKey)
            .toList();
    return "unknown command '" + word + "'" + Similar.hint(word, names);
  }

  private static String missing(MissingParameterException e) {
    List<ArgSpec> missing = e.getMissing();
    if (missing.size() == 1
        && missing.get(0) instanceof OptionSpec option
        && String.valueOf(e.getMessage()).contains("parameter for option")) {
      return name(option) + ": expected " + expected(option) + ", got nothing";
    }
    if (missing.size() == 1 && missing.get(0) instanceof OptionSpec option && several(option)) {
      return name(option) + ": expected " + expected(option) + example(e, name(option));
    }
    String message = String.valueOf(e.getMessage());
    int alternatives = message.indexOf("(specify one of these): ");
    if (alternatives >= 0) {
      return "expected one of " + message.substring(message.indexOf(": ", alternatives) + 2);
    }
    return "expected "
        + missing.stream().map(Misuse::name).distinct().collect(Collectors.joining(" and "))
        + ", got nothing";
  }

  private static boolean several(OptionSpec option) {
    return option.arity().min() > 1;
  }

  /** The first of the command's examples that uses the option. */
  private static String example(ParameterException e, String option) {
    return Arrays.stream(e.getCommandLine().getCommandSpec().usageMessage().footer())
        .filter(line -> line.contains(option + " "))
        .findFirst()
        .map(line -> ", for example: " + line.strip())
        .orElse("");
  }

  private static String name(ArgSpec arg) {
    if (!(arg instanceof OptionSpec option)) {
      return arg.paramLabel();
    }
    return Arrays.stream(option.names())
        .filter(name -> name.startsWith("--"))
        .findFirst()
        .orElse(option.longestName());
  }

  /** The expected form of the argument's value. */
  private static String expected(ArgSpec arg) {
    Class<?> type = arg.isMultiValue() ? arg.auxiliaryTypes()[0] : arg.type();
    if (type.isEnum()) {
      return oneOf(type.getEnumConstants());
    }
    if (List.of(int.class, Integer.class, long.class, Long.class).contains(type)) {
      boolean several = arg instanceof OptionSpec option && several(option);
      return several ? arg.arity().min() + " whole numbers" : "a whole number";
    }
    if (List.of(double.class, Double.class, float.class, Float.class).contains(type)) {
      return "a number";
    }
    return arg.paramLabel();
  }

  /** {@code host or domain}, in lower case as everywhere in the output. */
  static String oneOf(Object[] values) {
    List<String> names =
        Arrays.stream(values).map(value -> value.toString().toLowerCase(Locale.ROOT)).toList();
    int last = names.size() - 1;
    return last <= 0
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }
}
