import { workSlots } from '../work-slots.ts';

/** Trials that an organisation may run at the same time: each may take a minute. */
const TRIALS_MAX = 4;

/** Limits the trials of each organisation. */
export const trialSlots = () =>
  workSlots(TRIALS_MAX, `At most ${TRIALS_MAX} tools are tested at the same time: wait for a result`);
