import { Button } from '../../parts/button.tsx';
import { showToast } from '../../parts/toast.tsx';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { EntryList } from './entry-list.tsx';
import { LinesField, NumberField } from './parsed-fields.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { SideEffects, ToolHead, WaitingFields } from './tool-parts.tsx';
import { settings } from '../../settings.ts';
import { blankPageTool, widgetTag, withPageTools, withWeb } from './web.ts';
import { webStrings as words } from './web-strings.ts';
import './json-section.css';

interface WebSectionProps {
  readonly form: AgentForm;
  readonly agent: Agent | null;
}

/** How the agent gets on web pages, which may call it, and what it can do there. */
export function WebSection({ form, agent }: WebSectionProps) {
  const { agent_category: category, config } = form.draft;
  const isBrowser = category === 'websocket';
  return (
    <div class="stack">
      {!isBrowser && <p class="soft">{words.phoneAgent}</p>}
      {isBrowser && <EmbedCard agent={agent} />}
      {(isBrowser || config.web) && <LimitsCard form={form} />}
      {(isBrowser || config.page_tools) && <PageToolsCard form={form} />}
    </div>
  );
}

/** What puts the agent on a page. */
function EmbedCard({ agent }: Pick<WebSectionProps, 'agent'>) {
  return (
    <section class="card padded stack" aria-labelledby="embed-title">
      <h2 id="embed-title">{words.embed}</h2>
      <p class="hint">{agent === null ? words.embedLater : words.embedHint}</p>
      {agent !== null && <Tag agent={agent} />}
    </section>
  );
}

function Tag({ agent }: { readonly agent: Agent }) {
  const tag = widgetTag(location.origin, agent);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(tag);
    showToast(words.copied);
  };
  return (
    <>
      <pre class="json" tabIndex={0}>
        {tag}
      </pre>
      <div class="row">
        <Button icon="copy" onPress={() => void copy()}>
          {words.copy}
        </Button>
      </div>
      <p class="hint">{settings().web_calls === 'ticket' ? words.ticket : words.open}</p>
    </>
  );
}

function LimitsCard({ form }: { readonly form: AgentForm }) {
  const { web = {} } = form.draft.config;
  const change = (changes: Parameters<typeof withWeb>[1]): void =>
    form.changeConfig(withWeb(form.draft.config.web, changes));
  const limit = (
    name: 'visitor_calls_at_once' | 'visitor_calls_per_hour' | 'calls_per_minute',
    label: string,
    max: number,
  ) => (
    <NumberField
      label={label}
      isWhole
      min={1}
      max={max}
      value={web[name] ?? null}
      error={form.problemOf(`web.${name}`)}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <section class="card padded stack" aria-labelledby="web-limits-title">
      <h2 id="web-limits-title">{words.limits}</h2>
      <p class="hint">{words.limitsHint}</p>
      <FieldErrors problems={form.problemsIn('web').filter(({ path }) => path === 'web')} />
      <LinesField
        label={words.origins}
        hint={words.originsHint}
        rows={3}
        optional
        value={web.allowed_origins ?? []}
        error={form.problemOf('web.allowed_origins')}
        onChange={(origins) => change({ allowed_origins: origins.map((origin) => origin.trim()) })}
      />
      <div class="field-grid">
        {limit('visitor_calls_at_once', words.atOnce, 100)}
        {limit('visitor_calls_per_hour', words.perHour, 1_000)}
        {limit('calls_per_minute', words.perMinute, 10_000)}
      </div>
      <p class="hint">{words.visitorHint}</p>
    </section>
  );
}

const PageToolsCard = ({ form }: { readonly form: AgentForm }) => (
  <section class="card padded stack" aria-labelledby="page-tools-title">
    <h2 id="page-tools-title">{words.tools}</h2>
    <p class="hint">{words.toolsHint}</p>
    <FieldErrors problems={form.problemsIn('page_tools').filter(({ path }) => path === 'page_tools')} />
    <EntryList
      {...{ form, words }}
      entries={form.draft.config.page_tools ?? []}
      path="page_tools"
      titleOf={({ name }) => (name === '' ? words.unnamed : name)}
      summaryOf={({ description }) => description}
      blank={blankPageTool}
      onChange={(tools) => form.changeConfig(withPageTools(tools))}
    >
      {({ entry: tool, ...props }) => (
        <>
          <ToolHead tool={tool} {...props} />
          <SideEffects tool={tool} onChange={props.onChange} />
          <WaitingFields tool={tool} {...props} />
        </>
      )}
    </EntryList>
  </section>
);
