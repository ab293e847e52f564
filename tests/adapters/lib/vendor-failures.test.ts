import { assert } from 'chai';
import { reportedFault, refusal } from '../../../adapters/lib/vendor-failures.ts';

const body = (error: object): string => JSON.stringify({ error });

describe('the words of a vendor failure', () => {
  it('say what a status means', () => {
    const table: readonly [number, string, boolean][] = [
      [400, 'acme answered 400: it refuses the request', false],
      [401, 'acme answered 401: it refuses the key. Store a valid one under Credentials (POST /auth)', false],
      [402, 'acme answered 402: the quota or the funds of the account are used up', false],
      [403, 'acme answered 403: the key may not do this', false],
      [404, 'acme answered 404: it does not know the model or the URL', false],
      [429, 'acme answered 429: there are too many requests at the moment', true],
      [503, 'acme answered 503: it has a fault of its own', true],
      [302, 'acme answered 302', false],
      [123_456_789, 'acme reported a fault', true],
    ];
    for (const [status, message, retryable] of table)
      assert.deepInclude(refusal('acme', status), { message, retryable });
  });

  it('name a code and a field that are known, and say what the code means', () => {
    const reported = (error: object) => refusal('acme', 400, body(error)).message.slice('acme answered 400'.length);
    assert.equal(reported({ code: 'model_not_found' }), ' (model_not_found): it does not know the model');
    assert.equal(reported({ status: 'INVALID_ARGUMENT' }), ' (INVALID_ARGUMENT): it refuses the request');
    assert.equal(
      reported({ code: 'context_length_exceeded' }),
      ' (context_length_exceeded): the conversation is too long for the model',
    );
    assert.equal(reported({ param: 'messages[3].content' }), ' (param messages[3].content): it refuses the request');
    assert.equal(reported({ param: 'tools[0].hunter' }), ' (param tools[0]): it refuses the request');
  });

  it('say where to store a key only for providers, not for services of the operator', () => {
    const where = 'Store a valid one under Credentials (POST /auth)';
    assert.equal(
      reportedFault('acme', 'invalid_api_key', false).message,
      `acme reported a fault (invalid_api_key): it refuses the key. ${where}`,
    );
    assert.equal(
      refusal('The embedding service', 401).message,
      'The embedding service answered 401: it refuses the key',
    );
  });

  it('repeat nothing else of what a vendor wrote', () => {
    for (const word of ['hunter', 'the_key_is_hunter', 'invalid_hunter', 'hunter_error', 'sk-hunter', 7, null]) {
      const error = { code: word, type: word, status: word, param: word, message: word };
      assert.equal(refusal('acme', 400, body(error)).message, 'acme answered 400: it refuses the request');
      assert.equal(reportedFault('acme', word, true, word).message, 'acme reported a fault');
    }
    assert.equal(
      reportedFault('acme', 'overloaded_error', true).message,
      'acme reported a fault (overloaded_error): it has a fault of its own',
    );
  });
});
