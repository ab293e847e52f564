import { assert } from 'chai';
import {
  areRows,
  blankField,
  fieldsOf,
  isTaken,
  kindOf,
  NEW_ANALYSIS,
  rowsOf,
  withAnalysis,
  withKind,
} from '../../console/src/pages/agents/analysis.ts';
import { isSame, newDraft } from '../../console/src/pages/agents/draft.ts';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import { parseAnalysis } from '../../domain/agents/analysis.ts';
import { testProviders } from '../support/providers.ts';

const DRAFT = newDraft({ stt: 'local', tts: 'local', llm: 'script' });
const draftWith = (part: object) => ({ ...DRAFT, config: { ...DRAFT.config, ...part } });
const FIELDS = {
  type: 'object',
  properties: {
    day: { type: 'string', enum: ['Friday', 'Sunday'], description: 'The day.' },
    guests: { type: 'integer', minimum: 1 },
    dishes: { type: 'array', items: { type: 'string' } },
    seats: { type: 'array', items: { type: 'object' }, maxItems: 3 },
  },
  required: ['day', 'seats'],
  additionalProperties: false,
};

describe('the analysis section of an agent in the form', () => {
  it('is left out of the request when it is switched off, and is one that the API takes when it is switched on', () => {
    assert.isFalse(isSame(draftWith(withAnalysis(NEW_ANALYSIS)), DRAFT));
    assert.isTrue(isSame(draftWith(withAnalysis(null)), DRAFT));
    assert.deepEqual(parseAnalysis(NEW_ANALYSIS, testProviders()), NEW_ANALYSIS);
    assert.deepEqual(parseAnalysis({}, testProviders()), NEW_ANALYSIS);
  });

  it('keeps a schema as it is when no row of the table changes', () => {
    assert.deepEqual(fieldsOf(rowsOf(FIELDS), FIELDS), FIELDS);
    assert.deepEqual(rowsOf(undefined), []);
  });

  it('shows the kind of each field, and another kind keeps only the description', () => {
    assert.deepEqual(
      rowsOf(FIELDS).map(({ schema }) => kindOf(schema)),
      ['choice', 'integer', 'texts', 'other'],
    );
    const { day } = FIELDS.properties;
    assert.deepEqual(withKind(day, 'number'), { type: 'number', description: 'The day.' });
    for (const kind of ['text', 'choice', 'integer', 'number', 'boolean', 'texts'] as const)
      assert.equal(kindOf(withKind({}, kind)), kind);
    assert.equal(kindOf({ enum: [1, 2] }), 'other');
    assert.equal(kindOf({ anyOf: [] }), 'other');
  });

  it('has the fields that have a name, and no schema without one', () => {
    const row = { ...blankField(), name: ' size ', isRequired: true };
    const schema = { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] };
    assert.deepEqual(fieldsOf([row, blankField()]), schema);
    assert.isUndefined(fieldsOf([blankField()], FIELDS));
    assert.isTrue(isTaken([row, { ...row, name: 'size' }], row));
    assert.isFalse(isTaken([blankField(), blankField()], blankField()));
  });

  it('shows as JSON what rows cannot show', () => {
    for (const fields of [undefined, FIELDS, { type: 'object' }])
      assert.isTrue(areRows(fields), JSON.stringify(fields));
    for (const fields of [5, 'text', [], null, { properties: 5 }, { properties: { day: true } }, { required: 'day' }])
      assert.isFalse(areRows(fields), JSON.stringify(fields));
  });

  it('shows the problems of the API at its fields', () => {
    const message = 'analysis.fields.properties.day.typ is not supported in a schema: did you mean type?';
    const path = 'analysis.fields.properties.day.typ';
    assert.deepEqual(draftProblem({ field: null, message }), { path, message });
    assert.equal(sectionOf(path), 'analysis');
  });
});
