import type { JsonObject } from './json-readers.ts';

export const TOOL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ToolMethod = (typeof TOOL_METHODS)[number];

/** A request with `{{name}}` and `{{secret.name}}` in its texts. */
export interface ToolRequestTemplate {
  readonly method: ToolMethod;
  /** Scheme, host and port are literal. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A tool that sends one HTTP request to a server of the organisation. */
export interface HttpTool {
  readonly type: 'http';
  /** Name by which the model calls it. Unique in its agent. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly request: ToolRequestTemplate;
  /** Timeout of the whole request. */
  readonly timeout_secs: number;
  /** Said to the caller while the request runs. */
  readonly say_while_waiting?: string;
  readonly response: ToolResponseFormat;
  /** Call variables to set from the response: path by name. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether a request changes something on the server, so that it must not be sent twice. */
  readonly side_effects: boolean;
}

/** How the response becomes what the model reads. */
export interface ToolResponseFormat {
  readonly format: 'json' | 'text';
  /** The part of a JSON response, for example `booking.times[0]`. The whole response when absent. */
  readonly path?: string;
}
