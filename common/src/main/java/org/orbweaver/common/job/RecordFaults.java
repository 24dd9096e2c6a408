package org.orbweaver.common.job;

import java.io.UncheckedIOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.orbweaver.common.error.OrbException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the damage of unchecked exceptions in a task that handles records of strangers: each costs
 * its record, up to {@value #MOST}. More than that cannot be the records' fault, and the next ends
 * the task.
 *
 * <pre>{@code
 * try {
 *   convert(url, page, context);
 * } catch (RuntimeException | StackOverflowError e) {
 *   if (!faults.isRecords(url, e, context)) {
 *     throw e;
 *   }
 * }
 * }</pre>
 *
 * <p>For use by one thread.
 */
public final class RecordFaults {
  /** Records that one task may leave out. */
  public static final int MOST = 100;

  /** Present only if there was a fault. */
  public enum FaultCounter {
    /** Records lost to an unchecked exception. */
    RECORDS
  }

  private final Logger log;
  private int records;

  /**
   * @param task class whose log receives the faults
   */
  public RecordFaults(Class<?> task) {
    this.log = LoggerFactory.getLogger(task);
  }

  /**
   * Counts and logs a fault.
   *
   * @param record names the record: its URL
   * @param context of the task, for its counter; null outside of a task
   * @return false if the exception is not the record's fault (a store or a reducer's values that
   *     cannot be read, a wrong setting), or too many records had one
   */
  public boolean isRecords(Object record, Throwable fault, TaskAttemptContext context) {
    if (fault instanceof UncheckedIOException
        || fault instanceof OrbException
        || isOfValues(fault)
        || ++records > MOST) {
      return false;
    }
    log.warn("{}: internal error; the record is left out", record, fault);
    if (context != null) {
      context.getCounter(FaultCounter.RECORDS).increment(1);
    }
    return true;
  }

  /** True if Hadoop could not read the next of a reducer's values: the record has lost some. */
  private static boolean isOfValues(Throwable fault) {
    StackTraceElement[] trace = fault.getStackTrace();
    return trace.length > 0
        && trace[0].getClassName().startsWith(ReduceContextImpl.class.getName());
  }
}
