import type { CostEstimate, EstimatedItem } from './call-estimate.ts';

/** What all calls would cost with one agent, and the part of the calls that it makes, from 0 to 1. */
export interface PartialEstimate {
  readonly share: number;
  readonly estimate: CostEstimate;
}

/** What calls cost that several agents share. Usage of the same model is one line. */
export function mixedEstimate(parts: readonly [PartialEstimate, ...PartialEstimate[]]): CostEstimate {
  const lines = new Map<string, EstimatedItem>();
  for (const { share, estimate } of parts)
    for (const line of estimate.lines) {
      const key = JSON.stringify([line.kind, line.provider, line.model, line.metric]);
      lines.set(key, added(lines.get(key), line, share));
    }
  const mixed = [...lines.values()].map((line) => ({
    ...line,
    quantity: Math.round(line.quantity),
    amount: line.amount === null ? null : Math.round(line.amount),
  }));
  const amount = mixed.reduce((sum, line) => sum + (line.amount ?? 0), 0);
  return { currency: parts[0].estimate.currency, amount, lines: mixed };
}

function added(before: EstimatedItem | undefined, line: EstimatedItem, share: number): EstimatedItem {
  const amount = line.amount === null ? null : line.amount * share;
  return {
    ...line,
    quantity: (before?.quantity ?? 0) + line.quantity * share,
    amount: amount === null ? null : (before?.amount ?? 0) + amount,
  };
}
