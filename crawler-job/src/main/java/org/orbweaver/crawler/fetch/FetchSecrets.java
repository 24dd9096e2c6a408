package org.orbweaver.crawler.fetch;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.security.Credentials;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.crawler.site.SiteSecrets;

/**
 * Hands secrets on to tasks by Hadoop's credentials: a job's configuration is a file that others
 * may read, and stays in the job history.
 */
final class FetchSecrets {
  private static final String PREFIX = "orbweaver.secret.";
  private static final String SETTING = PREFIX + "setting.";
  private static final String SITE = PREFIX + "site.";

  /** In the configuration of a local job: where {@link #LOCAL} has its secrets. */
  private static final String TOKEN = "orbweaver.internal.fetch.secrets";

  /** Hadoop's runner of local jobs may begin a job before it has given it its credentials. */
  private static final Map<String, Credentials> LOCAL = new ConcurrentHashMap<>();

  private FetchSecrets() {}

  /** Gives a job the secrets of sites, and those among the settings. */
  static void give(Job job, Configuration conf) {
    Credentials credentials = new Credentials();
    FetchSettings.secrets(conf)
        .all()
        .forEach((name, value) -> credentials.addSecretKey(new Text(SITE + name), value));
    for (Key<?> key : KeySource.all()) {
      String value = key.isSecret() ? conf.get(key.name()) : null;
      if (value != null) {
        credentials.addSecretKey(
            new Text(SETTING + key.name()), value.getBytes(StandardCharsets.UTF_8));
      }
    }
    if (JobRunner.isLocal(job.getConfiguration())) {
      String token = UUID.randomUUID().toString();
      LOCAL.put(token, credentials);
      job.getConfiguration().set(TOKEN, token);
    } else {
      job.getCredentials().addAll(credentials);
    }
  }

  private static Credentials given(TaskAttemptContext context) {
    String token = context.getConfiguration().get(TOKEN);
    return token == null ? context.getCredentials() : LOCAL.getOrDefault(token, new Credentials());
  }

  /** A task's configuration with the secrets among the settings. */
  static Configuration configuration(TaskAttemptContext context) {
    Configuration conf = new Configuration(context.getConfiguration());
    of(given(context), SETTING)
        .forEach((name, value) -> conf.set(name, new String(value, StandardCharsets.UTF_8)));
    return conf;
  }

  /** The secrets of sites that a task was given. */
  static SiteSecrets of(TaskAttemptContext context) {
    return new SiteSecrets(of(given(context), SITE));
  }

  private static Map<String, byte[]> of(Credentials credentials, String prefix) {
    Map<String, byte[]> secrets = new HashMap<>();
    for (Text name : credentials.getAllSecretKeys()) {
      if (name.toString().startsWith(prefix)) {
        secrets.put(name.toString().substring(prefix.length()), credentials.getSecretKey(name));
      }
    }
    return secrets;
  }
}
