import { useState } from 'preact/hooks';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatClock } from '../../format.ts';
import './actions-view.css';
import { beganAt, markOf, sourceWords, type Answer } from './answers.ts';
import type { Call } from './call.ts';
import { MarkDialog } from './mark-dialog.tsx';
import { answerStrings as words } from './strings.ts';

const TONES: Readonly<Record<Answer['lookup'], Tone>> = {
  found: 'good',
  nothing_close: 'warn',
  not_searched: 'plain',
  failed: 'bad',
};

interface AnswersProps {
  readonly call: Call;
  /** An answer was marked, or its mark removed. */
  readonly onMarked: () => void;
}

/**
 * What the agent answered, and the passages that each answer is based on. Wrong ones can be marked. Nothing where the
 * agent has no knowledge base.
 */
export function Answers({ call, onMarked }: AnswersProps) {
  const [judged, setJudged] = useState<Answer | null>(null);
  const answers = call.answers ?? [];
  if (answers.length === 0) return null;
  return (
    <section class="card padded stack" aria-labelledby="call-answers">
      <h2 id="call-answers">{words.title}</h2>
      <ol class="actions">
        {answers.map((answer) => (
          <AnswerRow key={answer.number} call={call} answer={answer} onJudge={() => setJudged(answer)} />
        ))}
      </ol>
      {judged && (
        <MarkDialog
          callId={call.call_id}
          answer={judged}
          mark={markOf(call, judged)}
          onClose={() => setJudged(null)}
          onMarked={onMarked}
        />
      )}
    </section>
  );
}

interface AnswerRowProps {
  readonly call: Call;
  readonly answer: Answer;
  readonly onJudge: () => void;
}

function AnswerRow({ call, answer, onJudge }: AnswerRowProps) {
  const mark = markOf(call, answer);
  const { number, question, lookup, sources } = answer;
  return (
    <li class="action">
      <span class="action-at figure">{formatClock(beganAt(call, answer))}</span>
      <div class="action-body">
        <h3 class="action-name">
          {question} <Badge tone={TONES[lookup]}>{words.lookups[lookup]}</Badge>
          {mark && <Badge tone="bad">{words.wrong}</Badge>}
        </h3>
        <Facts
          of={[
            [words.answer, <Lines of={[answer.answer]} />],
            [words.searchedFor, answer.searched_for],
            [words.sources, sources.length > 0 ? <Lines of={sources.map(sourceWords)} /> : null],
            [words.note, mark?.note],
            [words.correct, mark?.correct_answer],
          ]}
        />
        <div class="row">
          <Button label={mark ? words.changeMark(number) : words.markAnswer(number)} onPress={onJudge}>
            {mark ? words.change : words.mark}
          </Button>
        </div>
      </div>
    </li>
  );
}

const Lines = ({ of }: { readonly of: readonly string[] }) => <span class="action-text">{of.join('\n')}</span>;
