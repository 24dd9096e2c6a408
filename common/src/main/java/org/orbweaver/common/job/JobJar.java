package org.orbweaver.common.job;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.plugin.Shipment;

/**
 * Ships a module's job jar to a cluster.
 *
 * <p>An installation has each library once, in {@code lib}: the jars in {@code jobs} name theirs in
 * the manifest's {@code Class-Path}, where {@code hadoop jar} finds them. A job takes such a jar
 * and its libraries along as an archive, {@code lib/*.jar}, linked as {@code job.jar}: Hadoop puts
 * {@code job.jar/lib/*} on the class path of tasks and application master. YARN keeps an archive on
 * a node for all jobs of its user, but fetches and unpacks a job's jar anew for each job. A jar
 * without a {@code Class-Path} contains its libraries already and is shipped as the job's jar.
 */
final class JobJar {
  private final File file;
  private final List<File> libraries = new ArrayList<>();

  /**
   * Reads the manifest.
   *
   * @throws OrbException (failed) if the jar or one of its libraries is missing
   */
  JobJar(File file) throws IOException {
    this.file = file;
    requireFile(file);
    try (JarFile jar = new JarFile(file)) {
      Manifest manifest = jar.getManifest();
      String path =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String entry : path == null ? new String[0] : path.strip().split(" +")) {
        File library = new File(file.getAbsoluteFile().toURI().resolve(entry));
        requireFile(library);
        libraries.add(library);
      }
    }
  }

  private static void requireFile(File jar) {
    if (!jar.isFile()) {
      throw OrbException.failed(
          "the job jar " + jar + " is missing: reinstall or rebuild Orbweaver");
    }
  }

  /** Sets the jar that a module's job takes to the cluster. */
  static void ship(Job job, Class<?> inJobJar) throws IOException {
    String home = System.getProperty(JobRunner.HOME_PROPERTY);
    if (home == null) {
      job.setJarByClass(inJobJar);
      if (job.getJar() != null) {
        JobJar jar = new JobJar(new File(job.getJar()));
        if (!jar.libraries.isEmpty()) {
          jar.ship(job);
        }
      }
    } else {
      String module = inJobJar.getPackageName().split("\\.", -1)[2] + "-job";
      new JobJar(new File(home, "jobs/" + module + ".jar")).ship(job);
    }
    // Our libraries take precedence over the cluster's, without affecting the cluster's own code.
    job.getConfiguration().setBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, true);
  }

  /**
   * The upload stays in the user's staging area on the cluster; Hadoop would upload the jar again
   * for each job.
   */
  void ship(Job job) throws IOException {
    String name = version() + "/" + file.getName();
    if (libraries.isEmpty()) {
      Path copy = uploaded(job.getConfiguration(), name, to -> Files.copy(file.toPath(), to));
      job.setJar(copy.toString());
    } else {
      Path copy = uploaded(job.getConfiguration(), name + ".zip", this::write);
      job.getConfiguration().unset(MRJobConfig.JAR);
      job.addCacheArchive(URI.create(copy.toUri() + "#" + MRJobConfig.JOB_JAR));
    }
  }

  /** Ships the plugins of a job; its tasks find them in folders. */
  static void shipPlugins(Job job) throws IOException {
    for (Shipment shipment : Plugins.shipments(job.getConfiguration())) {
      String name = shipment.name();
      Path zip =
          uploaded(job.getConfiguration(), shipment.hash() + "/" + name + ".zip", shipment::write);
      job.addCacheArchive(URI.create(zip.toUri() + "#" + name));
    }
  }

  /** Writes a file. */
  private interface Content {
    void write(OutputStream to) throws IOException;
  }

  /** A file in the user's staging area on the cluster, written unless it is there. */
  private static Path uploaded(Configuration conf, String name, Content content)
      throws IOException {
    Path staging;
    Cluster cluster = new Cluster(conf);
    try {
      staging = JobSubmissionFiles.getStagingDir(cluster, conf);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while looking for the staging area", e);
    } finally {
      cluster.close();
    }
    FileSystem fs = staging.getFileSystem(conf);
    Path copy = new Path(staging, "orbweaver/" + name);
    if (!fs.exists(copy)) {
      Path partial = new Path(copy.getParent(), UUID.randomUUID().toString());
      try (OutputStream out = fs.create(partial)) {
        content.write(out);
      }
      try {
        org.orbweaver.common.store.Files.rename(conf, partial, copy);
      } catch (IOException e) {
        if (!fs.exists(copy)) {
          throw e;
        }
        fs.delete(partial, false); // Another process was faster.
      }
    }
    return fs.makeQualified(copy);
  }

  /** A fingerprint that changes with the jar and with each of its libraries. */
  private String version() {
    long size = file.length();
    long changed = file.lastModified();
    for (File library : libraries) {
      size += library.length();
      changed = changed * 31 + library.lastModified();
    }
    return size + "-" + Long.toHexString(changed);
  }

  /** Writes the archive of the jar and its libraries. */
  void write(OutputStream to) throws IOException {
    ZipOutputStream out = new ZipOutputStream(to);
    out.setLevel(Deflater.NO_COMPRESSION); // The jars are compressed already.
    add(out, file);
    for (File library : libraries) {
      add(out, library);
    }
    out.finish();
  }

  private static void add(ZipOutputStream out, File jar) throws IOException {
    out.putNextEntry(new ZipEntry("lib/" + jar.getName()));
    Files.copy(jar.toPath(), out);
  }
}
