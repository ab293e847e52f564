import { assert } from 'chai';
import type { CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { telnyxTelephony } from '../../../adapters/providers/telnyx/telephony.ts';
import { twilioTelephony } from '../../../adapters/providers/twilio/telephony.ts';
import { vobizTelephony } from '../../../adapters/providers/vobiz/telephony.ts';
import { vonageTelephony } from '../../../adapters/providers/vonage/telephony.ts';

const NAME = 'transfer-5f0c7a52-1';
const NEXT = 'https://voice.example.com/transfer?call_id=c&briefed=1';
const SPEECH = { text: 'A <caller> & a "question"', language: 'de', nextUrl: NEXT };

const PROMPT = { ...SPEECH, timeoutSeconds: 8 };

const inXml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
const WORDS = 'A &lt;caller&gt; &amp; a &quot;question&quot;';
const REDIRECT = '<Redirect method="POST">https://voice.example.com/transfer?call_id=c&amp;briefed=1</Redirect>';
const AFTER_KEY = 'action="https://voice.example.com/transfer?call_id=c&amp;briefed=1" method="POST"';
const TWIML_KEY = `input="dtmf" numDigits="1" timeout="8" ${AFTER_KEY}`;
const PLIVO_KEY = `inputType="dtmf" numDigits="1" executionTimeout="8" ${AFTER_KEY}`;
const ENDS = 'startConferenceOnEnter="true" endConferenceOnExit="true"';

/** The documents of each carrier, from its documentation. */
const DOCUMENTS = [
  [
    twilioTelephony,
    inXml(`<Dial><Conference beep="false" ${ENDS} waitUrl="">${NAME}</Conference></Dial>`),
    inXml(`<Say language="de-DE">${WORDS}</Say>${REDIRECT}`),
    inXml(`<Gather ${TWIML_KEY}><Say language="de-DE">${WORDS}</Say></Gather>${REDIRECT}`),
  ],
  [
    telnyxTelephony,
    inXml(`<Dial><Conference beep="false" ${ENDS}>${NAME}</Conference></Dial>`),
    inXml(`<Say voice="alice" language="de-DE">${WORDS}</Say>${REDIRECT}`),
    inXml(`<Gather ${TWIML_KEY}><Say voice="alice" language="de-DE">${WORDS}</Say></Gather>${REDIRECT}`),
  ],
  [
    plivoTelephony,
    inXml(`<Conference ${ENDS}>${NAME}</Conference>`),
    inXml(`<Speak language="de-DE">${WORDS}</Speak>${REDIRECT}`),
    inXml(`<GetInput ${PLIVO_KEY}><Speak language="de-DE">${WORDS}</Speak></GetInput>${REDIRECT}`),
  ],
  [
    vobizTelephony,
    inXml(`<Conference ${ENDS} beep="false">${NAME}</Conference>`),
    inXml(`<Speak language="de-DE">${WORDS}</Speak>${REDIRECT}`),
    inXml(`<Gather ${PLIVO_KEY}><Speak language="de-DE">${WORDS}</Speak></Gather>${REDIRECT}`),
  ],
  [
    vonageTelephony,
    JSON.stringify([{ action: 'conversation', name: NAME, startOnEnter: true, endOnExit: true }]),
    JSON.stringify([
      { action: 'talk', text: 'A  caller  & a "question"', language: 'de-DE' },
      { action: 'notify', payload: { spoken: 'true' }, eventUrl: [NEXT], eventMethod: 'POST' },
    ]),
    JSON.stringify([
      { action: 'talk', text: 'A  caller  & a "question"', bargeIn: true, language: 'de-DE' },
      {
        ...{ action: 'input', type: ['dtmf'], dtmf: { maxDigits: 1, timeOut: 8 } },
        ...{ eventUrl: [NEXT], eventMethod: 'POST' },
      },
    ]),
  ],
] as const;

for (const [{ declaration, dialect }, conference, speech, prompt] of DOCUMENTS)
  describe(`answer documents of transfers at ${declaration.provider}`, () => {
    it('put a call into a conference that ends when one leaves', () => {
      assert.equal(dialect.conference(NAME).body, conference);
    });

    it('speak a text, whatever it holds, and continue at the next URL', () => {
      assert.equal(dialect.speak(SPEECH).body, speech);
    });

    it('ask for a key, and continue at the next URL with it and without', () => {
      assert.equal(dialect.promptForKey(PROMPT).body, prompt);
    });

    it('read the key that was pressed', () => {
      const pressed = (digits: string | null): CarrierRequest => {
        const isJson = declaration.provider === 'vonage';
        const event = { dtmf: { digits: digits ?? '', timed_out: digits === null }, uuid: 'u' };
        const form = new URLSearchParams({ CallSid: 'c', CallUUID: 'c', ...(digits !== null && { Digits: digits }) });
        return {
          ...{ method: 'POST', url: NEXT, receivedAt: new Date() },
          headers: { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' },
          body: new TextEncoder().encode(isJson ? JSON.stringify(event) : form.toString()),
        };
      };
      assert.equal(dialect.readPressedKey(pressed('1')), '1');
      assert.isNull(dialect.readPressedKey(pressed(null)));
    });

    it('speak English in a language that the carriers have no voice for', () => {
      assert.include(dialect.speak({ ...SPEECH, language: 'hi' }).body, 'en-US');
      assert.include(dialect.speak({ ...SPEECH, language: 'en-GB' }).body, 'en-GB');
    });
  });
