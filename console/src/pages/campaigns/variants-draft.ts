/** An agent that shares the contacts of a new campaign, with its weight as it was typed. */
export interface VariantDraft {
  readonly agentId: string;
  readonly weight: string;
}

/** What a form holds of variants. The first is the agent of the campaign. Null: that agent calls all contacts. */
export type VariantsDraft = readonly [Pick<VariantDraft, 'weight'>, ...VariantDraft[]] | null;

const WEIGHT_MAX = 1_000;

/** Most variants of a campaign. */
export const VARIANTS_MAX = 10;

/** Two agents with the same weight: that of the campaign, and another one. */
export const evenVariants = (otherAgent: string): VariantsDraft => [
  { weight: '1' },
  { agentId: otherAgent, weight: '1' },
];

export const isWeight = (typed: string): boolean => /^\d+(\.\d+)?$/.test(typed.trim()) && Number(typed) <= WEIGHT_MAX;

/** Whether the API would take the weights. */
export const hasSoundWeights = (draft: VariantsDraft): boolean =>
  draft === null || (draft.every(({ weight }) => isWeight(weight)) && draft.some(({ weight }) => Number(weight) > 0));

/** What is sent. */
export function variantsBody(draft: VariantsDraft, agentId: string) {
  if (draft === null) return {};
  const [own, ...others] = draft;
  return {
    variants: [
      { agent_id: agentId, weight: Number(own.weight) },
      ...others.map(({ agentId: agent_id, weight }) => ({ agent_id, weight: Number(weight) })),
    ],
  };
}

/** The agents that may still be added, for the variant at a place: each shares the contacts once. */
export function choicesAt<A extends { readonly agent_id: string }>(
  agents: readonly A[],
  agentId: string,
  draft: VariantsDraft,
  place: number,
): readonly A[] {
  const [, ...others] = draft ?? [null];
  const taken = new Set([agentId, ...others.flatMap((other, at) => (at + 1 === place ? [] : [other.agentId]))]);
  return agents.filter(({ agent_id }) => !taken.has(agent_id));
}

/** The variants when this agent becomes that of the campaign. Null when no other is left. */
export function withoutAgent(draft: VariantsDraft, agentId: string): VariantsDraft {
  if (draft === null) return null;
  const [own, ...others] = draft;
  const left = others.filter((other) => other.agentId !== agentId);
  return left.length === 0 ? null : [own, ...left];
}
