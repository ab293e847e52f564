// breaks eslint(complexity)
export function canary(a: number, b: number, c: number): number {
  if (a > 1 && b > 1) return 1;
  if (a > 2 && b > 2) return 2;
  if (a > 3 && b > 3) return 3;
  if (a > 4 || b > 4) return 4;
  if (a > 5 || c > 5) return 5;
  return c;
}
