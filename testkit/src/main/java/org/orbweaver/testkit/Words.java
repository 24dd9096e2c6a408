package org.orbweaver.testkit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Words for generated text: common English ones first, made-up ones after them. */
final class Words {
  private static final String COMMON =
      "the of and to in is that it was for on are as with his they at be this from have or by one"
          + " had not but what all were when we there can an your which their said if do will each"
          + " about how up out them then she many some so these would other into has more her two"
          + " like him see time could no make than first been its who now people my made over did"
          + " down only way find use may water long little very after words called just where most"
          + " know get through back much before go good new write our used me man too any day same"
          + " right look think also around another came come work three word must because does part"
          + " even place well such here take why things help put years different away again off went"
          + " old number great tell men say small every found still between name should mr home big"
          + " give air line set own under read last never us left end along while might next sound"
          + " below saw something thought both few those always looked show large often together"
          + " asked house world going want school important until form food keep children feet land"
          + " side without boy once animals life enough took sometimes four head above kind began"
          + " almost live page got earth need far hand high year mother light parts country father"
          + " let night following picture being study second eyes soon times story boys since white"
          + " days ever paper hard near sentence better best across during today others however sure"
          + " means knew try told young miles sun ways thing whole hear example heard several change"
          + " answer room sea against top turned learn point city play toward five using himself"
          + " usually money river road music table forest garden letter winter summer bridge market";

  private static final String[] ONSETS = {
    "b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl",
    "qu", "r", "s", "st", "t", "tr", "v", "w", "z"
  };
  private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ea", "ou"};
  private static final String[] CODAS = {"", "", "n", "r", "s", "l", "m", "nd", "rt", "x"};

  private Words() {}

  /** {@code size} distinct words, lower case letters only. */
  static List<String> vocabulary(long seed, int size) {
    Set<String> words = new LinkedHashSet<>(List.of(COMMON.split(" ", -1)));
    Random random = new Random(seed);
    while (words.size() < size) {
      StringBuilder word = new StringBuilder();
      for (int syllable = 2 + random.nextInt(2); syllable > 0; syllable--) {
        word.append(ONSETS[random.nextInt(ONSETS.length)]);
        word.append(VOWELS[random.nextInt(VOWELS.length)]);
        word.append(CODAS[random.nextInt(CODAS.length)]);
      }
      words.add(word.toString());
    }
    return new ArrayList<>(words).subList(0, size);
  }
}
