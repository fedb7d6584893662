import { defineConfig } from 'electron-vite'
import { builtMain } from '../main-build.ts'
import { PACKAGED_MAIN, PACKAGES_OF_GATEWAY } from './places.ts'

// The gateway and the command line, as `npm run package` ships them.
export default defineConfig({
  main: builtMain({
    outDir: PACKAGED_MAIN,
    hasWindow: false,
    isPacked: true,
    packages: PACKAGES_OF_GATEWAY,
  }),
})
