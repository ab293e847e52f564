import type { components } from '../../api.ts';

type Canary = components['schemas']['AgentCanary'];

/** Text of the canary of an agent. */
export const canaryStrings = {
  title: 'Canary',
  lead: 'A share of the calls runs a new version. If it is worse, the platform rolls it back.',
  running: (version: number, share: number, base: number) =>
    `${share} % of the calls that begin run version ${version}, the others version ${base}.`,
  states: {
    running: 'Running',
    rolled_back: 'Rolled back',
    aborted: 'Aborted',
    promoted: 'Promoted',
    superseded: 'Superseded',
    limit_reached: 'Ended',
  } satisfies Record<Canary['state'], string>,
  explained: {
    running: '',
    rolled_back: 'The new version was worse. All calls that begin run the published one.',
    aborted: 'All calls that begin run the published version.',
    promoted: 'The new version was published.',
    superseded: 'Another version was published.',
    limit_reached: 'Its calls were compared, and neither version was shown to be worse.',
  } satisfies Record<Canary['state'], string>,
  measures: {
    early_hang_up: 'Early hang-ups',
    failed: 'Failed calls',
    unsuccessful: 'Unsuccessful calls',
    interrupted: 'Often interrupted calls',
    slow: 'Slow calls',
  } satisfies Record<Canary['measures'][number]['measure'], string>,
  measure: 'Measure',
  version: (version: number) => `Version ${version}`,
  evidence: 'Evidence that it is worse',
  evidenceOf: (evidence: string, needed: number) => `${evidence} of ${needed}`,
  figures: 'Figures of both versions',
  counted: (count: number, of: number, share: string) => `${count} of ${of} (${share})`,
  none: 'no calls',
  share: 'Share of the calls, in percent',
  shareHint: 'From 1 to 90. With more, a worse version is found sooner, and by more callers.',
  note: 'Note',
  start: 'Start a canary',
  startTitle: 'Start a canary of the draft?',
  startLead: 'A share of the calls runs the draft from now on. The rest runs the published version.',
  startOf: (version: number) => `Start a canary of version ${version}?`,
  started: 'The canary is running.',
  tryVersion: 'Canary',
  abort: 'Abort',
  abortTitle: 'Abort the canary?',
  abortWhy:
    'Calls that begin from now on run the published version. Conversations that have begun continue with their version.',
  abortDone: 'The canary is aborted.',
  promote: 'Promote',
  promoteTitle: 'Promote the canary?',
  promoteWhy: (version: number) => `The configuration of version ${version} is published as a new version.`,
  promoteDone: (version: number) => `Version ${version} is published.`,
  startedBy: 'Started by',
  startedAt: 'Started',
  endedAt: 'Ended',
  madeFor: 'For a canary',
  tried: (share: number) => `Canary ${share} %`,
} as const;
