import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import { bakeDerived } from './build/bake-derived.ts'
import { bakeManual } from './build/docs/bake-manual.ts'
import { lightenEditor } from './build/lighten-editor.ts'
import { lightenIcons } from './build/lighten-icons.ts'
import { lightenListhen } from './build/lighten-listhen.ts'
import { writeCredits } from './build/package/credits.ts'
import { listPackages } from './build/package/list-packages.ts'
import { PACKAGES_OF_PAGE } from './build/package/places.ts'
import { PAGE_FILES } from './build/page-files.ts'
import { shareWithWorkers } from './build/share-with-workers.ts'

const fromRoot = (path: string) => resolve(import.meta.dirname, path)

// Each entry keeps its name in out/main/. Code that entries share lands in out/main/chunks/, so only an entry may
// compute a path from its own address; it hands the path on to the rooms.
export const ENTRIES = {
  desktop: 'src-main/desktop.ts',
  headless: 'src-main/headless.ts',
  cli: 'src-main/cli.ts',
  'tool-worker': 'src-main/workers/tool-worker.ts',
  'sql-child': 'src-main/tools/execute/lib/sql-child.ts',
}

// The judge of JSON Schema is of some tools and of the page.
const STARTED_WITH = /src-main[\\/](tool-kit|tools[\\/]index\.ts)/
// The command line starts with what is shared alone: it is a process for each call.
const SHARED = /src-shared[\\/](?!json-schema)/
const ZOD = /node_modules[\\/]zod[\\/]/

// One file of all tools is read faster than hundreds, with the first call; each still runs only when it is
// imported. What a start needs as well must not lie in it.
export const MAIN_OUTPUT = {
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
const checks = { bundlerTimings: false }

const gateway = process.env['TOOLGATE_URL'] ?? 'http://127.0.0.1:4777'
// The gateway takes requests of its own page only, so the development page speaks in that page's name.
const toGateway = { target: gateway, changeOrigin: true, headers: { origin: gateway } }

export default defineConfig({
  main: {
    plugins: [bakeDerived(), lightenListhen()],
    build: {
      outDir: 'out/main',
      // Read at every start, from a hundred files of its own otherwise.
      externalizeDeps: {
        exclude: [
          'zod',
          'h3',
          'listhen',
          '@modelcontextprotocol/server',
          'citty',
          'env-paths',
          'jsonc-parser',
          'stemmer',
        ],
      },
      rolldownOptions: {
        checks,
        input: ENTRIES,
        output: MAIN_OUTPUT,
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rolldownOptions: {
        input: { preload: 'src-main/desktop/preload.ts' },
        // A sandboxed window loads CommonJS only.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [
      lightenEditor(),
      lightenIcons(),
      shareWithWorkers(),
      vue(),
      tailwindcss(),
      listPackages(PACKAGES_OF_PAGE),
      writeCredits(),
      bakeManual(),
    ],
    // No component is written with options, neither ours nor those of a library.
    define: { __VUE_OPTIONS_API__: 'false' },
    build: {
      outDir: 'out/renderer',
      // The page's policy takes fonts from the gateway alone, so none may be written into the style sheet.
      assetsInlineLimit: 0,
      // A little smaller than with the bundler's own.
      minify: 'terser',
      terserOptions: {
        module: true,
        ecma: 2020,
        compress: { passes: 2, ecma: 2020, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false },
      },
      sourcemap: false,
      // The gateway is near, and idle time fetches the places: lists of what each needs would only make the page larger.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
      },
      rolldownOptions: {
        checks,
        input: fromRoot('src-renderer/index.html'),
        output: { codeSplitting: { groups: PAGE_FILES } },
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: { '^/(v1|app)/': toGateway, '^/(mcp|metrics)$': toGateway },
    },
  },
})
