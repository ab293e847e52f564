// breaks banned-name
export const noteAnswer = (): number => 1;
