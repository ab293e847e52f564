/** Some of a number of calls. */
export interface CallShare {
  readonly count: number;
  readonly of: number;
}

/** A measure of the calls that ran the new version, and of those that ran the published one. */
export interface ComparedCalls {
  readonly canary: CallShare;
  readonly published: CallShare;
}

/** Rates of the published version that the test is prepared for. Between them it loses little. */
const RATES = [0.01, 0.03, 0.07, 0.15, 0.3, 0.5, 0.7] as const;
/** Ratios of the odds of the new version to the odds of the published one. */
const ODDS_RATIOS = [1.2, 1.6, 2.5, 4.5, 12, 100] as const;

/** The logarithms that one call adds: it counts or not, and ran the new version or the published one. */
interface Hypothesis {
  readonly countsInCanary: number;
  readonly countsInPublished: number;
  readonly notInCanary: number;
  readonly notInPublished: number;
}

/**
 * The evidence that the new version is worse, as an e-value: the likelihood ratio of the versions that the calls ran, given
 * how the calls went. Each call runs the new version with the known probability `share`. If the version makes no difference,
 * the value exceeds 1 / a with a probability of at most a, however often it is looked at, and whatever else changes with time
 * (J. Ville, 1939): it is the mean of the likelihood ratios of simple hypotheses, and each ratio has the mean 1.
 */
export function canaryEvidence(share: number): (calls: ComparedCalls) => number {
  const hypotheses = RATES.flatMap((rate) => ODDS_RATIOS.map((odds) => hypothesisOf(share, rate, odds)));
  const logs = new Float64Array(hypotheses.length);
  return ({ canary, published }) => {
    let most = -Infinity;
    for (const [at, hypothesis] of hypotheses.entries()) {
      const log = logOf(hypothesis, canary, published);
      logs[at] = log;
      if (log > most) most = log;
    }
    let sum = 0;
    for (const log of logs) sum += Math.exp(log - most);
    return Math.exp(most) * (sum / logs.length);
  };
}

function hypothesisOf(share: number, rate: number, odds: number): Hypothesis {
  const worse = (odds * rate) / (1 - rate + odds * rate);
  /** The probability that a call is of the new version, by what the call was. */
  const ofCounted = (share * worse) / (share * worse + (1 - share) * rate);
  const ofOthers = (share * (1 - worse)) / (share * (1 - worse) + (1 - share) * (1 - rate));
  return {
    countsInCanary: Math.log(ofCounted / share),
    countsInPublished: Math.log((1 - ofCounted) / (1 - share)),
    notInCanary: Math.log(ofOthers / share),
    notInPublished: Math.log((1 - ofOthers) / (1 - share)),
  };
}

const logOf = (
  { countsInCanary, countsInPublished, notInCanary, notInPublished }: Hypothesis,
  canary: CallShare,
  published: CallShare,
): number =>
  canary.count * countsInCanary +
  (canary.of - canary.count) * notInCanary +
  published.count * countsInPublished +
  (published.of - published.count) * notInPublished;

/**
 * The most that a call says on average, in nats: the mutual information of version and measure. No test needs fewer calls than
 * about the logarithm of the evidence that it wants, divided by this.
 */
export function informationPerCall(share: number, published: number, canary: number): number {
  const pooled = share * canary + (1 - share) * published;
  return entropy(pooled) - share * entropy(canary) - (1 - share) * entropy(published);
}

const entropy = (rate: number): number =>
  rate <= 0 || rate >= 1 ? 0 : -rate * Math.log(rate) - (1 - rate) * Math.log(1 - rate);
