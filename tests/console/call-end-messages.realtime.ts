import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { consoleOfSuite } from './support/stage.ts';
import { caption, ended, openTalkPage, startTalking, type, warned } from './support/talk.ts';

const BLOCKED_MICROPHONE = `navigator.mediaDevices.getUserMedia = () =>
  Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));`;

describe('troubles on the talk page, told in words:', function () {
  const stage = consoleOfSuite({ env: { DEFAULT_ORG_CONCURRENCY_LIMIT: '1', WEB_CALLS: 'ticket' } });

  it('a blocked microphone, and typing works all the same', async () => {
    const { page } = await openTalkPage(stage());
    await page.evaluate(BLOCKED_MICROPHONE);
    await startTalking(page);
    await warned(page, 'The microphone is blocked.');
    await type(page, 'when do you open');
    await caption(page, 'agent', 'We are open from noon').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await ended(page, 'You hung up.');
  });

  it('too many calls in the organisation', async () => {
    const { page, api, agentId } = await openTalkPage(stage());
    // Just before the page asks: a call that is not opened gives way to others after some seconds.
    await page.route('**/calls/web', async (route) => {
      await api.ask('POST', '/calls/web', { agent_id: agentId });
      await route.continue();
    });
    await startTalking(page);
    await ended(page, 'Your organisation has too many live calls.');
    assert.isFalse(await page.getByRole('link', { name: 'Recording and transcript' }).isVisible());
  });

  it('an agent that is gone, and a ticket that the runtime does not take', async () => {
    const { page, api, agentId } = await openTalkPage(stage());
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    await api.ask('DELETE', `/agents/${agentId}`);
    await startTalking(page);
    await ended(page, 'This agent can no longer be called');
    await page.route('**/calls/web', (route) => route.fulfill({ json: { call_id: 'unknown', ticket: 'forged' } }));
    await page.getByRole('button', { name: 'Call again' }).click();
    await ended(page, 'The runtime rejected the call');
  });

  it('shows no message to a user who signs out during a call, and hangs up', async () => {
    const { page, api, account } = await openTalkPage(stage());
    await startTalking(page);
    await caption(page, 'agent', 'Hello').waitFor();
    await page.getByRole('button', { name: 'Account and organisation' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    assert.isFalse(await page.getByRole('alert').first().isVisible());
    const states = async (): Promise<string[]> => {
      const { calls } = await api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${account.session.org_id}`);
      return calls.map((call) => call.status);
    };
    while (!(await states()).includes('completed')) await page.waitForTimeout(50);
  });

  it('a runtime that cannot be reached', async () => {
    const { page } = await openTalkPage(stage());
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    await page.route('**/calls/web', (route) => route.fulfill({ json: { call_id: 'unknown', ticket: 'any' } }));
    await page.context().setOffline(true);
    await startTalking(page);
    await ended(page, 'The runtime cannot be reached.');
  });
});
