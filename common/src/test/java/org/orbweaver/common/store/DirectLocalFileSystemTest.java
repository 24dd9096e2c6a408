package org.orbweaver.common.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectLocalFileSystemTest {
  private static final String PROCESS_START = "jdk.ProcessStart";

  @TempDir File tmp;

  @Test
  void permissionsAreThoseOfHadoopsOwn() throws Exception {
    Configuration conf = new Configuration();
    DirectLocalFileSystem.install(conf);
    FileSystem fs = FileSystem.newInstance(tmp.toURI(), conf);
    assertInstanceOf(DirectLocalFileSystem.class, fs);
    Configuration theirs = new Configuration();
    theirs.set("fs.file.impl", LocalFileSystem.class.getName());
    FileSystem own = FileSystem.newInstance(tmp.toURI(), theirs);
    for (String mode : new String[] {"000", "400", "755", "640", "777", "712"}) {
      FsPermission permission = new FsPermission(mode);
      String expected = create(own, "own-" + mode, permission);
      assertEquals(expected, create(fs, "ours-" + mode, permission));
    }
    fs.mkdirs(new Path(tmp.getPath(), "a/b/c"));
    assertTrue(new File(tmp, "a/b/c").isDirectory());
    assertEquals("fs.file.impl=x", "fs.file.impl=" + installedOver("x"));
  }

  @Test
  void statusesAreThoseOfHadoopsOwn() throws Exception {
    Configuration conf = new Configuration();
    DirectLocalFileSystem.install(conf);
    FileSystem fs = FileSystem.newInstance(tmp.toURI(), conf);
    Configuration theirs = new Configuration();
    theirs.set("fs.file.impl", LocalFileSystem.class.getName());
    FileSystem own = FileSystem.newInstance(tmp.toURI(), theirs);
    Path folder = new Path(tmp.getPath(), "folder");
    fs.mkdirs(folder, new FsPermission("1777"));
    Files.setAttribute(new File(tmp, "folder").toPath(), "unix:mode", 01777);
    try (FSDataOutputStream out =
        fs.create(
            new Path(folder, "a b"), new FsPermission("640"), true, 9, (short) 1, 512, null)) {
      out.writeBytes("ten bytes.");
    }
    fs.mkdirs(new Path(folder, "sub"), new FsPermission("700"));

    assertEquals(fields(own.getFileStatus(folder)), fields(fs.getFileStatus(folder)));
    assertEquals(all(own.listStatus(folder)), all(fs.listStatus(folder)));
    Path file = new Path(folder, "a b");
    assertEquals(all(own.listStatus(file)), all(fs.listStatus(file)));
    assertEquals(located(own, folder), located(fs, folder));
    assertEquals(located(own, file), located(fs, file));
    assertEquals(2, located(fs, folder).size());
    Path none = new Path(folder, "none");
    assertThrows(FileNotFoundException.class, () -> fs.getFileStatus(none));
    assertThrows(FileNotFoundException.class, () -> fs.listStatus(none));
    assertThrows(FileNotFoundException.class, () -> fs.listLocatedStatus(none));
  }

  @Test
  void noProcessIsStarted() throws Exception {
    Configuration conf = new Configuration();
    DirectLocalFileSystem.install(conf);
    FileSystem fs = FileSystem.newInstance(tmp.toURI(), conf);
    Path folder = new Path(tmp.getPath());
    File events = new File(tmp, "events");
    try (Recording recording = new Recording()) {
      recording.enable(PROCESS_START);
      recording.start();
      fs.create(new Path(folder, "file"), new FsPermission("640"), true, 9, (short) 1, 512, null)
          .close();
      assertEquals("rw-r-----", fs.listStatus(folder)[0].getPermission().toString());
      assertEquals(1, located(fs, folder).size());
      recording.dump(events.toPath());
    }
    assertEquals(List.of(), RecordingFile.readAllEvents(events.toPath()));
  }

  private static String fields(FileStatus status) {
    return List.of(
            status.getPath(),
            status.getLen(),
            status.isDirectory(),
            status.getReplication(),
            status.getBlockSize(),
            status.getModificationTime(),
            status.getPermission(),
            status.getPermission().toShort(),
            status.getOwner(),
            status.getGroup())
        .toString();
  }

  private static List<String> all(FileStatus[] statuses) {
    return Arrays.stream(statuses).map(DirectLocalFileSystemTest::fields).sorted().toList();
  }

  private static List<String> located(FileSystem fs, Path folder) throws IOException {
    List<String> all = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> statuses = fs.listLocatedStatus(folder);
    while (statuses.hasNext()) {
      LocatedFileStatus each = statuses.next();
      all.add(fields(each) + " " + Arrays.toString(each.getBlockLocations()));
    }
    all.sort(null);
    return all;
  }

  private String create(FileSystem fs, String name, FsPermission permission) throws Exception {
    Path file = new Path(tmp.getPath(), name);
    fs.create(file, permission, true, 4096, (short) 1, 1 << 20, null).close();
    fs.mkdirs(new Path(tmp.getPath(), name + "-folder"), permission);
    return permissions(name)
        + " "
        + permissions("." + name + ".crc")
        + " "
        + permissions(name + "-folder");
  }

  private String permissions(String name) throws Exception {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(new File(tmp, name).toPath()));
  }

  /** The user's own choice is kept. */
  private static String installedOver(String chosen) {
    Configuration conf = new Configuration();
    conf.set("fs.file.impl", chosen);
    DirectLocalFileSystem.install(conf);
    return conf.get("fs.file.impl");
  }

  @Test
  void aFileWithoutHadoopsSumsIsComparedWithItsList() throws Exception {
    Configuration conf = new Configuration();
    DirectLocalFileSystem.install(conf);
    FileSystem fs = FileSystem.newInstance(tmp.toURI(), conf);
    File folder = new File(tmp, "store/part-r-00000");
    Path path = new Path(folder.getPath(), "data");
    try (FSDataOutputStream out = fs.create(path)) {
      out.write("0123456789".getBytes(US_ASCII));
    }
    ChecksumList.write(fs, new Path(tmp.getPath(), "store"));
    Files.delete(new File(folder, ".data.crc").toPath());
    assertEquals('7', byteAt(fs, path, 7));

    Files.writeString(new File(folder, "data").toPath(), "0123456889");
    FileSystem again = FileSystem.newInstance(tmp.toURI(), conf);
    IOException refused = assertThrows(IOException.class, () -> byteAt(again, path, 2));
    assertTrue(refused.getMessage().contains("not as it was published"), refused::getMessage);
    // A file that is in no list is readable, for example one of the user's.
    Files.writeString(new File(folder, "other").toPath(), "x");
    assertEquals('x', byteAt(again, new Path(folder.getPath(), "other"), 0));
  }

  private static int byteAt(FileSystem fs, Path file, int place) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      in.seek(place);
      return in.read();
    }
  }
}
