import { AsyncView } from '../../parts/async-view.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { AgentEditor } from './agent-editor.tsx';
import { readCatalogue } from './catalogue.ts';
import { draftOf } from './draft.ts';
import { versionStrings as strings } from './version-strings.ts';
import { readVersions, withDraft } from './read-versions.ts';

/** The form of an agent that stores a draft, while calls run what is published. */
export function DraftPage({ params: { id = '' } }: PageProps) {
  const start = useQuery(() => begin(id), id);
  const { value } = start;
  if (value !== null) return <AgentEditor key={id} {...value} />;
  return (
    <Page title={strings.draft} back={{ href: at(`/agents/${id}/versions`), label: strings.title }}>
      <AsyncView query={start}>{() => null}</AsyncView>
    </Page>
  );
}

async function begin(id: string) {
  const [catalogue, { agent, draft: written }] = await Promise.all([readCatalogue(), readVersions(id, 0)]);
  const drafted = written ? withDraft(agent, written) : agent;
  return { catalogue, agent, draft: draftOf(drafted), written: { revision: written?.revision ?? null } };
}
