import { CALL_FIELDS, type OperationTool } from './tool.ts';

/** Tools for campaigns. */
export const CAMPAIGN_TOOLS: readonly OperationTool[] = [
  {
    ...{ name: 'list_campaigns', title: 'List campaigns', toolset: 'campaigns', operation: 'listCampaigns' },
    ...{ needs: 'campaigns.read', effect: 'read' },
    description: 'All campaigns of the organisation, newest first.',
    list: {
      at: null,
      fields: [
        ...['campaign_id', 'name', 'agent_id', 'state', 'total_rows', 'processed_rows', 'failed_rows', 'refused_rows'],
        ...['created_at', 'started_at', 'completed_at'],
      ],
      hasPages: false,
    },
  },
  {
    ...{ name: 'get_campaign', title: 'Read a campaign', toolset: 'campaigns', operation: 'getCampaign' },
    ...{ needs: 'campaigns.read', effect: 'read' },
    description: 'One campaign with its settings and counts.',
  },
  {
    ...{ name: 'get_campaign_progress', title: 'Progress of a campaign', toolset: 'campaigns' },
    ...{ operation: 'getCampaignProgress', needs: 'campaigns.read', effect: 'read' },
    description: 'How many contacts are done, and why others were refused or wait.',
  },
  {
    ...{ name: 'list_campaign_calls', title: 'List calls of a campaign', toolset: 'campaigns' },
    ...{ operation: 'listCampaignRuns', needs: 'campaigns.read', effect: 'read' },
    description: 'The calls of a campaign, newest first.',
    list: { at: null, fields: CALL_FIELDS, hasPages: true },
  },
  {
    ...{ name: 'upload_contacts', title: 'Upload a contact list', toolset: 'campaigns', operation: 'uploadContacts' },
    ...{ needs: 'campaigns.write', effect: 'write' },
    description:
      'Stores a contact list: CSV whose first line has a phone_number column, numbers in E.164. The answer has the source_id for ' +
      'create_campaign. Nothing is dialled.',
    fileText: 'csv',
  },
  {
    ...{ name: 'create_campaign', title: 'Create a campaign', toolset: 'campaigns', operation: 'createCampaign' },
    ...{ needs: 'campaigns.write', effect: 'write' },
    description: 'Creates a campaign over an uploaded contact list. Nothing is dialled before start_campaign.',
  },
  {
    ...{ name: 'start_campaign', title: 'Start a campaign', toolset: 'campaigns', operation: 'startCampaign' },
    ...{ needs: 'campaigns.write', effect: 'destructive', reachesOut: true },
    description:
      'People are called from now on, and the carrier charges for it. The toolset rehearsals has preview_campaign.',
  },
  {
    ...{ name: 'pause_campaign', title: 'Pause a campaign', toolset: 'campaigns', operation: 'pauseCampaign' },
    ...{ needs: 'campaigns.write', effect: 'write', isIdempotent: true },
    description: 'Nothing more is dialled; live calls continue. resume_campaign continues.',
  },
  {
    ...{ name: 'resume_campaign', title: 'Resume a campaign', toolset: 'campaigns', operation: 'resumeCampaign' },
    ...{ needs: 'campaigns.write', effect: 'destructive', reachesOut: true },
    description: 'People are called again from now on, where the campaign was paused.',
  },
  {
    ...{ name: 'delete_campaign', title: 'Delete a campaign', toolset: 'campaigns', operation: 'deleteCampaign' },
    ...{ needs: 'campaigns.delete', effect: 'destructive', isIdempotent: true },
    description: 'Removes a campaign and what it has queued. The logs of its calls stay.',
  },
];

/** Tools that try campaigns and compare their variants. */
export const REHEARSAL_TOOLS: readonly OperationTool[] = [
  {
    ...{ name: 'preview_campaign', title: 'Preview a campaign', toolset: 'rehearsals', operation: 'previewCampaign' },
    ...{ needs: 'campaigns.read', effect: 'read' },
    description:
      'What a campaign would do: who would be dialled or refused, and how long it would take. Nothing is dialled.',
  },
  {
    ...{
      name: 'rehearse_campaign',
      title: 'Rehearse a campaign',
      toolset: 'rehearsals',
      operation: 'rehearseCampaign',
    },
    ...{ needs: 'campaigns.read', effect: 'read' },
    description:
      'Runs a campaign that is not started on simulated callees in virtual time. Nothing is stored or dialled.',
  },
  {
    ...{ name: 'compare_campaign_variants', title: 'Compare variants of a campaign', toolset: 'rehearsals' },
    ...{ operation: 'compareVariants', needs: 'campaigns.read', effect: 'read' },
    description: 'How the variants of a campaign did, with confidence intervals.',
  },
  {
    ...{ name: 'list_suites', title: 'List suites of simulated callers', toolset: 'rehearsals' },
    ...{ operation: 'listRehearsalSuites', needs: 'rehearsals.read', effect: 'read' },
    description: 'The suites of simulated callers of the organisation, each with its newest run.',
    list: {
      at: 'suites',
      fields: ['suite_id', 'agent_id', 'title', 'conversations', 'is_held_here', 'last_run'],
      hasPages: true,
    },
  },
  {
    ...{ name: 'get_suite', title: 'Read a suite of simulated callers', toolset: 'rehearsals' },
    ...{ operation: 'getRehearsalSuite', needs: 'rehearsals.read', effect: 'read' },
    description: 'One suite with its text in YAML: its callers, its conversations and what is expected of them.',
  },
  {
    ...{ name: 'list_suite_runs', title: 'List runs of a suite', toolset: 'rehearsals' },
    ...{ operation: 'listRehearsalRuns', needs: 'rehearsals.read', effect: 'read' },
    description: 'The runs of a suite, newest first.',
    list: {
      at: 'runs',
      fields: [
        'run_id',
        'state',
        'origin',
        'level',
        'runs',
        'conversations_done',
        'sides',
        'created_at',
        'finished_at',
      ],
      hasPages: true,
    },
  },
  {
    ...{ name: 'run_suite', title: 'Run a suite of simulated callers', toolset: 'rehearsals' },
    ...{ operation: 'startRehearsalRun', needs: 'rehearsals.write', effect: 'destructive' },
    description:
      'Has the simulated callers of a suite talk to its agent, without audio and in the background. Models may cost money; get_suite_run ' +
      'tells how far it is.',
  },
  {
    ...{ name: 'get_suite_run', title: 'Read a run of a suite', toolset: 'rehearsals', operation: 'getRehearsalRun' },
    ...{ needs: 'rehearsals.read', effect: 'read' },
    description: 'How far a run of a suite is, and how many conversations passed.',
  },
  {
    ...{ name: 'get_suite_conversation', title: 'Read a conversation of a run', toolset: 'rehearsals' },
    ...{ operation: 'getRehearsalConversation', needs: 'rehearsals.read', effect: 'read' },
    description: 'What was said and done in a conversation of a run of a suite, and what failed.',
  },
  {
    ...{ name: 'list_suite_conversations', title: 'List conversations of a run', toolset: 'rehearsals' },
    ...{ operation: 'listRehearsalConversations', needs: 'rehearsals.read', effect: 'read' },
    description: 'The conversations of a run of a suite, with what failed in each.',
    list: {
      at: 'conversations',
      fields: ['conversation_id', 'title', 'persona', 'run', 'verdict', 'problems', 'turns', 'median_latency_ms'],
      hasPages: true,
    },
  },
];
