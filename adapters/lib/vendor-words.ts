const KEY = 'it refuses the key';
const RIGHTS = 'the key may not do this';
const FUNDS = 'the quota or the funds of the account are used up';
const PACE = 'there are too many requests at the moment';
const MODEL = 'it does not know the model';
const WITHDRAWN = 'it has withdrawn the model: choose another';
const VOICE = 'it does not know the voice';
const LANGUAGE = 'it does not take the language';
const SETTING = 'it does not take a setting';
const REQUEST = 'it refuses the request';
const LENGTH = 'the conversation is too long for the model';
const CONTENT = 'its content filter refuses the request';
const TIME = 'the session lasted too long';
const THEIRS = 'it has a fault of its own';
const TOOL = 'its model called a tool in a way that cannot be read';

/** Known vendor error codes and their meaning. Other text of vendors is never repeated. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [KEY]: 'invalid_api_key authentication_error auth_error unauthorized unauthenticated not_authorised not_authorized',
    [RIGHTS]: 'permission_error permission_denied forbidden not_allowed unaccepted_terms',
    [FUNDS]:
      'insufficient_quota insufficient_funds quota_exceeded billing_error billing_hard_limit_reached payment_required',
    [PACE]:
      'rate_limit_exceeded rate_limit_error rate_limited too_many_requests resource_exhausted concurrency_limit_exceeded ' +
      'queue_overflow',
    [MODEL]: 'model_not_found invalid_model unknown_model unsupported_model deploymentnotfound deployment_not_found',
    [WITHDRAWN]: 'model_deprecated model_decommissioned',
    [VOICE]: 'voice_not_found invalid_voice',
    [LANGUAGE]: 'invalid_language unsupported_language language_not_supported',
    [SETTING]:
      'unsupported_parameter unknown_parameter unsupported_value invalid_value invalid_type missing_required_parameter ' +
      'invalid_config',
    [REQUEST]:
      'invalid_request_error invalid_request invalid_argument invalid_prompt invalid_message input_error bad_request ' +
      'failed_precondition not_found not_found_error request_too_large chunk_size_exceeded protocol_error',
    [LENGTH]: 'context_length_exceeded string_above_max_length',
    [CONTENT]: 'content_filter content_policy_violation',
    [TIME]:
      'session_expired session_time_limit_exceeded timelimit_exceeded idle_timeout timeout_error deadline_exceeded',
    [THEIRS]:
      'server_error server_overloaded overloaded overloaded_error api_error internal internal_error internal_server_error ' +
      'unavailable service_unavailable job_error transcriber_error',
    [TOOL]: 'tool_use_failed',
  }).flatMap(([meaning, codes]) => codes.split(' ').map((code) => [code, meaning])),
);

const STATUSES: Readonly<Record<number, string>> = {
  400: REQUEST,
  401: KEY,
  402: FUNDS,
  403: RIGHTS,
  404: 'it does not know the model or the URL',
  413: LENGTH,
  422: REQUEST,
  429: PACE,
};

/** Meanings that another credential changes. */
export const CREDENTIAL_MEANINGS: ReadonlySet<string> = new Set([KEY]);

/** The meaning of a vendor's code, if known. */
export const meaningOf = (code: string): string | undefined =>
  MEANINGS.get(code.toLowerCase().replaceAll(/[ -]/g, '_'));

/** The meaning of a vendor's HTTP status, if known. */
export const meaningOfStatus = (status: number): string | undefined =>
  STATUSES[status] ?? (status >= 500 && status < 600 ? THEIRS : undefined);

/** Names of request fields that vendors report errors for. */
const PARAMETERS: ReadonlySet<string> = new Set(
  (
    'model messages input prompt instructions content role name tools tool tool_calls tool_choice function functions ' +
    'parameters arguments type stream stream_options include_usage temperature top_p max_tokens max_completion_tokens ' +
    'max_output_tokens reasoning reasoning_effort effort verbosity text service_tier thinking system voice speed ' +
    'response_format language languages file audio session sample_rate format encoding keyterms keywords url'
  ).split(' '),
);
const LONGEST_PARAMETER = 60;

/** The reported field, if its name is known: `tools[0].function.name`. */
export function parameterIn(param: unknown): string | null {
  if (typeof param !== 'string' || param.length > LONGEST_PARAMETER) return null;
  const parts = param.split('.');
  const unknown = parts.findIndex((part) => !PARAMETERS.has(part.replace(/\[\d{1,3}\]$/, '')));
  const known = unknown < 0 ? parts : parts.slice(0, unknown);
  return known.length === 0 ? null : known.join('.');
}
