import { assert } from 'chai';
import { registered } from '../../../adapters/providers/registered.ts';
import { cartesia } from '../../../adapters/providers/stt/cartesia.ts';
import { hearingVendorContract, tidyHearerContract } from '../../contracts/hearing-vendor.contract.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { replyContract } from '../../contracts/reply.contract.ts';
import { speakingVendorContract, tidySpeakerContract } from '../../contracts/speaking-vendor.contract.ts';
import { roomyVoiceContract, timedVoiceContract, unbrokenVoiceContract } from '../../contracts/timed-voice.contract.ts';
import { bites } from '../../support/contract.ts';
import { sound } from '../providers/spoken-letters.ts';
import { ink } from './cartesia-server.ts';
import * as saboteurs from './saboteurs.ts';
import { hearing } from './stands.ts';

describe('vendors who listen: the contract', function () {
  // A promise is broken when it has not come true for a while.
  bites(
    hearingVendorContract,
    saboteurs.hardOfHearing,
    saboteurs.contraryHearer,
    saboteurs.clingingHearer,
    saboteurs.carelessHearer,
    saboteurs.farFromTelephones,
  );
  bites(tidyHearerContract, saboteurs.clingingHearer);
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
  it('is asked anew when an answer does not come, so that a late one is not taken for the next', async () => {
    const server = await ink();
    const vendor = hearing(cartesia, server);
    const ear = new Listener();
    const line = await vendor.open(ear);
    server.manner.slowMs = 1_700;
    for (const text of ['late', 'next']) {
      line.begin();
      hand(line, sound(text), 16_000);
      if (text === 'late') line.finish();
    }
    assert.deepEqual(await ear.next(), { text: '' });
    server.manner.slowMs = 0;
    await server.requests(2);
    line.finish();
    assert.deepEqual(await ear.next(), { text: 'next' });
    assert.lengthOf(ear.outcomes, 2);
    line.close();
  });
});
