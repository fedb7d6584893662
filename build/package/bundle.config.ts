import { defineConfig } from 'electron-vite'
import { ENTRIES, MAIN_OUTPUT } from '../../electron.vite.config.ts'
import { bakeToolFacts } from '../bake-tool-facts.ts'
import { listPackages } from './list-packages.ts'
import { NATIVES } from './natives.ts'
import { PACKAGED_MAIN, PACKAGES_OF_GATEWAY } from './places.ts'
import { runTimeFiles } from './run-time-files.ts'

// The gateway and the command line with their libraries inside, as `npm run package` ships them. The window needs
// Electron, so its entry stays out.
const { desktop: _, ...input } = ENTRIES

export default defineConfig({
  main: {
    plugins: [bakeToolFacts(), runTimeFiles(), listPackages(PACKAGES_OF_GATEWAY)],
    build: {
      outDir: PACKAGED_MAIN,
      externalizeDeps: false,
      rolldownOptions: {
        input,
        external: [/^node:/, 'electron', ...NATIVES],
        output: {
          ...MAIN_OUTPUT,
          // Names stay, for stack traces and for libraries that read the text of their own functions.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
})
