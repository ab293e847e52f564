import { verdictOf, type Attempt } from '../../../domain/rehearsal/attempt.ts';
import type { CallRecord } from '../../../domain/rehearsal/call-record.ts';
import { checkSteps, type CallCheck } from '../../../domain/rehearsal/checks.ts';
import type { JudgedCriterion } from '../../../domain/rehearsal/judgement.ts';
import type { PlannedRun } from '../../../domain/rehearsal/planned-runs.ts';
import {
  joinedExpectations,
  type Expectations,
  type JudgeCriterion,
  type Suite,
} from '../../../domain/rehearsal/suite.ts';
import type { Steps } from '../../../domain/steps.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { UsageMeter } from '../usage-meter.ts';
import type { CostAccount } from './cost-account.ts';
import { judge, undecidedAfter } from './judge.ts';
import type { OpenModel } from './open-model.ts';
import type { OpenModels } from './open-suite.ts';
import { modelledWords } from './persona-model.ts';
import { scriptedWords, type PersonaWords } from './persona-words.ts';
import type { CallLimits } from './play-persona.ts';
import type { SuitePlan, SuitePorts } from './suite-plan.ts';
import { runTextCall } from './text-call.ts';
import { virtualModel } from './virtual-model.ts';
import type { VirtualRun } from './virtual-run.ts';
import { errorMessage } from '../../../domain/errors.ts';

const [TURNS_MAX, SECONDS_MAX] = [30, 600];

interface SeededRun extends Omit<PlannedRun, 'run'> {
  readonly seed: number;
  /** Ends the conversation. */
  readonly signal?: AbortSignal;
}

/** What the conversations of a suite are held with. */
type RunnerPlan = Pick<SuitePlan, 'suite' | 'agent' | 'newService' | 'seed'>;

/** Holds runs of one suite. */
export class SuiteRunner {
  readonly #ports: SuitePorts;
  readonly #plan: RunnerPlan;
  readonly #account: CostAccount;
  readonly #opened: OpenModels;

  constructor(ports: SuitePorts, plan: RunnerPlan, account: CostAccount, opened: OpenModels) {
    this.#ports = ports;
    this.#plan = plan;
    this.#account = account;
    this.#opened = opened;
  }

  /** Has one conversation. Never rejects: an error is its outcome. */
  async attempt({ conversation, persona, run }: PlannedRun, signal?: AbortSignal): Promise<Attempt> {
    const { suite, seed: suiteSeed } = this.#plan;
    const seed = seedOf([String(suiteSeed), conversation.title, persona ?? '', String(run)]);
    const meter = this.#account.open();
    const expected = joinedExpectations(suite.expect, conversation.expect);
    const outcome = await this.#outcome({ conversation, persona, seed, ...(signal && { signal }) }, expected, meter);
    return {
      ...{ title: conversation.title, persona, run, seed },
      ...outcome,
      ...this.#account.close(meter),
      verdict: verdictOf(outcome),
    };
  }

  async #outcome(
    run: SeededRun,
    expected: Expectations,
    meter: UsageMeter,
  ): Promise<Pick<Attempt, 'record' | 'error' | 'checks' | 'judged'>> {
    let record: CallRecord | null = null;
    let checks: readonly CallCheck[] = [];
    let error: string | null = null;
    try {
      record = await this.#talk(run, meter);
      checks = await this.#inSlices(checkSteps(expected, record), run.signal);
    } catch (cause) {
      error = errorMessage(cause);
    }
    const { cost = '' } = this.#plan.suite.limits ?? {};
    if (this.#account.hasRefused(meter)) error = `The cost of ${cost} that the suite allows is reached`;
    if (!record || error !== null) return { record, error, checks: [], judged: [] };
    const found = { checks, judged: await this.#judge(expected, record, meter, run.signal) };
    const isConclusive = record.fault === null || verdictOf({ ...found, error: null }) === 'passed';
    return { record, ...found, error: isConclusive ? null : `A vendor of the agent failed: ${record.fault}` };
  }

  #talk({ conversation, persona, seed, signal }: SeededRun, usage: UsageMeter): Promise<CallRecord> {
    const { suite, newService, agent: planned } = this.#plan;
    const { agents, personas } = this.#opened;
    const caller = persona === null ? null : (suite.personas?.[persona] ?? null);
    const limits = limitsOf(suite);
    const metered = (each: OpenModel): LanguageModel => stoppedBy(this.#account.guarded(each, usage), signal);
    const own = persona === null ? undefined : personas.get(persona);
    // How long a caller thinks is a part of how they react, not of what their model or their rules take.
    const wordsIn = (run: VirtualRun | null): PersonaWords => {
      if (caller && own) return modelledWords(caller, run ? virtualModel(metered(own), run, 0) : metered(own));
      const inSlices = <T>(steps: Steps<T>): Promise<T> => this.#inSlices(steps, signal);
      return scriptedWords(caller ?? {}, run ? (steps) => run.outside(() => inSlices(steps), 0) : inSlices);
    };
    if ('talk' in planned) return planned.talk({ conversation, persona: caller, words: wordsIn(null), seed, limits });
    if (!agents) throw new Error('The models of the agent are not open');
    return runTextCall(this.#ports, {
      ...{ suite, conversation, persona: caller, opened: agents, newService, seed, usage, limits, metered },
      search: planned.search,
      ...(signal && { signal }),
      wordsIn,
    });
  }

  /** Other work runs in between. Throws the reason of the signal when it aborts. */
  async #inSlices<T>(steps: Steps<T>, signal = new AbortController().signal): Promise<T> {
    const result = await this.#ports.inSlices(steps, signal);
    if (result === null) throw signal.reason;
    return result;
  }

  async #judge(
    { judged = [] }: Expectations,
    { transcript }: CallRecord,
    meter: UsageMeter,
    signal: AbortSignal | undefined,
  ): Promise<readonly JudgedCriterion[]> {
    const { judge: judging } = this.#opened;
    const { judge: settings } = this.#plan.suite;
    if (!judging || !settings || judged.length === 0) return [];
    const ports = { ...this.#ports, model: stoppedBy(this.#account.guarded(judging, meter), signal) };
    const { llm: _llm, ...defaults } = settings;
    const criteria = judged.map((each): JudgeCriterion => ({
      ...defaults,
      ...(typeof each === 'string' ? { criterion: each } : each),
    }));
    // A judge that fails leaves what was checked as it is.
    return Promise.all(criteria.map((each) => judge(ports, transcript, each).catch(undecidedAfter(each))));
  }
}

const limitsOf = ({ limits: { turns = TURNS_MAX, seconds = SECONDS_MAX } = {} }: Suite): CallLimits => ({
  turns,
  seconds,
});

/** The model, whose answers end with the signal as well. */
const stoppedBy = (model: LanguageModel, stop: AbortSignal | undefined): LanguageModel =>
  stop === undefined
    ? model
    : {
        model: model.model,
        generate: (request, signal) => model.generate(request, AbortSignal.any([signal, stop])),
        close: () => model.close(),
      };

/** A seed that depends on all of these texts: FNV-1a. */
function seedOf(texts: readonly string[]): number {
  let hash = 0x811c_9dc5;
  for (const unit of texts.join('\n')) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
  return hash;
}
