// breaks eslint(id-match)
export const snake_canary = 1;
