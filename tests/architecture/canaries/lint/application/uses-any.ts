// breaks typescript(no-explicit-any)
export const canary = (anything: any): string => typeof anything;
