import { assert } from 'chai';
import { splitProblems } from '../../console/src/parts/problems.ts';

describe('what the API finds wrong', () => {
  it('stands beside the fields that are shown, and the rest above them', () => {
    const problems = [
      { field: 'email', message: 'is not an address' },
      { field: 'email', message: 'is taken' },
      { field: 'config.models', message: 'knows no such model' },
      { field: null, message: 'The name is taken' },
    ];
    const { byField, others } = splitProblems(problems, ['email', 'password']);
    assert.deepEqual([...byField], [['email', 'is not an address\nis taken']]);
    assert.strictEqual(others, 'config.models: knows no such model\nThe name is taken');
  });

  it('is known to be about a field by the first word of a sentence', () => {
    const problems = [
      { field: null, message: 'to_number must be a telephone number' },
      { field: null, message: 'from_number is not yours' },
    ];
    const { byField, others } = splitProblems(problems, ['to_number']);
    assert.deepEqual([...byField], [['to_number', 'It must be a telephone number']]);
    assert.strictEqual(others, 'from_number is not yours');
  });

  it('is in words where the API speaks of shapes', () => {
    const text = ['must have at least 8 characters', 'is required', 'must be >= 1'];
    const problems = text.map((message, place) => ({ field: String(place), message }));
    const { byField } = splitProblems(problems, ['0', '1', '2']);
    const words = ['Enter at least 8 characters.', 'Required.', 'It must be 1 or more.'];
    assert.deepEqual([...byField.values()], words);
  });
});
