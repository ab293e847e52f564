import type { components } from '../../api.ts';
import type { Tone } from '../../parts/badge.tsx';
import { strings } from './strings.ts';

export type Endpoint = components['schemas']['EventEndpointResponse'];
export type Delivery = components['schemas']['EventDeliveryResponse'];
export type EventType = components['schemas']['EventType'];

export const EVENT_TYPES = Object.keys(strings.types) as EventType[];

/** How an endpoint stands: enabled endpoints may be failing. */
export const standingOf = ({ state, failing_since: since }: Endpoint): keyof typeof strings.states =>
  state === 'enabled' && since !== null ? 'failing' : state;

export const toneOfStanding: Readonly<Record<keyof typeof strings.states, Tone>> = {
  enabled: 'good',
  failing: 'warn',
  disabled: 'plain',
};

export const toneOfDelivery: Readonly<Record<Delivery['state'], Tone>> = {
  pending: 'info',
  delivered: 'good',
  parked: 'bad',
};

/** What the last attempt ended with, in words. */
export function resultOf({ last_attempts: [last] }: Delivery): string {
  if (!last) return '–';
  return last.error ?? strings.status(last.status ?? 0);
}
