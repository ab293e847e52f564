import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { words } from '../../words.ts';
import { freeAgents, hasSimulator, type PhoneNumber } from './choices.ts';
import { InventoryField } from './inventory-field.tsx';

const said = words.numbers;

interface AttachDialogProps {
  /** The one that is attached; null when it is still to be chosen. */
  readonly number: PhoneNumber | null;
  readonly numbers: readonly PhoneNumber[];
  readonly agents: readonly components['schemas']['AgentResponse'][];
  readonly carriers: readonly components['schemas']['ProviderEntry'][];
  readonly onClose: () => void;
  readonly onAttached: () => void;
}

/** Takes a number of a carrier and has an agent answer it. */
export function AttachDialog(props: AttachDialogProps) {
  const carriers = props.carriers.filter(({ authenticated }) => authenticated);
  return (
    <Dialog title={props.number?.phone_number ?? said.attach} onClose={props.onClose}>
      {carriers.length === 0 && props.number === null ? (
        <NoCarrier {...props} />
      ) : (
        <AttachForm {...props} carriers={carriers} />
      )}
    </Dialog>
  );
}

const NoCarrier = ({ carriers }: Pick<AttachDialogProps, 'carriers'>) => (
  <div class="stack">
    <Notice kind="warn">
      {said.noCarrier} {hasSimulator(carriers) && said.simulator}
    </Notice>
    <DialogFoot>
      <LinkButton kind="primary" href={at('/credentials')}>
        {said.toCredentials}
      </LinkButton>
    </DialogFoot>
  </div>
);

function AttachForm({ number, numbers, agents, carriers, onClose, onAttached }: AttachDialogProps) {
  const [provider, setProvider] = useState(number?.provider ?? carriers[0]?.provider ?? '');
  const [phoneNumber, setPhoneNumber] = useState(number?.phone_number ?? '');
  const [agentId, setAgentId] = useState('');
  const attach = useAction(async () => {
    const body = { phone_number: phoneNumber, provider, agent_id: agentId === '' ? null : agentId };
    await answered(api.POST('/api/v1/phone-numbers/attach', { body }));
    showToast(said.attached(phoneNumber));
    onAttached();
    onClose();
  });
  const choose = (other: string): void => {
    setProvider(other);
    setPhoneNumber('');
    setAgentId('');
  };
  const free = freeAgents(agents, provider).map(({ agent_id: value, name: label }) => ({ value, label }));
  const carrierOptions = carriers.map(({ provider: value, name: label }) => ({ value, label }));
  return (
    <Form onSubmit={() => phoneNumber !== '' && attach.run()} trouble={attach.trouble}>
      {number === null && (
        <>
          <Select label={said.carrier} value={provider} options={carrierOptions} onChange={choose} />
          <InventoryField provider={provider} numbers={numbers} value={phoneNumber} onChange={setPhoneNumber} />
        </>
      )}
      <Select
        label={said.agent}
        hint={free.length === 0 ? said.noAgents : said.agentHint}
        placeholder={said.nobody}
        value={agentId}
        options={free}
        onChange={setAgentId}
      />
      <DialogFoot>
        <Button onPress={onClose}>{words.kit.cancel}</Button>
        <Button type="submit" kind="primary" busy={attach.isBusy}>
          {said.attachIt}
        </Button>
      </DialogFoot>
    </Form>
  );
}
