import type { ConversationEffect, ConversationTimer } from '../../domain/voice/state.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { InputBody } from './conversation-inputs.ts';

/** Effects that start and cancel the timers of a conversation. */
type TimerEffect = Extract<
  ConversationEffect,
  { readonly do: 'startTimer' | 'cancelTimer' | 'scheduleHoldMessage' | 'cancelHoldMessage' }
>;

/** The timer of the wait of a conversation, and that of its hold message. */
export class ConversationTimers {
  readonly #timers: Timers<ConversationTimer | 'hold'>;
  readonly #random: Random;
  readonly #take: (input: InputBody) => void;

  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }, take: (input: InputBody) => void) {
    this.#timers = new Timers(clock);
    this.#random = random;
    this.#take = take;
  }

  perform(effect: TimerEffect): void {
    switch (effect.do) {
      case 'startTimer':
        return this.#timers.start(effect.timer, effect.ms, () =>
          this.#take({ type: 'timerElapsed', timer: effect.timer }),
        );
      case 'cancelTimer':
        return this.#timers.cancel(effect.timer);
      case 'scheduleHoldMessage':
        return this.#timers.start('hold', effect.ms, () =>
          this.#take({ type: 'holdMessageDue', message: this.#random.pick(effect.messages) }),
        );
      case 'cancelHoldMessage':
        return this.#timers.cancel('hold');
    }
  }

  close(): void {
    this.#timers.close();
  }
}

/** Named timers. Starting a running timer restarts it. */
class Timers<Name extends string> {
  readonly #clock: Clock;
  readonly #running = new Map<Name, Cancel>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(name: Name, ms: number, run: () => void): void {
    this.cancel(name);
    this.#running.set(name, this.#clock.after(ms, run));
  }

  /** Cancels the timer, if it is running. */
  cancel(name: Name): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  close(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }
}
