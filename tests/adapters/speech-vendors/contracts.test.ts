import { assert } from 'chai';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import { cartesiaStt } from '../../../adapters/providers/cartesia/stt.ts';
import { sttVendorContract, tidySttContract } from '../../contracts/stt-vendor.contract.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { replyContract } from '../../contracts/reply.contract.ts';
import { speakingVendorContract, tidySpeakerContract } from '../../contracts/tts-vendor.contract.ts';
import { roomyVoiceContract, timedVoiceContract, unbrokenVoiceContract } from '../../contracts/word-timing.contract.ts';
import { bites } from '../../support/contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { sound } from '../providers/letter-audio.ts';
import { ink } from './cartesia-server.ts';
import * as saboteurs from './saboteurs.ts';
import { sttVendor } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

describe('vendors who listen: the contract', function () {
  // A promise is broken when it has not come true for a while.
  bites(
    sttVendorContract,
    saboteurs.withoutTranscripts,
    saboteurs.imperturbableHearer,
    saboteurs.contraryHearer,
    saboteurs.clingingHearer,
    saboteurs.carelessHearer,
    saboteurs.farFromTelephones,
  );
  bites(tidySttContract, saboteurs.clingingHearer);
});

describe('vendors who speak: the contract', function () {
  bites(
    speakingVendorContract,
    saboteurs.stutterer,
    saboteurs.babbler,
    saboteurs.contrarySpeaker,
    saboteurs.carelessSpeaker,
  );
  bites(replyContract, saboteurs.forgetful, saboteurs.rambling, saboteurs.offended);
  bites(roomyVoiceContract, saboteurs.crowding, saboteurs.hoarding);
  bites(tidySpeakerContract, saboteurs.clingingSpeaker);
  bites(timedVoiceContract, saboteurs.wordless);
  bites(unbrokenVoiceContract, saboteurs.wordless);
});

describe('vendors of speech', () => {
  it('keep every secret out of the settings, and offer a voice or a language with every model', () => {
    for (const { declaration, parseSettings } of [...registered.stt, ...registered.tts]) {
      for (const [name, { secret }] of Object.entries(declaration.fields))
        if (secret) assert.throws(() => parseSettings({ [name]: 'k' }), `${name} is not a setting of`);
      for (const [model, { languages }] of Object.entries(declaration.capabilities ?? {}))
        assert.isNotEmpty(languages, `${declaration.provider} ${model}`);
    }
  });
});

describe('a vendor whose answers only their order tells apart', () => {
  it('is asked anew when the final words do not come, so that late ones are not taken for the next', async () => {
    const server = await ink();
    const vendor = sttVendor(cartesiaStt, server);
    const listener = new Listener();
    const line = await vendor.open(listener);
    const time = manualTimers();
    line.startUtterance();
    hand(line, sound('somewhat late'), 16_000);
    await eventually(() => listener.transcripts.length > 0, 'words on the way');
    server.manner.slowMs = 60_000;
    line.endUtterance();
    line.startUtterance();
    hand(line, sound('next'), 16_000);
    time.pass(1_500);
    const known = await listener.next();
    assert.isTrue('text' in known && 'somewhat late'.startsWith(known.text));
    server.manner.slowMs = 0;
    await eventually(() => server.received.length === 2, 'another connection');
    line.endUtterance();
    assert.deepEqual(await listener.next(), { text: 'next' });
    assert.lengthOf(listener.outcomes, 2);
    line.close();
  });
});
