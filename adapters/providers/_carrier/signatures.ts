/** Every value stored for a secret: it may be a text or a list of texts. */
export function secretsIn(auth: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = auth[name];
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '') as string[];
}
