import type { QuotaKeeper } from '../../application/ports/quotas.ts';

const room = { commit: async () => undefined, release: async () => undefined };

/** Quotas without limits or store access. */
export const unlimited: QuotaKeeper = {
  reserve: async () => room,
  passagesFor: async () => () => undefined,
  requireCall: async () => undefined,
  callsLeft: async () => Infinity,
  addRecorded: async () => undefined,
  removeBytes: async () => undefined,
  removeCall: async () => undefined,
  usage: async () => {
    throw new Error('nothing is counted');
  },
};
