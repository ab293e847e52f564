// breaks eslint(no-restricted-globals)
export const canary = (): Promise<Response> => fetch('http://localhost');
