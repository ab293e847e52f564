import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api, ApiError } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { CodeEditor } from '../../parts/code-editor.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useAction } from '../../parts/use-action.ts';
import type { PageProps } from '../../page-props.ts';
import { at } from '../../paths.ts';
import type { Agent } from '../agents/agent.ts';
import { LeaveGuard } from '../agents/leave-guard.tsx';
import { conversationOf, withConversation } from './call-conversation.ts';
import { placedProblems, type PlacedProblem, type Suite } from './rehearsal.ts';
import { readSuite } from './rehearsal-queries.ts';
import { strings as listStrings, suiteFormStrings as strings } from './strings.ts';
import { emptySuite, exampleSuite } from './suite-example.ts';

/** Writes a suite: a new one, or one that is stored. */
export function SuiteFormPage({ params: { id }, query }: PageProps) {
  const callId = query['call'] ?? null;
  const start = useQuery(() => begin(id ?? null, callId), `${id ?? ''}/${callId ?? ''}`);
  const suite = start.value?.suite ?? null;
  return (
    <Page
      title={suite ? strings.editTitle(suite.title) : id === undefined ? strings.newTitle : listStrings.suite}
      back={
        suite
          ? { href: at(`/rehearsals/${suite.suite_id}`), label: suite.title }
          : { href: at('/rehearsals'), label: listStrings.title }
      }
    >
      <AsyncView query={start}>
        {({ agents, suite: stored, added }) =>
          agents.length === 0 ? (
            <EmptyState
              icon="agent"
              title={strings.noAgent}
              action={<LinkButton href={at('/agents')}>{strings.createAgent}</LinkButton>}
            >
              {strings.noAgentWhy}
            </EmptyState>
          ) : (
            <SuiteForm {...{ agents, suite: stored, added }} wanted={query['agent'] ?? ''} />
          )
        }
      </AsyncView>
    </Page>
  );
}

interface FormStart {
  readonly agents: readonly Agent[];
  readonly suite: Suite | null;
  /** A conversation that is added to the text. */
  readonly added: string | null;
}

async function begin(suiteId: string | null, callId: string | null): Promise<FormStart> {
  const [agents, suite, added] = await Promise.all([
    answered(api.GET('/api/v1/agents')),
    suiteId === null ? null : readSuite(suiteId),
    callId === null ? null : conversationOfCall(callId),
  ]);
  return { agents, suite, added };
}

async function conversationOfCall(callId: string): Promise<string> {
  const params = { path: { call_id: callId } };
  return conversationOf(
    await answered<string>(api.GET('/api/v1/calls/{call_id}/scenario', { params, parseAs: 'text' })),
  );
}

interface SuiteFormProps extends FormStart {
  /** The agent that a new suite is for, if it is known. */
  readonly wanted: string;
}

function SuiteForm({ suite, ...start }: SuiteFormProps) {
  const text = useSuiteText({ suite, ...start });
  const [isAsking, setAsking] = useState(false);
  const saving = useSave(suite, { agent_id: text.agentId, source: text.source });
  return (
    <div class="stack">
      <LeaveGuard isDirty={text.isDirty && !saving.isDone} />
      {saving.trouble !== null && <Notice kind="error">{saving.trouble}</Notice>}
      <Select label={strings.agent} value={text.agentId} options={start.agents.map(optionOf)} onChange={text.choose} />
      <CodeEditor
        label={strings.source}
        hint={strings.hint}
        value={text.source}
        onInput={text.write}
        problems={saving.problems}
        words={strings}
      />
      <div class="row">
        <Button kind="primary" busy={saving.isBusy} onPress={saving.run}>
          {suite ? strings.save : strings.create}
        </Button>
        {text.source !== text.example && <Button onPress={() => setAsking(true)}>{strings.useExample}</Button>}
      </div>
      {isAsking && (
        <Confirm
          title={strings.exampleTitle}
          action={strings.replace}
          onConfirm={async () => text.write(text.example)}
          onClose={() => setAsking(false)}
        >
          {strings.exampleWhy}
        </Confirm>
      )}
    </div>
  );
}

/** The text that is written, and its agent. An example that nothing was changed in follows the agent. */
function useSuiteText({ agents, suite, wanted, added }: SuiteFormProps) {
  const stored = suite?.agent_id ?? wanted;
  const agentBy = (id: string): Agent | undefined => agents.find((each) => each.agent_id === id) ?? agents[0];
  const exampleFor = (id: string): string => {
    const agent = agentBy(id);
    if (!agent) return '';
    return added === null ? exampleSuite(agent) : withConversation(emptySuite(agent), added);
  };
  const [agentId, setAgentId] = useState(agentBy(stored)?.agent_id ?? '');
  const [source, write] = useState(suite ? textWith(suite.source, added) : exampleFor(stored));
  const example = exampleFor(agentId);
  const choose = (id: string): void => {
    setAgentId(id);
    if (source === example) write(exampleFor(id));
  };
  const isDirty = suite ? source !== suite.source || agentId !== suite.agent_id : source !== example;
  return { agentId, source, example, isDirty, choose, write };
}

const textWith = (source: string, added: string | null): string =>
  added === null ? source : withConversation(source, added);

const optionOf = ({ agent_id: value, name: label }: Agent) => ({ value, label });

/** Stores a suite and leads to it. What is wrong with its text is placed in it. */
function useSave(suite: Suite | null, text: Pick<Suite, 'agent_id' | 'source'>) {
  const { route } = useLocation();
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([]);
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useAction(async () => {
    setProblems([]);
    try {
      const { suite_id: id } = await store(suite, text);
      setSaved(id);
      showToast(suite ? strings.saved : strings.created);
      route(at(`/rehearsals/${id}`));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      setProblems(placedProblems(error.problems.map(({ message }) => message)));
    }
  });
  return {
    run: () => void saving.run(),
    isBusy: saving.isBusy,
    isDone: saved !== null,
    trouble: saving.trouble,
    problems,
  };
}

function store(suite: Suite | null, text: Pick<Suite, 'agent_id' | 'source'>): Promise<Suite> {
  if (suite === null) return answered(api.POST('/api/v1/rehearsal-suites', { body: text }));
  const params = { path: { suite_id: suite.suite_id } };
  const body = { ...text, expected_revision: suite.revision };
  return answered(api.PUT('/api/v1/rehearsal-suites/{suite_id}', { params, body }));
}
