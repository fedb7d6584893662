import { ref } from 'vue'

const STORAGE_KEY = 'toolgate.page-pass'

/**
 * The half of the session that the browser gives to pages of this origin alone. A cookie goes to every port of this
 * machine's address; without this half it opens nothing, and this half opens nothing without the cookie.
 */
const pass = ref(stored())

/** Keeps the pass that the gateway gave with the cookie; all tabs of the page share it. */
export function keepPagePass(given: string): void {
  pass.value = given
  try {
    localStorage.setItem(STORAGE_KEY, given)
  } catch {
    // The browser keeps nothing for this page: it is signed in until it is closed.
  }
}

/** A request's headers with the pass, where there is one. */
export function withPagePass(headers: HeadersInit | undefined): Headers {
  const all = new Headers(headers)
  // Another tab may have signed in anew.
  const held = stored() ?? pass.value
  if (held !== null) all.set('x-toolgate-page', held)
  return all
}

/** The address of a file that a link downloads, which can send no header. */
export function downloadAddress(path: string): string {
  if (pass.value === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}page_pass=${encodeURIComponent(pass.value)}`
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // The same; or there is no browser, as in tests of the stores.
    return null
  }
}
