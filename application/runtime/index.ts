import { area } from '../area.ts';
import { drain } from './drain.ts';
import { openWebCall } from './open-web-call.ts';

/** The driving port of the runtime: everything the media server may ask. */
export const runtimeUseCases = area({ openWebCall, drain });
export type RuntimeUseCases = ReturnType<typeof runtimeUseCases>;
