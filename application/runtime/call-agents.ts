import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { ReplyModel } from './generation.ts';
import type { OpenAgent } from './open-agent.ts';

/** An agent that is open, as far as every conversation uses it. */
export interface TalkingAgent extends Pick<
  OpenAgent,
  'model' | 'summaryModel' | 'isGrounded' | 'switchLanguage' | 'useStage' | 'tools' | 'keys' | 'close'
> {
  /** Has the transcription of the call continue with this agent's vendors. Absent: without audio there is none. */
  readonly listen?: () => void;
}

/** The parts of a conversation that change with the agent that speaks. */
type SharedParts = Required<Pick<ConversationParts, 'switchLanguage' | 'useStage' | 'model' | 'summaryModel'>>;

/** An agent that is ready to take over, and what happens when it does. */
export interface ReadyAgent<A extends TalkingAgent = TalkingAgent> {
  readonly opened: A;
  /** Whether its own configuration lets the call be recorded. */
  readonly isRecorded: boolean;
  /** Called when it takes over. */
  readonly taken: () => void;
}

/**
 * The agents of one call that can be handed over. The conversation has one model, voice and transcription, which are those of
 * the agent that speaks.
 */
export class CallAgents<A extends TalkingAgent> {
  readonly parts: SharedParts;
  readonly #ready = new Map<number, ReadyAgent<A>>();
  #current: A;
  #isClosed = false;

  constructor(first: A) {
    this.#current = first;
    const current = (): A => this.#current;
    this.parts = {
      switchLanguage: (language) => current().switchLanguage(language),
      useStage: (stage) => current().useStage(stage),
      model: modelOf(
        () => current().model,
        () => this.close(),
      ),
      summaryModel: {
        generate: (...args: Parameters<LanguageModel['generate']>) => current().summaryModel.generate(...args),
      },
    };
  }

  /** The agent that speaks. */
  get current(): A {
    return this.#current;
  }

  get isGrounded(): boolean {
    return this.#current.isGrounded;
  }

  /** Keeps an agent that was opened for this tool call, until it takes over or is discarded. */
  keep(run: number, ready: ReadyAgent<A>): void {
    if (this.#isClosed) closeAgent(ready.opened);
    else this.#ready.set(run, ready);
  }

  /** The agent takes over: what is generated, spoken and heard from now on is its own. Null: it is not there. */
  take(run: number): ReadyAgent<A> | null {
    const ready = this.#ready.get(run);
    if (!ready) return null;
    this.#ready.delete(run);
    this.#current.close();
    this.#current = ready.opened;
    ready.opened.listen?.();
    ready.taken();
    return ready;
  }

  /** The agent will not take over. */
  discard(run: number): void {
    const ready = this.#ready.get(run);
    this.#ready.delete(run);
    if (ready) closeAgent(ready.opened);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#current.close();
    for (const { opened } of this.#ready.values()) closeAgent(opened);
    this.#ready.clear();
  }
}

/** Closes an agent that did not take over. The transcription is that of the call. */
export function closeAgent(opened: TalkingAgent): void {
  opened.close();
  void opened.tools.close?.();
}

/** Voice and transcription of a conversation, which change with the agent that speaks as well. */
export function voiceParts(
  agents: CallAgents<OpenAgent>,
): Pick<ConversationParts, 'openTranscription' | 'processors' | 'synthesiser'> {
  return {
    openTranscription: agents.current.openTranscription,
    processors: {
      get stt() {
        return agents.current.processors.stt;
      },
      get llm() {
        return agents.current.processors.llm;
      },
      get tts() {
        return agents.current.processors.tts;
      },
    },
    synthesiser: synthesiserOf(
      () => agents.current.synthesiser,
      () => agents.close(),
    ),
  };
}

const synthesiserOf = (current: () => SpeechSynthesiser, close: () => void): SpeechSynthesiser => ({
  get sampleRate() {
    return current().sampleRate;
  },
  synthesise: (...args) => current().synthesise(...args),
  prepare: (...args) => current().prepare?.(...args),
  endSpeech: (speech) => current().endSpeech?.(speech),
  close,
});

const modelOf = (current: () => ReplyModel, close: () => void): ReplyModel => ({
  get model() {
    return current().model;
  },
  generate: (...args) => current().generate(...args),
  prefetch: (messages: readonly ChatMessage[]) => current().prefetch?.(messages),
  close,
});
