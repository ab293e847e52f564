/** The address and credentials of an S3 server. */
export interface S3Address extends Endpoint {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** The public address for links, when it differs. */
  readonly outside: Endpoint | null;
}

/** A server's address. */
export interface Endpoint {
  readonly host: string;
  /** Undefined for the scheme's default. */
  readonly port: number | undefined;
  readonly tls: boolean;
}

/** The form of an S3 address after its scheme. */
export const S3_FORM = '://<access key>:<secret key>@<host>:<port>';

/**
 * Parses a URL such as `s3://key:secret@host:9000`, or answers null. Optional parameters: `?region=eu-central-1`, and
 * `?public=https://files.example.com` for the public address.
 */
export function s3Address(url: string): S3Address | null {
  const place = endpoint(url, 's3:', 's3s:');
  if (!place) return null;
  const { username, password, searchParams } = new URL(url);
  const [accessKey, secretKey] = [decoded(username), decoded(password)];
  const outsideUrl = searchParams.get('public') ?? '';
  const outside = endpoint(outsideUrl, 'http:', 'https:');
  if (!accessKey || !secretKey || (outsideUrl !== '' && !outside)) return null;
  return { ...place, accessKey, secretKey, region: searchParams.get('region') ?? 'us-east-1', outside };
}

function endpoint(url: string, plain: string, tls: string): Endpoint | null {
  if (!/^[a-z0-9]+:\/\//.test(url) || !URL.canParse(url)) return null;
  const { protocol, hostname, port, pathname } = new URL(url);
  if (![plain, tls].includes(protocol) || hostname === '' || !['', '/'].includes(pathname)) return null;
  return { host: hostname, port: port === '' ? undefined : Number(port), tls: protocol === tls };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
