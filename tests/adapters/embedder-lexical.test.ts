import { createHash } from 'node:crypto';
import { assert } from 'chai';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';

const CLINIC =
  'The clinic of Doctor Kestrel opens at nine in the morning. Patients wait in the hall beside the garden.';
const PARK =
  'The park has a pond with ducks. Dogs must be kept on a lead. Bicycles are allowed on the broad paths alone.';
const LIBRARY = 'पुस्तकालय की सदस्यता का वार्षिक शुल्क छह सौ रुपये है। किताबें दो सप्ताह के लिए दी जाती हैं।';

const embedder = lexicalEmbedder();

/** The distance of a question to a passage, by vectors and by a closer look. */
async function distances(question: string, passage: string): Promise<[byVectors: number, closer: number]> {
  const [request] = await embedder.embed([question], 'question');
  const [reported] = await embedder.embed([passage], 'passage');
  const [closer] = await embedder.compare(question, [passage]);
  return [1 - request!.reduce((sum, part, at) => sum + part * reported![at]!, 0), closer!];
}

/** Whether both ways of looking see the first passage nearer than the second. */
async function isNearer(question: string, near: string, far: string): Promise<boolean> {
  const [[a, closeA], [b, closeB]] = await Promise.all([distances(question, near), distances(question, far)]);
  return a < b && closeA < closeB;
}

describe('the lexical embedder', () => {
  it('is called what it is, and gives 384 numbers of length 1', async () => {
    assert.equal(embedder.model, 'local-lexical-384');
    for (const as of ['passage', 'question'] as const)
      for (const vector of await embedder.embed([CLINIC, LIBRARY, 'of the'], as)) {
        assert.lengthOf(vector, 384);
        assert.approximately(
          vector.reduce((sum, part) => sum + part ** 2, 0),
          1,
          1e-5,
        );
      }
  });

  it('gives the same numbers on every machine', async () => {
    const rounded = (vector: Float32Array): string => [...vector].map((part) => part.toFixed(4)).join();
    const vectors = await embedder.embed([CLINIC, PARK, LIBRARY, '開館時間は九時です'], 'passage');
    const digest = createHash('sha256').update(vectors.map(rounded).join('\n')).digest('hex');
    assert.equal(digest.slice(0, 16), 'b0a490a6f795b8e2');
  });

  it('knows a word in other inflections', async () => {
    assert.isTrue(await isNearer('opening of the clinics', CLINIC, PARK));
    assert.isTrue(await isNearer('is my dog allowed', PARK, CLINIC));
    assert.isTrue(await isNearer('सदस्यों के शुल्क', LIBRARY, PARK));
  });

  it('knows a word with a slip in it, as a recogniser writes names', async () => {
    assert.isTrue(await isNearer('when does doctor kestral open', CLINIC, PARK));
    const [clinic, park] = await embedder.compare('kestral', [CLINIC, PARK]);
    assert.isBelow(clinic!, park!);
    const [bicycles] = await embedder.compare('bicicles', [PARK]);
    assert.isBelow(bicycles!, 1);
  });

  it('pays no heed to case, accents, width, dots of Hindi and its digits', async () => {
    for (const [a, b] of [
      ['Café KESTREL', 'cafe kestrel'],
      ['ｃｌｉｎｉｃ', 'clinic'],
      ['सड़क', 'सड़क'],
      ['बाज़ार', 'बाजार'],
      ['पाँच', 'पांच'],
      ['२०२४', '2024'],
      ['don’t', "don't"],
    ] as const) {
      const [x, y] = await embedder.embed([a, b], 'passage');
      assert.deepEqual(x, y, `${a} ${b}`);
    }
  });

  it('hears little in words that every text has', async () => {
    assert.isTrue(await isNearer('what is it with the ducks', PARK, CLINIC));
    assert.isTrue(await isNearer('क्या है यह शुल्क', LIBRARY, CLINIC));
  });

  it('finds parts of words where a script writes no spaces', async () => {
    const [museum, pool] = ['博物館の開館時間は午前九時からです。', '市民プールでは水泳帽が必要です。'];
    assert.isTrue(await isNearer('開館は何時ですか', museum, pool));
    assert.isTrue(await isNearer('水泳帽はいりますか', pool, museum));
  });

  it('does not take a short passage for the nearest because it is short', async () => {
    const long = `${CLINIC} ${'Further along the corridor nurses prepare instruments, charts and linen for surgeons. '.repeat(4)}`;
    const short = 'The garden gate.';
    assert.isTrue(await isNearer('when does the clinic of doctor kestrel open its garden', long, short));
  });

  it('looks closer without the noise of its vectors', async () => {
    const [far] = await embedder.compare('submarine torpedo', [CLINIC]);
    assert.equal(far, 1);
    assert.deepEqual(await embedder.compare('of', ['']), [1]);
    assert.deepEqual(await embedder.compare('', [CLINIC]), [1]);
  });

  it('lets others have their turn between the passages of a long document', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await embedder.embed(
      Array.from({ length: 400 }, (_, at) => `${CLINIC} ${at}`),
      'passage',
    );
    isOver = true;
    assert.isAbove(turns, 3);
  });
});
