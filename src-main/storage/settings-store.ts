import { z } from 'zod'
import type { Engine } from './engine/engine.ts'
import { all, run, statement, type Work } from './engine/work.ts'
import { ACTIVITY_MODES } from '../../src-shared/activity.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import {
  NUMBER_SETTINGS,
  SWITCH_SETTINGS,
  type NumberSetting,
  type Settings,
} from '../../src-shared/settings.ts'

/** The settings and their possible values. */
export const settingsSchema = z.strictObject({
  sign_up_open: z.boolean().describe('Whether anybody may sign up for a key'),
  visitors_use_paid_models: z
    .boolean()
    .describe('Whether keys that the owner did not make may use models that cost money'),
  visitors_use_local_models: z
    .boolean()
    .describe('Whether keys that the owner did not make may use local models'),
  activity: z.enum(ACTIVITY_MODES).describe('How much of each call is recorded'),
  activity_max_calls: whole('activity_max_calls').describe('How many calls are kept'),
  new_key_rate_limit: whole('new_key_rate_limit').describe(
    'Requests a minute for a new demo or team key; personal keys get twice as many',
  ),
  public_rate_limit: whole('public_rate_limit').describe('Requests a minute without a key'),
  sign_ups_per_address: whole('sign_ups_per_address').describe('Sign-ups in an hour from an address'),
  sign_ups_per_day: whole('sign_ups_per_day').describe('Sign-ups in a day'),
  call_seconds: whole('call_seconds').describe('Seconds that a tool may run'),
  model_call_seconds: whole('model_call_seconds').describe('Seconds that a tool that asks a model may run'),
  outbound_seconds: whole('outbound_seconds').describe(
    'Seconds that a request to another machine may take',
  ),
  stored_megabytes: whole('stored_megabytes').describe('Megabytes that all keys may store together'),
  model_questions_per_day: whole('model_questions_per_day').describe(
    'Questions that a key may ask models in a day',
  ),
  model_tokens_per_day: whole('model_tokens_per_day').describe(
    'Tokens of models that a key may use in a day',
  ),
  mcp_result_chars: whole('mcp_result_chars').describe('Characters of a result that an MCP client is sent'),
  auto_approved_credits: whole('auto_approved_credits').describe('Credits in 30 days without approval'),
}) satisfies z.ZodType<Settings>

const NUMBERS = Object.entries(NUMBER_SETTINGS).map(([name, { initial }]) => [name, initial] as const)
const DEFAULTS: Settings = {
  ...SWITCH_SETTINGS,
  activity: 'full',
  // Object.fromEntries loses the types of the names, which are those of the table.
  ...(Object.fromEntries(NUMBERS) as Record<NumberSetting, number>),
}

const ALL = statement<Record<never, never>, { name: string; value: string }>(
  'SELECT name, value FROM setting',
)
const SAVE = statement<{ name: string; value: string }>(
  'INSERT INTO setting (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
)

/** The owner's settings: in memory, because every call reads them, and in the database for the next start. */
export class SettingsStore {
  readonly #engine: Engine
  readonly #report: (error: unknown) => void
  #settings: Settings = DEFAULTS

  private constructor(engine: Engine, report: (error: unknown) => void) {
    this.#engine = engine
    this.#report = report
  }

  /** Reads them. @param report is called with a stored value that this version does not know */
  static async open(engine: Engine, report: (error: unknown) => void): Promise<SettingsStore> {
    const store = new SettingsStore(engine, report)
    await store.refresh()
    return store
  }

  /** Reads what other gateways have changed. */
  async refresh(): Promise<void> {
    const rows = await this.#engine.read(() => all(ALL, {}))
    this.#settings = rows.reduce((known, row) => ({ ...known, ...readRow(row, this.#report) }), DEFAULTS)
  }

  get(): Settings {
    return this.#settings
  }

  /** Writes a change inside the current transaction; `apply` puts it into effect once that is committed. */
  *write(change: Partial<Settings>): Work<void> {
    for (const [name, value] of Object.entries(change))
      yield* run(SAVE, { name, value: JSON.stringify(value) })
  }

  /** Puts a written change into effect. */
  apply(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change }
  }
}

function whole(name: NumberSetting): z.ZodInt {
  const { least, most } = NUMBER_SETTINGS[name]
  return z.int().min(least).max(most)
}

function readRow(
  { name, value }: { readonly name: string; readonly value: string },
  report: (error: unknown) => void,
): Partial<Settings> {
  const stored: unknown = parseJson(value)
  const read = settingsSchema.partial().safeParse({ [name]: stored })
  // zod's partial allows undefined members; stored values are never undefined.
  if (read.success) return read.data as Partial<Settings>
  report(new Error(`This version does not know the stored setting ${name}; its default is used.`))
  return {}
}
