/**
 * Events a scenario can wait for or expect, by their names in scenario files. The comment names the text of each event.
 */
export const EVENTS = [
  'connected',
  /** A line of the caller begins, or is over: the line. */
  'caller_speaks',
  'caller_quiet',
  /** A final transcript of the caller. */
  'caller_said',
  /** The caller's turn is over and is answered: its words. */
  'turn',
  /** The model is asked: the last message. */
  'asked',
  /** The knowledge base is asked: the question. */
  'looked_up',
  /** Where the answer is from: `file, page`, one per line. */
  'cited',
  /** A speech of the agent begins: `greeting`, `reply`, `prompt`, `hold`, `apology` or `closing`. */
  'agent_starts',
  /** A sentence of it begins to be played: the sentence. */
  'agent_says',
  /** It was played to its end, or cut short: what was heard of it. */
  'agent_stops',
  'agent_interrupted',
  /** Audio that was sent ahead of playout is discarded. */
  'silenced',
  /** The caller is not listened to (`on`), or again (`off`). */
  'muted',
  /** The conversation came to a stage of the agent: its id. */
  'stage',
  /** A field of a stage was collected: its name. */
  'field',
  /** Another agent took the call over: its name. */
  'agent',
  /** A vendor failed: what is said of it. */
  'failed',
  /** The call is over: why. */
  'ended',
] as const;

export type EventName = (typeof EVENTS)[number];

/** Events that are not visible on the socket. */
export const NOT_ON_SOCKET: ReadonlySet<EventName> = new Set(['asked', 'looked_up']);

/** An event and what must be told with it: all of a text, a `/regular expression/flags`, or null for anything. */
export type EventPattern = { readonly [Name in EventName]?: string | null };

/** What the caller does next. Every line waits for the one before it to be over. */
export interface CallerAction {
  /** Waits for this to happen, since the line before this one began. */
  readonly after?: EventName | EventPattern;
  /** Additional wait, in ms. */
  readonly wait_ms?: number;
  readonly says?: string;
  /** How long speaking takes; 300 ms a word when absent. */
  readonly for_ms?: number;
  /** Scripted vendors only: what is understood instead. */
  readonly hears?: string;
  /** Scripted vendors only: the final words never come, or the transcription fails once, or permanently. */
  readonly hearing?: 'hangs' | 'fails' | 'breaks';
  /** Sound without words. */
  readonly noise_ms?: number;
  readonly types?: string;
  /** Keys of the telephone; in a browser there are none. */
  readonly presses?: string;
  readonly hangs_up?: true;
  /** The line goes dead without a word. */
  readonly vanishes?: true;
}

/** What must happen after what the step before it found; or, `absent`, what must not. */
export interface Step extends EventPattern {
  /** Latest and earliest time after the previous step, in ms. */
  readonly within_ms?: number;
  readonly after_ms?: number;
  /** Must not happen within that time, or at all. The next step counts from the same moment. */
  readonly absent?: true;
}

/** How the scripted model answers one question. */
export interface ModelAnswer {
  readonly says?: readonly string[];
  readonly every_ms?: number;
  readonly calls?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly ends?: 'hangs' | 'fails' | 'breaks';
}

/** How the scripted voice speaks one sentence: to its end, or not, from the start or after so much audio. */
export type Delivery =
  | 'whole'
  | 'hangs'
  | 'fails'
  | 'breaks'
  | { readonly after_ms: number; readonly ends: 'hangs' | 'fails' | 'breaks' };

/** The vendors and the line of a call without real ones. */
export interface ScriptedWorld {
  readonly model?: readonly ModelAnswer[];
  readonly voice?: { readonly first_audio_ms?: number; readonly deliveries?: readonly Delivery[] };
  /** Interim transcripts are sent unless `partials` is false. With `stays` they are stable. */
  readonly hearing?: {
    readonly final_after_ms?: number;
    readonly endpointing_ms?: number;
    readonly partials?: boolean;
    readonly stays?: true;
  };
  readonly knowledge?: {
    readonly after_ms?: number;
    readonly finds?: readonly {
      readonly source_filename: string;
      readonly page: number | null;
      readonly text: string;
    }[];
    readonly ends?: 'fails';
  };
  /** How transfers of a telephone call end. Default: answered. */
  readonly transfers?: 'answered' | 'busy';
  /** A media stream that reports playout after this delay. */
  readonly line?: { readonly marks_after_ms: number };
}

/** A conversation as it should go. */
export interface Scenario {
  readonly title: string;
  /** Parts of an agent's configuration; the rest is plain. A running agent brings its own. */
  readonly agent?: Readonly<Record<string, unknown>>;
  /** The same as an earlier version may have stored it: unchecked, and as odd as any. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** Values for this call alone. */
  readonly custom_variables?: Readonly<Record<string, unknown>>;
  readonly vendors?: ScriptedWorld;
  readonly caller?: readonly CallerAction[];
  /** Time in ms until the caller hangs up after the last action. Default: 5,000. */
  readonly stays_ms?: number;
  /** The inputs of a call, which the policy is given again. Without them a scenario needs an agent that runs, or scripted vendors. */
  readonly recorded?: string;
  readonly expect: {
    readonly events?: readonly Step[];
    /** The context of every question to the model, one `role: words` per message, and of every one the tools. */
    readonly asked?: readonly (readonly string[])[];
    readonly tools?: readonly (readonly string[])[];
    /** One `speaker: words` per line. */
    readonly transcript?: readonly string[];
    /** What the call log has of the stages, as `stage by cause`, of their fields and of transfers, as `target number result`. */
    readonly stages?: readonly string[];
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly transfers?: readonly string[];
    /** The agents that spoke, as `name`, and `name by target` after a handover. Empty without one. */
    readonly agents?: readonly string[];
    /** From when to when the agent was audible in the recording, in milliseconds of the call. */
    readonly audible?: readonly (readonly [number, number])[];
    readonly turns?: { readonly count: number; readonly interrupted: number };
    /** From the caller's silence to the agent's answer, for each. */
    readonly latencies_ms?: readonly number[];
  };
}

/** A file of scenarios, maybe for one agent. */
export interface ScenarioFile {
  /** Where the agent is called: `ws://…/agent/<org_id>/<agent_id>`. */
  readonly socket?: string;
  /** The file of the agent, as `agents create` takes it, and a program that answers the requests of its tools. */
  readonly agent?: string;
  readonly server?: string;
  /** The files of the agents that it hands over to, by the names of the targets. */
  readonly targets?: Readonly<Record<string, string>>;
  readonly scenarios: readonly Scenario[];
}
