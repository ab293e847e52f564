import type { Agent } from '../../../domain/agents/agent.ts';
import type { PriceTable } from '../../../domain/costs/price-table.ts';
import type { Attempt } from '../../../domain/rehearsal/attempt.ts';
import type { CallRecord } from '../../../domain/rehearsal/call-record.ts';
import type { Persona, PlannedConversation, Suite } from '../../../domain/rehearsal/suite.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ControlPlane } from '../../ports/control-plane.ts';
import type { RehearsalModels } from './open-model.ts';
import type { PersonaWords } from './persona-words.ts';
import type { CallLimits } from './play-persona.ts';
import type { TextCallPorts } from './text-call.ts';
import type { ToolService } from './tool-service.ts';

/** What a suite is held with. */
export interface SuitePorts extends TextCallPorts {
  readonly clock: Pick<Clock, 'monotonic' | 'now'>;
  readonly models: RehearsalModels;
  readonly prices: PriceTable;
}

export interface SuitePlan {
  readonly file: string;
  readonly suite: Suite;
  readonly agent: LoadedAgent | VoiceAgent;
  readonly newService: (() => ToolService) | null;
  readonly runs: number;
  readonly seed: number;
  readonly parallel: number;
  readonly only: readonly string[];
  /** Whether the results have the inputs and the recording of each conversation. */
  readonly keepsInputs: boolean;
  /** Comes before the first conversation, once the suite can be held. None is held if it rejects. */
  readonly onStart?: () => Promise<void>;
  /** Learns of each attempt once it is over, with its recording. Positions count from 1, in the order of the suite. */
  readonly onAttempt?: (attempt: Attempt, position: number) => void;
}

/** An agent of an installation, and which version or draft of it. */
export interface InstalledVersion {
  readonly agent_id: string;
  /** Null for the draft, and where it is not known. */
  readonly version: number | null;
  readonly is_draft: boolean;
}

/** An agent as it is rehearsed without audio, and its description for reports. */
export interface LoadedAgent {
  readonly agent: Agent;
  /** Those that its calls can be handed over to, directly or by others. */
  readonly others: readonly Agent[];
  readonly title: string;
  /** Absent: it is that of a file. */
  readonly installed?: InstalledVersion;
  /** Searches the documents of its organisation. Absent: they are not searched. */
  readonly search?: ControlPlane['retrieve'];
}

/** An agent that speaks: it has its own vendors and tools. */
export interface VoiceAgent {
  readonly title: string;
  readonly level: 'voice' | 'telephone';
  /** Null: only its socket is known. */
  readonly installed: InstalledVersion | null;
  /** What limits what a result means. */
  readonly remark: string;
  /** Why this suite cannot be held with it. */
  readonly problems: (suite: Suite) => readonly string[];
  /** Holds a conversation by voice, in real time. */
  readonly talk: (call: VoiceCall) => Promise<CallRecord>;
}

/** One conversation to hold by voice. */
export interface VoiceCall {
  readonly conversation: Pick<PlannedConversation, 'caller' | 'stays_ms' | 'custom_variables'>;
  readonly persona: Persona | null;
  readonly words: PersonaWords;
  readonly seed: number;
  readonly limits: CallLimits;
}
