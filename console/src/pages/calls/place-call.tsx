import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import type { Agent } from '../agents/agent.ts';
import { placeholdersOf } from '../agents/placeholders.ts';
import { firstDialSource, DialSourceFields, type DialSources } from './dial-source-fields.tsx';

/** Asks whom an agent shall call, has it call, and shows the call. */
export function PlaceCall({ onClose }: { readonly onClose: () => void }) {
  const answer = useQuery(loadDialSources);
  return (
    <Dialog title={strings.place} onClose={onClose}>
      <AsyncView query={answer}>
        {({ agents, numbers }) =>
          agents.length === 0 ? (
            <Notice action={<a href={at('/numbers')}>{sharedStrings.numbers}</a>}>{strings.noTelephone}</Notice>
          ) : (
            <PlaceForm agents={agents} numbers={numbers} onClose={onClose} />
          )
        }
      </AsyncView>
    </Dialog>
  );
}

async function loadDialSources(): Promise<DialSources> {
  const [agents, numbers] = await Promise.all([
    answered(api.GET('/api/v1/agents')),
    answered(api.GET('/api/v1/phone-numbers')),
  ]);
  return { agents: agents.filter(canDial), numbers };
}

const canDial = ({ agent_category, status, telephony }: Agent): boolean =>
  agent_category === 'telephony' && status === 'active' && telephony !== null;

/** The fields whose problems are shown beside them. */
const FIELDS = ['agent_id', 'to_number', 'from_number'];

function PlaceForm({ agents, numbers, onClose }: DialSources & { readonly onClose: () => void }) {
  const { route } = useLocation();
  const [source, setSource] = useState(firstDialSource({ agents }));
  const [to, setTo] = useState('');
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const agent = agents.find(({ agent_id }) => agent_id === source.agentId);
  const placing = useAction(async () => {
    const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
    const from = source.from === '' ? {} : { from_number: source.from };
    const body = { agent_id: source.agentId, to_number: to.trim(), ...from, custom_variables: given };
    const call = await answered(api.POST('/api/v1/calls/outbound', { body }));
    route(at(`/calls/${call.call_id}`));
  }, FIELDS);
  return (
    <Form onSubmit={() => placing.run()} trouble={placing.trouble}>
      <TextField
        label={strings.to}
        type="tel"
        value={to}
        onInput={setTo}
        placeholder="+14155550100"
        hint={strings.toHint}
        error={placing.problemOf('to_number')}
        required
      />
      <DialSourceFields
        agents={agents}
        numbers={numbers}
        source={source}
        onChange={setSource}
        problemOf={placing.problemOf}
      />
      {agent && <Variables agent={agent} values={variables} onChange={setVariables} />}
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button kind="primary" type="submit" icon="phone" busy={placing.isBusy}>
          {strings.call}
        </Button>
      </DialogFoot>
    </Form>
  );
}

interface VariablesProps {
  readonly agent: Agent;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** What the prompts leave open for this call. */
function Variables({ agent, values, onChange }: VariablesProps) {
  const { system_prompt, greeting_message } = agent.config.prompts;
  const defaults = agent.config.custom_variables;
  return placeholdersOf(system_prompt, greeting_message).map((name) => (
    <TextField
      key={name}
      label={name}
      optional
      value={values[name] ?? ''}
      placeholder={typeof defaults[name] === 'string' ? defaults[name] : ''}
      onInput={(value) => onChange({ ...values, [name]: value })}
    />
  ));
}
