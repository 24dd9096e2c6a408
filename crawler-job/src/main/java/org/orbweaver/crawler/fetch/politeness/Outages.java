package org.orbweaver.crawler.fetch.politeness;

import java.io.IOException;
import java.time.Clock;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.schedule.HostBackOff;

/** Keeps account, in the table of hosts, of those that serve nothing. */
public record Outages(HostTable hosts, HostBackOff backOff, Clock clock) {
  /** An origin served nothing, for a reason that holds for all its URLs. */
  public void failed(String origin, String why) throws IOException {
    HostOutage before = find(origin);
    HostOutage after = backOff.failed(before, clock.millis(), why);
    if (!after.equals(before)) {
      hosts.put(origin, after.encode());
    }
  }

  /** An origin served something. */
  public void ended(String origin) throws IOException {
    HostOutage before = find(origin);
    if (before != null && before.failures() > 0) {
      hosts.put(origin, HostOutage.over(clock.millis()).encode());
    }
  }

  private HostOutage find(String origin) throws IOException {
    byte[] record = hosts.find(origin);
    return record == null ? null : HostOutage.read(record);
  }
}
