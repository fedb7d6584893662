import { defineConfig } from 'vitest/config'

// The tests of the packed form, which `npm run package -- --check` runs once it has made the package. `npm test` leaves
// them out, because the package takes long to make and its native packages come from a registry.
export default defineConfig({
  test: {
    include: ['test/package/**/*.packed.ts'],
    globalSetup: ['test/package/install-once.ts'],
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
