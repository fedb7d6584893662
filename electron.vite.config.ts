import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import { bakeManual } from './build/docs/bake-manual.ts'
import { lightenEditor } from './build/lighten-editor.ts'
import { lightenIcons } from './build/lighten-icons.ts'
import { builtMain, BUNDLER_CHECKS, watchedMain } from './build/main-build.ts'
import { writeCredits } from './build/package/credits.ts'
import { listPackages } from './build/package/list-packages.ts'
import { PACKAGES_OF_MAIN, PACKAGES_OF_PAGE } from './build/package/places.ts'
import { PAGE_FILES } from './build/page-files.ts'
import { shareWithWorkers } from './build/share-with-workers.ts'

const fromRoot = (path: string) => resolve(import.meta.dirname, path)

const gateway = process.env['TOOLGATE_URL'] ?? 'http://127.0.0.1:4777'
// The gateway takes requests of its own page only, so the development page speaks in that page's name.
const toGateway = { target: gateway, changeOrigin: true, headers: { origin: gateway } }

export default defineConfig(({ command }) => ({
  main:
    command === 'build'
      ? builtMain({ outDir: 'out/main', hasWindow: true, isPacked: false, packages: PACKAGES_OF_MAIN })
      : watchedMain(),
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
        checks: BUNDLER_CHECKS,
        input: fromRoot('src-renderer/index.html'),
        output: { codeSplitting: { groups: PAGE_FILES } },
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: { '^/(v1|app)/': toGateway, '^/(mcp|metrics)$': toGateway },
    },
  },
}))
