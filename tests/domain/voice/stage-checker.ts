import type { ConversationEventBody } from '../../../domain/voice/conversation-events.ts';
import type { Tool } from '../../../domain/voice/conversation-context.ts';
import { STAGE_CHANGES_MAX, type ConversationStages } from '../../../domain/voice/stage-state.ts';
import type { ConversationInput, ConversationSettings } from '../../../domain/voice/state.ts';
import { EffectChecker } from './effect-checker.ts';
import { SummaryChecker } from './summary-checker.ts';
import { must } from './tool-checker.ts';

/** Checks that a conversation walks its stages only as they say. Throws at the first step that is not allowed. */
class StageChecker {
  readonly #stages: ConversationStages | undefined;
  /** Changes in the whole conversation. */
  total = 0;
  #now: string | null = null;
  #changes = 0;

  constructor(stages: ConversationStages | undefined) {
    this.#stages = stages;
  }

  event(event: ConversationEventBody): void {
    if (event.type === 'turn_ended') this.#changes = 0;
    if (event.type !== 'agent_stage_entered') return;
    const { stage, from, by } = event;
    must(from === this.#now, 'a change begins in the present stage');
    if (from === null) must(stage === this.#stages?.first && by === 'start', 'the first stage is the first');
    else {
      const ways = this.#stages?.byId.get(from)?.transitions ?? [];
      must(
        ways.some((way) => way.to === stage && way.on === by),
        `${from} leads to ${stage} by ${by}`,
      );
      this.#changes += 1;
      this.total += 1;
      must(this.#changes <= STAGE_CHANGES_MAX, 'changes without the caller are bounded');
    }
    this.#now = stage;
  }

  /** The model is asked with these tools. */
  ask(tools: readonly Tool[]): void {
    if (this.#now === null) return;
    const offered = this.#stages?.byId.get(this.#now)?.offered ?? [];
    must(
      tools.every((tool) => offered.includes(tool)),
      'a generation has tools of the present stage only',
    );
  }
}

/** Checks a conversation that may have stages. */
export class StagedChecker extends EffectChecker {
  readonly stages: StageChecker;
  readonly #summaries = new SummaryChecker();

  constructor(settings: ConversationSettings) {
    super(settings);
    this.stages = new StageChecker(settings.stages);
  }

  override take(event: ConversationInput): void {
    super.take(event);
    this.#summaries.take(event);
    for (const effect of this.history.at(-1)?.[1] ?? []) {
      this.#summaries.perform(effect);
      if (effect.do === 'generate') this.stages.ask(effect.tools);
      if (effect.do === 'emit') this.stages.event(effect.event);
    }
  }
}
