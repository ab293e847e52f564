import { useEffect, useState } from 'preact/hooks';
import { formatClock, formatDuration } from '../../format.ts';
import { isLive, type Call } from './call.ts';

const SECOND_MS = 1_000;

/** Duration of a call, running while it is live. Empty for unanswered calls. */
export function CallDuration({ call }: { readonly call: Call }) {
  const { duration, start_time_utc: started } = call;
  if (duration !== null) return <>{formatDuration(duration)}</>;
  return isLive(call) && started !== null ? <RunningClock since={Date.parse(started)} /> : null;
}

function RunningClock({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return <>{formatClock((now - since) / SECOND_MS)}</>;
}
