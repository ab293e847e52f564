import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import { firstDialSource, type DialSources } from '../calls/dial-source-fields.tsx';
import { CallersFields, type Callers } from './callers-fields.tsx';
import './campaign-form.css';
import { ContactListField } from './contact-list-field.tsx';
import { NameField } from './name-field.tsx';
import { bodyOf, isSound, localZone, newDraft } from './settings-draft.ts';
import { SETTINGS_FIELDS, SettingsFields } from './settings-fields.tsx';
import { useContactList } from './use-contact-list.ts';
import { hasSoundWeights, variantsBody } from './variants-draft.ts';

const FIELDS = ['name', 'agent_id', 'from_number', 'variants', ...SETTINGS_FIELDS];

/** Contacts, who calls them, and how. */
export function CampaignForm({ agents, numbers }: DialSources) {
  const { route } = useLocation();
  const [name, setName] = useState('');
  const [callers, setCallers] = useState<Callers>({ source: firstDialSource({ agents }), variants: null });
  const { source, variants } = callers;
  const [typed, setDraft] = useState(() => newDraft(localZone()));
  const provider = agents.find(({ agent_id }) => agent_id === source.agentId)?.telephony?.provider;
  const own = numbers.filter((each) => each.provider === provider).map(({ phone_number }) => phone_number);
  // Numbers of another agent's carrier are not offered any more.
  const draft = { ...typed, poolNumbers: typed.poolNumbers.filter((number) => own.includes(number)) };
  const contacts = useContactList();
  const creating = useAction(async () => {
    const sourceId = await contacts.send();
    const who = { name: name.trim(), agent_id: source.agentId, from_number: source.from || null };
    const body = { ...who, source_id: sourceId, ...bodyOf(draft), ...variantsBody(variants, source.agentId) };
    const { campaign_id } = await answered(api.POST('/api/v1/campaign/create', { body }));
    route(at(`/campaigns/${campaign_id}`), true);
  }, FIELDS);
  const isComplete = contacts.isSound && hasSoundWeights(variants);
  return (
    <Form onSubmit={() => isComplete && isSound(draft) && creating.run()} trouble={creating.trouble}>
      <section class="card padded stack">
        <h2>{strings.contactList}</h2>
        <ContactListField list={contacts.list} sent={contacts.sent} onChoose={contacts.choose} />
      </section>
      <section class="card padded stack">
        <NameField value={name} onInput={setName} problemOf={creating.problemOf} />
        <CallersFields
          agents={agents}
          numbers={numbers}
          callers={callers}
          onChange={setCallers}
          problemOf={creating.problemOf}
        />
        <SettingsFields draft={draft} numbers={own} onChange={setDraft} problemOf={creating.problemOf} />
      </section>
      <div class="row form-end">
        <LinkButton href={at('/campaigns')}>{sharedStrings.cancel}</LinkButton>
        <Button kind="primary" type="submit" busy={creating.isBusy || contacts.isRead}>
          {strings.create}
        </Button>
      </div>
    </Form>
  );
}
