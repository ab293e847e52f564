import { LOCAL_MODEL, type Slot } from '../../domain/gateway/upstream.ts';
import type { UpstreamBoard } from './upstream-board.ts';

/** Whether a call is for the built-in speech: it names it, or it leaves the model open and no server was configured. */
export const answersItself =
  ({ board }: { readonly board: UpstreamBoard }) =>
  (slot: Slot, model: string | null): boolean =>
    model === LOCAL_MODEL || (model === null && board.loads.every(({ upstream }) => upstream.slot !== slot));
