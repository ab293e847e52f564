import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands before a server and plays a network that fails. */
export class TcpProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #isPaused = false;
  /** How many more pieces of what clients send are let through before everything is cut. */
  #left = Number.POSITIVE_INFINITY;
  #afterNext: (() => void) | null = null;

  private constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) };
    this.#server = this.#listener();
  }

  /** A proxy before the server of this URL, which must name its port. */
  static async before(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.restore();
    return proxy;
  }

  /** The URL of the server, led through this proxy. */
  through(url: string): string {
    const { host, port } = this.#target;
    return url.replace(`${host}:${port}`, `127.0.0.1:${this.#port}`);
  }

  /** Ends every connection and refuses new ones, as a server does that is not there. */
  cut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Passes a number of client chunks, then closes the connections. */
  cutAfter(pieces: number): void {
    this.#left = pieces;
  }

  /** Does this as soon as the next piece of what the server answers is passed on. */
  afterNextAnswer(act: () => void): void {
    this.#afterNext = act;
  }

  /** Keeps every connection, takes new ones, and passes nothing on. */
  hang(): void {
    this.#isPaused = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Works again, from now on. */
  async restore(): Promise<void> {
    this.#left = Number.POSITIVE_INFINITY;
    this.#isPaused = false;
    for (const socket of this.#sockets) socket.resume();
    if (this.#server.listening) return;
    this.#server = this.#listener();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #listener(): Server {
    return createServer((near) => {
      const far = connect(this.#target);
      this.#join(near, far, (piece) => {
        this.#left -= 1;
        if (this.#left < 0) this.cut();
        else far.write(piece);
      });
      this.#join(far, near, (piece) => {
        near.write(piece);
        this.#afterNext?.();
        this.#afterNext = null;
      });
    });
  }

  #join(from: Socket, to: Socket, pass: (piece: Buffer) => unknown): void {
    this.#sockets.add(from);
    from.on('data', pass);
    from.on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#isPaused) from.pause();
  }
}
