import { HAND_OVER } from '../../domain/voice/handover-tool.ts';
import type { ConsentState } from '../../domain/voice/recording-consent-state.ts';
import type { ConversationEffect } from '../../domain/voice/state.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallRecording } from './call-recording.ts';
import type { CallTones } from './call-tones.ts';
import { consentTool } from './consent-tool.ts';
import { toolAnswers, type InputBody } from './conversation-inputs.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { ToolRunner, type RunnableTool, type ToolSet } from './tool-runner.ts';

type ToolEffect = Extract<
  ConversationEffect,
  { readonly do: 'runTool' | 'cancelTool' | 'changeAgent' | 'discardAgent' }
>;

interface ToolParts extends Pick<ConversationParts, 'tools' | 'handovers' | 'settings' | 'entry'> {
  readonly clock: Clock;
  readonly tones: Pick<CallTones, 'tools' | 'change'>;
  /** Absent: nothing is recorded. */
  readonly recording?: Pick<CallRecording, 'stop'>;
}

/** The tools of one conversation: those of the agent that speaks, and those of the conversation itself. */
export class ConversationTools {
  readonly #parts: ToolParts;
  readonly #runner: ToolRunner;
  /** Those that every agent has. */
  readonly #ofAll: readonly (readonly [string, RunnableTool])[];

  constructor(parts: ToolParts, take: (input: InputBody) => void, consentOf: () => ConsentState) {
    const { settings, handovers, tools, entry, clock } = parts;
    this.#parts = parts;
    this.#ofAll = [
      ...consentTool(settings, take, consentOf),
      ...(handovers ? [[HAND_OVER, handovers.tool(take)] as const] : []),
    ];
    this.#runner = new ToolRunner({ ...tools, tools: this.#with(tools), entry, clock }, toolAnswers(take));
  }

  perform(effect: ToolEffect): void {
    switch (effect.do) {
      case 'runTool':
        return this.#runner.start(effect.run, effect.call, effect.fields);
      case 'cancelTool':
        return this.#runner.cancel(effect.run);
      case 'changeAgent':
        return this.#changeAgent(effect.run);
      case 'discardAgent':
        return this.#parts.handovers?.discard(effect.run);
    }
  }

  /** The process drains: calls that run when the conversation ends are not waited for as long as they may take. */
  hurry(): void {
    this.#runner.hurry();
  }

  /** Ends the tools. Resolves when calls that were sent have ended. Never rejects. */
  close(): Promise<void> {
    return this.#runner.close();
  }

  #changeAgent(run: number): void {
    const { handovers, tones, recording, clock } = this.#parts;
    const ready = handovers?.take(run);
    if (!ready) return;
    const { tools, keys } = ready.opened;
    tones.change(keys);
    this.#runner.change({ ...tools, tools: this.#with(tools) });
    if (!ready.isRecorded) recording?.stop(clock.monotonic());
  }

  #with({ tools }: ToolSet): ToolSet['tools'] {
    return new Map([...tools, ...this.#parts.tones.tools, ...this.#ofAll]);
  }
}
