package org.orbweaver.index.query;

import java.util.List;
import java.util.stream.Collectors;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.topic.TopicModel.Topic;

/**
 * Finds the topics of queries by topic-sensitive PageRank's rule (Haveliwala, 2002): P(c|q) ∝ P(c)
 * · ∏ P(term|c), by the model that classifies pages, with its uniform P(c). It depends on the query
 * alone, so all shards of an index agree.
 *
 * @param model null for none
 */
public record QueryTopics(TopicModel model) {
  /** Without a model. */
  public static final QueryTopics NONE = new QueryTopics(null);

  /** A query is about something if one topic has this probability, */
  private static final double CLEAR = .5;

  /** and this many times that of any other: of two topics, none is clear at .5. */
  private static final double AHEAD = 2;

  /** Less likely topics do not count. */
  private static final double LEAST = .05;

  /** The topics of a query, most likely first; empty if they are not clear. */
  public List<Topic> of(QueryNode.All query) {
    if (model == null) {
      return List.of();
    }
    List<Topic> topics = model.classify(QueryWords.texts(query).collect(Collectors.joining(" ")));
    boolean isClear =
        topics.size() > 1
            && topics.get(0).probability() >= CLEAR
            && topics.get(0).probability() >= AHEAD * topics.get(1).probability();
    return isClear
        ? topics.stream().filter(topic -> topic.probability() >= LEAST).toList()
        : List.of();
  }
}
