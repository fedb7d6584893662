import type { UserConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { bakeDerived } from './bake-derived.ts'
import { lightenListhen } from './lighten-listhen.ts'
import { listPackages } from './package/list-packages.ts'
import { NATIVES } from './package/natives.ts'
import { runTimeFiles } from './run-time-files.ts'

type MainConfig = NonNullable<UserConfig['main']>

// Each entry keeps its name in out/main/. Code that entries share lands in out/main/chunks/, so only an entry may
// compute a path from its own address; it hands the path on to the rooms.
const ENTRIES = {
  desktop: 'src-main/desktop.ts',
  headless: 'src-main/headless.ts',
  cli: 'src-main/cli.ts',
  'tool-worker': 'src-main/workers/tool-worker.ts',
  'sql-child': 'src-main/tools/execute/lib/sql-child.ts',
}

// What tools share with a start. The judge of JSON Schema is of some tools and of the page.
const STARTED_WITH =
  /src-main[\\/](tool-kit|tokens[\\/]byte-pairs|tools[\\/](index|lib[\\/](sound-json|follow-redirects|api-parts)|text[\\/]lib[\\/](pii-spans|seen-text))\.ts)/
// The command line starts with what is shared alone: it is a process for each call.
const SHARED = /src-shared[\\/](?!json-schema[\\/](?!pointer-token))/
const ZOD = /node_modules[\\/]zod[\\/]/

// One file of all tools is read faster than hundreds, with the first call; each still runs only when it is
// imported. What a start needs as well must not lie in it.
const DIVISION = {
  strictExecutionOrder: true,
  codeSplitting: {
    groups: [
      { name: 'shared', test: SHARED, priority: 3 },
      { name: 'zod', test: ZOD, priority: 2 },
      { name: 'base', test: STARTED_WITH, priority: 1 },
      // Not the helpers in lib/: they import libraries, which must load with the first call that needs them.
      { name: 'tools', test: /src-main[\\/]tools[\\/](?!lib[\\/])[^\\/]+[\\/][^\\/]+\.ts$/ },
    ],
  },
}

// How long the build spends in its plugins says nothing to a person who starts the gateway for the first time.
export const BUNDLER_CHECKS = { bundlerTimings: false }

/** The main process while its files change: what libraries are does not, so they stay outside, and a build is short. */
export function watchedMain(): MainConfig {
  return {
    build: {
      outDir: 'out/main',
      rolldownOptions: { checks: BUNDLER_CHECKS, input: ENTRIES, output: DIVISION },
    },
  }
}

interface MainBuild {
  readonly outDir: string
  /** The window needs Electron, which a package for npm does not bring. */
  readonly hasWindow: boolean
  /** Without white space. Names stay, for stack traces and for libraries that read the text of their own functions. */
  readonly isPacked: boolean
  /** Where to list the packages whose code is inside. */
  readonly packages: string
}

/**
 * The main process as it runs, with its libraries inside. CommonJS, because only its compiled form can be kept with the
 * functions that a start has run, and because Node links hundreds of ES modules more slowly.
 */
export function builtMain({ outDir, hasWindow, isPacked, packages }: MainBuild): MainConfig {
  const { desktop, ...others } = ENTRIES
  const withoutSpace = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const
  return {
    plugins: [bakeDerived(), lightenListhen(), runTimeFiles(), asCommonJs(), listPackages(packages)],
    build: {
      outDir,
      externalizeDeps: false,
      rolldownOptions: {
        checks: BUNDLER_CHECKS,
        input: hasWindow ? { desktop, ...others } : others,
        external: [/^node:/, 'electron', ...NATIVES],
        onLog: (level, log, report) => {
          // What would only fail when a tool is called.
          if (log.code === 'CANNOT_CALL_NAMESPACE') throw new Error(log.message)
          // Of unpdf, which asks for the place of files that it is told.
          if (log.code !== 'EMPTY_IMPORT_META') report(level, log)
        },
        output: {
          ...DIVISION,
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          ...(isPacked ? { minify: withoutSpace } : {}),
        },
      },
    },
  }
}

/** Says of a folder of scripts that they are CommonJS, whatever the package around it is. */
function asCommonJs(): Plugin {
  return {
    name: 'as-commonjs',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
    },
  }
}
