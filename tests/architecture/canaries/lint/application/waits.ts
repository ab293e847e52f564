// breaks eslint(no-restricted-globals)
export const canary = (run: () => void): unknown => setTimeout(run, 1000);
