import { ref } from 'vue'

const STORAGE_KEY = 'toolgate.page-pass'

/**
 * The half of the session that only pages of this origin can read. The browser sends the cookie to
 * every port of this computer, so the gateway requires both halves.
 */
const pass = ref(stored())

/** Stores the pass that the gateway sent with the cookie; all tabs of the page share it. */
export function keepPagePass(given: string): void {
  pass.value = given
  try {
    localStorage.setItem(STORAGE_KEY, given)
  } catch {
    // Without storage, the page stays signed in until it is closed.
  }
}

/** Adds the pass to a request's headers, if there is one. */
export function withPagePass(headers: HeadersInit | undefined): Headers {
  const all = new Headers(headers)
  // Another tab may have signed in again.
  const held = stored() ?? pass.value
  if (held !== null) all.set('x-toolgate-page', held)
  return all
}

/** The address of a download link, with the pass in the query, since links cannot send headers. */
export function downloadAddress(path: string): string {
  if (pass.value === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}page_pass=${encodeURIComponent(pass.value)}`
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // No storage, or no browser, as in tests of the stores.
    return null
  }
}
