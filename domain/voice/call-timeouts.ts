/**
 * Every wait of a call, in ms, by what is waited for. One timer decides each wait: adapters stop when their signal
 * aborts. docs/operations.md has the same table.
 */
export const TIMEOUTS_MS = {
  /** From the end of speech to the final transcript. Then the words so far are the caller's. */
  final_transcript: 3_000,
  /** Caller speech without words while agent output is paused. Then output resumes. */
  unconfirmed_speech: 3_000,
  /** Silence without words after such speech. Then output resumes. */
  false_interruption: 2_000,
  /** Sound without further words after words: noise hides the end of the turn. Then the turn ends. */
  stalled_turn: 10_000,
  /** To the model's first chunk, and between its chunks. Then the agent apologises. */
  model_output: 8_000,
  /** To a summary of the conversation before a stage, in the background. Then the last turns stay in the context instead. */
  summary: 5_000,
  /** To the topic of the conversation, which a model names while its reply is played. Then questions are completed by rules. */
  topic: 5_000,
  /** To an agent that takes a call over: its configuration and open connections. Then the present one continues. */
  handover: 10_000,
  /** To the answers of the tools of a response. Each has a shorter limit of its own. Then they count as failed. */
  tool_answer: 35_000,
  /** From a call of a tool, and its end, to the report to the API, which shows it while the call is live. */
  tool_report: 1_000,
  /** From the call of a tool without words before it to its waiting message. */
  tool_waiting_message: 300,
  /** From the end of the words before a call to the waiting message of the tool, if it still runs. */
  tool_waiting_after_words: 1_000,
  /** To the end of a transfer, with ringing, key and brief. Each step has a shorter limit of its own. Then the agent continues. */
  transfer: 210_000,
  /** To the first audio of a speech, with every retry and failover. Then the speech is cancelled. */
  first_audio: 15_000,
  /** No activity of caller and agent. Then the call ends. */
  no_activity: 300_000,
  /** From the time limit of a call to a pause of the caller. Then the call ends. */
  time_limit_gap: 10_000,
  /** From the decision to end the call to the end of its last speech. Then the call ends. */
  last_words: 60_000,
  /** From the recognition of a mailbox to the end of its greeting. Then the call ends without a message. */
  mailbox_greeting: 60_000,
  /** No audio from the caller's client during speech. Then the speech ends. */
  caller_audio: 1_000,
  /** Pause that completes a DTMF entry. */
  dtmf_entry: 1_500,
  /** A mark that is this late is lost. Then the clock decides what was played. */
  mark: 2_000,

  /** To a vendor's open connection, session or access token. Then opening fails. */
  vendor_connection: 5_000,
  /** From there to the vendor's message that it is ready. Then opening fails. */
  vendor_ready: 5_000,
  /** The same while a vendor compiles a custom vocabulary, which by its documentation takes up to 15 s. */
  vendor_vocabulary: 15_000,
  /** To the answer to a ping, and between pings. Then the connection is lost. */
  vendor_ping: 15_000,
  /** To the first output of LLM or TTS while another vendor is configured. Then that vendor takes over. */
  output_before_failover: 4_000,
  /**
   * To an open fallback, its credentials included. Then it is not used for this text. With `output_before_failover` before
   * and after it, it fits into `first_audio`.
   */
  fallback_opening: 6_000,
  /** To each chunk of a TTS. Then the connection closes, and a text without audio is requested once more. */
  tts_chunk: 5_000,
  /** All waits of one LLM response together. Then the generation fails. */
  llm_response: 300_000,
  /** Rest of a complete LLM response. Then its connection closes. */
  llm_response_end: 250,
  /** To a batch transcription. Then the utterance is sent once more. */
  batch_transcription: 10_000,
  /** Closing handshake of a vendor's socket. Then the connection is cut. */
  vendor_close: 500,

  /** Retrieval before a generation. Then the reply starts without it. */
  retrieval: 800,
  /** A search that the model requests. Then it has no result. */
  search: 3_000,
  /** In the API, to the chunks with words of the question, while vectors are searched. Then vectors alone decide. */
  text_search: 400,
  /** In the API, to the order of the reranking model. Then the order stays as it is. */
  reranking: 400,
  /** The same from the start of the retrieval, so that a call, which waits for `retrieval`, gets the chunks in time. */
  reranked_retrieval: 650,
  /** In the API, a whole retrieval. Then it fails. */
  api_retrieval: 9_000,

  /** From the end of an MCP server's response to the answer in it. Then the answer is lost. */
  mcp_response_end: 250,
  /** To the end of a session at an MCP server, and to its taking note of a cancelled tool call. Then the connection closes. */
  mcp_close: 1_000,

  /** Longest wait for the pre-call request of an inbound call, its secrets included. Then the agent's defaults apply. */
  pre_call: 2_000,
  /** To the answer to a pre-call request that another runtime sends. Then this one sends it: the other may have died. */
  pre_call_elsewhere: 3_000,
  /** Between looks at the call log for that answer. */
  pre_call_poll: 200,
  /** To a response of the API. */
  control_plane: 5_000,
  /** To a response of a carrier. */
  carrier_request: 6_000,
  /** To a carrier's response to a dial, which can take longer. */
  carrier_dial: 10_000,
  /** From a carrier's media socket to the start of its stream. Then the socket closes. */
  media_start: 10_000,
  /** From a browser's socket to its `client-ready`. Then the socket closes. */
  client_ready: 10_000,
  /**
   * From the start of a carrier's stream to its first audio, or from a browser's `client-ready` and each agent speech to
   * its first audio or text. Then the socket closes, because a silent client holds a slot.
   */
  first_input: 30_000,

  /** From the end of a call to the close of its channel, so that audio already sent arrives. */
  channel_close: 250,
  /** From the close of the media socket to the hang-up at the carrier. Closing ends most calls. */
  hang_up: 500,
  /**
   * From the beginning of a delivery of an ended or lost call. Then its end is reported ahead of its artifacts, and again with
   * delays that double while that fails.
   */
  delivered_end: 2_000,
  /** First delay between attempts to deliver artifacts. It doubles. */
  delivery_retry: 1_000,
  /** Longest such delay. The API must learn of ended calls before it counts them as lost. */
  delivery_retry_max: 10_000,
  /** A spooled call without an outcome may be live in another process until nothing was written for this long. */
  orphan: 60_000,
  /** Interval at which a draining runtime checks for ringing calls. */
  ringing_poll: 500,
  /** Last delivery of a drained runtime. */
  final_delivery: 5_000,
  /** Between looks at the call log for a carrier's report of a machine that another process received. */
  machine_poll: 2_000,
  /** From the start of an outbound call to the last such look. By then carriers have decided. */
  machine_reports: 60_000,
  /** Between looks at the call log for news of a transfer that another process received. */
  transfer_poll: 1_000,
  /** From the ring timeout to the carrier's report of it. Then there is no answer, and the leg is hung up. */
  transfer_report: 5_000,
  /** From the pick-up to the key that confirms a warm transfer. Then it is not confirmed. */
  transfer_key: 60_000,
  /** From the pick-up in a warm transfer, or from the key, to the end of the brief. Then the transfer has failed. */
  transfer_brief: 60_000,
  /** From the carrier's consent to take the call from its media stream to the close of that. Then the transfer has failed. */
  transfer_departure: 5_000,
  /** To the answers of tools that run when their call ends in a draining process. Then their results are unknown. */
  tools_at_shutdown: 2_500,
} as const;
