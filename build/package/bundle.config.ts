import { defineConfig } from 'electron-vite'
import { ENTRIES, MAIN_OUTPUT } from '../../electron.vite.config.ts'
import { bakeDerived } from '../bake-derived.ts'
import { lightenListhen } from '../lighten-listhen.ts'
import { listPackages } from './list-packages.ts'
import { NATIVES } from './natives.ts'
import { PACKAGED_MAIN, PACKAGES_OF_GATEWAY } from './places.ts'
import { runTimeFiles } from './run-time-files.ts'

// The gateway and the command line with their libraries inside, as `npm run package` ships them. The window needs
// Electron, so its entry stays out.
const { desktop: _, ...input } = ENTRIES

export default defineConfig({
  main: {
    plugins: [bakeDerived(), lightenListhen(), runTimeFiles(), listPackages(PACKAGES_OF_GATEWAY)],
    build: {
      outDir: PACKAGED_MAIN,
      externalizeDeps: false,
      rolldownOptions: {
        input,
        external: [/^node:/, 'electron', ...NATIVES],
        // What would only fail when a tool is called.
        onLog: (level, log, report) => {
          if (log.code === 'CANNOT_CALL_NAMESPACE') throw new Error(log.message)
          report(level, log)
        },
        output: {
          ...MAIN_OUTPUT,
          // Names stay, for stack traces and for libraries that read the text of their own functions.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
})
