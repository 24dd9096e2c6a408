/**
 * Mazes: endless pages of generated text, as tarpits for crawlers serve them. They are the
 * adversaries of tests and benchmarks that must recognise them.
 *
 * <p>A {@link org.orbweaver.testkit.maze.Maze} answers every path below a folder of a {@link
 * org.orbweaver.testkit.FakeWeb} host. A page is a function of the maze's seed and of the path, so
 * a maze keeps no page. Words, sentences and paragraphs come from a {@link
 * org.orbweaver.testkit.maze.Corpus} that the caller gives.
 *
 * <pre>{@code
 * Corpus corpus = Corpus.ofMarkdown(List.of(Path.of("../docs/guide.md")));
 * Maze maze = Maze.of(Maze.Kind.BABBLE, corpus).seed(7).open(web, "a.test", "/archive/");
 * web.page("a.test", "/", "<p>An honest page.</p>" + maze.entry());
 * crawl(web.url("a.test", "/"));
 * assertTrue(maze.requests() <= 200);
 * }</pre>
 */
package org.orbweaver.testkit.maze;
