import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { CheckList } from '../../parts/check-list.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { useAction, type Action } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { Suite } from './rehearsal.ts';
import { startStrings as words, strings } from './strings.ts';

type NewRun = components['schemas']['NewRehearsalRun'];

interface VersionPage {
  readonly versions: readonly Pick<components['schemas']['AgentVersionSummary'], 'version'>[];
  readonly draft_revision: string | null;
}

/** Versions that are offered. */
const OFFERED = 50;
const FIELDS = ['version', 'compare', 'runs', 'cost_limit', 'only'];

interface StartDialogProps {
  readonly suite: Suite;
  readonly onClose: () => void;
}

/** Chooses with what a suite is held, starts the run and leads to it. */
export function StartDialog({ suite, onClose }: StartDialogProps) {
  const params = { path: { agent_id: suite.agent_id }, query: { limit: OFFERED, offset: 0 } };
  const versions = useQuery(() => answered(api.GET('/api/v1/agents/{agent_id}/versions', { params })), suite.agent_id);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <AsyncView query={versions}>
        {(page) => <StartForm suite={suite} choices={choicesOf(page)} onClose={onClose} />}
      </AsyncView>
    </Dialog>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const choicesOf = ({ versions, draft_revision: draft }: VersionPage): readonly Choice[] => [
  { value: 'published', label: strings.published },
  ...(draft === null ? [] : [{ value: 'draft', label: strings.draft }]),
  ...versions.map(({ version }) => ({ value: String(version), label: strings.version(version) })),
];

interface StartFormProps extends StartDialogProps {
  readonly choices: readonly Choice[];
}

function StartForm({ suite, choices, onClose }: StartFormProps) {
  const { route } = useLocation();
  const [choice, setChoice] = useState(NOTHING_CHOSEN);
  const starting = useAction(async () => {
    const params = { path: { suite_id: suite.suite_id } };
    const body = newRunOf(choice);
    const { run_id: id } = await answered(api.POST('/api/v1/rehearsal-suites/{suite_id}/runs', { params, body }));
    route(at(`/rehearsals/runs/${id}`));
  }, FIELDS);
  const set = (part: Partial<RunChoice>): void => setChoice((before) => ({ ...before, ...part }));
  return (
    <Form onSubmit={() => starting.run()} trouble={starting.trouble}>
      <Versions {...{ choices, choice, set, starting }} />
      <TextField
        {...{ label: words.runs, hint: words.runsHint, type: 'number', min: 1, max: 20, step: 1, required: true }}
        value={choice.runs}
        error={starting.problemOf('runs')}
        onInput={(runs) => set({ runs })}
      />
      <TextField
        {...{ label: words.cost, hint: words.costHint, optional: true }}
        value={choice.cost}
        error={starting.problemOf('cost_limit')}
        onInput={(cost) => set({ cost })}
      />
      {suite.titles.length > 1 && <Only {...{ titles: suite.titles, choice, set, starting }} />}
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button kind="primary" type="submit" busy={starting.isBusy}>
          {words.go}
        </Button>
      </DialogFoot>
    </Form>
  );
}

/** What was chosen, as the fields have it. */
interface RunChoice {
  readonly version: string;
  /** Empty for no comparison. */
  readonly compare: string;
  readonly runs: string;
  readonly cost: string;
  /** Titles. Empty for all. */
  readonly only: readonly string[];
}

const NOTHING_CHOSEN: RunChoice = { version: 'published', compare: '', runs: '1', cost: '', only: [] };

const newRunOf = ({ version, compare, runs, cost, only }: RunChoice): NewRun => ({
  ...(version !== 'published' && { version: versionOf(version) }),
  ...(compare !== '' && { compare: compare === 'published' ? compare : versionOf(compare) }),
  runs: Number(runs),
  ...(cost.trim() !== '' && { cost_limit: cost.trim() }),
  ...(only.length > 0 && { only: [...only] }),
});

const versionOf = (value: string): number | 'draft' => (value === 'draft' ? value : Number(value));

interface PartProps {
  readonly choice: RunChoice;
  readonly set: (part: Partial<RunChoice>) => void;
  readonly starting: Action<[]>;
}

const Versions = ({ choices, choice, set, starting }: PartProps & Pick<StartFormProps, 'choices'>) => (
  <>
    <Select
      label={words.version}
      value={choice.version}
      options={choices}
      error={starting.problemOf('version')}
      onChange={(version) => set({ version, ...(version === choice.compare && { compare: '' }) })}
    />
    <Select
      label={words.compare}
      hint={words.compareHint}
      value={choice.compare}
      placeholder={words.noCompare}
      options={choices.filter(({ value }) => value !== choice.version)}
      error={starting.problemOf('compare')}
      onChange={(compare) => set({ compare })}
    />
  </>
);

const Only = ({ titles, choice: { only }, set, starting }: PartProps & Pick<Suite, 'titles'>) => (
  <CheckList
    label={words.only}
    choices={titles.map((title) => ({ value: title, label: title }))}
    // As the API selects: a title that contains a chosen one is held as well.
    isChosen={(title) => only.some((chosen) => title.includes(chosen))}
    onChange={(title, on) => set({ only: on ? [...only, title] : only.filter((each) => each !== title) })}
    error={starting.problemOf('only')}
  >
    <p class="hint">{words.onlyHint}</p>
  </CheckList>
);
