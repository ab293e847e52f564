import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** The client address. For IPv6 the /64 network, the least that a customer gets. */
export const clientOf = ({ ip = '' }: Request): string => ipKeyGenerator(ip, 64);
