import { assert } from 'chai';
import { machineIn } from '../../../domain/voice/machine-words.ts';

const VOICEMAIL = [
  'You have reached my mailbox. Please leave a message after the tone.',
  'Your call has been forwarded to an automated voice messaging system.',
  'Your call has been forwarded to voicemail. The person you’re trying to reach is not available.',
  'At the tone, please record your message. When you have finished recording, you may hang up.',
  'Hi, this is Ann. I can’t come to the phone right now, so please leave me your name and number.',
  'Hi, you’ve reached Ben. Leave a message at the beep.',
  'The person you are calling is not available. Please leave your message after the beep.',
  'The mailbox is full and cannot accept any messages at this time. Goodbye.',
  'The number you have dialed is switched off.',
  'I am sorry, but the person you called has a voicemail box that has not been set up yet.',
  'The customer you are trying to reach is currently unavailable.',
  'Guten Tag, Sie sind mit der Mailbox von Anna verbunden.',
  'Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
  'Der gewählte Teilnehmer ist zur Zeit nicht erreichbar.',
  'Bonjour, vous êtes bien sur la messagerie de Paul.',
  'Laissez un message après le bip sonore.',
  'Votre correspondant n’est pas disponible pour le moment.',
  'Deje su mensaje después del tono.',
  'Ha llegado al buzón de voz de Carlos.',
  'Risponde la segreteria telefonica di Luca.',
  'Lasciate un messaggio dopo il segnale acustico.',
  'Deixe a sua mensagem após o sinal.',
  'Sua chamada está sendo encaminhada para a caixa postal.',
  'कृपया बीप के बाद अपना संदेश छोड़ें',
  'आप जिस व्यक्ति से संपर्क करना चाहते हैं वह अभी उपलब्ध नहीं है',
];

const SCREENING = [
  'Hi, if you record your name and reason for calling, I’ll see if this person is available.',
  'Hello. Please state your name and the reason for your call.',
  'Hi, the person you are calling is using a screening service from Google and will get a copy of this conversation.',
  'Bitte nennen Sie Ihren Namen und den Grund Ihres Anrufs.',
  'Veuillez dire votre nom et la raison de votre appel.',
  'Diga su nombre y el motivo de su llamada.',
];

/** Words of people, and of those who speak about messages. */
const PEOPLE = [
  'Hello?',
  'Hello, who is this?',
  'Yes, speaking. Who is calling please?',
  'Hi, what is your name and what is this about?',
  'Can you tell me your name?',
  'What is the reason for your call?',
  'I am not available right now, call me later.',
  'He is not available, can I take a message?',
  'Can I leave a message for the doctor?',
  'Did you leave me a message yesterday?',
  'I got your voicemail yesterday.',
  'Sorry, I missed your call, I was on another line.',
  'The customer is not available today.',
  'My phone was switched off.',
  'I can’t talk right now, I am driving.',
  'Just a moment, I will get her to the phone.',
  'Thank you for calling the Blue Door, how can I help you?',
  'Acme support, this is Ann, how can I help?',
  'Hallo, wer ist da?',
  'Schmidt, guten Tag.',
  'Er ist gerade nicht erreichbar, soll ich ihm eine Nachricht geben?',
  'Allô, qui est à l’appareil ?',
  'Il n’est pas disponible, vous voulez laisser un message ?',
  'Diga, ¿quién es?',
  'No está disponible, ¿quiere dejar un mensaje?',
  'Pronto, chi parla?',
  'Alô, quem fala?',
  'हैलो, कौन बोल रहा है?',
  '',
];

describe('machineIn', () => {
  for (const words of VOICEMAIL) it(`finds voicemail in “${words}”`, () => assert.equal(machineIn(words), 'voicemail'));
  for (const words of SCREENING) it(`finds screening in “${words}”`, () => assert.equal(machineIn(words), 'screening'));
  for (const words of PEOPLE) it(`finds a person in “${words}”`, () => assert.isNull(machineIn(words)));

  it('reads transcripts without punctuation and capitals', () => {
    assert.equal(machineIn('you have reached my mailbox please leave a message after the tone'), 'voicemail');
    assert.equal(machineIn('if you record your name and reason for calling'), 'screening');
  });

  it('takes linear time for long words', () => {
    for (const part of ['leave a message ', 'after the tone ', 'call screening ', 'nach dem ton '])
      assert.doesNotThrow(() => machineIn(part.repeat(5_000)));
  });
});
