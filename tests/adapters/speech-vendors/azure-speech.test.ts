import { assert } from 'chai';
import { azureStt as listener } from '../../../adapters/providers/azure/stt.ts';
import { azureTts as speaker } from '../../../adapters/providers/azure/tts.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { sound } from '../providers/letter-audio.ts';
import { readAzure, recogniser, speechRequestIn } from './azure-server.ts';
import { httpTtsServer } from './http-tts-server.ts';
import { listens, speaks } from './promises.ts';
import { sttVendor, KEY, queryOf, TELLS_NO_FAULTS } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const hearer = async (more = {}) => sttVendor(listener, await recogniser(), more);

/** `/cognitiveservices/v1`: the text in the document, in the format of the header. */
const speakerOf = (more = {}) =>
  httpTtsServer(
    speaker,
    {
      wanted: speechRequestIn,
    },
    (url) => ({ api_key: KEY, base_url: url, ...more }),
  );

describe('speech to text: azure_speech', () => {
  listens(hearer, {
    ...TELLS_NO_FAULTS,
  });
});

describe('text to speech: azure_speech', () => {
  speaks(speakerOf);
});

describe('azure listening', () => {
  it('asks for one language, with the key in a header, and says what it is and what to expect', async () => {
    const { server, open } = await hearer({ keyterms: ['Aoife'], profanity: 'masked' });
    const line = await open(new Listener(), { sampleRate: 8_000, language: 'no' });
    line.startUtterance();
    const [{ url, headers, texts }] = server.connections as [(typeof server.connections)[0]];
    await eventually(() => texts.length === 2, 'the context');
    assert.equal(url.pathname, '/speech/recognition/conversation/cognitiveservices/v1');
    assert.deepEqual(queryOf(url), { language: 'nb-NO', format: 'simple', profanity: 'masked' });
    assert.equal(headers['ocp-apim-subscription-key'], KEY);
    const [config, context] = texts.map((text) => readAzure(Buffer.from(text), false));
    assert.equal(config?.headers.get('Path'), 'speech.config');
    assert.equal(context?.headers.get('Path'), 'speech.context');
    assert.deepEqual(JSON.parse(context!.body.toString()), {
      dgi: { groups: [{ type: 'Generic', items: [{ text: 'Aoife' }] }], bias: 1 },
    });
    line.close();
  });

  it('keeps a turn back until the one before has ended', async () => {
    const vendor = await hearer();
    const sttListener = new Listener();
    const line = await vendor.open(sttListener);
    vendor.server.manner.slowMs = 50;
    for (const text of ['one', 'two', 'three']) {
      line.startUtterance();
      hand(line, sound(text), 16_000);
      line.endUtterance();
    }
    assert.deepEqual(
      [await sttListener.next(), await sttListener.next(), await sttListener.next()],
      [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
    );
    assert.lengthOf(vendor.server.connections, 1);
    line.close();
  });

  it('is in the region that was chosen, and in no other place', () => {
    assert.doesNotThrow(() => listener.parseSettings({ region: 'centralindia' }));
    assert.throws(() => listener.parseSettings({ region: 'evil.example/' }), /^region must be one of/);
    assert.throws(() => speaker.parseSettings({ region: 'evil.example/' }), /^region must be one of/);
  });
});

describe('azure speaking', () => {
  it('asks for µ-law on the telephone, with the key in a header', async () => {
    const { server, open } = await speakerOf({ language: 'de-AT', rate: 1.2, pitch: '+5%', style: 'chat' });
    const voice = await open(8_000);
    await synthesisedChunks(voice, ' Ja & "nein" <b>. \u0001');
    const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
    assert.equal(url.pathname, '/cognitiveservices/v1');
    assert.equal(headers['ocp-apim-subscription-key'], KEY);
    assert.equal(headers['content-type'], 'application/ssml+xml');
    assert.equal(headers['x-microsoft-outputformat'], 'raw-8khz-8bit-mono-mulaw');
    assert.equal(
      body.toString(),
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="http://www.w3.org/2001/mstts" ' +
        'xml:lang="de-AT"><voice name="en-US-AvaMultilingualNeural"><lang xml:lang="de-AT"><mstts:express-as style="chat">' +
        '<prosody rate="1.2" pitch="+5%">Ja &amp; &quot;nein&quot; &lt;b&gt;. </prosody></mstts:express-as></lang></voice></speak>',
    );
    voice.close();
  });

  it('says no more of the voice than was set', async () => {
    const { server, open } = await speakerOf({ voice: 'en-US-JennyNeural' });
    const voice = await open();
    await synthesisedChunks(voice, 'Hello.');
    assert.include(server.received[0]?.body.toString(), '<voice name="en-US-JennyNeural">Hello.</voice>');
    voice.close();
  });
});
