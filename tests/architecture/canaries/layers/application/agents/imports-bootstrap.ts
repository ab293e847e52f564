// breaks application-knows-domain-and-itself
// breaks only-bootstrap-assembles
import { main } from '../../bootstrap/main.ts';

export const canary = main;
