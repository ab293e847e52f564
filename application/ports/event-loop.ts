/** For letting other work of the process run during long work. */
export interface EventLoop {
  /** Resolves when this key may run its next piece, which must take a few milliseconds at most. */
  next(key: unknown): Promise<void>;
}
