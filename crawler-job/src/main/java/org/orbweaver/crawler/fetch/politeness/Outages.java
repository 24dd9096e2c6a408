package org.orbweaver.crawler.fetch.politeness;

import java.io.IOException;
import java.time.Clock;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.schedule.HostBackOff;

/** Records, in the table of hosts, the outages of hosts that serve nothing. */
public record Outages(HostTable hosts, HostBackOff backOff, Clock clock) {
  /** Notes that an origin served nothing, for a reason that holds for all its URLs. */
  public void failed(String origin, String why) throws IOException {
    HostOutage before = find(origin);
    HostOutage after = backOff.failed(before, clock.millis(), why);
    if (!after.equals(before)) {
      hosts.put(origin, after.encode());
    }
  }

  /** Notes that an origin served something. */
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
