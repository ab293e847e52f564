// breaks banned-string
export const refusal = (id: string): string => `${id} is no valid id`;
