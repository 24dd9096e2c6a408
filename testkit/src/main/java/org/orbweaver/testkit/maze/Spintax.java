package org.orbweaver.testkit.maze;

import java.util.List;
import java.util.Random;

/**
 * Sentences from templates with choices: {@code {quick|slow} fox} is "quick fox" or "slow fox".
 * Choices may contain choices. The sentences are grammatical, and each has thousands of forms.
 */
final class Spintax {
  private static final String WHAT =
      "{the|this|your|a {modern|small|careful|well-run}} {workshop|garden|kitchen|library|harbour|"
          + "orchard|studio|market|bakery}";
  private static final String WHO =
      "{most|many|some|experienced|careful|patient} {visitors|owners|makers|readers|cooks|growers|"
          + "sailors|neighbours}";
  private static final String WHEN =
      "{in {spring|summer|autumn|winter}|{before|after} {sunrise|noon|the first frost|the holidays}|"
          + "{early|late} in the {day|week|year}|on {quiet|busy|rainy} {mornings|evenings}}";
  private static final String GOOD =
      "{useful|helpful|reliable|sensible|worthwhile|simple|proven|practical}";
  private static final String THING =
      "{tools|plans|habits|methods|records|supplies|notes|recipes|routines|materials}";

  private static final List<String> SENTENCES =
      List.of(
          WHO
              + " {agree|believe|find|notice|say} that "
              + WHAT
              + " {needs|wants|rewards} "
              + "{time|patience|attention|regular care}.",
          WHEN + ", " + WHO + " {look for|ask about|choose|collect} " + GOOD + " " + THING + ".",
          "{It is|It may be|It has always been} "
              + GOOD
              + " to {keep|prepare|compare|sort} "
              + THING
              + " "
              + WHEN
              + ".",
          "{With|Using|Given} {the right|a few|enough} "
              + THING
              + ", "
              + WHAT
              + " {becomes|can become|will soon be} a {better|calmer|busier|warmer} place.",
          WHAT
              + " {has|offers|holds|hides} {more|fewer|other} "
              + THING
              + " than {you|we|most people} {think|expect|remember}.",
          "{Do not|Never|Try not to} {rush|hurry|skip} the {first|last|smallest} steps: "
              + GOOD
              + " "
              + THING
              + " {take|need|deserve} {time|space|practice}.",
          "{Some|A few} of the "
              + THING
              + " {described|listed|shown} {here|below|on this page} are "
              + "{old|new|rare|common}, {but|yet} they {work|last|hold} {well|for years|in any "
              + "weather}.",
          "{What|How} {should|could|can} "
              + WHO
              + " do "
              + WHEN
              + "? {Begin|Start} with {clean|"
              + "simple|good} "
              + THING
              + ".",
          "{There is|There will be} {always|seldom|often} a {reason|place|use} for "
              + GOOD
              + " "
              + THING
              + " {in|near|around} "
              + WHAT
              + ".",
          "{Compared with|Unlike|Much like} {last year|other places|older advice}, "
              + WHAT
              + " {asks|calls} for {lighter|stronger|cheaper|plainer} "
              + THING
              + ".",
          WHO
              + " who {visit|keep|love|leave} "
              + WHAT
              + " {learn|discover|forget} {quickly|slowly|"
              + "in time} {which|why} "
              + THING
              + " {matter|fail|last}.",
          "{Our|The|These} "
              + THING
              + " {come|came} from {long|short|happy} {years|seasons|days} in "
              + WHAT
              + ".");

  private static final String TITLE =
      "{{Better|Simple|Useful|Lasting} {tools|habits|notes|plans}|{Care|Ideas|Advice|A guide}} for "
          + "{your|the|a {small|quiet|busy}} {workshop|garden|kitchen|library|harbour|orchard|"
          + "studio|market|bakery}{ in {spring|summer|autumn|winter}|}";

  private Spintax() {}

  static String title(Random random) {
    return capitalised(expand(TITLE, random));
  }

  static String paragraph(Random random, int sentences) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sentences; i++) {
      String sentence = expand(SENTENCES.get(random.nextInt(SENTENCES.size())), random);
      text.append(i == 0 ? "" : " ").append(capitalised(sentence));
    }
    return text.toString();
  }

  /** Replaces the innermost choices until none is left. */
  static String expand(String template, Random random) {
    StringBuilder text = new StringBuilder(template);
    for (int end = text.indexOf("}"); end >= 0; end = text.indexOf("}")) {
      int start = text.lastIndexOf("{", end);
      String[] choices = text.substring(start + 1, end).split("\\|", -1);
      text.replace(start, end + 1, choices[random.nextInt(choices.length)]);
    }
    return text.toString();
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
