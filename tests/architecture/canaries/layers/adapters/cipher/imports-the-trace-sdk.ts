// breaks the-trace-sdk-lives-in-one-folder
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

export const canary = NodeTracerProvider;
