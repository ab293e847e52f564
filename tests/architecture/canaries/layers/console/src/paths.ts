export const at = (page: string): string => page;
