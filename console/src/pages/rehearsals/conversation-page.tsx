import { AsyncView } from '../../parts/async-view.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import type { PageProps } from '../../page-props.ts';
import { at } from '../../paths.ts';
import { ConversationDetails } from './conversation-details.tsx';
import { entryWith } from './in-step/entries.ts';
import type { Side } from './in-step/pairs.ts';
import { StepView } from './in-step/step-view.tsx';
import { useStepPlayer } from './in-step/use-step-player.ts';
import { placeOfConversation, type Conversation, type Run } from './rehearsal.ts';
import { readConversation, readRun } from './rehearsal-queries.ts';
import { conversationStrings as strings, runStrings } from './strings.ts';
import { sideName, VerdictBadge } from './verdicts.tsx';
import './rehearsals.css';

/** One conversation of a run, beside the same one with the other agent where two are compared. */
export function ConversationPage({ params: { id = '', conversation = '' } }: PageProps) {
  const query = useQuery(() => readPair(id, conversation), `${id}/${conversation}`);
  const known = query.value;
  const first = known?.sides[0]?.conversation;
  const run = { href: at(`/rehearsals/runs/${id}`), label: runStrings.title };
  return (
    <Page
      title={first ? titleOf(first) : strings.words}
      lead={first && known.run.runs > 1 && strings.runOf(first.run)}
      back={known ? { ...run, label: runStrings.titleOf(known.run.suite_title) } : run}
      beside={known && <Verdicts of={known.sides} />}
    >
      <AsyncView query={query}>
        {({ sides }) =>
          sides.length === 0 ? <p class="soft">{runStrings.missing}</p> : <InStepPair sides={sides} runId={id} />
        }
      </AsyncView>
    </Page>
  );
}

const Verdicts = ({ of }: { readonly of: readonly SideConversation[] }) => (
  <span class="side-verdicts">
    {of.map(({ side, conversation: { verdict } }) => (
      <span key={side}>
        {of.length > 1 && <span class="hint">{side.toUpperCase()} </span>}
        <VerdictBadge verdict={verdict} />
      </span>
    ))}
  </span>
);

const titleOf = ({ title, persona }: Conversation): string => (persona === null ? title : strings.by(title, persona));

/** The conversation of a side, and the name of its agent. */
interface SideConversation {
  readonly side: Side;
  readonly name: string;
  readonly conversation: Conversation;
  readonly currency: string | null;
}

/** The conversations of both sides at the position that an id says, as far as there are any. */
async function readPair(runId: string, id: string): Promise<{ run: Run; sides: readonly SideConversation[] }> {
  const position = placeOfConversation(id)?.position ?? 0;
  const run = await readRun(runId);
  const sides = run.sides.map(async (side): Promise<readonly SideConversation[]> => {
    const conversation = await readConversation(runId, `${side.side}${position}`);
    const currency = side.summary?.cost.currency ?? null;
    return conversation ? [{ side: side.side, name: sideName(side), conversation, currency }] : [];
  });
  return { run, sides: (await Promise.all(sides)).flat() };
}

function InStepPair({ sides, runId }: { readonly sides: readonly SideConversation[]; readonly runId: string }) {
  const [first, second] = sides as readonly [SideConversation, SideConversation?];
  const inStep = useStepPlayer(runId, first.conversation, second?.conversation ?? null);
  const isPair = second !== undefined;
  const names = isPair ? sides.map(({ side, name }) => `${side.toUpperCase()}: ${name}`) : [first.name];
  /** Plays the words that a judge quotes. */
  const playQuote = (side: Side, quote: string): (() => void) | null => {
    const entry = entryWith(quote, inStep.entries[side]);
    const row = inStep.rows.findIndex((each) => each[side] === entry);
    const { player } = inStep;
    return entry < 0 || row < 0 || !player ? null : () => player.playFrom(side, row);
  };
  return (
    <>
      <div class="card padded stack">
        <StepView
          inStep={inStep}
          names={names}
          isAudible={sides.some(({ conversation }) => conversation.has_recording)}
        />
      </div>
      <div class={isPair ? 'details-pair' : 'stack'}>
        {sides.map(({ conversation, currency }, index) => (
          <ConversationDetails
            key={conversation.conversation_id}
            title={isPair ? strings.details(names[index] ?? '') : strings.detailsAlone}
            conversation={conversation}
            currency={currency}
            playQuote={(quote) => playQuote(index === 0 ? 'a' : 'b', quote)}
          />
        ))}
      </div>
    </>
  );
}
