import { area } from '../area.ts';
import { cancelCallback, findCallback, listCallbacks, scheduleCallback } from './callbacks.ts';
import { compareVariants } from './compare-variants.ts';
import { createCampaign } from './create-campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { expireDials, readDialCaps, setDialCaps } from './dial-caps.ts';
import { listCallerIds } from './list-caller-ids.ts';
import { listDecisions } from './list-decisions.ts';
import { moveCampaign } from './move-campaign.ts';
import { previewCampaign } from './preview-campaign.ts';
import {
  exportReport,
  findCampaign,
  linkSource,
  listCampaignCalls,
  listCampaigns,
  listDeferrals,
  listRefusals,
  readProgress,
} from './read-campaigns.ts';
import { redialCampaign } from './redial-campaign.ts';
import { rehearseCampaign } from './rehearse-campaign.ts';
import {
  addSuppression,
  findSuppression,
  importSuppressions,
  listSuppressions,
  removeSuppression,
} from './suppressions.ts';
import { updateCampaign } from './update-campaign.ts';
import { uploadContacts } from './upload-contacts.ts';

/** Use cases of the campaigns area. */
export const campaignUseCases = area({
  upload: uploadContacts,
  create: createCampaign,
  find: findCampaign,
  list: listCampaigns,
  update: updateCampaign,
  move: moveCampaign,
  preview: previewCampaign,
  rehearse: rehearseCampaign,
  compare: compareVariants,
  delete: deleteCampaign,
  redial: redialCampaign,
  readProgress,
  listCalls: listCampaignCalls,
  exportReport,
  linkSource,
  listRefusals,
  listDeferrals,
  listCallerIds,
  listDecisions,
  listSuppressions,
  findSuppression,
  addSuppression,
  importSuppressions,
  removeSuppression,
  scheduleCallback,
  listCallbacks,
  findCallback,
  cancelCallback,
  readDialCaps,
  setDialCaps,
  expireDials,
});
export type CampaignUseCases = ReturnType<typeof campaignUseCases>;
