import vue from '@vitejs/plugin-vue'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { MISSING_POSTGRES } from './test/support/postgres/missing-postgres.ts'

// Importing the real `electron` package outside Electron starts a download, so tests always meet the fake.
const electron = fileURLToPath(new URL('./test/support/electron/electron.ts', import.meta.url))

// Tests of what is set once for a whole process (which pictures its libraries may read), and those that hold a
// process against the clock of another.
const ALONE = [
  'test/build/electron-builder.test.ts',
  'test/conformance/mcp.test.ts',
  'test/src-main/workers/worker-limits.test.ts',
]

// One test in test/support says so, loudly.
const ON_POSTGRES = MISSING_POSTGRES === null ? [] : ['test/**/postgres/*.test.ts']

// No test is held to the clock: these only end one that would never end, on a machine that is busy with other work.
const PATIENCE = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
}

// What most tests make is soon gone: collected in larger steps, it takes a tenth less of the processor.
const execArgv = ['--max-semi-space-size=64']
// What was compiled for one run is read by the next.
const fsModuleCache = true

export default defineConfig({
  test: {
    // One more than a small machine has cores: many tests wait for a browser, a process or a deadline.
    maxWorkers: 3,
    projects: [
      {
        resolve: { alias: { electron } },
        test: {
          name: 'main',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/src-renderer/**', ...ALONE, ...ON_POSTGRES],
          // The modules of nearly two hundred tools are read once for each worker instead of once for each file.
          isolate: false,
          setupFiles: 'test/support/seeded-properties.ts',
          execArgv,
          fsModuleCache,
          ...PATIENCE,
        },
      },
      {
        resolve: { alias: { electron } },
        test: {
          name: 'alone',
          environment: 'node',
          include: ALONE,
          execArgv,
          fsModuleCache,
          ...PATIENCE,
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'page',
          // Files that mount components ask for happy-dom; stores and functions need no document.
          environment: 'node',
          include: ['test/src-renderer/**/*.test.ts'],
          isolate: false,
          setupFiles: 'test/support/seeded-properties.ts',
          execArgv,
          fsModuleCache,
          ...PATIENCE,
        },
      },
    ],
  },
})
