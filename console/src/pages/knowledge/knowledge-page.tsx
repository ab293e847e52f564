import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Answered } from '../../parts/answered.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Page } from '../../parts/page.tsx';
import { sendFile } from '../../parts/send-file.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useTab } from '../../parts/use-tab.ts';
import { words } from '../../words.ts';
import { DocumentTable } from './document-table.tsx';
import { TryQuestion } from './try/try-question.tsx';
import { useAsking } from './try/use-asking.ts';
import { UploadList } from './upload-list.tsx';
import { Uploads } from './uploads.ts';

const PROCESSING_MS = 1_500;
const QUIET_MS = 30_000;
const TABS = ['documents', 'try'] as const;

/** What agents can answer from, and what they would find in it. Documents that are being read are followed. */
export function KnowledgePage() {
  const known = useAnswer(askForKnowledge, '', {
    everyMs: (value) => (value?.documents.some(({ status }) => status === 'processing') ? PROCESSING_MS : QUIET_MS),
  });
  const [uploads] = useState(
    () => new Uploads((file, onProgress) => sendFile('/api/v1/knowledge/upload', file, { onProgress }), known.again),
  );
  const asking = useAsking();
  const [tab, setTab] = useTab(TABS);
  return (
    <Page title={words.knowledge.title} lead={words.knowledge.lead}>
      <Tabs
        label={words.knowledge.views}
        tabs={TABS.map((id) => ({ id, label: words.knowledge[id] }))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'documents' ? (
          <div class="stack">
            <FileDrop
              multiple
              label={words.knowledge.choose}
              hint={words.knowledge.hint}
              accept=".pdf,application/pdf"
              onFiles={(files) => uploads.add(files)}
            />
            <UploadList uploads={uploads} />
            <Answered to={known}>
              {({ documents, agents }) => (
                <DocumentTable documents={documents} agents={agents} onChange={known.again} />
              )}
            </Answered>
          </div>
        ) : (
          <Answered to={known}>{({ documents }) => <TryQuestion documents={documents} asking={asking} />}</Answered>
        )}
      </Tabs>
    </Page>
  );
}

async function askForKnowledge() {
  const [documents, agents] = await Promise.all([
    answered(api.GET('/api/v1/knowledge')),
    answered(api.GET('/api/v1/agents')),
  ]);
  return { documents, agents };
}
