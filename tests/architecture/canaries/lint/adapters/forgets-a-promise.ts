// breaks typescript(no-floating-promises)
export const canary = (work: () => Promise<void>): void => {
  work();
};
