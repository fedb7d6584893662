import { ACTIVITY_MODES, type ActivityMode } from '../../src-shared/activity.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import {
  NUMBER_SETTINGS,
  SWITCH_SETTINGS,
  type NumberSetting,
  type Settings,
} from '../../src-shared/settings.ts'
import { isChoosable } from '../shortcuts/shortcut-keys.ts'

/** The owner's settings as a file for another computer, without keys, credits or providers. */
export interface SettingsFile {
  readonly settings: Partial<Settings>
  /** Private origins that tools may reach. */
  readonly outbound: readonly string[]
  readonly shortcuts: Readonly<Record<string, string>>
  readonly favourites: readonly string[]
}

/** The file is not a valid settings file; the message says why. */
export class InvalidSettings extends Error {}

export const MAX_SETTINGS_CHARS = 200_000
const FORMAT = 'toolgate-settings'
const VERSION = 1
const MAX_ORIGINS = 200
const MAX_FAVOURITES = 300

/** Returns the text of a settings file. */
export function writeSettingsFile(file: SettingsFile, now: number): string {
  const head = { format: FORMAT, version: VERSION, exported_at: new Date(now).toISOString() }
  return `${JSON.stringify({ ...head, ...file }, null, 2)}\n`
}

/**
 * Reads a settings file, which may leave out any part.
 * @throws InvalidSettings if it is another kind of file, a newer one, or has an invalid value
 */
export function readSettingsFile(text: string): Partial<SettingsFile> {
  if (text.length > MAX_SETTINGS_CHARS)
    throw new InvalidSettings('This file is too large to be a settings file.')
  const whole = objectOf(jsonOf(text))
  if (whole?.['format'] !== FORMAT)
    throw new InvalidSettings('This is not a Toolgate settings file. Choose a file that Toolgate exported.')
  if (whole['version'] !== VERSION)
    throw new InvalidSettings(
      'This file was exported by a newer version of Toolgate. Update Toolgate first.',
    )
  const has = (name: string) => whole[name] !== undefined
  const fitsOrigin = (origin: string) => origin.length <= 300
  const fitsSlug = (slug: string) => /^[a-z0-9-]{1,40}$/.test(slug)
  return {
    ...(has('settings') ? { settings: readSettings(part(whole, 'settings')) } : {}),
    ...(has('outbound') ? { outbound: readList(whole, 'outbound', MAX_ORIGINS, fitsOrigin) } : {}),
    ...(has('shortcuts') ? { shortcuts: readShortcuts(part(whole, 'shortcuts')) } : {}),
    ...(has('favourites') ? { favourites: readList(whole, 'favourites', MAX_FAVOURITES, fitsSlug) } : {}),
  }
}

function readSettings(sent: Readonly<Record<string, unknown>>): Partial<Settings> {
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, readSetting(name, value)]))
}

function readSetting(name: string, value: unknown): number | boolean | ActivityMode {
  const isSwitch = Object.hasOwn(SWITCH_SETTINGS, name)
  if (isSwitch && typeof value === 'boolean') return value
  const mode = ACTIVITY_MODES.find((known) => known === value)
  if (name === 'activity' && mode) return mode
  if (!Object.hasOwn(NUMBER_SETTINGS, name) && !isSwitch && name !== 'activity')
    throw new InvalidSettings(`There is no setting called ${name.slice(0, 60)}.`)
  // The check above leaves only names of the table.
  const range = NUMBER_SETTINGS[name as NumberSetting] as { least: number; most: number } | undefined
  const fits = typeof value === 'number' && Number.isInteger(value)
  if (range && fits && value >= range.least && value <= range.most) return value
  const wanted = range ? `a whole number from ${range.least} to ${range.most}` : 'one of its options'
  throw new InvalidSettings(`The setting ${name} must be ${wanted}.`)
}

function readShortcuts(sent: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).map(([id, keys]) => {
      if (typeof keys !== 'string' || !isChoosable(id, keys))
        throw new InvalidSettings(`The shortcut ${id.slice(0, 60)} cannot have these keys.`)
      return [id, keys]
    }),
  )
}

function readList(
  whole: Readonly<Record<string, unknown>>,
  name: string,
  most: number,
  fits: (text: string) => boolean,
): readonly string[] {
  const sent = whole[name]
  const list: readonly unknown[] = Array.isArray(sent) ? sent : []
  if (!Array.isArray(sent) || list.length > most)
    throw new InvalidSettings(`“${name}” must be a list of at most ${most} items.`)
  const texts = list.flatMap((each) => (typeof each === 'string' && fits(each) ? [each] : []))
  if (texts.length < list.length) throw new InvalidSettings(`“${name}” contains an invalid item.`)
  return [...new Set(texts)]
}

function part(whole: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const found = objectOf(whole[name])
  if (found) return found
  throw new InvalidSettings(`“${name}” must be an object.`)
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new InvalidSettings('This file is not JSON.')
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const is = typeof value === 'object' && value !== null && !Array.isArray(value)
  // It is neither null nor an array, so it is an object with string keys.
  return is ? (value as Readonly<Record<string, unknown>>) : null
}
