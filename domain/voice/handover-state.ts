import type { HandoverContext } from '../agents/handover.ts';
import type { StageState, StageValues } from './stage-state.ts';
import type { SpeakingAgent } from './speaking-agent.ts';

/** An agent that is ready to take the call over. */
export interface NextAgent<Settings> {
  /** The target by which it was named. */
  readonly target: string;
  readonly agent: SpeakingAgent;
  readonly settings: Settings;
  /** What it knows of the conversation before. */
  readonly context: HandoverContext;
}

/** The handovers of a conversation. */
export interface HandoverState<Settings> {
  /** Handovers so far, and those since the caller's last turn. */
  readonly count: number;
  readonly sinceTurn: number;
  /** What the agent says before a handover that was called without words. Null: nothing is due. */
  readonly announcement: { readonly run: number; readonly words: string } | null;
  /** The agent that takes over once the present one has spoken. */
  readonly next: {
    readonly run: number;
    readonly callIds: readonly string[];
    readonly agent: NextAgent<Settings>;
  } | null;
  /** Where agents left their stages, by their ids. */
  readonly left: Readonly<Record<string, StageState>>;
  /** What agents before the present one found out. */
  readonly collected: StageValues;
}

export const NO_HANDOVER: HandoverState<never> = {
  ...{ count: 0, sinceTurn: 0, announcement: null, next: null, left: {}, collected: {} },
};
