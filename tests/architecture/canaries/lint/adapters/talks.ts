// breaks eslint(no-console)
export const canary = (): void => {
  console.log('canary');
};
