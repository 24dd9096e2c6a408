package org.orbweaver.index.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.index.plan.JoinedRecord.JoinedPage;
import org.orbweaver.index.schema.Page;

class PageInputFormatTest {
  private static final int SEGMENTS = 5;

  @TempDir java.nio.file.Path folder;

  private MapFile.Writer writer(Job job, String path, Class<? extends Writable> type)
      throws IOException {
    return new MapFile.Writer(
        job.getConfiguration(),
        new Path(folder.toString(), path),
        MapFile.Writer.keyClass(Text.class),
        MapFile.Writer.valueClass(type));
  }

  private static JoinedRecord.JoinedValue planned(IndexCounter outcome) {
    return new JoinedRecord.JoinedValue(
        new JoinedPage(outcome.name(), "", "", Page.Facts.NONE, List.of()));
  }

  @Test
  void smallPartsOfSegmentsShareATask() throws Exception {
    Job job = Job.getInstance();
    List<String> expected = new ArrayList<>(List.of("http://anchors/ "));
    try (MapFile.Writer plan = writer(job, "plan/part-r-00000", JoinedRecord.JoinedValue.class)) {
      plan.append(PlanJob.key("", "http://anchors/"), planned(IndexCounter.UNFETCHED));
      for (int i = 0; i < SEGMENTS; i++) {
        try (MapFile.Writer data = writer(job, i + "/parse_data/part-r-00000", ParseData.class);
            MapFile.Writer text = writer(job, i + "/parse_text/part-r-00000", ParseText.class)) {
          for (String name : List.of("a", "b", "c")) {
            Text url = new Text("http://" + name + i + "/");
            Metadata none = new Metadata();
            data.append(
                url, new ParseData(ParseStatus.STATUS_SUCCESS, "", new Outlink[0], none, none));
            text.append(url, new ParseText(name + " of " + i));
            if (i != 2 && !name.equals("b")) {
              String place = i + "/part-r-00000";
              plan.append(PlanJob.key(place, url.toString()), planned(IndexCounter.INDEXED));
              expected.add(url + " " + name + " of " + i);
            }
          }
        }
      }
    }
    PageInputFormat.read(job, new Path(folder.toString(), "plan"), new Path(folder.toString()));

    assertEquals(expected, pages(job, 1));
    FileInputFormat.setMaxInputSplitSize(job, 1);
    assertEquals(expected, pages(job, 1), "ranges are joined, too");
  }

  /** The pages of all splits, with their texts. */
  private static List<String> pages(Job job, int splits) throws Exception {
    PageInputFormat format = new PageInputFormat();
    List<InputSplit> all = format.getSplits(job);
    assertEquals(splits, all.size());
    List<String> pages = new ArrayList<>();
    TaskAttemptContext task =
        new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    for (InputSplit split : all) {
      try (RecordReader<Text, Page> reader = format.createRecordReader(split, task)) {
        reader.initialize(split, task);
        while (reader.nextKeyValue()) {
          pages.add(reader.getCurrentKey() + " " + reader.getCurrentValue().content().main());
        }
      }
    }
    return pages;
  }
}
