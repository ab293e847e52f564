import { named } from '../../domain/thing.ts';
import { area } from '../area.ts';
import type { Things } from '../ports/things.ts';

export const callUseCases = area({ first: async (things: Things) => (await things.all())[0] ?? named('none') });
