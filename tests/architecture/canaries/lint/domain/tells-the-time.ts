// breaks eslint(no-restricted-properties)
export const canary = (): number => Date.now();
