// breaks eslint(no-restricted-properties)
export const canary = (): number => Math.random();
