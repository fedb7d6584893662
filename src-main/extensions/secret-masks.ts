/** Every way in which secrets may be written: plain, in JSON, in JSON in JSON, percent-encoded, and as Base64. */
export function masksOf(secrets: readonly string[]): readonly string[] {
  // Shorter ones are parts of other words.
  const long = secrets.filter((secret) => secret.length >= 4)
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
  const ways = long.flatMap((secret) => [
    secret,
    inJson(secret),
    // A server that tells what it was sent writes JSON in JSON.
    inJson(inJson(secret)),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret, 'utf8').toString('base64'),
  ])
  return [...new Set(ways)].toSorted((a, b) => b.length - a.length)
}

/** Bytes without secrets, as many as before: what counts them still reads them. */
export function maskedBytes(bytes: Buffer, masks: readonly string[]): Buffer {
  let kept = bytes
  for (const mask of masks) {
    const wanted = Buffer.from(mask, 'utf8')
    for (let at = kept.indexOf(wanted); at !== -1; at = kept.indexOf(wanted, at + wanted.length)) {
      if (kept === bytes) kept = Buffer.from(bytes)
      kept.fill('*', at, at + wanted.length)
    }
  }
  return kept
}

/** A text without secrets. */
export function masked(text: string, masks: readonly string[]): string {
  let kept = text
  for (const mask of masks) if (kept.includes(mask)) kept = kept.replaceAll(mask, '••••')
  return kept
}
