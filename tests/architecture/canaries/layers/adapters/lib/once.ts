export const once = <T>(value: T): (() => T) => {
  return () => value;
};
