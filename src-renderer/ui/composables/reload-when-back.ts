/**
 * Loads the page again, since browsers remember until then that a file did not come. A page whose gateway does not
 * answer stays as it is: it could not be loaded either.
 */
export async function reloadWhenBack(): Promise<void> {
  const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null)
  if (answer) location.reload()
}
