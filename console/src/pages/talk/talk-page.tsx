import { useEffect, useMemo } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { settings } from '../../settings.ts';
import { strings } from './strings.ts';
import { isCallable, type Agent } from '../agents/agent.ts';
import { AgentWarnings } from '../agents/call-warnings-notice.tsx';
import { readDraft, withDraft } from '../agents/read-versions.ts';
import { NOWHERE } from '../agents/stages/stage-graph.tsx';
import { StagePanel } from '../agents/stages/stage-panel.tsx';
import { AfterCall } from './after-call.tsx';
import { BeforeCall } from './before-call.tsx';
import { hasTools, LiveActions } from './live-actions.tsx';
import { LiveCall } from './live-call.tsx';
import { TalkSession, type Register } from './talk-session.ts';

/** The page to talk to an agent. */
export function TalkPage({ params: { id = '' }, query }: PageProps) {
  const isDraft = query['draft'] !== undefined;
  const agent = useQuery(() => readCallee(id, isDraft), `${id}/${isDraft}`);
  const name = agent.value?.name ?? '';
  return (
    <Page
      title={name === '' ? strings.someone : strings.title(name)}
      back={{ href: at('/agents'), label: strings.back }}
      actions={
        <LinkButton icon="edit" href={at(`/agents/${id}`)}>
          {strings.configure}
        </LinkButton>
      }
    >
      <AsyncView query={agent}>{(known) => <Callable agent={known} isDraft={isDraft} />}</AsyncView>
    </Page>
  );
}

/** The agent, with its draft in the place of what is published if that is tried. */
async function readCallee(id: string, isDraft: boolean): Promise<Agent> {
  const [agent, draft] = await Promise.all([
    answered(api.GET('/api/v1/agents/{agent_id}', { params: { path: { agent_id: id } } })),
    isDraft ? readDraft(id) : null,
  ]);
  return draft ? withDraft(agent, draft) : agent;
}

/** Says why an agent cannot be called here, or lets it be called. */
function Callable({ agent, isDraft }: { agent: Agent; isDraft: boolean }) {
  const runtimeUrl = settings().runtime_url;
  if (agent.status === 'archived') return <Notice kind="warn">{strings.archived}</Notice>;
  if (!isCallable(agent))
    return (
      <Notice kind="warn">
        {strings.notCallable} {strings.notCallableWhy}
      </Notice>
    );
  if (runtimeUrl === null) return <Notice kind="warn">{strings.noRuntime}</Notice>;
  return (
    <>
      {isDraft && <Notice kind="warn">{strings.trying}</Notice>}
      <Talk agent={agent} runtimeUrl={runtimeUrl} register={isDraft ? registerTrial : register} />
    </>
  );
}

const register: Register = ({ agent_id }, custom_variables) =>
  answered(api.POST('/api/v1/calls/web', { body: { agent_id, custom_variables } }));

/** Registers a call that tries the draft of the agent. */
const registerTrial: Register = ({ agent_id }, custom_variables) =>
  answered(api.POST('/api/v1/calls/web', { body: { agent_id, custom_variables, draft: true } }));

interface TalkProps {
  readonly agent: Agent;
  readonly runtimeUrl: string;
  readonly register: Register;
}

function Talk({ agent, runtimeUrl, register: registering }: TalkProps) {
  const talk = useMemo(() => new TalkSession(runtimeUrl, registering), [runtimeUrl]);
  const values = useMemo(() => ({ current: {} as Readonly<Record<string, string>> }), []);
  // Leaving the page hangs up.
  useEffect(() => () => talk.hangUp(), [talk]);
  const start = (variables: Readonly<Record<string, string>>): void => {
    values.current = variables;
    void talk.start(agent, variables);
  };
  if (talk.phase.value === 'before')
    return (
      <>
        <AgentWarnings agent={agent} />
        <BeforeCall agent={agent} onStart={start} />
      </>
    );
  const over = talk.endedCall.value;
  const callId = hasTools(agent) ? talk.callId.value : null;
  return (
    <LiveCall
      talk={talk}
      beside={
        <>
          {callId !== null && <LiveActions callId={callId} />}
          <StagePanel stages={agent.config.stages ?? []} whereabouts={talk.conversation.value.progress ?? NOWHERE} />
        </>
      }
    >
      {over && <AfterCall talk={talk} over={over} onAgain={() => start(values.current)} />}
    </LiveCall>
  );
}
