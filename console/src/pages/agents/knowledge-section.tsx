import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { CheckList } from '../../parts/check-list.tsx';
import { Select } from '../../parts/select.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { formStrings } from './strings.ts';
import type { AgentConfig } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { NumberField } from './parsed-fields.tsx';

type Knowledge = AgentConfig['knowledge_base'];
type Document = components['schemas']['KnowledgeDocumentResponse'];

const MODES = Object.entries(formStrings.modes).map(([value, label]) => ({ value, label }));
const FOLLOW_UPS = Object.entries(formStrings.followUpsBy).map(([value, label]) => ({ value, label }));

/** Which documents the agent answers from. */
export function KnowledgeSection({ form }: { form: AgentForm }) {
  const { knowledge_base: knowledge } = form.draft.config;
  const documents = useQuery(() => answered(api.GET('/api/v1/knowledge')));
  const change = (part: Partial<Knowledge>): void => form.changeConfig({ knowledge_base: { ...knowledge, ...part } });
  return (
    <section class="card padded stack" aria-label={formStrings.knowledge}>
      <Switch
        label={formStrings.knowledge}
        hint={formStrings.knowledgeHint}
        checked={knowledge.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <div class="field-grid">
        <Select
          label={formStrings.mode}
          hint={formStrings.modeHint}
          value={knowledge.mode}
          options={MODES}
          error={form.problemOf('knowledge_base.mode')}
          onChange={(mode) => change({ mode: mode as Knowledge['mode'] })}
        />
        <NumberField
          label={formStrings.topK}
          hint={formStrings.between(1, 10)}
          isWhole
          min={1}
          max={10}
          value={knowledge.top_k}
          error={form.problemOf('knowledge_base.top_k')}
          onChange={(count) => change({ top_k: count ?? 5 })}
        />
        {knowledge.mode === 'context' && <FollowUps form={form} change={change} />}
      </div>
      <AsyncView query={documents}>
        {(known) => (
          <Documents
            documents={known}
            chosen={knowledge.document_ids}
            error={form.problemOf('knowledge_base.document_ids')}
            onChange={(ids) => change({ document_ids: [...ids] })}
          />
        )}
      </AsyncView>
    </section>
  );
}

/** What completes follow-up questions. */
function FollowUps({ form, change }: { form: AgentForm; change: (part: Partial<Knowledge>) => void }) {
  return (
    <Select
      label={formStrings.followUps}
      value={form.draft.config.knowledge_base.follow_ups ?? 'rules'}
      options={FOLLOW_UPS}
      error={form.problemOf('knowledge_base.follow_ups')}
      onChange={(way) => change({ follow_ups: way as NonNullable<Knowledge['follow_ups']> })}
    />
  );
}

interface DocumentsProps {
  readonly documents: readonly Document[];
  readonly chosen: readonly string[];
  readonly error: string | null;
  readonly onChange: (ids: readonly string[]) => void;
}

/** The documents to choose from: those that are ready, and whatever was chosen before. */
function Documents({ documents, chosen, error, onChange }: DocumentsProps) {
  const known = new Map(documents.map((document) => [document.document_id, document]));
  // Pages of a sitemap are chosen with it.
  const choosable = documents.filter(({ status, sitemap_id }) => status === 'ready' && sitemap_id === undefined);
  const ready = choosable.map(({ document_id }) => document_id);
  const ids = [...new Set([...ready, ...chosen])];
  const toggle = (id: string, on: boolean): void =>
    onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <CheckList
      label={formStrings.documents}
      choices={ids.map((id) => ({
        value: id,
        label: known.get(id)?.original_filename ?? id,
        note: stateWords(known.get(id)),
      }))}
      isChosen={(id) => chosen.includes(id)}
      onChange={toggle}
      error={error}
    >
      {ids.length === 0 && (
        <p class="hint">
          {formStrings.noDocuments} <a href={at('/knowledge')}>{formStrings.upload}</a>
        </p>
      )}
    </CheckList>
  );
}

function stateWords(document: Document | undefined): string | undefined {
  if (document === undefined) return formStrings.gone;
  return document.status === 'ready' ? undefined : formStrings.notReady;
}
