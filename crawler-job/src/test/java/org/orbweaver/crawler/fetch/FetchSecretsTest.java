package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.identity.IdentityKeys;
import org.orbweaver.crawler.identity.KeyFolder;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.SigningKey;

class FetchSecretsTest {
  @TempDir Path tmp;

  @ParameterizedTest
  @ValueSource(strings = {"local", "yarn"})
  void tasksGetTheKeysAndTheJobsConfigurationDoesNot(String framework) throws Exception {
    KeyFolder folder = new KeyFolder(tmp.resolve("keys"));
    Instant now = Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
    folder.add(now.minusSeconds(9), now.minusSeconds(5));
    SigningKey key = folder.add(now, PublicKey.FOREVER);
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", framework);
    IdentityKeys.KEYS.set(conf, folder.path().toString());
    IdentityKeys.AGENT.set(conf, "https://crawler.test");

    Job job = Job.getInstance(conf);
    FetchSecrets.give(job, conf);
    TaskAttemptContext task =
        new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    List<SigningKey> given = FetchSecrets.keys(task);
    assertEquals(List.of(key.secret()), given.stream().map(SigningKey::secret).toList());
    StringWriter file = new StringWriter();
    job.getConfiguration().writeXml(file);
    FetchSecrets.configuration(task).writeXml(file);
    assertTrue(file.toString().contains(folder.path().toString()));
    assertFalse(file.toString().contains((String) key.secret().get("d")));
  }
}
