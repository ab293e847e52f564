import { McpFault } from './mcp-fault.ts';
import type { McpConnection } from './mcp-connection.ts';

/** Opens a session. The signal aborts when it is no longer needed. */
type Open = (signal: AbortSignal) => Promise<McpConnection>;

/** The sessions of one conversation at one server: the one that calls use, and earlier ones that still have calls. */
export class McpConnections {
  readonly #open: Open;
  readonly #closing = new AbortController();
  /** The session that calls use. Null: the next call opens it. */
  #current: Promise<McpConnection> | null = null;
  /** Open sessions, with the number of calls that use each. */
  readonly #users = new Map<McpConnection, number>();
  readonly #retired = new Set<McpConnection>();
  readonly #endings = new Set<Promise<void>>();

  constructor(open: Open) {
    this.#open = open;
  }

  /** The session that calls use, opened if there is none. Concurrent callers get the same one. */
  get(): Promise<McpConnection> {
    if (this.#closing.signal.aborted) return Promise.reject(new McpFault('cancelled'));
    this.#current ??= this.#opened();
    return this.#current;
  }

  /** Keeps a session open during the work, also when it is retired. */
  async using<T>(connection: McpConnection, work: () => Promise<T>): Promise<T> {
    this.#count(connection, 1);
    try {
      return await work();
    } finally {
      this.#count(connection, -1);
      if (this.#retired.has(connection)) this.#endUnused(connection);
    }
  }

  /** Keeps further calls from this MCP session. It ends with the last call that uses it. */
  async retire(connection: McpConnection): Promise<void> {
    this.#retired.add(connection);
    const current = await this.#current?.catch(() => null);
    if (current === connection) this.#current = null;
    this.#endUnused(connection);
  }

  /** Ends every session. Never rejects and takes bounded time. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#current?.catch(() => undefined);
    for (const connection of this.#users.keys()) this.#end(connection);
    await Promise.all(this.#endings);
  }

  async #opened(): Promise<McpConnection> {
    try {
      const connection = await this.#open(this.#closing.signal);
      this.#users.set(connection, 0);
      return connection;
    } catch (error) {
      this.#current = null;
      throw error;
    }
  }

  #count(connection: McpConnection, change: number): void {
    const users = this.#users.get(connection);
    if (users !== undefined) this.#users.set(connection, users + change);
  }

  #endUnused(connection: McpConnection): void {
    if (this.#users.get(connection) === 0) this.#end(connection);
  }

  #end(connection: McpConnection): void {
    this.#users.delete(connection);
    this.#retired.delete(connection);
    const ending = connection.close().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }
}
