import { assert } from 'chai';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { telnyxTelephony } from '../../../adapters/providers/telnyx/telephony.ts';
import { twilioTelephony } from '../../../adapters/providers/twilio/telephony.ts';
import { vobizTelephony } from '../../../adapters/providers/vobiz/telephony.ts';
import { vonageTelephony } from '../../../adapters/providers/vonage/telephony.ts';

const NAME = 'transfer-5f0c7a52-1';
const NEXT = 'https://voice.example.com/transfer?call_id=c&briefed=1';
const SPEECH = { text: 'A <caller> & a "question"', language: 'de', nextUrl: NEXT };

const inXml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
const WORDS = 'A &lt;caller&gt; &amp; a &quot;question&quot;';
const REDIRECT = '<Redirect method="POST">https://voice.example.com/transfer?call_id=c&amp;briefed=1</Redirect>';
const ENDS = 'startConferenceOnEnter="true" endConferenceOnExit="true"';

/** The documents of each carrier, from its documentation. */
const DOCUMENTS = [
  [
    twilioTelephony,
    inXml(`<Dial><Conference beep="false" ${ENDS} waitUrl="">${NAME}</Conference></Dial>`),
    inXml(`<Say language="de-DE">${WORDS}</Say>${REDIRECT}`),
  ],
  [
    telnyxTelephony,
    inXml(`<Dial><Conference beep="false" ${ENDS}>${NAME}</Conference></Dial>`),
    inXml(`<Say voice="alice" language="de-DE">${WORDS}</Say>${REDIRECT}`),
  ],
  [
    plivoTelephony,
    inXml(`<Conference ${ENDS}>${NAME}</Conference>`),
    inXml(`<Speak language="de-DE">${WORDS}</Speak>${REDIRECT}`),
  ],
  [
    vobizTelephony,
    inXml(`<Conference ${ENDS} beep="false">${NAME}</Conference>`),
    inXml(`<Speak language="de-DE">${WORDS}</Speak>${REDIRECT}`),
  ],
  [
    vonageTelephony,
    JSON.stringify([{ action: 'conversation', name: NAME, startOnEnter: true, endOnExit: true }]),
    JSON.stringify([
      { action: 'talk', text: 'A  caller  & a "question"', language: 'de-DE' },
      { action: 'notify', payload: { spoken: 'true' }, eventUrl: [NEXT], eventMethod: 'POST' },
    ]),
  ],
] as const;

for (const [{ declaration, dialect }, conference, speech] of DOCUMENTS)
  describe(`answer documents of transfers at ${declaration.provider}`, () => {
    it('put a call into a conference that ends when one leaves', () => {
      assert.equal(dialect.conference(NAME).body, conference);
    });

    it('speak a text, whatever it holds, and continue at the next URL', () => {
      assert.equal(dialect.speak(SPEECH).body, speech);
    });

    it('speak English in a language that the carriers have no voice for', () => {
      assert.include(dialect.speak({ ...SPEECH, language: 'hi' }).body, 'en-US');
      assert.include(dialect.speak({ ...SPEECH, language: 'en-GB' }).body, 'en-GB');
    });
  });
