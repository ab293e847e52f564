import { Container } from 'inversify';
import { memoryThings } from '../adapters/things/memory.ts';
import { callUseCases } from '../application/calls/index.ts';

export const main = () => new Container().bind('first').toConstantValue(callUseCases.first(memoryThings()));
