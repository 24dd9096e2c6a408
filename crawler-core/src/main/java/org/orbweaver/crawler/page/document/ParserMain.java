package org.orbweaver.crawler.page.document;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.SynchronousQueue;
import org.apache.commons.io.FileUtils;
import org.orbweaver.plugin.loader.PluginSet;
import org.orbweaver.plugin.loader.PluginSource;

/**
 * The program of a parser process. It parses one document at a time and ends when its parent does:
 * the thread that reads requests waits for the next one during a parse, and so notices the end of
 * the pipe at once.
 */
final class ParserMain {

  private final DataOutputStream out;
  private final Path folder;
  private final TikaDocumentParser parser;

  private ParserMain(DataOutputStream out, Path folder, TikaDocumentParser parser) {
    this.out = out;
    this.folder = folder;
    this.parser = parser;
  }

  /**
   * Runs until the parent closes the pipe.
   *
   * @param args the folder for temporary files, and plugins: see {@link ParserCommand}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
    Lockdown.closeOutput(); // Before plugins, which may print as they are loaded.
    Path folder = Path.of(args[0]);
    PluginSource plugins = ParserCommand.plugins(args);
    ParserMain main = new ParserMain(out, folder, new TikaDocumentParser(plugins));
    Lockdown.apply(folder, PluginSet.of(plugins.folders()).jars());
    SynchronousQueue<Frames.Request> requests = new SynchronousQueue<>();
    Thread worker = new Thread(() -> main.work(requests), "parser");
    worker.setDaemon(true);
    worker.start();
    Frames.writeReady(out);
    try {
      for (Frames.Request request = Frames.readRequest(in);
          request != null;
          request = Frames.readRequest(in)) {
        requests.put(request);
      }
      main.answerSoFar();
    } finally {
      FileUtils.deleteQuietly(folder.getParent().toFile()); // The parent may be unable to.
      Lockdown.exit();
    }
  }

  private void work(SynchronousQueue<Frames.Request> requests) {
    try {
      while (true) {
        Frames.Request request = requests.take();
        Frames.Reply reply = reply(request);
        for (File left : folder.toFile().listFiles()) {
          FileUtils.deleteQuietly(left);
        }
        answer(request, reply);
        if (reply.last()) {
          Lockdown.exit();
        }
      }
    } catch (IOException | InterruptedException e) {
      Lockdown.exit(); // The parent is gone, so there is no reply.
    }
  }

  private synchronized void answer(Frames.Request request, Frames.Reply reply) throws IOException {
    if (!Frames.writeReply(out, reply, request.limits().document().maxOutputBytes())) {
      Frames.writeReply(
          out,
          new Frames.Reply(ReadDocument.overLimit(Limit.OUTPUT, "", request.type()), reply.last()),
          Integer.MAX_VALUE);
    }
  }

  /** Replies in place of a parser that has not ended in its time, if there is one. */
  private synchronized void answerSoFar() throws IOException {
    ReadDocument soFar = parser.soFar();
    if (soFar != null) {
      Frames.writeReply(out, new Frames.Reply(soFar, true), Integer.MAX_VALUE);
    }
  }

  private Frames.Reply reply(Frames.Request request) {
    String type = request.type();
    try {
      ReadDocument read = parser.parse(request.content(), type, request.name(), request.limits());
      return new Frames.Reply(read, read.verdict().limit() == Limit.NESTING);
    } catch (StackOverflowError e) {
      // The overflow may have occurred while a class was initialised, which leaves the class
      // unusable.
      return new Frames.Reply(ReadDocument.overLimit(Limit.NESTING, "", type), true);
    } catch (OutOfMemoryError e) {
      return new Frames.Reply(ReadDocument.overLimit(Limit.MEMORY, "", type), true);
    } catch (Throwable e) {
      return new Frames.Reply(
          ReadDocument.failed(ReadDocument.Fate.FAILED, Failures.describe(e), type), true);
    }
  }
}
