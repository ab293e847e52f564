import { useId } from 'preact/hooks';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { formatCount, formatDuration, formatMoney, formatSeconds } from '../../format.ts';
import type { Conversation } from './rehearsal.ts';
import { conversationStrings as strings } from './strings.ts';

type Check = Conversation['checks'][number];
type JudgedCriterion = Conversation['judged'][number];

interface ConversationDetailsProps {
  readonly title: string;
  readonly conversation: Conversation;
  /** In which its cost is; null while it is not known. */
  readonly currency: string | null;
  /** Plays the words of a quote; null where they are not found. */
  readonly playQuote: (quote: string) => (() => void) | null;
}

/** What was checked and judged in a conversation, and its figures. */
export function ConversationDetails({ title, conversation, currency, playQuote }: ConversationDetailsProps) {
  const id = useId();
  const { error, checks, judged } = conversation;
  return (
    <section class="card padded stack conversation-details" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {error !== null && <Notice kind="error">{error}</Notice>}
      {checks.length > 0 && (
        <>
          <h3>{strings.checks}</h3>
          <ul class="checks">
            {checks
              .toSorted((one, other) => rankOf(one) - rankOf(other))
              .map((check, index) => (
                <CheckRow key={index} check={check} />
              ))}
          </ul>
        </>
      )}
      {judged.length > 0 && (
        <>
          <h3>{strings.judgements}</h3>
          <ul class="judged">
            {judged.map((criterion) => (
              <Judged key={criterion.criterion} of={criterion} playQuote={playQuote} />
            ))}
          </ul>
        </>
      )}
      {checks.length + judged.length === 0 && error === null && <p class="soft">{strings.noChecks}</p>}
      <ConversationFacts of={conversation} currency={currency} />
    </section>
  );
}

/** What is not true first, then what is not known. */
const rankOf = ({ ok }: Check): number => (ok === false ? 0 : ok === null ? 1 : 2);

function CheckRow({ check: { name, ok, detail } }: { readonly check: Check }) {
  const words = ok === null ? strings.unknown : ok ? strings.ok : strings.notOk;
  return (
    <li class={ok === null ? 'unknown' : ok ? 'good' : 'bad'}>
      <Icon name={ok === null ? 'info' : ok ? 'check' : 'close'} />
      <div>
        <span class="unseen">{words}: </span>
        {name}
        {detail !== '' && <p class="hint">{detail}</p>}
      </div>
    </li>
  );
}

const TONE_OF_JUDGEMENT = {
  yes: 'good',
  no: 'bad',
  undecided: 'warn',
  unknown: 'plain',
  invalid: 'plain',
} as const satisfies Record<string, Tone>;

interface JudgedProps extends Pick<ConversationDetailsProps, 'playQuote'> {
  readonly of: JudgedCriterion;
}

function Judged({ of: { criterion, met, agreement, judgements }, playQuote }: JudgedProps) {
  const agreeing = Math.round(agreement * judgements.length);
  return (
    <li class="stack">
      <div class="criterion">
        <p>{criterion}</p>
        <p class="row">
          <Badge tone={TONE_OF_JUDGEMENT[met]}>{strings.met[met]}</Badge>
          <span class="hint">{strings.agreement(agreeing, judgements.length)}</span>
        </p>
      </div>
      <ul class="judgements">
        {judgements.map(({ met: answer, reason, quote }, index) => {
          const play = playQuote(quote);
          return (
            <li key={index}>
              <Badge tone={TONE_OF_JUDGEMENT[answer]}>{strings.met[answer]}</Badge> {reason}
              {quote !== '' && (
                <p class="quote">
                  <q>{quote}</q>
                  {play && <Button kind="quiet" icon="play" label={strings.goToQuote} onPress={play} />}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}

function ConversationFacts({ of, currency }: { readonly of: Conversation; readonly currency: string | null }) {
  const { ended, stopped, stages, fields } = of;
  const endings: Readonly<Record<string, string>> = strings.endings;
  const collected = Object.entries(fields ?? {}).map(([name, value]) => `${name}: ${inWords(value)}`);
  return (
    <Facts
      of={[
        [strings.ended, stopped === null ? ended && (endings[ended] ?? ended) : strings.stops[stopped]],
        [strings.length, formatDuration(of.length_ms / 1_000)],
        [strings.turns, formatCount(of.turns)],
        [strings.latency, of.median_latency_ms === null ? null : formatSeconds(of.median_latency_ms / 1_000)],
        [strings.cost, currency === null ? of.cost : formatMoney(of.cost, currency)],
        [strings.seed, String(of.seed)],
        [strings.stages, stages.map(({ stage }) => stage).join(' → ')],
        [strings.fields, collected.join(', ')],
      ]}
    />
  );
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
