interface BackgroundWork {
  stop(): Promise<void>;
}

/** The function that stops these, one after the other in this order. */
export const stopInOrder =
  (...works: readonly BackgroundWork[]): (() => Promise<void>) =>
  async () => {
    for (const work of works) await work.stop();
  };
