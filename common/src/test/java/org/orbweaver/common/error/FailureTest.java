package org.orbweaver.common.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTest {
  static Stream<Arguments> told() {
    return Stream.of(
        Arguments.of(
            new NoSuchFileException("/nonex/x.html"),
            "cannot open /nonex/x.html: no such file or folder"),
        Arguments.of(new AccessDeniedException("/x"), "cannot open /x: permission denied"),
        Arguments.of(new FileAlreadyExistsException("/x"), "cannot create /x: it already exists"),
        Arguments.of(
            new FileSystemException("/x", null, "Is a directory"),
            "cannot read or write /x: is a directory"),
        Arguments.of(
            new FileSystemException("/x", null, "No space left on device"),
            "cannot write: no space left on device; free some, then run the same command again"),
        Arguments.of(
            // Of a task: its disk was too full to unpack the library.
            new IOException("Error: no snappyjava in java.library.path: /a:/b"),
            "a file could not be written, and Hadoop does not say why; see to the space, quotas,"
                + " errors and permissions of the disks (also for temporary files, hadoop.tmp.dir), then"
                + " run the same command again"),
        Arguments.of(
            new FileNotFoundException("/x (y) (Permission denied)"),
            "cannot open /x (y): permission denied"),
        Arguments.of(
            new FileNotFoundException("File file:/a b does not exist"),
            "cannot open file:/a b: no such file or folder"),
        Arguments.of(
            new ConnectException("Connection refused"), "cannot connect: Connection refused"),
        Arguments.of(
            new IOException("No FileSystem for scheme \"foo\""),
            "no file system for 'foo:'; paths begin with file:, hdfs: or no scheme"),
        Arguments.of(
            new RuntimeException(
                new ClassNotFoundException(
                    "Class org.apache.hadoop.fs.s3a.S3AFileSystem not found")),
            "s3a: needs hadoop-aws and the AWS SDK's bundle; add their jars with -libjars, or set"
                + " HADOOP_HOME to an installation that has them"),
        Arguments.of(
            new NoClassDefFoundError("org/example/Thing"),
            "class org.example.Thing is not on the class path; add its jar with -libjars, or set"
                + " HADOOP_HOME to an installation that has it"));
  }

  @ParameterizedTest
  @MethodSource("told")
  void tellsInOneLineWhatAndWhere(Throwable thrown, String line) {
    assertEquals(new Failure(line, List.of(), ExitCode.FAILED), Failure.of(thrown));
    assertEquals(line, Failure.of(new IllegalStateException("outer", thrown)).message());
  }

  @Test
  void whatIsNoPathIsWrongUsage() {
    Exception noPath = assertThrows(Exception.class, () -> Path.of("a\0b"));
    assertEquals(ExitCode.USAGE, Failure.of(noPath).exitCode());
    Exception noUri = assertThrows(Exception.class, () -> new URI("a b"));
    assertEquals(
        new Failure(
            "expected a path or URI, got 'a b': Illegal character in path",
            List.of(),
            ExitCode.USAGE),
        Failure.of(noUri));
  }

  @Test
  void aFileWhoseDataNodesAreAwayIsNamed() {
    IOException away =
        new IOException(
            "Could not obtain block: BP-2059795653-127.0.0.1-1795560165022:blk_1073744680_3858"
                + " file=/crawl/.settings/1 No live nodes contain current block Block locations:"
                + " Dead nodes: ");
    assertTrue(
        Failure.reason(away)
            .startsWith("no live DataNode of HDFS has a block of /crawl/.settings/1:"),
        Failure.reason(away));
  }
}
