/**
 * How every window is opened: its page has no more rights than a web page, because it shows what
 * tools and callers sent.
 */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const

/**
 * Whether a window may go to an address: only to the page it was opened with, at any place in it.
 * @param pageOrigin for example `http://127.0.0.1:4777`
 */
export function isAllowedNavigation(url: string, pageOrigin: string): boolean {
  return originOf(url) === pageOrigin
}

/** What the gateway shows to everybody, without a key or a session. */
const PUBLIC = /^\/docs(?:\/|$)|^\/v1\/openapi\.json$|^\/\.well-known\/ai-tools\.json$/

/**
 * Whether a link may be handed to the user's own browser, which does not ask again: an address outside, or a
 * document of the gateway such as its manual.
 * @param pageOrigin for example `http://127.0.0.1:4777`
 */
export function isExternalLink(url: string, pageOrigin: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' || (originOf(url) === pageOrigin && PUBLIC.test(parsed!.pathname))
}

/**
 * Whether the page is granted something that Electron asks about. It needs nothing but to write what the user
 * copies; what a page may do without asking, such as reading a file the user picks, never comes here.
 */
export function isAllowedPermission(
  permission: string,
  requestingUrl: string,
  pageOrigin: string,
): boolean {
  return permission === 'clipboard-sanitized-write' && originOf(requestingUrl) === pageOrigin
}

// blob: addresses carry the origin of the page that made them, yet show whatever it put in.
function originOf(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.origin : null
}
