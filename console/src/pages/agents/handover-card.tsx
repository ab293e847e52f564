import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Select } from '../../parts/select.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useQuery } from '../../parts/use-query.ts';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { EntryList, type EntryProps } from './entry-list.tsx';
import { blankHandover, withHandover, type HandoverTarget } from './handover.ts';
import { handoverStrings as words } from './handover-strings.ts';
import { NamedFields } from './named-fields.tsx';
import { FieldForm } from './stages/field-form.tsx';
import { ListErrors, Part } from './stages/form-part.tsx';
import { blankField } from './stages/stage-model.ts';
import { stageStrings } from './stages/stage-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';

const CONTEXTS = Object.entries(stageStrings.contexts).map(([value, label]) => ({ value, label }));
const { edit, remove, name } = stageStrings;

interface HandoverCardProps {
  readonly form: AgentForm;
  readonly agent: Agent | null;
}

/** The agents that calls can be handed over to. */
export function HandoverCard({ form, agent }: HandoverCardProps) {
  const query = useQuery(() => answered(api.GET('/api/v1/agents')));
  return (
    <section class="card padded stack" aria-labelledby="handover-title">
      <h2 id="handover-title">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <ListErrors form={form} path="handover" />
      <ListErrors form={form} path="handover.targets" />
      <AsyncView query={query}>
        {(all) => (
          <EntryList
            form={form}
            words={{ ...words, edit, remove }}
            entries={form.draft.config.handover?.targets ?? []}
            path="handover.targets"
            titleOf={(target) => (target.name === '' ? words.newTarget : target.name)}
            summaryOf={({ agent_id: id }) => all.find(({ agent_id }) => agent_id === id)?.name ?? id}
            blank={blankHandover}
            onChange={(targets) => form.changeConfig(withHandover(targets))}
          >
            {(entry) => <TargetForm {...entry} agents={all.filter((each) => isTarget(each, agent))} />}
          </EntryList>
        )}
      </AsyncView>
    </section>
  );
}

const isTarget = ({ agent_id, status }: Agent, self: Agent | null): boolean =>
  status === 'active' && agent_id !== self?.agent_id;

interface TargetFormProps extends EntryProps<HandoverTarget> {
  /** Those that can be chosen. */
  readonly agents: readonly Agent[];
}

/** The form of one target. */
function TargetForm(props: TargetFormProps) {
  const { entry: target, path, form, onChange } = props;
  const error = (field: string): string | null => form.problemOf(`${path}.${field}`);
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => problem.path === path)} />
      <NamedFields entry={target} words={{ ...words, name }} {...{ path, form, onChange }}>
        <AgentChoice {...props} />
      </NamedFields>
      <TextField
        label={words.say}
        hint={words.sayHint}
        optional
        value={target.say ?? ''}
        error={error('say')}
        onInput={(say) => onChange(withPart(target, { say }))}
      />
      <Select
        label={words.context}
        value={target.context}
        options={CONTEXTS}
        error={error('context')}
        onChange={(context) => onChange({ ...target, context: context as HandoverTarget['context'] })}
      />
      <Fields {...props} />
      <Switch
        label={words.mayReturn}
        checked={target.may_return}
        onChange={(may_return) => onChange({ ...target, may_return })}
      />
    </>
  );
}

function AgentChoice({ entry: target, path, form, agents, onChange }: TargetFormProps) {
  const { agent_id: id } = target;
  const isKnown = id === '' || agents.some(({ agent_id }) => agent_id === id);
  return (
    <Select
      label={words.agent}
      placeholder={words.choose}
      value={id}
      options={[
        ...(isKnown ? [] : [{ value: id, label: words.gone(id) }]),
        ...agents.map((each) => ({ value: each.agent_id, label: each.name })),
      ]}
      error={form.problemOf(`${path}.agent_id`)}
      onChange={(agent_id) => onChange({ ...target, agent_id })}
    />
  );
}

const Fields = ({ entry: target, path, form, onChange }: TargetFormProps) => (
  <Part title={words.fields} hint={words.fieldsHint}>
    <ListErrors form={form} path={`${path}.fields`} />
    <EntryList
      form={form}
      heading="h5"
      words={{ edit, remove, add: stageStrings.addField }}
      entries={target.fields}
      path={`${path}.fields`}
      titleOf={(field) => field.name}
      summaryOf={({ type, description }) => `${stageStrings.types[type]}. ${description}`}
      blank={() => blankField([target])}
      onChange={(fields) => onChange({ ...target, fields: [...fields] })}
    >
      {(field) => (
        <FieldForm
          {...field}
          isFoundOut={false}
          beside={target.fields}
          onName={(named) => field.onChange({ ...field.entry, name: named })}
        />
      )}
    </EntryList>
  </Part>
);
