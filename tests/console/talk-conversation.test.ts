import { assert } from 'chai';
import { ApiError } from '../../clients/typescript/index.ts';
import { CLOSE } from '../../adapters/media/sockets.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import {
  EMPTY_CONVERSATION,
  withoutInterim,
  onMessage,
  type Conversation,
} from '../../console/src/pages/talk/conversation.ts';
import { median, segmentsOf } from '../../console/src/pages/talk/reply-times.ts';
import {
  callEndMessage,
  callEndMessageAfter,
  microphoneMessage,
} from '../../console/src/pages/talk/call-end-messages.ts';

type TestMessage = readonly [type: string, data?: Readonly<Record<string, unknown>>];

const after = (...messages: readonly TestMessage[]): Conversation =>
  messages.reduce(
    (before, [type, data]) => onMessage(before, { ...serverMessage(type), data: data ?? {} }),
    EMPTY_CONVERSATION,
  );
const ttfb = (processor: string, value: number): TestMessage => [
  'metrics',
  { ttfb: [{ processor, model: null, value }] },
];
const latency = (secs: number): TestMessage => ['server-message', { type: 'latency', user_to_bot_secs: secs }];
const output = (segment: number, text: string, played?: string): TestMessage => {
  const status = played === undefined ? 'new' : played === text ? 'completed' : 'in-progress';
  const progress = { accumulated_text: played ?? '', remaining_text: text.slice(played?.length ?? 0) };
  return ['bot-output', { text, segment_id: segment, spoken_status: status, spoken_progress: progress }];
};

describe('a conversation as the talk page shows it', () => {
  it('shows the latency breakdown of every reply, and none for a reply that never came', () => {
    const { replies } = after(
      ttfb('localTTS', 0.9),
      ttfb('deepgramSTT', 0.1),
      ttfb('deepgramSTT', 0.2),
      ['bot-llm-started'],
      ttfb('openaiLLM', 0.5),
      ['bot-llm-started'],
      ttfb('openaiLLM', 0.3),
      ttfb('openaiLLM', 0.4),
      ttfb('localTTS', 0.15),
      ['bot-started-speaking'],
      latency(0.8),
      ['bot-llm-started'],
      latency(1.2),
    );
    assert.deepEqual(replies, [
      { secs: 0.8, stages: { stt: 0.2, llm: 0.3, tts: 0.15 } },
      { secs: 1.2, stages: {} },
    ]);
  });

  it('names the agent that the call was handed over to, whose stages are others', () => {
    const stage: TestMessage = ['server-message', { type: 'stage', stage: 'identify' }];
    const { agent, progress } = after(stage, ['server-message', { type: 'agent', name: 'Billing' }]);
    assert.deepEqual({ agent, progress }, { agent: 'Billing', progress: null });
    assert.isNull(after(stage).agent);
  });

  it('puts sources and reply time beside the answer that they belong to, and beside no other', () => {
    const sources = [
      { source_filename: 'menu.pdf', page: 2 },
      { source_filename: 'notes.pdf', page: null },
      { source_filename: 'faq.csv', page: null, heading: 'When do you open?' },
    ];
    const { captions } = after(
      ['server-message', { type: 'citations', sources }],
      latency(0.4),
      output(1, 'We are'),
      output(2, 'open.'),
      output(1, 'We are', 'We are'),
      output(2, 'open.', 'open.'),
      ['bot-stopped-speaking'],
      output(3, 'Anything else?'),
    );
    const plain = { side: 'agent', isCut: false } as const;
    assert.deepEqual(captions, [
      {
        ...plain,
        text: 'We are open.',
        sources: ['menu.pdf, page 2', 'notes.pdf', 'faq.csv, When do you open?'],
        afterSecs: 0.4,
      },
      { ...plain, text: 'Anything else?', sources: [], afterSecs: null },
    ]);
  });

  it('marks the speech that the caller talked over, and shows of it what was played', () => {
    const conversation = after(
      output(1, 'A tale.'),
      output(2, 'Once upon a time there was a tale.'),
      output(1, 'A tale.', 'A tale.'),
      ['user-transcription', { text: 'stop', final: true }],
      ['user-transcription', { text: 'and', final: false }],
      output(2, 'Once upon a time there was a tale.', 'Once upon a time'),
      ['bot-stopped-speaking'],
      ['bot-interrupted'],
      output(3, 'Yes?'),
    );
    const { captions, interim } = withoutInterim(conversation);
    assert.deepEqual(
      captions.map(({ text, isCut }) => [text, isCut]),
      [
        ['A tale. Once upon a time', true],
        ['stop', false],
        ['Yes?', false],
      ],
    );
    assert.deepEqual([conversation.interim, interim], ['and', '']);
  });

  it('draws a reply no longer than it took, nor than there is room', () => {
    const widthOf = (secs: number, stages: object) =>
      segmentsOf({ secs, stages }).reduce((sum, { share }) => sum + share, 0);
    assert.closeTo(widthOf(0.5, { stt: 0.1, llm: 0.1 }), 0.25, 1e-9);
    assert.closeTo(widthOf(0.5, { stt: 0.4, llm: 0.6, tts: 0.5 }), 0.25, 1e-9);
    assert.closeTo(widthOf(9, { llm: 8 }), 1, 1e-9);
    assert.strictEqual(median([0.3, 2, 0.7].map((secs) => ({ secs, stages: {} }))), 0.7);
    assert.isNull(median([]));
  });
});

describe('the stages of a conversation on the talk page', () => {
  const progress = (...sent: object[]) =>
    sent.reduce<typeof EMPTY_CONVERSATION>(
      (before, data) => onMessage(before, { type: 'server-message', data } as never),
      EMPTY_CONVERSATION,
    ).progress;
  const stage = (id: string) => ({ type: 'stage', stage: id });

  it('are the present one and those before it, each once, with what was collected', () => {
    assert.isNull(progress());
    const field = { type: 'field', stage: 'book', name: 'guests' };
    assert.deepEqual(progress(stage('book'), field, field, stage('check'), stage('book'), stage('end')), {
      stage: 'end',
      visited: ['book', 'check'],
      fields: ['guests'],
    });
    assert.deepEqual(progress(field), { stage: 'book', visited: [], fields: ['guests'] });
  });
});

describe('how a call ended, in words', () => {
  const wordsFor = (code: number, detail = '', wasLive = true) =>
    callEndMessage({ reported: null, code, detail, wasLive });

  it('has a message for every way in which the runtime rejects or ends a call', () => {
    const { done, goingAway, failed, tryLater, forbidden, notFound, neverReady, tooMany } = CLOSE;
    const codes = [done, goingAway, failed, tryLater, forbidden, notFound, neverReady, tooMany];
    assert.lengthOf([...new Set(codes.map((code) => wordsFor(code)))], codes.length);
    for (const code of codes) assert.notInclude(wordsFor(code), String(code));
    assert.strictEqual(
      wordsFor(CLOSE.malformed, 'Not a protobuf frame'),
      'The runtime closed the call (1007: Not a protobuf frame).',
    );
  });

  it('names the setting that keeps the page out', () => {
    const why = wordsFor(CLOSE.forbidden, 'Origin not allowed: add it to CORS_ORIGINS');
    assert.match(why, /Origin not allowed: add it to CORS_ORIGINS\.$/);
  });

  it('names the fault of the agent that ended the call', () => {
    const fault = 'openai answered 401: it refuses the key. Store a valid one under Credentials (POST /auth)';
    const end = { reported: 'failed', code: 1000, detail: '', wasLive: true };
    assert.strictEqual(callEndMessageAfter(fault, end), `The call failed: ${fault}.`);
    assert.strictEqual(callEndMessageAfter(null, end), 'The call failed: the agent could not continue.');
    assert.strictEqual(callEndMessageAfter(fault, { ...end, reported: 'caller_left' }), 'You hung up.');
  });

  it('tells a lost connection from a runtime that was never there', () => {
    assert.match(wordsFor(1006), /lost/);
    assert.match(wordsFor(1006, '', false), /cannot be reached/);
  });

  it('names what is wrong with the microphone, and nothing for other warnings', () => {
    assert.match(microphoneMessage('microphone_denied') ?? '', /blocked/);
    assert.isNull(microphoneMessage('agent_fault'));
  });

  it('says why the call could not be registered', () => {
    const refused = (cause?: unknown) =>
      callEndMessage({ reported: null, code: null, detail: '', wasLive: false, cause });
    const answered = (status: number) => ApiError.refused({ status, body: { detail: 'no' }, headers: new Headers() });
    assert.match(refused(answered(429)), /too many live calls/);
    assert.match(refused(answered(404)), /can no longer be called/);
    assert.match(refused(new Error('fetch failed')), /could not be started: fetch failed/);
    assert.match(refused(), /secure pages/);
  });

  it('ignores names of built-in properties as reasons', () => {
    assert.strictEqual(callEndMessage({ reported: 'toString', code: 1000, detail: '', wasLive: true }), wordsFor(1000));
  });
});
