import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { formStrings, strings } from './strings.ts';
import { AgentEditor, type AgentEditorProps } from './agent-editor.tsx';
import { readCatalogue } from './catalogue.ts';
import { copyOf, draftOf, newDraft } from './draft.ts';
import { firstReady } from './first-provider.ts';

const BACK = { href: at('/agents'), label: strings.title };

/** The page to make an agent, alone or after another one, and to change one. */
export function AgentFormPage({ params: { id }, query: { copy } }: PageProps) {
  const start = useQuery(() => begin(id, copy), `${id ?? ''}/${copy ?? ''}`);
  const { value } = start;
  if (value !== null) return <AgentEditor key={value.agent?.agent_id ?? copy ?? ''} {...value} />;
  return (
    <Page title={id === undefined ? formStrings.create : formStrings.edit} back={BACK}>
      <AsyncView query={start}>{() => null}</AsyncView>
    </Page>
  );
}

async function begin(id: string | undefined, copy: string | undefined): Promise<AgentEditorProps> {
  const [catalogue, agent, agents] = await Promise.all([
    readCatalogue(),
    id === undefined ? null : answered(api.GET('/api/v1/agents/{agent_id}', { params: { path: { agent_id: id } } })),
    copy === undefined ? [] : answered(api.GET('/api/v1/agents')),
  ]);
  if (agent) return { catalogue, agent, draft: draftOf(agent) };
  const model = agents.find(({ agent_id }) => agent_id === copy);
  const { stt, tts, llm } = catalogue.providers;
  const started = () => newDraft({ stt: firstReady(stt), tts: firstReady(tts), llm: firstReady(llm) });
  const taken = agents.map(({ name }) => name);
  return { catalogue, agent: null, draft: model ? copyOf(model, taken) : started() };
}
