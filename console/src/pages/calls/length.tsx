import { useEffect, useState } from 'preact/hooks';
import { clockWords, lengthWords } from '../../format.ts';
import { isLive, type Call } from './call.ts';

const SECOND_MS = 1_000;

/** How long a call was, or has been up to now. Nothing of one that nobody answered. */
export function Length({ call }: { readonly call: Call }) {
  const { duration, start_time_utc: started } = call;
  if (duration !== null) return <>{lengthWords(duration)}</>;
  return isLive(call) && started !== null ? <Running since={Date.parse(started)} /> : null;
}

function Running({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return <>{clockWords((now - since) / SECOND_MS)}</>;
}
