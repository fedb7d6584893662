import { dataDirOf } from './data-dir.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The option that names a gateway by its address. */
export const URL_ARG = {
  type: 'string',
  description: 'Address of the gateway (TOOLGATE_URL, else the one that runs here)',
} as const

/** The options that say which gateway a command means. */
export interface PlaceOptions {
  readonly url?: string | undefined
  readonly 'data-dir'?: string | undefined
}

/** Where a command looks for the gateway. */
export interface GatewayPlace {
  readonly dataDir: string
  /** The address that was named; null for the gateway that runs on the data folder. */
  readonly named: string | null
  /** What named it: a flag or a variable. */
  readonly namedBy: string | null
}

/**
 * Where a command looks: at the address of `--url`, in the folder of `--data-dir`, or where the environment says. A
 * flag beats the environment, so TOOLGATE_URL does not count beside `--data-dir`.
 * @throws UsageError for an invalid address
 */
export function placeOf(options: PlaceOptions, env: NodeJS.ProcessEnv): GatewayPlace {
  const dataDir = dataDirOf(options['data-dir'], env)
  if (options.url !== undefined) return namedPlace(dataDir, options.url, '--url')
  const variable = options['data-dir'] === undefined && VARIABLES.find((name) => env[name])
  return variable ? namedPlace(dataDir, env[variable]!, variable) : { dataDir, named: null, namedBy: null }
}

const VARIABLES = ['TOOLGATE_URL', 'SLOPSHOP_BASE']

function namedPlace(dataDir: string, address: string, namedBy: string): GatewayPlace {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`${namedBy} takes an address such as http://127.0.0.1:4777, not ${address}.`)
  return { dataDir, named: address.replace(/\/(v1\/?)?$/, ''), namedBy }
}

/** The place in the words of an error: where nobody answers, and what to do. */
export function wordsFor({ dataDir, named, namedBy }: GatewayPlace): string {
  if (named === null) return `for ${dataDir}. Start one with toolgate serve`
  return `at ${named}, which ${namedBy} names. Start it, or name another`
}
