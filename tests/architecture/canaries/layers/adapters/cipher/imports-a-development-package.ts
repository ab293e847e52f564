// breaks no-development-packages-at-work
import { assert } from 'chai';

export const canary = assert;
