// breaks unicorn(filename-case)
export const canary = 1;
