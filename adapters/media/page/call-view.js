import { AfterCall } from './after-call.js';
import { openSound } from './audio.js';
import { Call } from './call.js';
import { Captions } from './captions.js';
import { Controls } from './controls.js';
import { find, showView } from './dom.js';
import { Latencies } from './latencies.js';
import { Level } from './level.js';
import { clockWords, endWords, refusalWords, STATUS } from './words.js';

/** @typedef {import('./agents-view.js').Agent} Agent */

/** The view of one call after another: live captions, reply times, controls, and what is left when a call is over. */
export class CallView {
  #session;
  #after;
  #controls;
  #captions = new Captions();
  #latencies = new Latencies();
  #orb = find('orb', HTMLElement);
  #agentLevel = new Level(this.#orb);
  #note = find('call-note', HTMLElement);
  /** @type {Agent | null} */
  #agent = null;
  /** @type {import('./audio.js').Sound | null} */
  #sound = null;
  /** @type {Call | null} */
  #call = null;
  /** The attempt that goes on; what an older one still brings is nobody's. @type {symbol | null} */
  #attempt = null;
  #callId = '';
  #startedAt = 0;
  #ticking = 0;

  /**
   * @param {import('./session.js').Session} session
   * @param {() => void} left Called when the user wants another agent.
   */
  constructor(session, left) {
    this.#session = session;
    this.#after = new AfterCall(session);
    this.#controls = new Controls({
      mute: (muted) => this.#sound?.mute(muted),
      type: (words) => this.#call?.type(words),
      hangUp: () => this.hangUp(),
    });
    find('again', HTMLButtonElement).addEventListener('click', () => this.#agent && void this.start(this.#agent));
    find('other', HTMLButtonElement).addEventListener('click', left);
  }

  /** Calls an agent. @param {Agent} agent */
  async start(agent) {
    const attempt = (this.#attempt = Symbol('attempt'));
    this.#prepare(agent);
    showView('call');
    try {
      const sound = await openSound({ frame: (pcm) => this.#hear(pcm), lost: (why) => this.#tell(why) });
      if (this.#attempt !== attempt) return sound.close();
      this.#sound = sound;
      this.#tell(sound.problem ?? '');
      const registered = await this.#session.post('/calls/web', { agent_id: agent.agent_id });
      if (this.#attempt !== attempt) return;
      const { call_id, ticket } = /** @type {{ call_id: string, ticket?: string }} */ (registered);
      this.#callId = call_id;
      this.#call = new Call(socketUrl(agent, call_id, ticket), this.#listener());
    } catch (error) {
      if (this.#attempt === attempt) this.#finish(refusalWords(error), null);
    }
  }

  /** Ends the call that goes on, if one does. */
  hangUp() {
    if (this.#call) this.#call.hangUp();
    else if (this.#attempt)
      this.#finish(endWords({ ended: 'caller_left', code: 1000, reason: '', wasReady: false }), null);
  }

  /** @returns {import('./call.js').CallListener} */
  #listener() {
    return {
      ready: () => this.#begin(),
      audio: (pcm) => {
        // Measured first: playing gives the samples away.
        this.#agentLevel.show(pcm);
        this.#sound?.play(pcm);
      },
      flush: () => this.#sound?.flush(),
      heard: (text, isFinal) => this.#captions.heard(text, isFinal),
      said: (speech, text) => this.#captions.said(speech, text),
      cited: (sources) => this.#captions.cited(sources),
      interrupted: () => this.#captions.interrupted(),
      latency: (secs) => {
        this.#latencies.add(secs);
        this.#captions.latency(secs);
      },
      turned: (state) => this.#turn(state),
      fault: (message) => this.#tell(`The agent had trouble: ${message}`),
      over: (how) => this.#finish(endWords(how), how.wasReady ? this.#callId : null),
    };
  }

  /** @param {Agent} agent */
  #prepare(agent) {
    this.#agent = agent;
    this.#startedAt = 0;
    this.#after.hide();
    this.#captions.clear();
    this.#latencies.clear();
    this.#controls.prepare();
    this.#tell('');
    find('call-title', HTMLElement).textContent = agent.name;
    this.#turn('connecting');
    this.#tick();
  }

  #begin() {
    this.#startedAt = performance.now();
    this.#ticking = setInterval(() => this.#tick(), 500);
    this.#controls.begin();
    this.#turn('listening');
  }

  /** @param {string} why @param {string | null} callId The call that left something behind. */
  #finish(why, callId) {
    this.#attempt = null;
    this.#call = null;
    this.#sound?.close();
    this.#sound = null;
    clearInterval(this.#ticking);
    this.#captions.settle();
    this.#controls.end();
    this.#turn('ended');
    const { count: replies, median } = this.#latencies;
    this.#after.show({ callId, why, secs: this.#secs(), replies, median });
  }

  /** @param {Int16Array} pcm */
  #hear(pcm) {
    this.#call?.speak(pcm);
    this.#controls.hear(pcm);
  }

  /** @param {keyof typeof STATUS} state */
  #turn(state) {
    this.#orb.dataset['state'] = state;
    find('call-status', HTMLElement).textContent = STATUS[state];
    if (state !== 'speaking') this.#agentLevel.clear();
  }

  /** @param {string} note */
  #tell(note) {
    this.#note.textContent = note;
    this.#note.hidden = note === '';
  }

  #tick() {
    find('call-time', HTMLElement).textContent = clockWords(this.#secs());
  }

  #secs() {
    return this.#startedAt === 0 ? 0 : (performance.now() - this.#startedAt) / 1000;
  }
}

/**
 * @param {Agent} agent
 * @param {string} callId
 * @param {string} [ticket]
 */
function socketUrl({ org_id, agent_id }, callId, ticket) {
  const url = new URL(`/agent/${encodeURIComponent(org_id)}/${encodeURIComponent(agent_id)}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('call_id', callId);
  if (ticket !== undefined) url.searchParams.set('ticket', ticket);
  return url;
}
