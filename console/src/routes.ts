import type { ComponentType } from 'preact';
import { loadedPage } from './loaded-page.tsx';
import type { PageProps } from './page-props.ts';

export interface RoutedPage {
  /** Its address below /console; `:name` is a part that `params` has. */
  readonly path: string;
  readonly page: ComponentType<PageProps>;
  /** Whom it is for: members of an organisation, if nothing else is said. */
  readonly isFor?: 'outsiders' | 'anybody';
}

/** Every page of the console. Each is loaded when it is first looked at. */
export const routes: readonly RoutedPage[] = [
  {
    path: '/log-in',
    page: loadedPage(async () => (await import('./pages/session/log-in.tsx')).LogIn),
    isFor: 'outsiders',
  },
  {
    path: '/sign-up',
    page: loadedPage(async () => (await import('./pages/session/sign-up.tsx')).SignUp),
    isFor: 'outsiders',
  },
  {
    path: '/forgot-password',
    page: loadedPage(async () => (await import('./pages/session/forgot-password.tsx')).ForgotPassword),
    isFor: 'outsiders',
  },
  {
    path: '/reset-password',
    page: loadedPage(async () => (await import('./pages/session/reset-password.tsx')).ResetPassword),
    isFor: 'anybody',
  },
  { path: '/costs', page: loadedPage(async () => (await import('./pages/costs/costs-page.tsx')).CostsPage) },
  { path: '/privacy', page: loadedPage(async () => (await import('./pages/privacy/privacy-page.tsx')).PrivacyPage) },
  {
    path: '/sso',
    page: loadedPage(async () => (await import('./pages/session/single-sign-on.tsx')).SingleSignOn),
    isFor: 'anybody',
  },
  {
    path: '/sso/:domain',
    page: loadedPage(async () => (await import('./pages/session/single-sign-on.tsx')).SingleSignOn),
    isFor: 'anybody',
  },
  { path: '/members', page: loadedPage(async () => (await import('./pages/members/members-page.tsx')).MembersPage) },
  {
    path: '/credentials',
    page: loadedPage(async () => (await import('./pages/credentials/credentials-page.tsx')).CredentialsPage),
  },
  {
    path: '/webhooks',
    page: loadedPage(async () => (await import('./pages/webhooks/webhooks-page.tsx')).WebhooksPage),
  },
  {
    path: '/webhooks/:id',
    page: loadedPage(async () => (await import('./pages/webhooks/webhook-page.tsx')).WebhookPage),
  },
  { path: '/numbers', page: loadedPage(async () => (await import('./pages/numbers/numbers-page.tsx')).NumbersPage) },
  { path: '/agents', page: loadedPage(async () => (await import('./pages/agents/agents-page.tsx')).AgentsPage) },
  {
    path: '/agents/new',
    page: loadedPage(async () => (await import('./pages/agents/agent-form-page.tsx')).AgentFormPage),
  },
  {
    path: '/agents/:id',
    page: loadedPage(async () => (await import('./pages/agents/agent-form-page.tsx')).AgentFormPage),
  },
  {
    path: '/agents/:id/versions',
    page: loadedPage(async () => (await import('./pages/agents/versions-page.tsx')).VersionsPage),
  },
  {
    path: '/agents/:id/draft',
    page: loadedPage(async () => (await import('./pages/agents/draft-page.tsx')).DraftPage),
  },
  { path: '/agents/:id/talk', page: loadedPage(async () => (await import('./pages/talk/talk-page.tsx')).TalkPage) },
  { path: '/', page: loadedPage(async () => (await import('./pages/home/home-page.tsx')).HomePage) },
  { path: '/calls', page: loadedPage(async () => (await import('./pages/calls/calls-page.tsx')).CallsPage) },
  { path: '/calls/:id', page: loadedPage(async () => (await import('./pages/calls/call-page.tsx')).CallPage) },
  {
    path: '/rehearsals',
    page: loadedPage(async () => (await import('./pages/rehearsals/rehearsals-page.tsx')).RehearsalsPage),
  },
  {
    path: '/rehearsals/new',
    page: loadedPage(async () => (await import('./pages/rehearsals/suite-form-page.tsx')).SuiteFormPage),
  },
  {
    path: '/rehearsals/:id',
    page: loadedPage(async () => (await import('./pages/rehearsals/suite-page.tsx')).SuitePage),
  },
  {
    path: '/rehearsals/:id/edit',
    page: loadedPage(async () => (await import('./pages/rehearsals/suite-form-page.tsx')).SuiteFormPage),
  },
  {
    path: '/rehearsals/runs/:id',
    page: loadedPage(async () => (await import('./pages/rehearsals/run-page.tsx')).RunPage),
  },
  {
    path: '/rehearsals/runs/:id/:conversation',
    page: loadedPage(async () => (await import('./pages/rehearsals/conversation-page.tsx')).ConversationPage),
  },
  {
    path: '/campaigns',
    page: loadedPage(async () => (await import('./pages/campaigns/campaigns-page.tsx')).CampaignsPage),
  },
  {
    path: '/campaigns/new',
    page: loadedPage(async () => (await import('./pages/campaigns/new-campaign-page.tsx')).NewCampaignPage),
  },
  {
    path: '/campaigns/:id',
    page: loadedPage(async () => (await import('./pages/campaigns/campaign-page.tsx')).CampaignPage),
  },
  {
    path: '/knowledge',
    page: loadedPage(async () => (await import('./pages/knowledge/knowledge-page.tsx')).KnowledgePage),
  },
];
