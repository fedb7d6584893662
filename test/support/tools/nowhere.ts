/** What would be fetched is where the outbound guard lets nobody go, so that nothing leaves this machine. */
const NOWHERE: Readonly<Record<string, string>> = {
  url: 'http://127.0.0.1:1/',
  host: '127.0.0.1',
  domain: 'gateway.internal',
  name: 'gateway.internal',
  email: 'nobody@gateway.internal',
  server: '127.0.0.1',
}

/** What decides whether a tool sends something to an address in its input. */
interface Sender {
  readonly tier: string
  readonly sideEffects: boolean | undefined
  readonly hasField: (name: string) => boolean
}

/**
 * The input with every address replaced by one that nobody may reach, where the tool would send something there.
 * @param kept a field that stays as it is
 */
export function toNowhere({ tier, sideEffects, hasField }: Sender, input: object, kept?: string): object {
  if (tier !== 'network' && !(sideEffects && hasField('url'))) return input
  const replaced = Object.entries(NOWHERE).filter(([name]) => hasField(name) && name !== kept)
  return { ...input, ...Object.fromEntries(replaced) }
}
