import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that says nothing of where they differ. */
export function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Every value stored for a secret: it may be a text or a list of texts. */
export function secretsIn(auth: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = auth[name];
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '') as string[];
}
