/** The media protocol of each carrier under its provider id. */
export { exotel } from './exotel.ts';
export { plivo } from './plivo.ts';
export { plivo as simulator } from './plivo.ts';
export { telnyx } from './telnyx.ts';
export { twilio } from './twilio.ts';
export { vobiz } from './vobiz.ts';
export { vonage } from './vonage.ts';
