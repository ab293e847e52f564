// breaks eslint(no-restricted-imports)
import { expect } from 'chai';

export const canary = expect;
