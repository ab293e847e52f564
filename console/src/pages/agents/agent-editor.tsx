import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { AsyncView } from '../../parts/async-view.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useTab } from '../../parts/use-tab.ts';
import { at } from '../../paths.ts';
import { formStrings, strings } from './strings.ts';
import './agent-form.css';
import { isCallable, type Agent } from './agent.ts';
import { CallWarningsNotice } from './call-warnings-notice.tsx';
import type { Catalogue } from './catalogue.ts';
import type { Draft } from './draft.ts';
import { SHOWN, type TabId } from './form-sections.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { sectionOf, SECTIONS, type DraftProblem, type Section } from './draft-problems.ts';
import { SaveBar } from './save-bar.tsx';
import { storeAgent, storeDraft, type WrittenDraft } from './store-agent.ts';
import { useAgentForm } from './use-agent-form.ts';
import { versionStrings } from './version-strings.ts';
import { webStrings } from './web-strings.ts';

const TABS = [...(Object.keys(SECTIONS) as [Section, ...Section[]]), 'json'] as const;

export interface AgentEditorProps {
  readonly catalogue: Catalogue;
  readonly draft: Draft;
  /** The agent as it is stored; null for a new one. */
  readonly agent: Agent | null;
  /** Given, the form stores a draft of the agent. */
  readonly written?: WrittenDraft;
}

/** The form of one agent, in sections. */
export function AgentEditor({ catalogue, draft: first, agent: given, written }: AgentEditorProps) {
  const [agent, setAgent] = useState(given);
  const draft = useRef(written);
  const [tab, setTab] = useTab(TABS);
  const { route } = useLocation();
  const onStored = (stored: Agent): void => {
    setAgent(stored);
    showToast(
      agent === null ? formStrings.created(stored.name) : written ? versionStrings.draftSaved : formStrings.saved,
    );
    if (agent === null) route(at(`/agents/${stored.agent_id}`), true);
  };
  const start = { draft: first, catalogue, onStored, onProblem: (path: string) => setTab(sectionOf(path)) };
  const store = async (form: Draft): Promise<Agent> => {
    if (!agent || !draft.current) return storeAgent(agent, form);
    const { stored, written: now } = await storeDraft(agent, form, draft.current);
    draft.current = now;
    return stored;
  };
  const { form, problems, saving, ...rest } = useAgentForm({ ...start, store });
  const section = useQuery(() => SHOWN[tab](), tab);
  const sections = useFocusOnProblems(problems, section.value !== null);
  return (
    <Page {...headOf(agent, written !== undefined)}>
      {written && <Notice>{versionStrings.draftOnly}</Notice>}
      {saving.trouble !== null && <Notice kind="error">{saving.trouble}</Notice>}
      {problems.length > 0 && <Notice kind="error">{inShort(problems)}</Notice>}
      <CallWarningsNotice draft={form.draft} catalogue={catalogue} />
      <div ref={sections}>
        <Tabs
          label={formStrings.sections}
          tabs={TABS.map((id) => ({ id, label: <TabLabel id={id} problems={problems} /> }))}
          selected={tab}
          onSelect={setTab}
        >
          <AsyncView query={section}>{(show) => show({ form, agent, revision: rest.revision })}</AsyncView>
        </Tabs>
      </div>
      <SaveBar isNew={agent === null} saving={saving} {...rest} />
      <LeaveGuard isDirty={rest.isDirty} />
    </Page>
  );
}

/** Where problems stand beside their fields only: the notice counts them. */
const ENTRIES = [
  [/^(?:tools|mcp_servers|handover)\b/u, formStrings.wrongTools],
  [/^stages\b/u, formStrings.wrongStages],
  [/^page_tools\b/u, webStrings.wrong],
] as const;

function inShort(problems: readonly DraftProblem[]): string {
  const elsewhere = problems.filter(({ path }) => !ENTRIES.some(([paths]) => paths.test(path)));
  const counted = ENTRIES.flatMap(([paths, words]) => {
    const count = problems.filter(({ path }) => paths.test(path)).length;
    return count > 0 ? [words(count)] : [];
  });
  return [...elsewhere.map(({ message }) => message), ...counted].join('\n');
}

/** The head of the page of an agent, or of its draft. */
function headOf(agent: Agent | null, isDraft: boolean) {
  if (agent === null) return { title: formStrings.create, back: { href: at('/agents'), label: strings.title } };
  const path = at(`/agents/${agent.agent_id}`);
  const talk = isCallable(agent) && (
    <LinkButton icon="microphone" href={isDraft ? `${path}/talk?draft=1` : `${path}/talk`}>
      {isDraft ? versionStrings.try : strings.talk}
    </LinkButton>
  );
  const versions = { href: `${path}/versions`, label: versionStrings.title };
  if (isDraft) return { title: versionStrings.draftOf(agent.name), back: versions, actions: talk };
  const actions = (
    <>
      {talk}
      <LinkButton href={versions.href}>{versions.label}</LinkButton>
    </>
  );
  return { title: agent.name, back: { href: at('/agents'), label: strings.title }, actions };
}

/** Focuses the first invalid field after a save, once its section is loaded. */
function useFocusOnProblems(problems: readonly DraftProblem[], isLoaded: boolean) {
  const sections = useRef<HTMLDivElement>(null);
  const isWaiting = useRef(false);
  useEffect(() => {
    isWaiting.current = problems.length > 0;
  }, [problems]);
  useEffect(() => {
    if (!isWaiting.current || !isLoaded) return;
    isWaiting.current = false;
    return sections.current ? focusInvalid(sections.current) : undefined;
  }, [problems, isLoaded]);
  return sections;
}

/** Focuses the first invalid field, once it is rendered, unless the focus has moved by then. Returns what stops that. */
function focusInvalid(sections: HTMLElement): () => void {
  const { activeElement } = document;
  const observer = new MutationObserver(() => focus());
  const focus = (): void => {
    const field = sections.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (document.activeElement === activeElement) field?.focus();
    if (field || document.activeElement !== activeElement) observer.disconnect();
  };
  observer.observe(sections, { childList: true, subtree: true });
  focus();
  return () => observer.disconnect();
}

function TabLabel({ id, problems }: { id: TabId; problems: readonly DraftProblem[] }) {
  const isWrong = problems.some(({ path }) => sectionOf(path) === id);
  return (
    <>
      {formStrings.tabs[id]}
      {isWrong && (
        <span class="tab-wrong">
          <span class="unseen">{formStrings.wrong}</span>
        </span>
      )}
    </>
  );
}
