import { join } from 'node:path'
import { ROOT } from '../paths.mjs'

/** Where `npm run package` puts what it makes. */
export const DIST = join(ROOT, 'dist')
/** The folder of the npm package, before it is packed. */
export const PACKAGED = join(DIST, 'npm')
export const PACKAGED_MAIN = join(PACKAGED, 'out/main')
export const PACKAGED_PAGE = join(PACKAGED, 'out/renderer')

/** What comes into the desktop app with the files of the build. */
export const DESKTOP_NOTICES = join(ROOT, 'out/THIRD-PARTY-NOTICES.txt')

/** The packages whose code is in the page and the main process, which every build lists, and in the npm package. */
export const PACKAGES_OF_PAGE = join(ROOT, 'out/page-packages.json')
export const PACKAGES_OF_MAIN = join(ROOT, 'out/main-packages.json')
export const PACKAGES_OF_GATEWAY = join(DIST, 'gateway-packages.json')
