import { assert } from 'chai';
import { isSame, newDraft } from '../../console/src/pages/agents/draft.ts';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import { blankServer, calledName, triedTool, withChoice, withServers } from '../../console/src/pages/agents/mcp.ts';
import {
  blankTarget,
  withAction,
  withMode,
  withPreCall,
  withTransfer,
} from '../../console/src/pages/agents/telephone.ts';
import { mcpToolName } from '../../domain/agents/mcp-server.ts';

const DRAFT = newDraft({ stt: 'local', tts: 'local', llm: 'script' });
const draftWith = (part: object) => ({ ...DRAFT, config: { ...DRAFT.config, ...part } });
const LISTED = { name: 'find.table', description: 'Finds.', parameters: { type: 'object' }, side_effects: false };

describe('the MCP servers of an agent in the form', () => {
  it('are left out of the request when the last one is removed', () => {
    assert.isFalse(isSame(draftWith(withServers([blankServer()])), DRAFT));
    assert.isTrue(isSame(draftWith(withServers([])), DRAFT));
  });

  it('have the chosen tools as their server describes them', () => {
    const chosen = withChoice(blankServer(), { ...LISTED, problem: null }, true);
    assert.deepEqual(chosen.tools, [LISTED]);
    assert.deepEqual(withChoice(chosen, { ...LISTED, problem: null }, true).tools, [LISTED]);
    assert.deepEqual(withChoice(chosen, { ...LISTED, problem: null }, false).tools, []);
  });

  it('have tools that are tried by the name that the API gives them', () => {
    const server = { ...blankServer(), name: 'bookings', headers: { 'x-guest': '{{guest}}' } };
    for (const name of ['find.table', 'a/b', 'plain_1-2', 'x y'])
      assert.equal(calledName(server, { name }), mcpToolName(server, { name }), name);
    assert.deepEqual(triedTool(server, LISTED), {
      ...{ name: 'bookings_find_table', parameters: LISTED.parameters, side_effects: false },
      request: { 'x-guest': '{{guest}}' },
    });
  });

  it('show their problems in their own section, also those of a header', () => {
    for (const [message, path] of [
      ['mcp_servers[0].headers.X-Key: The secret key is not stored', 'mcp_servers[0].headers.X-Key'],
      ['mcp_servers[0].headers.x-key has an unknown placeholder {{a}}', 'mcp_servers[0].headers.x-key'],
    ] as const) {
      assert.equal(draftProblem({ field: null, message })?.path, path);
      assert.equal(sectionOf(path), 'tools');
    }
  });
});

describe('the telephone section of an agent in the form', () => {
  it('is left out of the request when it is emptied', () => {
    const cleared = { ...withTransfer({ targets: [] }), ...withAction({}, '') };
    assert.isTrue(isSame(draftWith({ ...cleared, ...withPreCall({ url: '', timeout_secs: 2 }) }), DRAFT));
    assert.isFalse(isSame(draftWith(withTransfer({ targets: [blankTarget()] })), DRAFT));
  });

  it('has a brief in warm transfers only, a message only to leave it, and no answer to screening with off', () => {
    const warm = { ...blankTarget(), mode: 'warm' as const, brief: 'A guest.' };
    assert.notProperty(withMode(warm, 'cold'), 'brief');
    assert.equal(withMode(warm, 'warm').brief, 'A guest.');
    const voicemail = { action: 'hang_up' as const, screening_answer: 'About a table.' };
    assert.deepEqual(withAction(voicemail, 'hang_up').voicemail, voicemail);
    assert.deepEqual(withAction(voicemail, 'off').voicemail, { action: 'off' });
    const leaving = { ...voicemail, action: 'leave_message' as const, message: '' };
    assert.deepEqual(withAction(voicemail, 'leave_message').voicemail, leaving);
    assert.deepEqual(withAction({ ...leaving, message: 'Hi' }, 'hang_up').voicemail, voicemail);
  });

  it('keeps a request without a URL as long as it has headers, so that the API names the field', () => {
    const preCall = { url: '', headers: { 'x-key': '1' }, timeout_secs: 2 };
    assert.deepEqual(withPreCall(preCall).pre_call, preCall);
  });

  it('shows its problems', () => {
    for (const path of ['transfer.targets[0].to', 'transfer', 'voicemail.action', 'pre_call.url'])
      assert.equal(sectionOf(path), 'telephone');
  });
});
