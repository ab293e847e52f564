// breaks typescript(no-misused-promises)
export const canary = (items: string[], work: (item: string) => Promise<void>): void => {
  items.forEach(async (item) => work(item));
};
