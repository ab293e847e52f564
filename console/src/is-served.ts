import { at } from './paths.ts';

/** Whether the server of the console responds. */
export const isServed = (): Promise<boolean> =>
  fetch(at('/settings.json'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
