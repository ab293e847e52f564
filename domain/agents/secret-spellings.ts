/** A shorter part of a secret in Base64 would also be found where it is not the secret. */
const BASE64_MIN = 8;

/**
 * A secret as a server may repeat it: as it is, and as JSON, URLs, forms, HTML and Base64 write it, which error pages and
 * echoes of requests do.
 */
export function spellingsOf(secret: string): readonly string[] {
  const escaped = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)];
  const inUrls = [...escaped, ...escaped.map((text) => text.replaceAll('%20', '+'))];
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      ...inUrls,
      ...inUrls.map((text) => text.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())),
      ...inHtml(secret),
      ...inBase64(secret),
    ]),
  ];
}

const inHtml = (secret: string): readonly string[] => {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    text,
    ...['&quot;', '&#34;'].flatMap((quote) =>
      ['&#39;', '&#x27;', "'"].map((single) => text.replaceAll('"', quote).replaceAll("'", single)),
    ),
  ];
};

/** The characters that the secret alone decides, at each of the three places that it may have in a longer text. */
const inBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = [...Array.from({ length: before }, () => 0), ...new TextEncoder().encode(secret)];
    const whole = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
    const own = whole.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length < BASE64_MIN ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
