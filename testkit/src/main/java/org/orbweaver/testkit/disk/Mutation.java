package org.orbweaver.testkit.disk;

import java.nio.file.Path;

/**
 * A change of a disk.
 *
 * @param kind what is done
 * @param file to which file or folder; of a rename, the old name
 */
public record Mutation(Kind kind, Path file) {
  /** Kinds of mutations. */
  public enum Kind {
    CREATE(true),
    WRITE(true),
    SYNC(true),
    CLOSE(false),
    TRUNCATE(false),
    MKDIR(true),
    RENAME(false),
    DELETE(false),
    SET_PERMISSION(false),
    SET_TIMES(false);

    private final boolean takesSpace;

    Kind(boolean takesSpace) {
      this.takesSpace = takesSpace;
    }
  }

  /** True if a fault can occur here. */
  public boolean allows(Fault fault) {
    return switch (fault) {
      case FULL_ONCE, FULL -> kind.takesSpace;
      case RENAME_UNREPORTED -> kind == Kind.RENAME;
      default -> true;
    };
  }
}
