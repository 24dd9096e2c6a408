package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

class TitlesTest {
  @Test
  void partsAndWhole() {
    assertEquals(
        Set.of("create table postgresql docs", "create table", "postgresql docs"),
        Titles.names("CREATE TABLE - PostgreSQL Docs", ""));
  }

  @Test
  void numbersMayBeLeftOut() {
    assertEquals(
        Set.of("8.1 numeric types", "numeric types"), Titles.names("8.1. Numeric Types", ""));
    assertEquals(
        Set.of("chapter 5 data definition", "data definition"),
        Titles.names("Chapter 5. Data Definition", ""));
  }

  @Test
  void firstHeadingCounts() {
    assertEquals(Set.of("untitled", "vacuum"), Titles.names("Untitled", "VACUUM"));
    assertEquals(Set.of(), Titles.names("", ""));
  }
}
