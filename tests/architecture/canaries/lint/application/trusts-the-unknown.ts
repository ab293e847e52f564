// breaks typescript(no-unsafe-assignment)
export const canary = (text: string): object => {
  const value = JSON.parse(text);
  return Object(value) as object;
};
