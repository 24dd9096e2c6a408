package org.orbweaver.common.job;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsRequest;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.apache.hadoop.yarn.util.Records;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The status texts of the running map tasks of a job on YARN. Asks the application master, as
 * {@link org.apache.hadoop.mapreduce.Job#getTaskReports} does, which omits the texts.
 */
final class RunningTasks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningTasks.class);

  /** Tasks that fit on one line. */
  private static final int SHOWN = 3;

  /** Hadoop appends the phase to the text of a task. */
  private static final String MAP_PHASE = " > map";

  private final Configuration conf;
  private final JobID job;
  private MRClientProtocol master;

  /**
   * Does not contact the master yet.
   *
   * @param job a submitted job
   */
  RunningTasks(Configuration conf, JobID job) {
    this.conf = conf;
    this.job = job;
  }

  /** The first few non-empty texts; empty if the master does not answer. */
  String text() {
    try {
      if (master == null) {
        master = connect();
      }
      return master == null ? "" : ask();
    } catch (IOException | YarnException | RuntimeException e) {
      // A fault of the display must not end the job.
      LOG.debug("no status of {}", job, e);
      close();
      return "";
    }
  }

  /** The report of a task has no text; those of its attempts do. */
  private String ask() throws IOException {
    GetTaskReportsRequest request = Records.newRecord(GetTaskReportsRequest.class);
    request.setJobId(TypeConverter.toYarn(job));
    request.setTaskType(TaskType.MAP);
    List<String> said = new ArrayList<>();
    for (TaskReport task : master.getTaskReports(request).getTaskReportList()) {
      for (TaskAttemptId attempt : task.getRunningAttemptsList()) {
        if (said.size() < SHOWN) {
          GetTaskAttemptReportRequest one = Records.newRecord(GetTaskAttemptReportRequest.class);
          one.setTaskAttemptId(attempt);
          String text =
              ownText(master.getTaskAttemptReport(one).getTaskAttemptReport().getStateString());
          if (!text.isEmpty()) {
            said.add(text);
          }
        }
      }
    }
    return String.join("; ", said);
  }

  /** The task's part of a map task's status; empty if it has set none. */
  static String ownText(String status) {
    return status.endsWith(MAP_PHASE) && !status.equals("map" + MAP_PHASE)
        ? status.substring(0, status.length() - MAP_PHASE.length())
        : "";
  }

  /** Null while no master runs. */
  private MRClientProtocol connect() throws IOException, YarnException {
    ApplicationReport report;
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      report = yarn.getApplicationReport(TypeConverter.toYarn(job).getAppId());
    }
    if (report.getHost() == null || report.getRpcPort() <= 0) {
      return null;
    }
    InetSocketAddress address = new InetSocketAddress(report.getHost(), report.getRpcPort());
    UserGroupInformation user =
        UserGroupInformation.createRemoteUser(UserGroupInformation.getCurrentUser().getUserName());
    if (report.getClientToAMToken() != null) {
      user.addToken(ConverterUtils.convertFromYarn(report.getClientToAMToken(), address));
    }
    Configuration impatient = new Configuration(conf);
    // A dead master must not delay the wait for the job.
    impatient.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    impatient.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    return user.doAs(
        (PrivilegedAction<MRClientProtocol>)
            () ->
                (MRClientProtocol)
                    YarnRPC.create(impatient).getProxy(MRClientProtocol.class, address, impatient));
  }

  @Override
  public void close() {
    if (master instanceof Closeable open) {
      try {
        open.close();
      } catch (IOException e) {
        LOG.debug("while closing", e);
      }
    }
    master = null;
  }
}
