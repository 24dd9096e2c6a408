package peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads successor lists: line i holds the successors of node i. */
final class Links {
  private Links() {}

  static int[][] read(String file) throws IOException {
    List<int[]> lists = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int[] list = new int[16];
        int n = 0;
        int number = -1;
        for (int i = 0; i <= line.length(); i++) {
          char c = i < line.length() ? line.charAt(i) : ' ';
          if (c >= '0' && c <= '9') {
            number = (number < 0 ? 0 : number * 10) + (c - '0');
          } else if (number >= 0) {
            if (n == list.length) {
              list = Arrays.copyOf(list, 2 * n);
            }
            list[n++] = number;
            number = -1;
          }
        }
        lists.add(Arrays.copyOf(list, n));
      }
    }
    return lists.toArray(new int[0][]);
  }
}
