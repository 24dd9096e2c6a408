package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.codec.RecordKey.Section;

/** The records of a shard as a cursor; knows the runs' documents and the fields. */
final class SegmentSource {
  /** The place of a run's documents in the shard. */
  private record Run(int base, int docs) {}

  private final RecordSource records;
  private final Map<Long, Run> runs = new HashMap<>();
  private final FieldTraits[] traits;
  private boolean more;
  private int docs;

  /** Reads the counts of all runs. */
  SegmentSource(RecordSource records, List<String> fields) throws IOException {
    this.records = records;
    traits = new FieldTraits[fields.size()];
    for (advance(); more && key().section() == Section.COUNTS; advance()) {
      RunCounts counts = RunCounts.read(input(), fields.size());
      runs.put(key().run(), new Run(docs, counts.docs()));
      docs = Math.addExact(docs, counts.docs());
      for (int i = 0; i < traits.length; i++) {
        FieldTraits seen = counts.traits()[i];
        if (seen != null) {
          traits[i] = traits[i] == null ? seen : traits[i].and(fields.get(i), seen);
        }
      }
    }
  }

  /** Number of documents of all runs. */
  int docs() {
    return docs;
  }

  /** Number of documents of the current run. */
  int runDocs() {
    return run().docs();
  }

  /** Number in the shard of the current run's first document. */
  int base() {
    return run().base();
  }

  private Run run() {
    Run run = runs.get(key().run());
    if (run == null) {
      throw new IllegalStateException("no counts came before " + key());
    }
    return run;
  }

  /** The properties of a field; null if no document has it. */
  FieldTraits traits(int field) {
    return traits[field];
  }

  FieldInfos infos(List<String> names) {
    List<FieldInfo> infos = new ArrayList<>();
    for (int i = 0; i < traits.length; i++) {
      if (traits[i] != null) {
        infos.add(traits[i].info(names.get(i), i));
      }
    }
    return new FieldInfos(infos.toArray(new FieldInfo[0]));
  }

  boolean hasMore() {
    return more;
  }

  boolean isAt(Section section) {
    return more && key().section() == section;
  }

  boolean isAt(Section section, int field) {
    return more && key().isOf(section, field);
  }

  RecordKey key() {
    return records.key();
  }

  BytesRef value() {
    return records.value();
  }

  ByteArrayDataInput input() {
    BytesRef value = records.value();
    return new ByteArrayDataInput(value.bytes, value.offset, value.length);
  }

  void advance() throws IOException {
    more = records.next();
  }
}
