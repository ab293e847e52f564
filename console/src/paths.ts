/** Where the console is mounted, without a slash at its end. */
export const BASE = '/console';

/** The address of a page of the console, as in `at('/agents')`. */
export const at = (page: string): string => BASE + page;
