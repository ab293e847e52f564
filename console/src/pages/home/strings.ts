/** Text of the home page. */
export const strings = {
  title: 'Home',
  firstSteps: 'First steps',
  isDone: 'done',
  template: 'Start from a template',
  steps: {
    agent: { title: 'Create an agent', why: 'Give it a prompt and a voice, or use the starter agent.' },
    talk: { title: 'Talk to it', why: 'With the microphone of this computer.' },
    knowledge: { title: 'Upload documents', why: 'Files and web pages the agent answers from.' },
    number: { title: 'Attach a phone number', why: 'The agent answers it and calls from it.' },
    campaign: { title: 'Call a list of contacts', why: 'A campaign dials, retries and reports.' },
  },
  live: 'Live now',
  liveNote: 'live calls',
  attempted: 'Calls',
  allTime: 'all time',
  allTimeBut: (silent: number) =>
    `all time, without ${silent} anonymous ${silent === 1 ? 'call' : 'calls'} without speech`,
  rate: 'Connected',
  trend: (points: number) =>
    `${points > 0 ? '+' : ''}${points} ${Math.abs(points) === 1 ? 'point' : 'points'} vs. the previous week`,
  length: 'Average length',
  ofConnected: 'of connected calls',
  latency: 'Reply latency',
  latencyNote: (calls: number) => (calls === 1 ? 'in the last call' : `average of the last ${calls} calls`),
  perDay: (days: number) => (days === 1 ? 'Calls of today' : `Calls of the last ${days} days`),
  since: (count: number, moment: string) => `The newest ${count} calls, since ${moment}.`,
  day: 'Day',
  howEnded: 'How calls ended',
  noCalls: 'No calls on these days.',
  newest: (count: number) => (count === 1 ? 'Of the newest call.' : `Of the newest ${count} calls.`),
  outcomes: {
    answered: 'Answered',
    busy: 'Busy or declined',
    noAnswer: 'No answer or voicemail',
    failed: 'Failed',
    other: 'Other',
  },
  notAnswered: 'Not answered',
  busiest: 'Busiest agents',
  models: 'Most used models',
  latest: 'Latest calls',
} as const;

/** Text of the outcomes of analysed calls. */
export const outcomeStrings = {
  title: 'Outcomes',
  byAgent: 'Success by agent',
  success: { yes: 'Success', no: 'No success', unknown: 'Unknown' },
  notJudged: 'No call was judged: no agent has a success criterion.',
  counts: (analysed: string, pending: string, failed: string) =>
    `${analysed} analysed, ${pending} pending, ${failed} failed.`,
  openFailed: 'Open the calls without success',
  rate: (percent: number, analysed: string) => `${percent} % of ${analysed} analysed`,
  analysedOnly: (analysed: string) => `${analysed} analysed`,
} as const;
