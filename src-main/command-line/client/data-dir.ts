import { resolve } from 'node:path'
import envPaths from 'env-paths'

/** The option that chooses another data folder. */
export const DATA_DIR_ARG = {
  type: 'string',
  description: 'Where the instance keeps its data (TOOLGATE_HOME)',
} as const

/** The data folder: as given, else TOOLGATE_HOME, else the system's place for application data. */
export function dataDirOf(asked: string | undefined, env: NodeJS.ProcessEnv): string {
  return resolve(asked ?? (env.TOOLGATE_HOME || envPaths('toolgate', { suffix: '' }).data))
}
