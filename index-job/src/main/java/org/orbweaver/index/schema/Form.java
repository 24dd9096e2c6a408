package org.orbweaver.index.schema;

/** A term, shared by the filters of a thread: one object as long as it is remembered. */
public final class Form {
  private final String text;
  private final int number;

  /** Of the text. */
  final int hash;

  /** Without accents; itself if it has none. */
  Form folded = this;

  /** In the language of the stemmer that was asked last. */
  Form[] stems;

  Stemmer stemmer;

  private CommonPairs.PairWord inPairs;
  private Boolean isStopWord;

  /** How often it was counted, and by whom. */
  Object counter;

  int frequency;
  boolean isLast;

  /** The document that has it as a pair of words. */
  Object pairsMark;

  Form(String text, int number, int hash) {
    this.text = text;
    this.number = number;
    this.hash = hash;
  }

  /** The term. */
  public String text() {
    return text;
  }

  /** For pairs with its neighbours. */
  CommonPairs.PairWord inPairs() {
    if (inPairs == null) {
      inPairs = CommonPairs.PairWord.of(text);
    }
    return inPairs;
  }

  /** True for a stem that carries its language, and is no word. */
  boolean isTagged() {
    return !text.isEmpty() && text.charAt(0) == Stemmer.TAG;
  }

  /** See {@link Analysis#isStopWord}. */
  boolean isStopWord() {
    if (isStopWord == null) {
      isStopWord = Analysis.isStopWord(text);
    }
    return isStopWord;
  }

  /** From 0 on, less than the number of remembered forms; reused once this form is forgotten. */
  public int number() {
    return number;
  }
}
