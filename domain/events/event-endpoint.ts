import { readAll } from '../agents/json-readers.ts';
import { ENCRYPTED } from '../credentials/provider-auth.ts';
import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { addressIn, isEncrypted } from '../providers/hosts.ts';
import { EVENT_TYPES, type EventType } from './recorded-event.ts';

/** Where an organisation receives its events. */
export interface EventEndpoint {
  readonly endpoint_id: string;
  readonly org_id: string;
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly EventType[];
  readonly state: 'enabled' | 'disabled';
  /** Why it is disabled. Null or absent while it is enabled. */
  readonly disabled_reason?: DisabledReason | null;
  /** The first failed attempt since the last successful one. */
  readonly failing_since?: string | null;
  /** When its admins are to be notified that it was disabled. Null or absent when they need not be, or have been. */
  readonly notice_due_at?: string | null;
  /** Encrypted. Shown once, when it is created or rotated. */
  readonly secret: string;
  /** The secret before it, encrypted. Requests are signed with both until its time has passed. */
  readonly previous_secret?: string | null;
  readonly previous_secret_until?: string | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * `request`: by a user. `failing`: no attempt succeeded for five days. `gone`: its server answered with the status 410.
 */
export type DisabledReason = 'request' | 'failing' | 'gone';

/** An endpoint as its organisation sees it. */
export type EventEndpointView = Omit<
  Required<EventEndpoint>,
  'org_id' | 'secret' | 'previous_secret' | 'notice_due_at'
>;

/** A request for an endpoint. */
export interface NewEventEndpoint {
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description?: string;
}

/** Fields of an endpoint to change. */
export interface EventEndpointChange extends Partial<NewEventEndpoint> {
  readonly state?: EventEndpoint['state'];
}

/** Maximum number of endpoints of an organisation, disabled ones included. */
export const EVENT_ENDPOINTS_MAX = 20;

const URL_MAX = 2_048;
const DESCRIPTION_MAX = 200;
/** Secrets of Standard Webhooks begin with it. */
const SECRET_PREFIX = 'whsec_';

type IsOperators = (address: URL) => boolean;

/** Validates a request for an endpoint and reports every problem at once. */
export const parseEventEndpoint = (request: NewEventEndpoint, isOperators: IsOperators) =>
  readAll({
    url: () => parseUrl(request.url, isOperators),
    event_types: () => parseTypes(request.event_types),
    description: () => parseDescription(request.description ?? ''),
  });

/** Validates the given fields of a change and reports every problem at once. */
export function parseEndpointChange(change: EventEndpointChange, isOperators: IsOperators): Partial<EventEndpoint> {
  const { url, event_types, description, state } = change;
  if (Object.keys(change).length === 0) throw invalid('Give at least one of url, event_types, description, state');
  return readAll({
    ...(url !== undefined && { url: () => parseUrl(url, isOperators) }),
    ...(event_types !== undefined && { event_types: () => parseTypes(event_types) }),
    ...(description !== undefined && { description: () => parseDescription(description) }),
    ...(state !== undefined && { state: () => state }),
  });
}

/** Changes when a user enables or disables an endpoint. Enabling forgets earlier failures. */
export const stateChange = (state: EventEndpoint['state'] | undefined): Partial<EventEndpoint> =>
  state === undefined
    ? {}
    : state === 'disabled'
      ? { state, disabled_reason: 'request' }
      : { state, disabled_reason: null, failing_since: null, notice_due_at: null };

function parseUrl(text: string, isOperators: IsOperators): string {
  const url = text.length <= URL_MAX ? addressIn(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalid(`url must be an http or https URL of at most ${URL_MAX} characters`);
  if (url.username !== '' || url.password !== '') throw invalid('url must not contain a user name or a password');
  if (!isEncrypted(url) && !isOperators(url))
    throw invalid('url must begin with https: events are sent unencrypted only to servers in LOCAL_UPSTREAMS');
  url.hash = '';
  return url.href;
}

function parseTypes(names: readonly string[]): readonly EventType[] {
  if (names.length === 0) throw invalid('event_types must have at least one type');
  const unknown = names.findIndex((name) => !EVENT_TYPES.some((type) => type === name));
  if (unknown !== -1) throw invalid(`event_types[${unknown}] must be one of ${EVENT_TYPES.join(', ')}`);
  return EVENT_TYPES.filter((type) => names.includes(type));
}

function parseDescription(text: string): string {
  const description = text.trim();
  if (description.length > DESCRIPTION_MAX || !isPlainText(description))
    throw invalid(`description must be one line of at most ${DESCRIPTION_MAX} characters`);
  return description;
}

/** The secret made of 32 random bytes in base64url. Standard Webhooks: base64 after `whsec_`. */
export const signingSecret = (random: string): string =>
  `${SECRET_PREFIX}${random.replaceAll('-', '+').replaceAll('_', '/')}=`;

/** Encrypts a signing secret for storage. */
export const sealedSecret = (secret: string, encrypt: (text: string) => string): string => ENCRYPTED + encrypt(secret);

/** Decrypts a signing secret. Null when it was stored with another key. */
export const openedSecret = (sealed: string, decrypt: (token: string) => string | null): string | null =>
  decrypt(sealed.slice(ENCRYPTED.length));

export const endpointView = ({
  org_id: _organisation,
  secret: _secret,
  previous_secret: _previous,
  notice_due_at: _notice,
  ...view
}: EventEndpoint): EventEndpointView => ({
  ...view,
  disabled_reason: view.disabled_reason ?? null,
  failing_since: view.failing_since ?? null,
  previous_secret_until: view.previous_secret_until ?? null,
});
