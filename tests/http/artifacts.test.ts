import { assert } from 'chai';
import { readScenarios } from '../../tools/scenario/read-scenarios.ts';
import { connects } from '../domain/voice/conversation-table.ts';
import { logText } from '../domain/voice/logged-calls.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));

async function* chunked(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300);
}

describe('recordings and transcripts over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => (world = await openWorld()));
  let desks = 0;
  beforeEach(async () => (fixture = await openAgentFixture(world, `ada${(desks += 1)}`)));

  async function stored(name = 'recording.wav'): Promise<string> {
    const id = await fixture.registerCall();
    const key = `${fixture.org_id}/${id}/${name}`;
    await world.ports.objects.put(key, chunked(BYTES), { size: BYTES.length, contentType: 'audio/wav' });
    const field = name === 'recording.wav' ? 'recording_url' : 'transcript_url';
    await fixture.ask('PATCH', `/calls/${id}`, { body: { [field]: world.ports.objects.root + key } });
    return id;
  }

  const fetched = (id: string, what: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${world.url}/api/v1/calls/${id}/${what}`, {
      method,
      headers: { authorization: `Bearer ${fixture.token}`, ...headers },
    });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('are streamed whole', async () => {
    const response = await fetched(await stored(), 'recording');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'audio/wav');
    assert.equal(response.headers.get('content-length'), '1000');
    assert.equal(response.headers.get('accept-ranges'), 'bytes');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.isTrue((await bytesOf(response)).equals(BYTES));
  });

  it('are streamed in parts', async () => {
    const id = await stored();
    for (const [range, first, last] of [
      ['bytes=0-9', 0, 9],
      ['bytes=990-', 990, 999],
      ['bytes=-10', 990, 999],
      ['bytes=500-5000', 500, 999],
      ['bytes=-5000', 0, 999],
    ] as const) {
      const response = await fetched(id, 'recording', { range });
      assert.equal(response.status, 206, range);
      assert.equal(response.headers.get('content-range'), `bytes ${first}-${last}/1000`);
      assert.isTrue((await bytesOf(response)).equals(BYTES.subarray(first, last + 1)), range);
    }
  });

  it('answer 416 to a part that is not there, and all of it to a range they do not understand', async () => {
    const id = await stored();
    for (const range of ['bytes=1000-', 'bytes=-0']) {
      const response = await fetched(id, 'recording', { range });
      assert.equal(response.status, 416, range);
      assert.equal(response.headers.get('content-range'), 'bytes */1000');
    }
    for (const range of ['bytes=', 'bytes=a-b', 'lines=1-2', 'bytes=5-2', 'bytes=0-1,4-5'])
      assert.equal((await fetched(id, 'recording', { range })).status, 200, range);
  });

  it('answer HEAD with the headers alone', async () => {
    const response = await fetched(await stored(), 'recording', {}, 'HEAD');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-length'), '1000');
    assert.equal((await response.arrayBuffer()).byteLength, 0);
  });

  it('have a transcript as plain text', async () => {
    const response = await fetched(await stored('transcript.txt'), 'transcript');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.isTrue((await bytesOf(response)).equals(BYTES));
  });

  it('have the inputs of the conversation, and a scenario of them, beside them', async () => {
    const id = await fixture.registerCall();
    for (const path of ['inputs', 'scenario'])
      assert.deepInclude(await fixture.ask('GET', `/calls/${id}/${path}`), {
        status: 404,
        detail: 'Inputs not available yet: they are delivered when the call ends',
      });
    const inputs = Buffer.from(logText([[0, connects]]));
    const key = `${fixture.org_id}/${id}/inputs.ndjson`;
    await world.ports.objects.put(key, chunked(inputs), { size: inputs.length, contentType: 'application/x-ndjson' });
    const response = await fetched(id, 'inputs');
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
    assert.isTrue((await bytesOf(response)).equals(inputs));
    const file = await fetched(id, 'scenario');
    assert.equal(file.headers.get('content-type'), 'application/yaml; charset=utf-8');
    assert.include(file.headers.get('content-disposition'), `attachment; filename="${id}.yaml"`);
    const [scenario] = readScenarios(await file.text()).scenarios;
    assert.equal(scenario?.recorded, inputs.toString());
    await world.ports.objects.put(key, chunked(BYTES), { size: BYTES.length, contentType: 'application/x-ndjson' });
    assert.deepInclude(await fixture.ask('GET', `/calls/${id}/scenario`), { status: 400 });
    await fixture.ask('PATCH', `/calls/${id}`, { body: { status: 'failed' } });
    await world.ports.objects.remove(key);
    const gone = await fixture.ask('GET', `/calls/${id}/inputs`);
    assert.equal(gone.status, 404);
    assert.match(String(gone.detail), /^Inputs not found: of calls of agents with redaction/);
  });

  it('may be empty', async () => {
    const id = await fixture.registerCall();
    const key = `${fixture.org_id}/${id}/transcript.txt`;
    await world.ports.objects.put(key, chunked(Buffer.alloc(0)), { size: 0, contentType: 'text/plain' });
    await fixture.ask('PATCH', `/calls/${id}`, { body: { transcript_url: world.ports.objects.root + key } });
    const response = await fetched(id, 'transcript');
    assert.deepEqual([response.status, response.headers.get('content-length')], [200, '0']);
    assert.equal((await fetched(id, 'transcript', { range: 'bytes=0-' })).status, 416);
  });

  it('answer 404 before anything is stored and after it is gone', async () => {
    const ask = (path: string) => fixture.ask('GET', `/calls/${path}`);
    const empty = await fixture.registerCall();
    assert.deepInclude(await ask(`${empty}/recording`), { status: 404, detail: 'Recording not found' });
    assert.deepInclude(await ask('none/transcript'), { status: 404, detail: 'Call not found' });
    const id = await stored();
    assert.deepInclude(await ask(`${id}/transcript`), { status: 404, detail: 'Transcript not found' });
    await world.ports.objects.remove(`${fixture.org_id}/${id}/recording.wav`);
    assert.deepInclude(await ask(`${id}/recording`), { status: 404, detail: 'Recording not found' });
  });

  it('answers 400 when the stored key is not of this call', async () => {
    const id = await fixture.registerCall();
    const seen = await world.ports.calls.find(fixture.org_id, id);
    assert(seen);
    for (const location of ['https://elsewhere.example.com/x.wav', `${world.ports.objects.root}o9/c9/recording.wav`]) {
      await world.ports.calls.update(fixture.org_id, id, seen, { recording_url: location });
      const answer = await fixture.ask('GET', `/calls/${id}/recording`);
      assert.deepInclude(answer, { status: 400, detail: 'The stored artifact URL is invalid' });
    }
  });
});
