import type { PageAnswer } from '../../application/ports/page-fetcher.ts';

/** The page cannot be fetched, and why. */
export class PageFault extends Error {
  readonly answer: PageAnswer;

  constructor(answer: Extract<PageAnswer, { readonly problem: string }>) {
    super(answer.problem);
    this.name = 'PageFault';
    this.answer = answer;
  }
}

/** Another attempt would fail as well. */
export const refused = (problem: string): PageFault => new PageFault({ kind: 'refused', problem });

/** Another attempt may succeed. */
export const failed = (problem: string, retryAfterMs: number | null = null): PageFault =>
  new PageFault({ kind: 'failed', problem, retryAfterMs });
