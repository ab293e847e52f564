/** A module of the talk page as the browser gets it. Its types stand in comments that this compiler does not read. */
export const pageModule = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../adapters/media/page/${name}`, import.meta.url).href)) as T;
