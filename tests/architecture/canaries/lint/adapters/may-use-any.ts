export const innocent = (anything: any): string => typeof anything;
