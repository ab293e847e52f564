/** Deterministic vectors. */
export function* noise(length: number, seed = 1): Generator<number[]> {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
  for (;;) yield Array.from({ length }, next);
}

/** Cosine distance: 0 same direction, 2 opposite. */
export function cosineDistance(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, part, at) => sum + part * y[at]!, 0);
  return 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
