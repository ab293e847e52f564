import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { strings } from './strings.ts';
import { isLive } from '../calls/call.ts';
import { CallerIdsCard } from './caller-ids-card.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import './campaign-page.css';
import { toneOf, type CampaignNow } from './campaign.ts';
import { CampaignSettings } from './campaign-settings.tsx';
import { CampaignState } from './campaign-state.tsx';
import { CampaignTrial } from './campaign-trial.tsx';
import { ComparisonCard } from './comparison-card.tsx';
import { Runs } from './runs.tsx';

const LIVE_MS = 1_500;
const QUIET_MS = 15_000;
/** Number of newest calls used for the state of a campaign. */
const LATEST = 100;

/** One campaign: how far it is, why it does not dial, and its calls. */
export function CampaignPage({ params }: PageProps) {
  const campaignId = params['id'] ?? '';
  const now = useQuery(() => askFor(campaignId), campaignId, {
    everyMs: (value) => (value && isMoving(value) ? LIVE_MS : QUIET_MS),
  });
  const campaign = now.value?.campaign;
  return (
    <Page
      title={campaign?.name ?? strings.one}
      back={{ href: at('/campaigns'), label: strings.title }}
      beside={campaign && <Badge tone={toneOf(campaign.state)}>{strings.states[campaign.state]}</Badge>}
      actions={campaign && <CampaignActions campaign={campaign} onChange={now.refetch} />}
    >
      <AsyncView query={now}>
        {({ campaign: one, calls }) => (
          <>
            <CampaignState campaign={one} calls={calls} />
            {one.state === 'created' && <CampaignTrial campaignId={campaignId} />}
            {one.orchestrator_metadata.caller_id_pool && <CallerIdsCard campaignId={campaignId} />}
            {one.state !== 'created' && one.orchestrator_metadata.variants && (
              <ComparisonCard campaignId={campaignId} />
            )}
            <CampaignSettings campaign={one} />
            <Runs campaignId={campaignId} everyMs={isMoving({ campaign: one, calls }) ? LIVE_MS : QUIET_MS} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}

const isMoving = ({ campaign, calls }: CampaignNow): boolean => campaign.state === 'running' || calls.some(isLive);

async function askFor(campaignId: string): Promise<CampaignNow> {
  const path = { campaign_id: campaignId };
  const [campaign, calls] = await Promise.all([
    answered(api.GET('/api/v1/campaign/{campaign_id}', { params: { path } })),
    answered(api.GET('/api/v1/campaign/{campaign_id}/runs', { params: { path, query: { limit: LATEST } } })),
  ]);
  return { campaign, calls };
}
