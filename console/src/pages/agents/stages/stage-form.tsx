import { CheckList } from '../../../parts/check-list.tsx';
import { Select } from '../../../parts/select.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import { EntryList, type EntryProps } from '../entry-list.tsx';
import { FieldErrors } from '../tool-errors.tsx';
import { ActionForm } from './action-form.tsx';
import { FieldForm } from './field-form.tsx';
import { ListErrors, Part } from './form-part.tsx';
import { NameField } from './stage-name-field.tsx';
import { actionWords, wayWords } from './stage-words.ts';
import { stageStrings as words } from './stage-strings.ts';
import {
  ACTION_KINDS,
  blankAction,
  blankField,
  blankTransition,
  fieldsOf,
  idsOf,
  toolNames,
  withFieldName,
  withId,
  withTools,
  type Stage,
} from './stage-model.ts';
import { StageModels } from './stage-models.tsx';
import { TransitionForm } from './transition-form.tsx';

const CONTEXTS = Object.entries(words.contexts).map(([value, label]) => ({ value, label }));

export interface StageFormProps extends EntryProps<Stage> {
  readonly stages: readonly Stage[];
  /** Changes this stage and those that name it. */
  readonly onStages: (stages: readonly Stage[]) => void;
}

/** Parts of a stage whose problems stand beside their field, or in a list of their own. */
const LISTS = ['fields', 'transitions', 'on_enter', 'on_exit'];
const SHOWN = ['id', 'instructions', 'tools', 'context', 'language', 'tts_config', 'llm_config', ...LISTS];

/** The form of one stage. */
export function StageForm(props: StageFormProps) {
  const { entry: stage, path, form, stages, onChange, onStages } = props;
  const beside = new Set(SHOWN.flatMap((field) => form.problemsIn(`${path}.${field}`)));
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => !beside.has(problem))} />
      <NameField
        value={stage.id}
        taken={idsOf(stages).filter((id) => id !== stage.id)}
        path={`${path}.id`}
        form={form}
        onChange={(id) => onStages(withId(stages, stage.id, id))}
      />
      <TextField
        label={words.instructions}
        hint={words.instructionsHint}
        rows={4}
        optional
        value={stage.instructions}
        error={form.problemOf(`${path}.instructions`)}
        onInput={(instructions) => onChange({ ...stage, instructions })}
      />
      <Select
        label={words.context}
        value={stage.context}
        options={CONTEXTS}
        error={form.problemOf(`${path}.context`)}
        onChange={(context) => onChange({ ...stage, context: context as Stage['context'] })}
      />
      <Tools {...props} />
      <StageModels {...props} />
      <Fields {...props} />
      <Transitions {...props} />
      <Actions {...props} part="on_enter" title={words.onEnter} kinds={ACTION_KINDS} />
      <Actions {...props} part="on_exit" title={words.onExit} kinds={['say', 'tool']} />
    </>
  );
}

function Tools({ entry: stage, path, form, onChange }: StageFormProps) {
  const { tools } = stage;
  const names = [...new Set([...toolNames(form.draft.config), ...(tools ?? [])])];
  const change = (name: string, on: boolean): void =>
    onChange(
      withTools(
        stage,
        names.filter((each) => (each === name ? on : tools?.includes(each))),
      ),
    );
  return (
    <>
      <Switch
        label={words.allTools}
        hint={words.allToolsHint}
        checked={!tools}
        onChange={(all) => onChange(withTools(stage, all ? null : names))}
      />
      {tools && (
        <CheckList
          label={words.tools}
          choices={names.map((name) => ({ value: name, label: name }))}
          isChosen={(name) => tools.includes(name)}
          error={form.problemOf(`${path}.tools`)}
          onChange={change}
        />
      )}
    </>
  );
}

const NESTED = { edit: words.edit, remove: words.remove, up: words.up };

const Fields = ({ entry: stage, path, form, stages, onChange, onStages }: StageFormProps) => (
  <Part title={words.fields} hint={words.fieldsHint}>
    <ListErrors {...{ form }} path={`${path}.fields`} />
    <EntryList
      form={form}
      heading="h5"
      words={{ ...NESTED, add: words.addField }}
      entries={stage.fields}
      path={`${path}.fields`}
      titleOf={({ name }) => name}
      summaryOf={({ type, description }) => `${words.types[type]}. ${description}`}
      blank={() => blankField(stages)}
      onChange={(fields) => onChange({ ...stage, fields: [...fields] })}
    >
      {(field) => (
        <FieldForm
          {...field}
          isFoundOut
          beside={fieldsOf(stages)}
          onName={(name) => onStages(withFieldName(stages, field.entry.name, name))}
        />
      )}
    </EntryList>
  </Part>
);

const Transitions = ({ entry: stage, path, form, stages, onChange }: StageFormProps) => (
  <Part title={words.transitions} hint={words.transitionsHint}>
    <ListErrors {...{ form }} path={`${path}.transitions`} />
    <EntryList
      form={form}
      heading="h5"
      words={{ ...NESTED, add: words.addTransition }}
      entries={stage.transitions}
      path={`${path}.transitions`}
      titleOf={(transition) => `${words.to(transition.to)} ${wayWords(transition)}`}
      summaryOf={({ description }) => description}
      blank={() => blankTransition(stages, stage.id)}
      onChange={(transitions) => onChange({ ...stage, transitions: [...transitions] })}
    >
      {(entry) => <TransitionForm {...entry} from={stage.id} stages={stages} />}
    </EntryList>
  </Part>
);

interface ActionsProps extends StageFormProps {
  readonly part: 'on_enter' | 'on_exit';
  readonly title: string;
  readonly kinds: readonly (typeof ACTION_KINDS)[number][];
}

const Actions = ({ entry: stage, path, form, onChange, part, title, kinds }: ActionsProps) => (
  <Part title={title}>
    <ListErrors {...{ form }} path={`${path}.${part}`} />
    <EntryList
      form={form}
      heading="h5"
      words={{ ...NESTED, add: words.addAction }}
      entries={stage[part]}
      path={`${path}.${part}`}
      titleOf={actionWords}
      summaryOf={() => null}
      blank={() => blankAction('say')}
      onChange={(actions) => onChange({ ...stage, [part]: [...actions] })}
    >
      {(entry) => <ActionForm {...entry} kinds={kinds} />}
    </EntryList>
  </Part>
);
