import type { Clock } from '../../application/ports/clock.ts';
import { AgentAudio } from './agent-audio.ts';
import type { CallerLeg, LegEnd, LegOpener } from './caller-leg.ts';
import { Dialogue, type DialogueTimes } from './dialogue.ts';
import type { FrameClock } from './frame-clock.ts';
import type { Measures } from './measures.ts';
import type { PreparedSpeech } from './prepared-speech.ts';

export interface SimulatedCallParts<F> {
  readonly clock: Clock;
  readonly frames: FrameClock;
  readonly measures: Measures;
  readonly opener: LegOpener<F>;
  readonly speech: PreparedSpeech<F>;
  readonly times: DialogueTimes;
  /** What the caller says in one call, counted in utterances. */
  readonly turns: number;
}

/** A call in progress. */
export interface SimulatedConversation {
  readonly ended: Promise<LegEnd>;
  hangUp(): void;
}

/** Sets a call up and holds its conversation; hangs up after the last answer. Rejects when it cannot be set up. */
export async function openCall<F>(parts: SimulatedCallParts<F>): Promise<SimulatedConversation> {
  const { clock, measures, opener, frames } = parts;
  const startedAt = clock.monotonic();
  const conversation = new Conversation(parts);
  const leg = await opener.open(conversation);
  measures.time('set_up', clock.monotonic() - startedAt);
  conversation.begin(leg);
  const cancel = frames.add((now) => conversation.onFrame(now));
  void leg.ended.then(cancel);
  void leg.ended.then(({ by }) => conversation.over(by));
  return leg;
}

/** What the caller hears and says. Audio that arrives before the set-up is complete counts as well. */
class Conversation<F> {
  readonly #parts: SimulatedCallParts<F>;
  readonly #audio: AgentAudio;
  readonly #dialogue: Dialogue;
  #leg: CallerLeg<F> | null = null;

  constructor(parts: SimulatedCallParts<F>) {
    const { clock, measures, speech, times, turns } = parts;
    this.#parts = parts;
    this.#audio = new AgentAudio({
      delayed: (ms) => measures.time('frame_delay', ms),
      gap: (ms) => measures.time('gap', ms),
    });
    const lengths = speech.utterances.map(({ length }) => length);
    this.#dialogue = new Dialogue(
      { times, lengths, turns },
      {
        greeted: (ms) => measures.time('greeting', ms),
        replied: (ms) => {
          measures.time('reply', ms);
          measures.count('replies');
        },
        unanswered: (why) => {
          measures.count('unanswered');
          const isSilent = why === 'silence';
          measures.failed(
            isSilent ? `no answer within ${times.replyMs / 1000} s` : 'the agent hung up without an answer',
          );
        },
        overlapped: () => measures.count('overlapped'),
        finished: () => this.#leg?.hangUp(),
      },
      clock.monotonic(),
    );
  }

  begin(leg: CallerLeg<F>): void {
    this.#leg = leg;
  }

  onFrame(now: number): void {
    const next = this.#dialogue.next(now);
    const { speech } = this.#parts;
    if (next?.frame === 0) this.#audio.restart(now);
    this.#leg?.send(next === null ? speech.silence : speech.utterances[next.utterance]![next.frame]!);
  }

  over(by: LegEnd['by']): void {
    if (by === 'agent') this.#dialogue.onAgentGone();
  }

  audio(ms: number, isAudible: boolean): void {
    const { clock, measures } = this.#parts;
    const now = clock.monotonic();
    measures.count('frames');
    this.#audio.arrived(now, ms);
    if (isAudible) this.#dialogue.onAgentSound(now, this.#audio.playedUntil);
  }

  cleared(): void {
    const now = this.#parts.clock.monotonic();
    this.#audio.restart(now);
    this.#dialogue.onCleared(now);
  }
}
