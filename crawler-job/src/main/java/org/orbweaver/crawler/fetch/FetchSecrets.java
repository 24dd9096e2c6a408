package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.crawler.site.SiteSecrets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands secrets on to tasks by Hadoop's credentials: a job's configuration is a file that others
 * may read, and stays in the job history.
 */
final class FetchSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(FetchSecrets.class);
  private static final String PREFIX = "orbweaver.secret.";
  private static final String SETTING = PREFIX + "setting.";
  private static final String SITE = PREFIX + "site.";

  /** The keys that sign requests, a JSON Web Key Set with private parts. */
  private static final Text KEYS = new Text(PREFIX + "keys");

  /** In the configuration of a local job: where {@link #LOCAL} has its secrets. */
  private static final String TOKEN = "orbweaver.internal.fetch.secrets";

  /** Hadoop's runner of local jobs may begin a job before it has given it its credentials. */
  private static final Map<String, Credentials> LOCAL = new ConcurrentHashMap<>();

  private FetchSecrets() {}

  /** Gives a job the secrets of sites, those among the settings, and the keys. */
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
    Instant now = Instant.now();
    List<SigningKey> keys = Signatures.keys(conf, now);
    Signatures.folder(conf)
        .filter(folder -> RequestSigner.active(keys, now).isEmpty())
        .ifPresent(
            folder ->
                LOG.warn(
                    "{} has no key that is valid now: requests are not signed; 'orb key new' makes"
                        + " one",
                    folder.path()));
    if (!keys.isEmpty()) {
      Map<String, Object> set = Map.of("keys", keys.stream().map(SigningKey::secret).toList());
      credentials.addSecretKey(KEYS, Json.line(set).getBytes(StandardCharsets.UTF_8));
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

  /** The keys that a task was given. */
  static List<SigningKey> keys(TaskAttemptContext context) throws IOException {
    byte[] set = given(context).getSecretKey(KEYS);
    List<SigningKey> keys = new ArrayList<>();
    if (set != null
        && Json.parse(new String(set, StandardCharsets.UTF_8)).get("keys") instanceof List<?> all) {
      for (Object key : all) {
        keys.add(SigningKey.of((Map<?, ?>) key));
      }
    }
    return keys;
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
