import type { Question } from './articles.ts';

/** Questions of an operator about any page, and a phrase of the answer that occurs only once in the documentation. */
const ABOUT_ANY: readonly Question[] = [
  { text: 'which version of node do i need', answer: 'Node 20.19 or newer' },
  { text: 'where are the generated keys written at the first start', answer: 'writes its keys to `data/secrets.env`' },
  { text: 'how can i try it without a microphone', answer: 'Without a microphone' },
  { text: 'what does close code 4408 mean', answer: '4408' },
  { text: 'what happens when a browser page has an origin that is not allowed', answer: '4403' },
  { text: 'how are the keys a caller presses on the telephone collected', answer: 'pause of 1.5 seconds' },
  { text: 'what does an outbound call do when the carrier does not answer', answer: 'never dialled a second time' },
  { text: 'how fast can a plivo account dial', answer: 'An account dials two calls a second' },
  { text: 'can a trial number of vobiz be called', answer: 'A trial number cannot be called' },
  { text: 'how do i replace the token of twilio', answer: '"auth_token": ["new", "old"]' },
  { text: 'where do telnyx api keys come from', answer: 'portal, API Keys' },
  { text: 'where does a forgotten password mail go without a mail server', answer: 'becomes an `.eml` file' },
  { text: 'what is the sample rate of the browser socket', answer: '16-bit mono audio, 16 kHz both ways' },
  { text: 'what is the spool of a call for', answer: 'written to `DATA_DIR/spool` during the call' },
  {
    text: 'what must all processes share when stores are distributed',
    answer: 'All processes need the same SECRET_KEY',
  },
];

/** What callers ask about a page, with such a phrase of the passage that answers. No other page answers it better. */
const ABOUT_ONE: Readonly<Record<string, readonly (readonly [text: string, answer: string])[]>> = {
  'README.md': [
    ['How many speech vendors and carriers can be used?', '25 speech and language vendors, 6 carriers'],
    ['can i get the documentation as a website with a search box', 'writes these pages as a site with search into'],
  ],
  'docs/agents.md': [
    ['the voice says our brand name wrong, how do i correct that', '`speech.pronunciations` lists up to 500 terms'],
    ['can there be some quiet office noise behind the agent', 'or `office`, the same with typing'],
    ['what does the agent do when a call reaches its maximum lenght', 'finishes what it is saying, says `closing`'],
    [
      'hello i would like to know whether it can look up a caller in our crm before the phone is answered',
      'asks your server about an inbound telephone call',
    ],
    ['could a table be booked twice because the request timed out', 'never sent again: not after a time-out'],
    [
      'a caller typed their credit card number without being asked for it, does the agent see it',
      'a caller may type a card number unasked',
    ],
    ['Difference between cold and warm transfers', '`mode: cold` connects caller and person as soon as'],
    ['how many handovers are possible in one call', 'At most five handovers in a call'],
    ['how many old versions of an agent are kept', 'The newest 200 versions of an agent are kept'],
    ['at what point is a canary rolled back', 'is rolled back when the evidence of a measure reaches'],
  ],
  'docs/analysis.md': [
    ['analysing calls from before the agent had an analysis', 'calls that ended before the agent had the section'],
    ['how often is an analysis tried again while the vendor is down', 'attempts follow after 10 seconds, 1 minute'],
    ['What is cut from a transcript that is too long to be analysed?', 'a longer one loses its middle'],
  ],
  'docs/architecture.md': [
    ['which layer may import which', 'Imports point in one direction'],
    ['why do the fields have snake case names', 'Resources are snake_case in a camelCase language'],
  ],
  'docs/browser-socket.md': [
    ['how long may a text be that a client sends to the agent', 'A text has at most 4,000 characters'],
    ['tested version of pipecat client-js', '`@pipecat-ai/client-js` 1.13'],
  ],
  'docs/browser.md': [
    ['what is the agent sent while the microphone is muted', 'the agent is sent silence'],
    ['what does autoplay_blocked mean', '`autoplay_blocked` means that the browser plays nothing yet'],
    ['Why must connect be called in a click handler?', 'because browsers keep audio silent otherwise'],
  ],
  'docs/campaigns.md': [
    ['how do the columns of a csv get into the prompt', 'Each other column becomes a variable of its contact'],
    ['we must not call people on bank holidays', 'With `observe_holidays` there are no dials on a public holiday'],
    ['how soon is a person who did not pick up called again', 'A contact is dialled again `retry_delay_seconds` (120)'],
    ['our number is marked as spam and fewer people pick up', 'mark numbers that call too much as spam'],
    ['limit how many times a person is called per day and week', 'limits how often the organisation dials a number'],
    ['how late can a callback be before it is dropped', 'A callback is made within an hour of its time or not at all'],
    ['What share of people does the preview expect to answer?', '| `answered_share` | 0.3 |'],
  ],
  'docs/carriers.md': [
    ['the address of our runtime changed, what do i do at exotel', 'update the addresses in the flows by hand'],
    ['where is the outbound voice profile id of telnyx', 'the number in the address of a profile page'],
    ['generate private key for vonage', 'generated by you: `openssl genrsa 2048`'],
    ['does an archived agent lose its phone number', 'The agent keeps its number, its application at the carrier'],
    ['Which numbers can a trial account of Twilio call?', 'A trial account calls verified numbers only'],
  ],
  'docs/clients.md': [
    ['where does the command line save my login', '`~/.config/voice-agent-platform/session.json`'],
    ['what does exit code 3 of the command line mean', '3 if the API cannot be reached'],
    ['oldest python that the client library works with', 'It takes Python 3.9'],
  ],
  'docs/console.md': [
    ['which languages is the console translated into', 'The console is in English, German, Spanish and Hindi'],
    ['Can I select several rows of a list and do the same with all of them?', 'numbers and members can be selected'],
    ['can the graph of stages be used without a mouse', 'The graph is one stop of the tab key'],
  ],
  'docs/cost.md': [
    ['is ringing included in what a call costs', 'Ringing, transfers after the agent has left'],
    ['are running calls cut off once the budget is spent', 'What a call costs is known when it has ended'],
    ['prices in euros instead of dollars', 'In another one than US dollars, only your prices apply'],
  ],
  'docs/glossary.md': [
    ['what is a backchannel', 'A short acknowledgement (“uh-huh”) spoken over the agent'],
    ['difference between provider and vendor', 'Provider: a registered integration that an agent names'],
    ['what do livekit vapi and retell call a handover', 'Vapi: squads; Retell: agent transfer'],
    ['Define fencing token', 'A number that grows with each owner of a lease'],
  ],
  'docs/knowledge.md': [
    ['where is a document cut when it is divided into chunks', 'ends at the end of a sentence, and never goes beyond'],
    ['how often are web pages checked for new content', 'Each page is checked every week, every day'],
    ['recognising the text of a scanned pdf', 'The text of scanned pages is recognised by a program that you install'],
    ['Are parking spaces found if the caller asks for the car park?', 'It matches words, not meaning'],
    ['how many pages of our sitemap are added at most', 'at most `max_pages` (100, up to 500)'],
    ['how do i report that an answer of the agent was wrong', 'on the page of a call _Mark as wrong_'],
  ],
  'docs/kubernetes.md': [
    ['Why is there no ingress controller?', 'An ingress controller is not used'],
    ['how many runtime pods do 10,000 live calls need', '| runtimes of 100 calls | 2 | 10 | 100 |'],
    ['will the autoscaler of the cluster kill pods with running calls', 'autoscaler kills pods after ten minutes'],
  ],
  'docs/latency.md': [
    ['what can i change for free so that it answers faster', 'is the largest part that you can change for free'],
    ['how much longer does it wait while callers dictate digits', 'while digits are dictated 0.9 s'],
    ['why was TEN VAD not tried', 'TEN VAD was not tried'],
    ['are greetings synthesised again for every call', 'idle prompts and goodbyes come from a cache'],
    ['search engines that the retrieval was compared with', 'Peers are BM25 of MiniSearch'],
  ],
  'docs/load.md': [
    ['what counts as a gap in the speech during a load test', 'a player without a buffer of its own had nothing'],
    ['can k6 or artillery replace the load generator', 'k6 and Artillery work the same way with thresholds'],
  ],
  'docs/mcp.md': [
    ['can chatgpt connect with oauth', 'Connectors of claude.ai and ChatGPT'],
    ['which toolset reads costs and unanswered questions', '| `reports` | totals, outcomes, unanswered questions'],
  ],
  'docs/model-gateway.md': [
    ['how long is a model server skipped after a failure', 'The failed server is skipped for a second'],
    ['vllm flags that enable tool calls', '--enable-auto-tool-choice --tool-call-parser hermes'],
  ],
  'docs/operations.md': [
    ['does the doctor command try the keys of vendors', 'that organisations stored are only decrypted, not tried'],
    ['how many seconds of a recording are lost if the runtime is killed', 'The recording lacks the last 1.6 seconds'],
    ['what happens to a call while the disk is full', 'the missing part of its recording is silence'],
    ['for how long does the link in a password mail work', 'the token works once, within an hour'],
    ['how long must i wait after too many wrong passwords', 'After 10, each further one waits twice as long'],
    ['is there a grafana dashboard', 'is a Grafana dashboard to import'],
    ['are encryption keys part of a backup', 'The keys are not included either'],
    ['does setting the clock change the duration of a runnning call', 'running call keeps its duration and latencies'],
    ['sending traces to an opentelemetry collector', 'every call becomes a trace in any OpenTelemetry collector'],
  ],
  'docs/privacy.md': [
    ['are ibans removed from transcripts', 'an IBAN with the length of its country'],
    ['erase everything about one phone number', 'erases everything that the organisation stores about a number'],
    [
      'what happens if a customer says in the middle of the call that they do not want to be recorded any more',
      '"Stop recording" ends it at any time',
    ],
    ['how do i keep recordings for 30 days only', 'retention set --recordings 30 --transcripts 90'],
    ['Can deleted data still be read from the SQLite file?', 'are overwritten with zeros (`secure_delete`)'],
    [
      'with which transcription vendors can a spoken card number be muted in the recording',
      'Gladia, Cartesia `ink-whisper`, the built-in one',
    ],
  ],
  'docs/providers.md': [
    ['can i use openai realtime or gemini live', 'such as OpenAI Realtime and Gemini Live, are not supported'],
    ['callers have unusual names, how are they transcribed right', 'list words and names that are hard to recognise'],
    ['why is LMNT missing', 'LMNT is not included: the vendor has shut down'],
    ['turn off thinking of a model on vllm', '`{"chat_template_kwargs": {"enable_thinking": false}}` for vLLM'],
    ['which release of the twilio library was it checked against', '`twilio` 6.2.0, November 2026'],
  ],
  'docs/rehearsal.md': [
    ['what is pass@1', '**pass@1** is the chance that one run passes'],
    ['when do judges leave a criterion undecided', 'otherwise the criterion is undecided'],
    ['Which moods can a simulated caller have?', 'calm, hurried, angry or confused'],
  ],
  'docs/replay.md': [
    ['how much space do the stored inputs of a call take', 'About 10 kB per turn'],
    ['is the language model asked again when a call is replayed', 'The model is not asked: the replay has the answers'],
  ],
  'docs/scaling.md': [
    ['computing cost of a minute with a thousand simultaneous calls', '0.000013 USD a minute'],
    [
      'we have customers in europe and in asia, should that be one installation or one for each region',
      'Run one installation for each region',
    ],
  ],
  'docs/scenarios.md': [
    ['may the lines of a scripted caller be in german', "synthesises the caller's lines, so they must be English"],
    ['how can a scenario drop the connection without hanging up', '`vanishes`: the connection drops without a hang-up'],
  ],
  'docs/simulator.md': [
    ['which number must i dial so that the simulated callee is busy', '| 1 | is busy |'],
    ['Error Reaching Answer URL 7011', 'the call ends with code 7011'],
    ['simulating status callbacks that arrive twice', '`duplicate_callbacks`, `reorder_callbacks`'],
  ],
  'docs/single-sign-on.md': [
    ['which dns record proves that the e-mail domain is ours', '`_voice-platform-challenge.acme.example`'],
    ['log-in with microsoft entra fails because a claim is missing', 'Microsoft Entra ID sends this claim only if'],
    [
      'Hi, one of our people left the company last week. How do we make sure that they cannot log in again?',
      'removes the person at its provider first',
    ],
  ],
  'docs/specification.md': [
    ['why was pdf2json replaced', 'pdf2json leaves every scale out of its text widths'],
    ['can i remove the last super admin', 'Removing yourself or the last super_admin is 400'],
    ['what is a bot token allowed to do', 'a bot token opens only what the runtime needs'],
  ],
  'docs/start.md': [
    ['npm ci prints EBADENGINE, is something wrong', 'EBADENGINE warnings for three development packages'],
    ['run the demo against a platform that is already running', '-- --url http://127.0.0.1:8000` uses a running one'],
  ],
  'docs/upgrades.md': [
    ['Why are the API processes upgraded before the runtimes?', 'The API goes first: a runtime of the new release'],
    ['can we go back to the previous release', 'start the one before it; both may run at the same time'],
  ],
  'docs/webhooks.md': [
    ['how many seconds does my server have to answer an event', 'Answer with any status 2xx within 15 seconds'],
    [
      'our server was down for an hour last night, did we lose the events or are they delivered later',
      'an event is sent again after 5 s, 30 s',
    ],
    ['changing the signing secret without losing events', 'requests have a signature of each secret'],
  ],
  'docs/why.md': [
    ['is it open source', 'It is not open source.'],
    ['Do you have a SOC 2 certificate or a support contract?', 'no support contract and no certificate such as SOC 2'],
    ['how many simultaneous calls does vapi begin with', 'begins with 10 calls at once'],
  ],
  'docs/widget.md': [
    ['does the widget work in safari 16', 'needs Chrome 120, Firefox 115, Safari 17 or later'],
    ['how do i change the colours of the widget', 'Colours and measures are custom properties of the element'],
    ['the page with the widget is in an iframe and the microphone is blocked', 'An `<iframe>` around the page needs'],
  ],
  'docs/yardstick.md': [
    ['can i compare my results with the tau bench leaderboard', 'numbers are **not comparable** with the leaderboard'],
    ['in how many of the fifteen tasks must the agent refuse', 'In seven tasks it has to refuse'],
  ],
};

/** Those that were asked first stay in front, so that each stays in its half. */
export const PAGE_QUESTIONS: readonly Question[] = [
  ...ABOUT_ANY,
  ...Object.entries(ABOUT_ONE).flatMap(([page, questions]) =>
    questions.map(([text, answer]) => ({ text, answer, source: `${page}:` })),
  ),
];
