package org.orbweaver.common.why;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;

/** The timeline of one URL: the question, and the answers of the sources so far. */
public final class UrlHistory {
  private static final int LABEL_WIDTH = 10;

  /**
   * Something that happened to the URL, or is known of it.
   *
   * @param topic a word or two; consecutive events of a topic are shown together
   * @param at the time, ISO 8601 in UTC, or null
   * @param text one line for people; text from the web in it need not be made harmless
   * @param details the same for programs: names in camelCase, values as {@code Json} takes them
   */
  public record Event(String topic, String at, String text, Fields details) {}

  private final Configuration conf;
  private final CrawlDir crawl;
  private final String asked;
  private final long now;
  private final List<Event> events = new ArrayList<>();
  private String url;
  private Fate fate;

  /**
   * A question.
   *
   * @param crawl the crawl to search; null for a trial without one
   * @param asked the URL as given
   * @param now milliseconds since 1970
   */
  public UrlHistory(Configuration conf, CrawlDir crawl, String asked, long now) {
    this.conf = conf;
    this.crawl = crawl;
    this.asked = asked;
    this.url = asked;
    this.now = now;
  }

  public Configuration conf() {
    return conf;
  }

  public CrawlDir crawl() {
    return crawl;
  }

  /** The URL as given. */
  public String asked() {
    return asked;
  }

  /** The URL as stored. */
  public String url() {
    return url;
  }

  /** Sets {@link #url}, once it is known. */
  public void url(String stored) {
    url = stored;
  }

  /** The time of the question, milliseconds since 1970. */
  public long now() {
    return now;
  }

  /** Adds an event without a time; returns its details, empty, to be filled. */
  public Fields add(String topic, String text) {
    return add(topic, null, text);
  }

  /** Adds an event; returns its details, empty, to be filled. */
  public Fields add(String topic, String at, String text) {
    Fields details = new Fields();
    events.add(new Event(topic, at, text, details));
    return details;
  }

  /** Sets the URL's fate; a later source overrides an earlier one. */
  public void conclude(Fate decided) {
    fate = decided;
  }

  /** The fate, as far as known. */
  public Optional<Fate> fate() {
    return Optional.ofNullable(fate);
  }

  /** All events, in order. */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /** The answer for programs. */
  public Fields view() {
    Fields view = new Fields().with("url", url).with("asked", asked);
    if (fate != null) {
      view.with("standing", fate.standing().name().toLowerCase(Locale.ROOT))
          .with("cause", fate.cause())
          .with("headline", fate.sentence())
          .with("remedies", fate.remedies());
    }
    List<Object> timeline = new ArrayList<>();
    for (Event event : events) {
      Fields entry = new Fields().with("topic", event.topic()).withKnown("at", event.at());
      entry.with("text", event.text()).putAll(event.details());
      timeline.add(entry);
    }
    return view.with("timeline", timeline);
  }

  /** Prints the answer: as JSON, or its headline, timeline and remedies. */
  public void print(Console console, boolean json) {
    new RecordPrinter(console, json).row(view(), () -> print(console));
  }

  private void print(Console console) {
    console.line(Console.safe(url));
    if (fate != null) {
      console.line("  " + Console.safe(fate.sentence()) + ".");
    }
    console.line("");
    String topic = "";
    for (Event event : events) {
      boolean next = !event.topic().equals(topic);
      topic = event.topic();
      line(
          console, next ? topic : "", (event.at() == null ? "" : event.at() + "  ") + event.text());
    }
    if (fate != null && !fate.remedies().isEmpty()) {
      console.line("");
      String label = "to change";
      for (String remedy : fate.remedies()) {
        line(console, label, remedy);
        label = "";
      }
    }
  }

  private static void line(Console console, String label, String text) {
    console.linef("%-" + LABEL_WIDTH + "s %s", label, Console.safe(text));
  }
}
