import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port whose new connections go to several ports in turn, as a load balancer has it. */
export class Balancer {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #ports: readonly number[] = [];
  #next = 0;

  private constructor() {
    this.#server = createServer((near) => this.#join(near));
  }

  static async open(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of ports. */
  get size(): number {
    return this.#ports.length;
  }

  add(port: number): void {
    this.#ports = [...this.#ports, port];
  }

  /** New connections do not go there any more. Those that are open stay. */
  remove(port: number): void {
    this.#ports = this.#ports.filter((each) => each !== port);
  }

  /** New connections go only there during this work. */
  async only<R>(port: number, work: () => Promise<R>): Promise<R> {
    const all = this.#ports;
    this.#ports = [port];
    try {
      return await work();
    } finally {
      this.#ports = all;
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    const port = this.#ports[(this.#next += 1) % this.#ports.length];
    if (port === undefined) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
