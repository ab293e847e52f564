import { TcpProxy } from '../support/tcp-proxy.ts';

/** A port whose new connections go to several ports in turn, as a load balancer has it. */
export async function balancer() {
  let ports: readonly number[] = [];
  let turn = 0;
  const proxy = await TcpProxy.to(() => ({ host: '127.0.0.1', port: ports[(turn += 1) % ports.length] ?? 0 }));
  return {
    url: proxy.url,
    /** The number of ports. */
    size: () => ports.length,
    add: (port: number) => void (ports = [...ports, port]),
    /** New connections do not go there any more. Those that are open stay. */
    remove: (port: number) => void (ports = ports.filter((each) => each !== port)),
    /** New connections go only there during this work. */
    async only<R>(port: number, work: () => Promise<R>): Promise<R> {
      const all = ports;
      ports = [port];
      try {
        return await work();
      } finally {
        ports = all;
      }
    },
    close: () => proxy.cut(),
  };
}
