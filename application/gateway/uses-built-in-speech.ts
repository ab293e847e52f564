import { LOCAL_MODEL, type Slot } from '../../domain/gateway/upstream.ts';
import type { UpstreamPool } from './upstream-pool.ts';

/** Whether a call uses the built-in speech: it names that model, or names none and no server is configured. */
export const usesBuiltInSpeech =
  ({ upstreamPool }: { readonly upstreamPool: UpstreamPool }) =>
  (slot: Slot, model: string | null): boolean =>
    model === LOCAL_MODEL || (model === null && upstreamPool.loads.every(({ upstream }) => upstream.slot !== slot));
