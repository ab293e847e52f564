import type { ConversationEffect, ConversationInput } from '../../../domain/voice/state.ts';
import { must } from './tool-checker.ts';

/** Checks that summaries are asked for one at a time, and knows which is being written. */
export class SummaryChecker {
  /** Its id. */
  pending: number | null = null;

  take(event: ConversationInput): void {
    if (event.type === 'summaryWritten' && event.summary === this.pending) this.pending = null;
  }

  perform(effect: ConversationEffect): void {
    if (effect.do === 'summarise') {
      must(this.pending === null, 'one summary at a time');
      this.pending = effect.summary;
    }
    if (effect.do !== 'cancelSummary') return;
    must(this.pending !== null, 'only a summary that is being written is cancelled');
    this.pending = null;
  }
}
