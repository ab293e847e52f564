import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Notice } from '../../parts/notice.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { useAction } from '../../parts/use-action.ts';
import { rights } from '../../session.ts';
import { strings } from './strings.ts';
import type { Campaign } from './campaign.ts';
import { CampaignDialog, type DialogName } from './campaign-dialogs.tsx';

interface CampaignActionsProps {
  readonly campaign: Campaign;
  /** Something about it is different now. */
  readonly onChange: () => void;
}

/** What may be done with a campaign in its state. */
export function CampaignActions({ campaign, onChange }: CampaignActionsProps) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const path = { campaign_id: campaign.campaign_id };
  const moving = useAction(async () => {
    await move(campaign);
    onChange();
  });
  const saving = useAction(async (what: 'report' | 'contacts') =>
    (what === 'report' ? saveReport : openContacts)(path),
  );
  const trouble = moving.trouble ?? saving.trouble;
  const step = stepOf(campaign);
  return (
    <>
      {step && (
        <Button
          kind="primary"
          icon={step === 'pause' ? 'pause' : 'play'}
          busy={moving.isBusy}
          onPress={() => void moving.run()}
        >
          {strings.steps[step]}
        </Button>
      )}
      {step === null && (
        <Button kind="primary" icon="download" busy={saving.isBusy} onPress={() => void saving.run('report')}>
          {strings.menu.report}
        </Button>
      )}
      <Menu label={strings.more} items={itemsOf(campaign, setDialog, (what) => void saving.run(what))} />
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      {dialog && (
        <CampaignDialog name={dialog} campaign={campaign} onChange={onChange} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

type Path = { readonly campaign_id: string };

/** What moves a campaign on from its state; null when it is over, and only its report is left. */
function stepOf({ state }: Campaign): 'start' | 'pause' | 'resume' | null {
  const steps = { created: 'start', running: 'pause', paused: 'resume', completed: null, failed: null } as const;
  return steps[state];
}

async function move(campaign: Campaign): Promise<void> {
  const params = { path: { campaign_id: campaign.campaign_id } };
  const step = stepOf(campaign);
  if (step === 'start') await answered(api.POST('/api/v1/campaign/{campaign_id}/start', { params }));
  else if (step === 'pause') await answered(api.POST('/api/v1/campaign/{campaign_id}/pause', { params }));
  else await answered(api.POST('/api/v1/campaign/{campaign_id}/resume', { params }));
}

async function saveReport(path: Path): Promise<void> {
  const request = api.GET('/api/v1/campaign/{campaign_id}/report', { params: { path }, parseAs: 'blob' });
  saveBlob(await answered<Blob>(request), `campaign_${path.campaign_id}.csv`);
}

/** The link works without a token, and downloads. */
async function openContacts(path: Path): Promise<void> {
  const request = api.GET('/api/v1/campaign/{campaign_id}/source-download-url', { params: { path } });
  location.assign((await answered(request)).download_url);
}

function itemsOf(
  campaign: Campaign,
  open: (dialog: DialogName) => void,
  save: (what: 'report' | 'contacts') => void,
): readonly MenuItem[] {
  const { menu } = strings;
  const { state, failed_rows } = campaign;
  const report: MenuItem = { label: menu.report, icon: 'download', onSelect: () => save('report') };
  return [
    {
      label: menu.edit,
      icon: 'edit',
      onSelect: () => open('edit'),
      disabled: state === 'completed' || state === 'failed',
    },
    { label: menu.redial, icon: 'refresh', onSelect: () => open('redial'), disabled: failed_rows === 0 },
    ...(stepOf(campaign) === null ? [] : [report]),
    { label: menu.contacts, icon: 'download', onSelect: () => save('contacts') },
    ...(rights.value.isAdmin
      ? [{ label: menu.delete, icon: 'trash', danger: true, onSelect: () => open('delete') } as const]
      : []),
  ];
}
