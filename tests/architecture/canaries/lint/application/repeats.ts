// breaks eslint(no-restricted-globals)
export const canary = (run: () => void): unknown => setInterval(run, 1000);
