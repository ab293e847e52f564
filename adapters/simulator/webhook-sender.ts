import { randomUUID } from 'node:crypto';
import type { Clock } from '../../application/ports/clock.ts';
import { exchange, type ExchangeReply } from '../lib/http-exchange.ts';
import type { Network } from '../lib/network.ts';
import { plivoSignature } from '../lib/plivo-signature.ts';
import type { Faults } from './simulated-faults.ts';
import { pause } from '../../application/with-timeout.ts';

/** Timeout of a webhook. In milliseconds. */
const TIMEOUT_MS = 15_000;
/** Waits before retries after no answer or a 5xx. In milliseconds. */
const BACKOFF_MS = [500, 1_500];

export interface WebhookParts {
  readonly network: Network;
  readonly clock: Clock;
  readonly faults: Faults;
}

/** The result of a webhook. */
export interface SentWebhook {
  readonly event: string;
  readonly url: string;
  /** Null without an answer. */
  readonly status: number | null;
  readonly attempts: number;
  readonly at: string;
}

export interface Webhook {
  readonly url: string;
  readonly token: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The webhooks of one call: signed, retried, and in order, unless faults change that. */
export class Webhooks {
  readonly #parts: WebhookParts;
  readonly sent: SentWebhook[] = [];
  #last: Promise<void> = Promise.resolve();
  #delayed: Webhook | null = null;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /** Fetches the answer document. Null without one. */
  async ask(webhook: Webhook): Promise<string | null> {
    const reply = await this.#delivered(webhook);
    return reply && reply.status >= 200 && reply.status < 300 ? reply.text : null;
  }

  /** Sends a webhook after all earlier ones. */
  send(webhook: Webhook): void {
    const { faults } = this.#parts;
    if (faults.dropsCallback()) return;
    if (faults.plan.reorder_callbacks && this.#delayed === null) {
      this.#delayed = webhook;
      return;
    }
    const ready = this.#delayed === null ? [webhook] : [webhook, this.#delayed];
    this.#delayed = null;
    for (const each of faults.plan.duplicate_callbacks ? [...ready, ...ready] : ready) this.#enqueue(each);
  }

  /** Sends a delayed webhook and resolves when all are delivered. */
  async settled(): Promise<void> {
    if (this.#delayed) this.#enqueue(this.#delayed);
    this.#delayed = null;
    await this.#last;
  }

  #enqueue(webhook: Webhook): void {
    this.#last = this.#behind(this.#last, webhook);
  }

  async #behind(last: Promise<void>, webhook: Webhook): Promise<void> {
    const { clock, faults } = this.#parts;
    await last;
    if (faults.plan.delay_callbacks_ms > 0) await pause(clock, faults.plan.delay_callbacks_ms);
    await this.#delivered(webhook);
  }

  async #delivered(webhook: Webhook): Promise<ExchangeReply | null> {
    const { clock } = this.#parts;
    let reply: ExchangeReply | null = null;
    let attempts = 0;
    for (const pauseMs of [0, ...BACKOFF_MS]) {
      if (pauseMs > 0) await pause(clock, pauseMs);
      attempts += 1;
      reply = await this.#attempt(webhook);
      if (reply && reply.status < 500) break;
    }
    const { url, parameters } = webhook;
    const at = clock.now().toISOString();
    this.sent.push({ event: parameters['Event'] ?? '', url, status: reply?.status ?? null, attempts, at });
    return reply;
  }

  async #attempt({ url, token, parameters }: Webhook): Promise<ExchangeReply | null> {
    if (!URL.canParse(url)) return null;
    const nonce = randomUUID().replaceAll('-', '');
    const form = Object.entries(parameters);
    const signature = plivoSignature(token, { method: 'POST', url, form, nonce });
    return exchange({
      vendor: 'the webhook',
      method: 'POST',
      url: new URL(url),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-plivo-signature-v3': signature,
        'x-plivo-signature-ma-v3': signature,
        'x-plivo-signature-v3-nonce': nonce,
      },
      body: new URLSearchParams(parameters).toString(),
      network: this.#parts.network,
      clock: this.#parts.clock,
      timeoutMs: TIMEOUT_MS,
    }).catch(() => null);
  }
}
