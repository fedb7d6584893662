import type { GatewayContext } from '../gateway-context.ts'

/**
 * Writes a private file that takes a browser to the page and signs it in once. It is removed as soon as the page has
 * signed in, and after a minute at the latest.
 * @param issuer the key that requests it; null for the process itself
 * @returns the address with the code, and the path of the file; null for an instance that keeps nothing on disk
 */
export function issuePage(
  { sessions, redirects, baseUrl }: Pick<GatewayContext, 'sessions' | 'redirects' | 'baseUrl'>,
  issuer: string | null,
): { readonly url: string; readonly file: string | null } {
  let file: string | null = null
  const code = sessions.issueCode(issuer, () => {
    if (file !== null) redirects?.remove(file)
  })
  const url = `${baseUrl()}/#t=${code}`
  file = redirects?.write(url) ?? null
  return { url, file }
}
