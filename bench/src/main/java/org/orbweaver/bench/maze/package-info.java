/**
 * The judge of maze detection. {@link org.orbweaver.bench.maze.MazeCrawl} crawls an honest site
 * with one of the test kit's mazes and counts the requests that the maze got, and the pages that
 * the index has of it. {@link org.orbweaver.bench.maze.HonestPages} gives pages that must not be
 * taken for a maze: real ones from files, and the {@linkplain org.orbweaver.bench.maze.HardCases
 * hard cases}, honest sites with unusual text.
 */
package org.orbweaver.bench.maze;
