import fc from 'fast-check'
import { SEED } from './runs.ts'

// What a run of `npm test` finds, the next one finds too. Other seeds are the long run's.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
