import { readFileSync } from 'node:fs'
import { UnusableSettings } from './unusable-settings.ts'

/** The text of a settings file, without the mark that some editors put before it. @throws UnusableSettings */
export function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw new UnusableSettings(`${file} cannot be read.`, { cause: error })
  }
}
