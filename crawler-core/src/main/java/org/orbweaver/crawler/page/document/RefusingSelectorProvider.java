package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** Opens no channel; named by a system property of parser processes. */
public final class RefusingSelectorProvider extends SelectorProvider {

  @Override
  public DatagramChannel openDatagramChannel() throws IOException {
    throw Lockdown.refused();
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
    throw Lockdown.refused();
  }

  @Override
  public Pipe openPipe() throws IOException {
    throw Lockdown.refused();
  }

  @Override
  public AbstractSelector openSelector() throws IOException {
    throw Lockdown.refused();
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() throws IOException {
    throw Lockdown.refused();
  }

  @Override
  public SocketChannel openSocketChannel() throws IOException {
    throw Lockdown.refused();
  }
}
