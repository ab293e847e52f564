/** Number of resources of an organisation by type. */
export interface ResourceCounts {
  readonly agents: number;
  readonly calls: number;
  readonly documents: number;
  readonly numbers: number;
  readonly campaigns: number;
  /** An agent that can be called from the browser. Null if there is none. */
  readonly talkTo: string | null;
}

export type StepName = 'agent' | 'talk' | 'knowledge' | 'number' | 'campaign';

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
  readonly page: string;
}

/** The first steps of an organisation, in the order in which they are best taken. */
export const stepsOf = ({ agents, calls, documents, numbers, campaigns, talkTo }: ResourceCounts): readonly Step[] => [
  { name: 'agent', isDone: agents > 0, page: '/agents' },
  { name: 'talk', isDone: calls > 0, page: talkTo === null ? '/agents' : `/agents/${talkTo}/talk` },
  { name: 'knowledge', isDone: documents > 0, page: '/knowledge' },
  { name: 'number', isDone: numbers > 0, page: '/numbers' },
  { name: 'campaign', isDone: campaigns > 0, page: '/campaigns/new' },
];
