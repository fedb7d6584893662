/**
 * The one-time code in an address such as `http://127.0.0.1:4777/#t=CODE`, or in the code alone.
 */
export function signInCodeOf(text: string): string | null {
  const code = /#t=([^&\s]+)/.exec(text)?.[1] ?? /^\s*([\w-]{6,})\s*$/.exec(text)?.[1]
  return code ?? null
}

/** Removes the one-time code from the address bar, to keep it out of history and bookmarks. */
export function takeSignInCode(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  if (!location.hash.startsWith('#t=')) return null
  const code = signInCodeOf(location.hash)
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  return code
}
