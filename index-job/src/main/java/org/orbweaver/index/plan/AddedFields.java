package org.orbweaver.index.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.index.schema.Anchors;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.plugin.IndexFields;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/** Asks plugins for the fields of a task's pages. */
final class AddedFields {
  private final TaskAttemptContext task;
  private final List<Provided<IndexFields>> parts;

  AddedFields(TaskAttemptContext task) {
    this.task = task;
    parts = Plugins.all(task.getConfiguration(), Plugin::indexFields);
  }

  /** The page with its fields; null if a plugin leaves it out. */
  Page with(Page page, ParseData data, String text) {
    List<Page.Field> fields = new ArrayList<>();
    ParsedPage seen = new ParsedPage(page, data, text);
    for (Provided<IndexFields> part : parts) {
      Values values = new Values(fields.size());
      try {
        part.ask(
            it -> {
              it.fields(seen, values);
              return null;
            });
      } catch (PluginException e) {
        task.getCounter(IndexCounter.PLUGIN_FAILURES).increment(1);
        e.logOnce("pages at which it fails are indexed without its fields");
        continue;
      }
      if (values.isLeftOut) {
        task.getCounter(IndexCounter.LEFT_OUT).increment(1);
        return null;
      }
      fields.addAll(values.fields);
    }
    if (fields.isEmpty()) {
      return page;
    }
    task.getCounter(IndexCounter.WITH_FIELDS).increment(1);
    return new Page(page.url(), page.content(), page.facts(), page.login(), fields);
  }

  private static final class Values implements IndexFields.Output {
    private final int before;
    private final List<Page.Field> fields = new ArrayList<>();
    private boolean isLeftOut;

    Values(int before) {
      this.before = before;
    }

    @Override
    public void keyword(String name, String value) {
      add(name, value, true);
    }

    @Override
    public void text(String name, String value) {
      add(name, value, false);
    }

    private void add(String name, String value, boolean isKeyword) {
      String field = PageFields.name(name);
      String shown = PageFields.value(value);
      if (!shown.isEmpty() && before + fields.size() < PageFields.MAX_VALUES) {
        fields.add(new Page.Field(field, shown, isKeyword));
      }
    }

    @Override
    public void leaveOut() {
      isLeftOut = true;
    }
  }

  private record ParsedPage(Page page, ParseData data, String text) implements IndexFields.Page {
    @Override
    public String url() {
      return page.url();
    }

    @Override
    public String title() {
      return page.content().title();
    }

    @Override
    public String language() {
      return page.content().lang();
    }

    @Override
    public String type() {
      return page.type();
    }

    @Override
    public Map<String, List<String>> fields() {
      return ParsedPages.fields(data);
    }

    @Override
    public Map<String, List<String>> metadata() {
      Map<String, List<String>> all = new TreeMap<>();
      for (Metadata meta : List.of(data.getContentMeta(), data.getParseMeta())) {
        for (String name : meta.names()) {
          all.put(name, List.of(meta.getValues(name)));
        }
      }
      return all;
    }

    @Override
    public List<String> anchors() {
      return page.facts().anchors().stream().map(Anchors.Anchor::text).toList();
    }
  }
}
