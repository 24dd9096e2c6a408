package org.orbweaver.common.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.Collection;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Model.OptionSpec;

/** The range of a numeric option; other values are refused before the command runs. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Range {
  double from() default Double.NEGATIVE_INFINITY;

  double to() default Double.POSITIVE_INFINITY;

  /** Checks the given options against their ranges. */
  final class RangeCheck {
    private RangeCheck() {}

    static void all(Collection<OptionSpec> given) {
      for (OptionSpec option : given) {
        Range range =
            option.userObject() instanceof AnnotatedElement field
                ? field.getAnnotation(Range.class)
                : null;
        if (range != null) {
          option.typedValues().forEach(value -> one(option.longestName(), (Number) value, range));
        }
      }
    }

    private static void one(String option, Number value, Range range) {
      double number = value.doubleValue();
      // NaN is in no range.
      if (!(number >= range.from() && number <= range.to())) {
        throw OrbException.usage(
            option + ": expected a number " + words(range) + ", got '" + value + "'");
      }
    }

    private static String words(Range range) {
      if (Double.isInfinite(range.to())) {
        return "of at least " + plain(range.from());
      }
      return Double.isInfinite(range.from())
          ? "up to " + plain(range.to())
          : "from " + plain(range.from()) + " to " + plain(range.to());
    }

    private static String plain(double bound) {
      return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }
  }
}
