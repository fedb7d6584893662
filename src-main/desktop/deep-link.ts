/** The scheme that the operating system hands to Toolgate. */
export const DEEP_LINK_SCHEME = 'toolgate'

/** Longer links are not read: Windows passes them on a command line of 32,767 characters. */
const MAX_LINK_CHARS = 16_384
const SLUG = /^\/([a-z0-9]+(?:-[a-z0-9]+)*)\/?$/
const MAX_SLUG_CHARS = 64
// Tabs and line ends are part of a text; other control characters are not.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

/**
 * Where in the page a link such as `toolgate://tools/text-diff?input=…` leads. It fills the tool's form and never
 * runs it, since any web page can hold such a link: of its parameters only `input` is passed on.
 * @returns the part of the address from `#`, or null for anything but a whole link to a tool
 */
export function placeOfDeepLink(link: string): string | null {
  if (link.length > MAX_LINK_CHARS) return null
  const url = URL.parse(link)
  if (url?.protocol !== `${DEEP_LINK_SCHEME}:` || url.host !== 'tools') return null
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  const slug = SLUG.exec(url.pathname)?.[1]
  if (slug === undefined || slug.length > MAX_SLUG_CHARS) return null
  const inputs = url.searchParams.getAll('input')
  if (inputs.length > 1 || inputs.some((input) => CONTROL.test(input))) return null
  return `#/tools/${slug}${inputs.map((input) => `?input=${encodeURIComponent(input)}`).join('')}`
}

/** The link that a start was asked to open, as Windows and Linux pass it; null when there is none. */
export function deepLinkIn(argv: readonly string[]): string | null {
  return argv.findLast((argument) => argument.startsWith(`${DEEP_LINK_SCHEME}:`)) ?? null
}
