import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Page } from '../../parts/page.tsx';
import { sendFile } from '../../parts/send-file.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { useTab } from '../../parts/use-tab.ts';
import { strings } from './strings.ts';
import { DocumentList } from './document-list.tsx';
import type { Document } from './document.ts';
import { Gaps } from './gaps.tsx';
import { PageForm } from './page-form.tsx';
import { TryQuestion } from './try/try-question.tsx';
import { useQuestion } from './try/use-question.ts';
import { UploadList } from './upload-list.tsx';
import { Uploads } from './uploads.ts';

const PROCESSING_MS = 1_500;
const QUIET_MS = 30_000;
const TABS = ['documents', 'try', 'gaps'] as const;

/** What agents can answer from, and what they would find in it. Documents that are being read are followed. */
export function KnowledgePage() {
  const selection = useSelection('');
  const known = useQuery(loadKnowledge, '', {
    everyMs: (value) => (selection.keys.size > 0 ? null : pauseOf(value?.documents ?? [])),
  });
  const [uploads] = useState(
    () => new Uploads((file, onProgress) => sendFile('/api/v1/knowledge/upload', file, { onProgress }), known.refetch),
  );
  const question = useQuestion();
  const [tab, setTab] = useTab(TABS);
  return (
    <Page title={strings.title} lead={strings.lead}>
      <Tabs
        label={strings.views}
        tabs={TABS.map((id) => ({ id, label: strings[id] }))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'gaps' && <Gaps />}
        {tab === 'documents' && (
          <div class="stack">
            <FileDrop
              multiple
              label={strings.choose}
              hint={strings.hint}
              accept=".pdf,.docx,.html,.htm,.md,.markdown,.txt,.csv"
              onFiles={(files) => uploads.add(files)}
            />
            <UploadList uploads={uploads} />
            <PageForm onChange={known.refetch} />
            <AsyncView query={known}>
              {({ documents, agents }) => (
                <DocumentList documents={documents} agents={agents} selection={selection} onChange={known.refetch} />
              )}
            </AsyncView>
          </div>
        )}
        {tab === 'try' && (
          <AsyncView query={known}>
            {({ documents }) => <TryQuestion documents={documents} question={question} />}
          </AsyncView>
        )}
      </Tabs>
    </Page>
  );
}

const pauseOf = (documents: readonly Document[]): number =>
  documents.some(({ status }) => status === 'processing') ? PROCESSING_MS : QUIET_MS;

async function loadKnowledge() {
  const [documents, agents] = await Promise.all([
    answered(api.GET('/api/v1/knowledge')),
    answered(api.GET('/api/v1/agents')),
  ]);
  return { documents, agents };
}
