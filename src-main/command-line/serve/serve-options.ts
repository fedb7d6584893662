import { parseArgs } from 'node:util'
import { DEFAULT_PORT } from '../../../src-shared/default-port.ts'
import { LOG_LEVELS, type LogLevel } from '../../telemetry/log.ts'
import { toAllowedOrigin } from '../../outbound/target-url.ts'
import { dataDirOf } from '../client/data-dir.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { readDatabase, type ServedDatabase } from './database-options.ts'

/** The options of `serve`. */
export interface ServeOptions {
  readonly port: number
  readonly hostname: string
  readonly hostnames: readonly string[]
  readonly dataDir: string
  readonly allowedOrigins: readonly string[]
  readonly logLevel: LogLevel
  readonly json: boolean
  /** Opens the page in the browser once the gateway answers. */
  readonly open: boolean
  /** Stops once nobody has been connected for this long; null to keep running. */
  readonly idleMinutes: number | null
  /** The PostgreSQL that has the data instead of the folder; null for none. */
  readonly onDatabase: ServedDatabase | null
  readonly help: boolean
}

export const SERVE_HELP = `Usage: toolgate serve [options]

Starts the gateway without a window and runs until it is stopped.

  --port NUMBER            port to listen on; 0 picks a free one (${DEFAULT_PORT})
  --host ADDRESS           address to listen on (127.0.0.1); any other closes sign-up
  --allow-host NAME        host name that other machines use for this one; repeatable
  --data-dir FOLDER        where the instance keeps its data (TOOLGATE_HOME)
  --allow-webhook ORIGIN   private origin that network tools may reach, such as http://127.0.0.1:8080; repeatable
  --log-level LEVEL        error, warn, info (a line of JSON for each request, on stderr) or debug (warn)
  --stop-when-idle MINUTES stop once nobody has been connected for this long
  --open                   open the page in the browser once the gateway answers
  --json                   print one line of JSON on stdout once the gateway answers
  --help                   show this

The data can be in a PostgreSQL (14 or newer) instead; the folder then keeps only what is this machine's own:
  --database-url URL       postgres://user:password@host:5432/name (TOOLGATE_DATABASE_URL)
  --database-schema NAME   schema with the tables, made where it is missing (toolgate)
  --database-pool NUMBER   most connections that read at once (4)
  --instance-name NAME     name of this gateway among those of the schema (the host's name)
It needs TOOLGATE_OWNER_KEY and TOOLGATE_SECRET. Each of the three variables may name a file instead:
TOOLGATE_DATABASE_URL_FILE, TOOLGATE_OWNER_KEY_FILE, TOOLGATE_SECRET_FILE.

OTEL_EXPORTER_OTLP_ENDPOINT names an OpenTelemetry collector, which gets a trace of each call.
Add language-model providers with toolgate providers add, or name them in OPENAI_API_KEY, OPENAI_BASE_URL,
ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, GOOGLE_GENERATIVE_AI_API_KEY and OLLAMA_HOST; TOOLGATE_LLM_MODEL sets the
model of the first one. With TOOLGATE_SECRET their keys are stored in an encrypted file instead of the keychain.
`

/**
 * Reads the command line of `serve`.
 * @throws UsageError with a message about what is wrong
 */
export function readServeOptions(args: readonly string[], env: NodeJS.ProcessEnv): ServeOptions {
  const values = parse(args)
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${values.port}.`)
  }
  return {
    port,
    hostname: values.host ?? '127.0.0.1',
    hostnames: values['allow-host'] ?? [],
    dataDir: dataDirOf(values['data-dir'], env),
    allowedOrigins: (values['allow-webhook'] ?? []).map(toOrigin),
    logLevel: toLogLevel(values['log-level']),
    json: values.json ?? false,
    open: values.open ?? false,
    idleMinutes: toIdleMinutes(values['stop-when-idle']),
    help: values.help ?? false,
    onDatabase: values.help ? null : readDatabase(values, env),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        'data-dir': { type: 'string' },
        'allow-webhook': { type: 'string', multiple: true },
        'stop-when-idle': { type: 'string' },
        'log-level': { type: 'string' },
        'database-url': { type: 'string' },
        'database-schema': { type: 'string' },
        'database-pool': { type: 'string' },
        'instance-name': { type: 'string' },
        json: { type: 'boolean' },
        open: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function toIdleMinutes(text: string | undefined): number | null {
  if (text === undefined) return null
  const minutes = Number(text)
  if (minutes > 0 && minutes <= 10_080) return minutes
  throw new UsageError(`--stop-when-idle takes minutes, up to a week, not ${text}.`)
}

function toLogLevel(text = 'warn'): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text)
  if (level) return level
  throw new UsageError(`--log-level takes ${LOG_LEVELS.join(', ')}, not ${text}.`)
}

function toOrigin(text: string): string {
  try {
    return toAllowedOrigin(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      `--allow-webhook takes an origin such as http://127.0.0.1:8080, not ${text}. ${reason}`,
    )
  }
}
