import { lostCallbacks, wrongCallbacks } from './callbacks.ts';
import type { Check, Dial, Evidence } from './evidence.ts';
import {
  dialledAgain,
  dialledBesideCallback,
  dialledLate,
  refusedForCallbacks,
  type PersonEvidence,
} from './person-invariants.ts';

/** What must hold of callbacks, each as a sentence that says where it does not. */
export const CALLBACK_CHECKS: Readonly<Record<string, Check>> = {
  'I18 no callback is lost': ({ callbacks, campaigns, runs, witness }) =>
    lostCallbacks(callbacks, runs, (id) => {
      const run = witness.runs.get(id);
      return run !== undefined && campaigns.every(({ campaign_id }) => campaign_id !== run.campaign_id);
    }),
  'I18 callbacks are made at their time, unless canceled, with the conversation before': ({ callbacks }, dials) =>
    wrongCallbacks(callbacks, dials),
  'I19 no retry of a person who is called back': (evidence, dials) => dialledBesideCallback(personsIn(evidence, dials)),
  'I19 no callback of a person who was reached in between': (evidence, dials) =>
    dialledAgain(personsIn(evidence, dials)),
  'I19 no callback long after its time': (evidence, dials) => dialledLate(personsIn(evidence, dials)),
  'I19 nothing refused for callbacks without a reason': (evidence, dials) =>
    refusedForCallbacks(personsIn(evidence, dials)),
};

const personsIn = ({ callbacks, witness }: Evidence, dials: readonly Dial[]): PersonEvidence => ({
  callbacks,
  runs: witness.runs,
  dials,
});
