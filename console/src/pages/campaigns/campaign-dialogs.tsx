import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import type { Campaign } from './campaign.ts';
import { NameField } from './name-field.tsx';
import { bodyOf, draftOf, isSound, localZone } from './settings-draft.ts';
import { SETTINGS_FIELDS, SettingsFields } from './settings-fields.tsx';

export type DialogName = 'edit' | 'redial' | 'delete';

interface CampaignDialogProps {
  readonly campaign: Campaign;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Asks what else must be known before something is done with a campaign. */
export function CampaignDialog({ name, ...props }: CampaignDialogProps & { readonly name: DialogName }) {
  if (name === 'edit') return <Edit {...props} />;
  return name === 'redial' ? <Redial {...props} /> : <Delete {...props} />;
}

function Edit({ campaign, onChange, onClose }: CampaignDialogProps) {
  const [name, setName] = useState(campaign.name);
  const [draft, setDraft] = useState(() => draftOf(campaign, localZone()));
  const numbers = useQuery(() => numbersOf(campaign), campaign.campaign_id);
  const params = { path: { campaign_id: campaign.campaign_id } };
  const saving = useAction(async () => {
    const body = { name: name.trim(), ...bodyOf(draft, campaign) };
    await answered(api.PATCH('/api/v1/campaign/{campaign_id}', { params, body }));
    showToast(strings.saved);
    onChange();
    onClose();
  }, ['name', ...SETTINGS_FIELDS]);
  return (
    <Dialog wide title={strings.menu.edit} onClose={onClose}>
      <Form onSubmit={() => isSound(draft) && saving.run()} trouble={saving.trouble}>
        <NameField value={name} onInput={setName} problemOf={saving.problemOf} />
        <SettingsFields
          draft={draft}
          numbers={numbers.value ?? draft.poolNumbers}
          onChange={setDraft}
          problemOf={saving.problemOf}
        />
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button kind="primary" type="submit" busy={saving.isBusy}>
            {strings.save}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** The organisation's numbers at the carrier of a campaign's agent. */
async function numbersOf({ agent_id }: Campaign): Promise<readonly string[]> {
  const [agent, numbers] = await Promise.all([
    answered(api.GET('/api/v1/agents/{agent_id}', { params: { path: { agent_id } } })),
    answered(api.GET('/api/v1/phone-numbers')),
  ]);
  return numbers
    .filter(({ provider }) => provider === agent.telephony?.provider)
    .map(({ phone_number }) => phone_number);
}

function Redial({ campaign, onClose }: CampaignDialogProps) {
  const { route } = useLocation();
  const [name, setName] = useState(strings.redialName(campaign.name));
  const params = { path: { campaign_id: campaign.campaign_id } };
  const making = useAction(async () => {
    const body = { name: name.trim() };
    const child = await answered(api.POST('/api/v1/campaign/{campaign_id}/redial', { params, body }));
    onClose();
    route(at(`/campaigns/${child.campaign_id}`));
  }, ['name']);
  return (
    <Dialog title={strings.menu.redial} onClose={onClose}>
      <Form onSubmit={() => making.run()} trouble={making.trouble}>
        <p class="soft">{strings.redialWhat}</p>
        <NameField value={name} onInput={setName} problemOf={making.problemOf} />
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button kind="primary" type="submit" busy={making.isBusy}>
            {strings.create}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

function Delete({ campaign, onClose }: CampaignDialogProps) {
  const { route } = useLocation();
  const params = { path: { campaign_id: campaign.campaign_id } };
  const remove = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/campaign/{campaign_id}', { params }));
    showToast(strings.deleted(campaign.name));
    route(at('/campaigns'), true);
  };
  return (
    <Confirm
      title={strings.deleteTitle(campaign.name)}
      action={strings.menu.delete}
      onConfirm={remove}
      onClose={onClose}
    >
      {strings.deleteWhat}
    </Confirm>
  );
}
