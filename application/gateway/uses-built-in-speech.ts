import { LOCAL_MODEL, type Slot } from '../../domain/gateway/upstream.ts';
import type { UpstreamPool } from './upstream-pool.ts';

/** Whether a call is for the built-in speech: it names it, or it leaves the model open and no server was configured. */
export const usesBuiltInSpeech =
  ({ upstreamPool }: { readonly upstreamPool: UpstreamPool }) =>
  (slot: Slot, model: string | null): boolean =>
    model === LOCAL_MODEL || (model === null && upstreamPool.loads.every(({ upstream }) => upstream.slot !== slot));
