// breaks banned-name
export const words = 1;
