import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Target {
  readonly host: string;
  readonly port: number;
}

/** A proxy that simulates network faults. */
export class TcpProxy {
  readonly #target: () => Target;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #isPaused = false;
  /** Client chunks that still pass before all connections are closed. */
  #left = Number.POSITIVE_INFINITY;
  #afterNext: (() => void) | null = null;

  private constructor(target: () => Target) {
    this.#target = target;
    this.#server = this.#listener();
  }

  /** A proxy before the server of this URL, which must name its port. */
  static before(url: string): Promise<TcpProxy> {
    const { hostname: host, port } = new URL(url);
    return TcpProxy.to(() => ({ host, port: Number(port) }));
  }

  /** A proxy whose connections each go where this says. */
  static async to(target: () => Target): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.restore();
    return proxy;
  }

  /** The URL of this proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The URL of the server through this proxy. */
  through(url: string): string {
    const { host, port } = this.#target();
    return url.replace(`${host}:${port}`, `127.0.0.1:${this.#port}`);
  }

  /** Closes every connection and refuses new ones, like a stopped server. */
  cut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Passes a number of client chunks, then closes the connections. */
  cutAfter(pieces: number): void {
    this.#left = pieces;
  }

  /** Runs this after the next server chunk is passed on. */
  afterNextAnswer(act: () => void): void {
    this.#afterNext = act;
  }

  /** Keeps connections open, accepts new ones, and passes nothing on. */
  hang(): void {
    this.#isPaused = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Works again from now on. */
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
      const far = connect(this.#target());
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
