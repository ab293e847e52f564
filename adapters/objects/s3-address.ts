/** Where an S3 server is, and who we are to it. */
export interface S3Address extends Endpoint {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** Where the server is reached from outside, when that is somewhere else: links lead there. */
  readonly outside: Endpoint | null;
}

/** A server, without what is asked of it. */
export interface Endpoint {
  readonly host: string;
  /** Undefined: the one that belongs to the scheme. */
  readonly port: number | undefined;
  readonly tls: boolean;
}

/** How the address of an S3 server is written, after its scheme. */
export const S3_FORM = '://<access key>:<secret key>@<host>:<port>';

/**
 * The address in a URL such as `s3://key:secret@host:9000`, or null. It may end in `?region=eu-central-1` and in
 * `?public=https://files.example.com`, where the server is reached from outside.
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
