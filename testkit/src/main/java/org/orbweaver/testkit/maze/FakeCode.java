package org.orbweaver.testkit.maze;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Text that looks like source code: real keywords and layout around random names. */
final class FakeCode {
  static final List<String> ENDINGS = List.of(".c", ".java", ".py", ".js", ".go");

  private static final List<String> TYPES = List.of("int", "long", "char", "double", "bool");
  private static final List<String> OPERATORS = List.of("+", "-", "*", "%", "&", "<<");

  private final Random random;
  private final Supplier<String> words;
  private final StringBuilder text = new StringBuilder();
  private final boolean braces;

  /**
   * @param words gives a random word
   * @param braces false for blocks by indentation
   */
  FakeCode(Random random, Supplier<String> words, boolean braces) {
    this.random = random;
    this.words = words;
    this.braces = braces;
  }

  /** Some functions. */
  String file(int functions) {
    line(0, (braces ? "// " : "# ") + words.get() + " " + words.get() + " " + words.get());
    for (int i = 0; i < functions; i++) {
      text.append('\n');
      String head = name() + "(" + parameter() + ", " + parameter() + ")";
      line(0, braces ? "static " + one(TYPES) + " " + head + " {" : "def " + head + ":");
      block(1);
      line(1, "return " + expression() + end());
      close(0);
    }
    return text.toString();
  }

  private void block(int depth) {
    for (int i = 2 + random.nextInt(3); i > 0; i--) {
      int kind = random.nextInt(5);
      if (kind < 3 || depth > 2) {
        line(depth, statement(kind) + end());
      } else {
        String condition = name() + " < " + expression();
        String word = kind == 3 ? "if" : "while";
        line(depth, braces ? word + " (" + condition + ") {" : word + " " + condition + ":");
        block(depth + 1);
        close(depth);
      }
    }
  }

  private String statement(int kind) {
    return switch (kind) {
      case 0 -> (braces ? one(TYPES) + " " : "") + name() + " = " + expression();
      case 1 -> name() + "[" + random.nextInt(64) + "] = " + expression();
      default -> name() + "(" + name() + ", " + expression() + ")";
    };
  }

  private String expression() {
    String right =
        random.nextBoolean() ? name() : "0x" + Integer.toHexString(random.nextInt(0x10000));
    return name() + " " + one(OPERATORS) + " " + right;
  }

  private String parameter() {
    return braces ? one(TYPES) + " " + words.get() : words.get();
  }

  private String name() {
    String first = words.get();
    return switch (random.nextInt(3)) {
      case 0 -> first;
      case 1 -> first + "_" + words.get();
      default -> {
        String second = words.get();
        yield first + Character.toUpperCase(second.charAt(0)) + second.substring(1);
      }
    };
  }

  private String end() {
    return braces ? ";" : "";
  }

  private void close(int depth) {
    if (braces) {
      line(depth, "}");
    }
  }

  private void line(int depth, String code) {
    text.append("    ".repeat(depth)).append(code).append('\n');
  }

  private String one(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}
