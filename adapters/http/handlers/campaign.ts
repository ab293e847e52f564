import type { CallUseCases } from '../../../application/calls/index.ts';
import type { StatusReport } from '../../../application/calls/report-status.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { NewCallback } from '../../../application/campaigns/callbacks.ts';
import type { CampaignUseCases } from '../../../application/campaigns/index.ts';
import type { PreviewRequest } from '../../../application/campaigns/preview-campaign.ts';
import type { RehearsalRequest } from '../../../application/campaigns/rehearse-campaign.ts';
import type { NewSuppression } from '../../../application/campaigns/suppressions.ts';
import type { DialCaps } from '../../../domain/campaigns/dial-caps.ts';
import type { CampaignChanges } from '../../../application/campaigns/update-campaign.ts';
import { withArtifactRoutes } from '../../../domain/calls/artifact-urls.ts';
import { attachmentDisposition } from '../../lib/attachment.ts';
import { created, done, listed, ok, type Body, type Handlers, type Input } from '../handler.ts';
import { pageOf } from '../page.ts';

export interface CampaignSettings {
  /** Where the routes are mounted that a call's recording and transcript are fetched from. */
  readonly prefix: string;
  /** A contact list has fewer bytes than these. */
  readonly csvBytes: number;
}

export const campaignHandlers = (
  campaigns: CampaignUseCases,
  calls: Pick<CallUseCases, 'reportStatus'>,
  { prefix, csvBytes }: CampaignSettings,
) =>
  ({
    ...moving(campaigns),
    ...reading(campaigns, prefix),
    ...suppressing(campaigns, csvBytes),
    ...callingBack(campaigns),
    uploadContacts: ({ principal, upload }) =>
      upload(csvBytes, async (file) => created(await campaigns.upload(principal, file))),
    createCampaign: async ({ principal }, body: Body<NewCampaign>) => created(await campaigns.create(principal, body)),
    updateCampaign: async ({ principal, path }, body: Body<CampaignChanges>) =>
      ok(await campaigns.update(principal, path('campaign_id'), body)),
    deleteCampaign: async ({ principal, path }) => {
      await campaigns.delete(principal, path('campaign_id'));
      return done('Campaign deleted');
    },
    previewCampaign: async ({ principal, path }, body: Body<PreviewRequest>) =>
      ok(await campaigns.preview(principal, path('campaign_id'), body)),
    rehearseCampaign: async ({ principal, path }, body: Body<RehearsalRequest>) =>
      ok(await campaigns.rehearse(principal, path('campaign_id'), body)),
    compareVariants: async ({ principal, path }) => ok(await campaigns.compare(principal, path('campaign_id'))),
    redialCampaign: async ({ principal, path }, { name }) =>
      created(await campaigns.redial(principal, path('campaign_id'), { name })),
    reportCallStatus: async (_input, body: Body<StatusReport>) => {
      await calls.reportStatus(body);
      return ok({ status: 'ok' });
    },
  }) satisfies Partial<Handlers>;

const moving = (campaigns: CampaignUseCases) => {
  const move =
    <const Status extends string>(command: 'start' | 'pause' | 'resume', status: Status) =>
    async ({ principal, path }: Input<'campaign_id'>) => {
      const id = path('campaign_id');
      await campaigns.move(principal, id, command);
      return ok({ status, campaign_id: id });
    };
  return {
    startCampaign: move('start', 'started'),
    pauseCampaign: move('pause', 'paused'),
    resumeCampaign: move('resume', 'resumed'),
  } satisfies Partial<Handlers>;
};

const reading = (campaigns: CampaignUseCases, prefix: string) =>
  ({
    listCampaigns: async ({ principal }) => ok(await campaigns.list(principal)),
    getCampaign: async ({ principal, path }) => ok(await campaigns.find(principal, path('campaign_id'))),
    getCampaignProgress: async ({ principal, path }) =>
      ok(await campaigns.readProgress(principal, path('campaign_id'))),
    listCampaignRuns: async ({ principal, path, query }) => {
      const calls = await campaigns.listCalls(principal, path('campaign_id'), pageOf(query));
      return listed({ items: calls.map((call) => withArtifactRoutes(call, prefix)) });
    },
    listCampaignRefusals: async ({ principal, path, query }) => {
      const { limit, offset: from } = pageOf((name) => query(name === 'limit' ? name : 'from_contact'));
      return ok(await campaigns.listRefusals(principal, path('campaign_id'), { from, limit }));
    },
    listCampaignDeferrals: async ({ principal, path, query }) => {
      const { limit, offset: from } = pageOf((name) => query(name === 'limit' ? name : 'from_contact'));
      return ok(await campaigns.listDeferrals(principal, path('campaign_id'), { from, limit }));
    },
    listCampaignCallerIds: async ({ principal, path }) =>
      ok({ caller_ids: await campaigns.listCallerIds(principal, path('campaign_id')) }),
    listCampaignDecisions: async ({ principal, path, query }) => {
      const { limit, offset: from } = pageOf((name) => query(name === 'limit' ? name : 'from_contact'));
      return ok(await campaigns.listDecisions(principal, path('campaign_id'), { from, limit }));
    },
    getContactsUrl: async ({ principal, path, absolute }) =>
      ok({ download_url: absolute(await campaigns.linkSource(principal, path('campaign_id'))) }),
    getCampaignReport: async ({ principal, path }) => {
      const id = path('campaign_id');
      const report = await campaigns.exportReport(principal, id);
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': attachmentDisposition(`campaign_${id}.csv`),
        },
        bytes: async () => once(Buffer.from(report)),
      };
    },
  }) satisfies Partial<Handlers>;

const suppressing = (campaigns: CampaignUseCases, csvBytes: number) =>
  ({
    listSuppressions: async ({ principal, query }) => ok(await campaigns.listSuppressions(principal, pageOf(query))),
    getSuppression: async ({ principal, path }) => ok(await campaigns.findSuppression(principal, path('phone_number'))),
    addSuppression: async ({ principal }, body: Body<NewSuppression>) =>
      created(await campaigns.addSuppression(principal, body)),
    importSuppressions: ({ principal, upload }) =>
      upload(csvBytes, async (file) => created(await campaigns.importSuppressions(principal, file))),
    removeSuppression: async ({ principal, path }) => {
      await campaigns.removeSuppression(principal, path('phone_number'));
      return done('Suppression removed');
    },
    getDialCaps: async ({ principal }) => ok(await campaigns.readDialCaps(principal)),
    setDialCaps: async ({ principal }, body: Body<DialCaps>) => ok(await campaigns.setDialCaps(principal, body)),
  }) satisfies Partial<Handlers>;

const callingBack = (campaigns: CampaignUseCases) =>
  ({
    scheduleCallback: async ({ principal, path }, body: Body<NewCallback>) =>
      created(await campaigns.scheduleCallback(principal, path('call_id'), body)),
    listCallbacks: async ({ principal, query }) =>
      ok({
        callbacks: await campaigns.listCallbacks(principal, {
          ...pageOf((name) => query(name)),
          upcoming: query('upcoming') !== 'false',
        }),
      }),
    getCallback: async ({ principal, path }) => ok(await campaigns.findCallback(principal, path('callback_id'))),
    cancelCallback: async ({ principal, path }) => ok(await campaigns.cancelCallback(principal, path('callback_id'))),
  }) satisfies Partial<Handlers>;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
