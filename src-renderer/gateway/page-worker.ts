interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes // Not in every browser yet.

// The page's CSP accepts script addresses from named policies only; this one allows the page's own
// files.
const policy = policies?.createPolicy('toolgate-worker', { createScriptURL: ownFile })

/** Starts one of the page's own workers. @throws TypeError for an address on another origin */
export function startWorker(address: string): Worker {
  return new Worker(policy ? policy.createScriptURL(address) : ownFile(address), { type: 'module' })
}

function ownFile(address: string): string {
  const { origin } = new URL(address, location.href)
  if (origin === location.origin) return address
  throw new TypeError(`A worker may not come from ${origin}`)
}
