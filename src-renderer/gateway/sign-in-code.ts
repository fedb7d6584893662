/** The one-time code of an address such as `http://127.0.0.1:4777/#t=CODE`, or of the code alone. */
export function signInCodeOf(text: string): string | null {
  const code = /#t=([^&\s]+)/.exec(text)?.[1] ?? /^\s*([\w-]{6,})\s*$/.exec(text)?.[1]
  return code ?? null
}

/** Takes the one-time code out of the address bar, so that it is in no history and no bookmark. */
export function takeSignInCode(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  if (!location.hash.startsWith('#t=')) return null
  const code = signInCodeOf(location.hash)
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  return code
}
