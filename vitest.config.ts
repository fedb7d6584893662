import vue from '@vitejs/plugin-vue'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Importing the real `electron` package outside Electron starts a download, so tests always meet the fake.
const electron = fileURLToPath(new URL('./test/support/electron.ts', import.meta.url))

export default defineConfig({
  test: {
    // The checks beside the tests end first; the tests then have both cores of a small machine.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias: { electron } },
        test: {
          name: 'main',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/src-renderer/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [vue()],
        test: { name: 'page', environment: 'happy-dom', include: ['test/src-renderer/**/*.test.ts'] },
      },
    ],
  },
})
