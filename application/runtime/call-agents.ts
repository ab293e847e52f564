import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { ReplyModel } from './generation.ts';
import type { OpenAgent } from './open-agent.ts';

/** The parts of a conversation that change with the agent that speaks. */
type SharedParts = Pick<
  ConversationParts,
  'openTranscription' | 'processors' | 'switchLanguage' | 'useStage' | 'synthesiser' | 'model' | 'summaryModel'
>;

/** An agent that is ready to take over, and what happens when it does. */
export interface ReadyAgent {
  readonly opened: OpenAgent;
  /** Whether its own configuration lets the call be recorded. */
  readonly isRecorded: boolean;
  /** Called when it takes over. */
  readonly taken: () => void;
}

/**
 * The agents of one call that can be handed over. The conversation has one model, voice and transcription, which are those of
 * the agent that speaks.
 */
export class CallAgents {
  readonly parts: SharedParts;
  readonly #ready = new Map<number, ReadyAgent>();
  #current: OpenAgent;
  #isClosed = false;

  constructor(first: OpenAgent) {
    this.#current = first;
    const current = (): OpenAgent => this.#current;
    this.parts = {
      openTranscription: first.openTranscription,
      processors: {
        get stt() {
          return current().processors.stt;
        },
        get llm() {
          return current().processors.llm;
        },
        get tts() {
          return current().processors.tts;
        },
      },
      switchLanguage: (language) => current().switchLanguage(language),
      useStage: (stage) => current().useStage(stage),
      synthesiser: synthesiserOf(
        () => current().synthesiser,
        () => this.#close(),
      ),
      model: modelOf(
        () => current().model,
        () => this.#close(),
      ),
      summaryModel: {
        generate: (...args: Parameters<LanguageModel['generate']>) => current().summaryModel.generate(...args),
      },
    };
  }

  get isGrounded(): boolean {
    return this.#current.isGrounded;
  }

  /** Keeps an agent that was opened for this tool call, until it takes over or is discarded. */
  keep(run: number, ready: ReadyAgent): void {
    if (this.#isClosed) closeAgent(ready.opened);
    else this.#ready.set(run, ready);
  }

  /** The agent takes over: what is generated, spoken and heard from now on is its own. Null: it is not there. */
  take(run: number): ReadyAgent | null {
    const ready = this.#ready.get(run);
    if (!ready) return null;
    this.#ready.delete(run);
    closeVendors(this.#current);
    this.#current = ready.opened;
    ready.opened.listen();
    ready.taken();
    return ready;
  }

  /** The agent will not take over. */
  discard(run: number): void {
    const ready = this.#ready.get(run);
    this.#ready.delete(run);
    if (ready) closeAgent(ready.opened);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeVendors(this.#current);
    for (const { opened } of this.#ready.values()) closeAgent(opened);
    this.#ready.clear();
  }
}

function closeVendors({ model, synthesiser }: OpenAgent): void {
  model.close();
  synthesiser.close();
}

/** Closes an agent that did not take over. The transcription is that of the call. */
export function closeAgent(opened: OpenAgent): void {
  closeVendors(opened);
  void opened.tools.close?.();
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
