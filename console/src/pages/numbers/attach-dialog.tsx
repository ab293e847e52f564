import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { QueryState } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import { freeAgents, hasSimulator, type KnownNumbers, type PhoneNumber } from './choices.ts';
import { InventoryField } from './inventory-field.tsx';

interface AttachDialogProps {
  /** The one that is attached; null when it is still to be chosen. */
  readonly number: PhoneNumber | null;
  readonly known: QueryState<KnownNumbers>;
  readonly onClose: () => void;
  readonly onAttached: () => void;
}

/** Takes a number of a carrier and has an agent answer it. */
export const AttachDialog = ({ known, ...props }: AttachDialogProps) => (
  <Dialog title={props.number?.phone_number ?? strings.attach} onClose={props.onClose}>
    <AsyncView query={known}>
      {({ carriers: all, ...rest }) => {
        const carriers = all.filter(({ authenticated }) => authenticated);
        return carriers.length === 0 && props.number === null ? (
          <NoCarrier carriers={all} />
        ) : (
          <AttachForm {...props} {...rest} carriers={carriers} />
        );
      }}
    </AsyncView>
  </Dialog>
);

const NoCarrier = ({ carriers }: Pick<KnownNumbers, 'carriers'>) => (
  <div class="stack">
    <Notice kind="warn">
      {strings.noCarrier} {hasSimulator(carriers) && strings.simulator}
    </Notice>
    <DialogFoot>
      <LinkButton kind="primary" href={at('/credentials')}>
        {strings.toCredentials}
      </LinkButton>
    </DialogFoot>
  </div>
);

function AttachForm(props: Omit<AttachDialogProps, 'known'> & KnownNumbers) {
  const { number, numbers, agents, carriers, onClose, onAttached } = props;
  const [provider, setProvider] = useState(number?.provider ?? carriers[0]?.provider ?? '');
  const [phoneNumber, setPhoneNumber] = useState(number?.phone_number ?? '');
  const [agentId, setAgentId] = useState('');
  const attach = useAction(async () => {
    const body = { phone_number: phoneNumber, provider, agent_id: agentId === '' ? null : agentId };
    await answered(api.POST('/api/v1/phone-numbers/attach', { body }));
    showToast(strings.attached(phoneNumber));
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
          <Select label={strings.carrier} value={provider} options={carrierOptions} onChange={choose} />
          <InventoryField provider={provider} numbers={numbers} value={phoneNumber} onChange={setPhoneNumber} />
        </>
      )}
      <Select
        label={strings.agent}
        hint={free.length === 0 ? strings.noAgents : strings.agentHint}
        placeholder={strings.noAgent}
        value={agentId}
        options={free}
        onChange={setAgentId}
      />
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button type="submit" kind="primary" busy={attach.isBusy}>
          {strings.attachIt}
        </Button>
      </DialogFoot>
    </Form>
  );
}
