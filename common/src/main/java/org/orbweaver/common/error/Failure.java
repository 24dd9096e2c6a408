package org.orbweaver.common.error;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.ChecksumException;

/**
 * The failure that ended a command, for a person: one line and the exit status.
 *
 * @param message the line; empty if there is nothing to say
 * @param details further lines below it; mostly empty
 */
public record Failure(String message, List<String> details, ExitCode exitCode) {
  private Failure(String message, ExitCode exitCode) {
    this(message, List.of(), exitCode);
  }

  /** {@code /some/file (Permission denied)}, the message form of java.io. */
  private static final Pattern JAVA_FILE = Pattern.compile("(.+) \\(([A-Z][^()]*)\\)");

  /** Hadoop's messages for a missing file. */
  private static final Pattern NO_FILE =
      Pattern.compile(
          "(?:File |Input path |Path )(?:file )?(\\S.*?) (?:does not exist|doesn't exist).*",
          Pattern.CASE_INSENSITIVE);

  /** Hadoop's messages where it hides the first error of a disk. */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "Could not find any valid local directory|Stream Closed$"
              + "|(?:Error: )?no snappyjava in java.library.path"
              + "|One or more threads encountered exception during close");

  /** Hadoop's messages for an empty path and for a block whose checksum does not match. */
  private static final String EMPTY_PATH = "an empty string";

  private static final Pattern CHECKSUM = Pattern.compile("Checksum error: (\\S+) at (\\d+) .*");

  /** HDFS's messages for a file that has lost its DataNodes, and for one that finds none. */
  private static final Pattern NO_DATA_NODE =
      Pattern.compile("All datanodes .* are bad|could only be written to 0 of the");

  private static final Pattern MISSING_BLOCK =
      Pattern.compile("Could not obtain block: .* file=(\\S+).*");

  private static final Pattern NO_SCHEME = Pattern.compile("No FileSystem for scheme \"?(\\w*)\"?");

  private static final Pattern NO_CLASS =
      Pattern.compile("(?:Class )?([\\w.$/]+)(?: not found)?", Pattern.CASE_INSENSITIVE);

  /** The failure behind a throwable: the first of its causes that is recognised. */
  public static Failure of(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof OrbException known) {
        boolean silent = known.exitCode() == ExitCode.CLOSED_PIPE;
        return new Failure(silent ? "" : known.getMessage(), known.details(), known.exitCode());
      }
      String understood = understood(cause);
      if (understood != null) {
        return new Failure(understood, isUsage(cause) ? ExitCode.USAGE : ExitCode.FAILED);
      }
    }
    return new Failure(unforeseen(thrown), ExitCode.FAILED);
  }

  private static boolean isUsage(Throwable cause) {
    return cause instanceof InvalidPathException
        || cause instanceof URISyntaxException
        || cause instanceof IllegalArgumentException;
  }

  /** A failure of one line. */
  public static Failure failed(String message) {
    return new Failure(message, ExitCode.FAILED);
  }

  /** The reason for a failure, fit for brackets or after a colon. */
  public static String reason(Throwable cause) {
    String understood = understood(cause);
    if (understood != null) {
      return understood;
    }
    if (cause instanceof EOFException) {
      return "unexpected end of file";
    }
    String message = cause.getMessage();
    return message == null || message.isBlank()
        ? cause.getClass().getSimpleName()
        : firstLine(message);
  }

  /**
   * True if HDFS has no DataNode that accepts data; the reason of such a failure names the remedy.
   */
  public static boolean isNoDataNode(Throwable cause) {
    return cause instanceof IOException
        && NO_DATA_NODE.matcher(String.valueOf(cause.getMessage())).find();
  }

  /**
   * True if a file in HDFS cannot be read because its DataNodes are gone; the reason of such a
   * failure names the file.
   */
  public static boolean isMissingBlock(Throwable cause) {
    return cause instanceof IOException
        && MISSING_BLOCK.matcher(firstLine(String.valueOf(cause.getMessage()))).matches();
  }

  private static String understood(Throwable cause) {
    String message = cause.getMessage() == null ? "" : firstLine(cause.getMessage());
    if (message.contains("No space left on device")
        || message.contains("No space available in any of the local directories")) {
      return "cannot write: no space left on device; free some, then run the same command again";
    }
    if (message.contains("Input/output error")) {
      return "a disk reports an input/output error; see the system's log, then run the same command"
          + " again";
    }
    if (HIDDEN.matcher(message).lookingAt()) {
      return "a file could not be written, and Hadoop does not say why; see to the space, quotas,"
          + " errors and permissions of the disks (also for temporary files, hadoop.tmp.dir), then"
          + " run the same command again";
    }
    if (isNoDataNode(cause)) {
      return "HDFS cannot store data: no DataNode takes it; once one is up, run the same command"
          + " again";
    }
    if (isMissingBlock(cause)) {
      return "no live DataNode of HDFS has a block of "
          + MISSING_BLOCK.matcher(message).replaceFirst("$1")
          + ": once its DataNodes are back, run the same command again; if they are lost, so is the"
          + " file";
    }
    if (cause instanceof UnknownHostException) {
      return "unknown host " + message + "; check the address";
    }
    if (cause instanceof ConnectException) {
      return message.isEmpty() ? "cannot connect" : "cannot connect: " + message;
    }
    if (cause instanceof FileSystemException file) {
      return fileSystem(file);
    }
    if (cause instanceof FileNotFoundException) {
      return notFound(message);
    }
    if (cause instanceof ChecksumException) {
      return CHECKSUM.matcher(message).replaceFirst("$1 is corrupt (wrong checksum at byte $2)")
          + "; restore it from a backup";
    }
    if (cause instanceof IllegalArgumentException && message.endsWith(EMPTY_PATH)) {
      return "expected a path, got ''";
    }
    if (cause instanceof InvalidPathException path) {
      return "cannot use '" + path.getInput() + "' as a file name: " + pathReason(path);
    }
    if (cause instanceof URISyntaxException uri) {
      return "expected a path or URI, got '" + uri.getInput() + "': " + uri.getReason();
    }
    if (cause instanceof OutOfMemoryError) {
      return "out of memory (" + message + "); set a larger heap, such as ORB_JAVA_OPTS=-Xmx4g";
    }
    if (cause instanceof ClassNotFoundException || cause instanceof NoClassDefFoundError) {
      return missingClass(message);
    }
    Matcher scheme = NO_SCHEME.matcher(message);
    if (scheme.find()) {
      return noFileSystem(scheme.group(1));
    }
    if (cause instanceof IOException && NO_FILE.matcher(message).matches()) {
      return notFound(message);
    }
    return null;
  }

  private static String fileSystem(FileSystemException e) {
    String file = e.getFile();
    if (e instanceof NoSuchFileException) {
      return "cannot open " + file + ": no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "cannot open " + file + ": permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "cannot create " + file + ": it already exists";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "cannot replace " + file + ": the folder is not empty";
    }
    if (e instanceof NotDirectoryException) {
      return "cannot open " + file + ": not a folder";
    }
    String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    return "cannot read or write " + file + ": " + decapitalised(reason);
  }

  private static String notFound(String message) {
    Matcher java = JAVA_FILE.matcher(message);
    if (java.matches()) {
      String reason = decapitalised(java.group(2));
      return "cannot open "
          + java.group(1)
          + ": "
          + (reason.equals("no such file or directory") ? "no such file or folder" : reason);
    }
    Matcher hadoop = NO_FILE.matcher(message);
    String file = hadoop.matches() ? hadoop.group(1).replaceFirst(":$", "") : message;
    return "cannot open " + file + ": no such file or folder";
  }

  private static String pathReason(InvalidPathException path) {
    return PlatformCharset.isUtf8() ? decapitalised(path.getReason()) : PlatformCharset.remedy();
  }

  private static String missingClass(String message) {
    Matcher matcher = NO_CLASS.matcher(message);
    String name = (matcher.matches() ? matcher.group(1) : message).replace('/', '.');
    if (name.startsWith("org.apache.hadoop.fs.s3a.")) {
      return noFileSystem("s3a");
    }
    if (name.startsWith("org.apache.hadoop.fs.")) {
      return "the file system " + name + " is not on the class path; " + ADD_JAR;
    }
    return "class " + name + " is not on the class path; " + ADD_JAR;
  }

  private static final String ADD_JAR =
      "add its jar with -libjars, or set HADOOP_HOME to an installation that has it";

  private static String noFileSystem(String scheme) {
    String jar =
        switch (scheme.toLowerCase(Locale.ROOT)) {
          case "s3a" -> "hadoop-aws and the AWS SDK's bundle";
          case "abfs", "abfss", "wasb", "wasbs" -> "hadoop-azure";
          case "gs" -> "gcs-connector";
          case "oss" -> "hadoop-aliyun";
          case "cosn" -> "hadoop-cos";
          default -> null;
        };
    return jar == null
        ? "no file system for '" + scheme + ":'; paths begin with file:, hdfs: or no scheme"
        : scheme
            + ": needs "
            + jar
            + "; add their jars with -libjars, or set HADOOP_HOME to an installation that has them";
  }

  /** One line for an unforeseen error, with its class if the message alone says little. */
  private static String unforeseen(Throwable thrown) {
    String message = thrown.getMessage();
    String log = System.getProperty("orbweaver.log.file");
    String more = log == null ? "" : " (details in " + log + ")";
    if (message == null || message.isBlank()) {
      return thrown.getClass().getSimpleName() + more;
    }
    String first = firstLine(message);
    return (thrown instanceof IOException
            ? first
            : thrown.getClass().getSimpleName() + ": " + first)
        + more;
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("").strip();
  }

  private static String decapitalised(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
