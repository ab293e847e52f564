import type { Agent } from '../agents/agent.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { comparisonStrings as strings } from './comparison-strings.ts';
import {
  choicesAt,
  evenVariants,
  isWeight,
  VARIANTS_MAX,
  type VariantDraft,
  type VariantsDraft,
} from './variants-draft.ts';

interface VariantsFieldsProps {
  readonly agents: readonly Agent[];
  /** The agent of the campaign. */
  readonly agentId: string;
  readonly draft: VariantsDraft;
  readonly onChange: (draft: VariantsDraft) => void;
  readonly problemOf: (field: string) => string | null;
}

/** Agents that share the contacts of a new campaign. Nothing is offered where there is one agent only. */
export function VariantsFields(props: VariantsFieldsProps) {
  const { agents, agentId, draft, onChange, problemOf } = props;
  const [free] = choicesAt(agents, agentId, draft, VARIANTS_MAX);
  if (agents.length < 2) return null;
  return (
    <fieldset class="settings">
      <legend>{strings.variants}</legend>
      <Switch
        label={strings.several}
        hint={strings.severalHint}
        error={problemOf('variants')}
        checked={draft !== null}
        onChange={(isOn) => onChange(isOn ? evenVariants(free?.agent_id ?? '') : null)}
      />
      {draft && (
        <div class="settings-row">
          <WeightField
            name={nameOf(props, agentId)}
            weight={draft[0].weight}
            onInput={(weight) => onChange([{ weight }, ...others(draft)])}
          />
        </div>
      )}
      {draft &&
        others(draft).map((variant, at) => <VariantRow key={variant.agentId} {...{ ...props, draft, variant, at }} />)}
      {draft && free && draft.length < VARIANTS_MAX && (
        <div class="trial-actions">
          <Button onPress={() => onChange([...draft, { agentId: free.agent_id, weight: '1' }])}>
            {strings.addAgent}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const nameOf = ({ agents }: Pick<VariantsFieldsProps, 'agents'>, agentId: string): string =>
  agents.find(({ agent_id }) => agent_id === agentId)?.name ?? agentId;

interface VariantRowProps extends VariantsFieldsProps {
  readonly draft: NonNullable<VariantsDraft>;
  readonly variant: VariantDraft;
  /** Its place among the other agents. */
  readonly at: number;
}

/** An agent beside that of the campaign, and its weight. */
function VariantRow({ draft, variant, at, onChange, problemOf, ...props }: VariantRowProps) {
  const name = nameOf(props, variant.agentId);
  const choices = choicesAt(props.agents, props.agentId, draft, at + 1);
  return (
    <div class="settings-row">
      <Select
        label={strings.agentNumber(at + 2)}
        value={variant.agentId}
        options={choices.map(({ agent_id: value, name: label }) => ({ value, label }))}
        onChange={(agentId) => onChange(replaced(draft, at, { ...variant, agentId }))}
        error={problemOf(`variants[${at + 1}].agent_id`)}
      />
      <WeightField
        name={name}
        weight={variant.weight}
        onInput={(weight) => onChange(replaced(draft, at, { ...variant, weight }))}
      />
      {draft.length > 2 && (
        <Button onPress={() => onChange([draft[0], ...others(draft).filter((_each, place) => place !== at)])}>
          {strings.removeAgent(name)}
        </Button>
      )}
    </div>
  );
}

const others = ([, ...rest]: NonNullable<VariantsDraft>): readonly VariantDraft[] => rest;

const replaced = (draft: NonNullable<VariantsDraft>, at: number, variant: VariantDraft): VariantsDraft => [
  draft[0],
  ...others(draft).map((each, place) => (place === at ? variant : each)),
];

const WeightField = ({
  name,
  weight,
  onInput,
}: {
  readonly name: string;
  readonly weight: string;
  readonly onInput: (weight: string) => void;
}) => (
  <TextField
    type="number"
    label={strings.weightOf(name)}
    hint={strings.weightHint}
    error={isWeight(weight) ? null : strings.badWeight}
    value={weight}
    onInput={onInput}
    min={0}
    max={1000}
    step="any"
  />
);
