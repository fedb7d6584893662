import { join } from 'node:path'
import { ROOT } from '../paths.mjs'

/** Where `npm run package` puts what it makes. */
export const DIST = join(ROOT, 'dist')
/** The folder of the npm package, before it is packed. */
export const PACKAGED = join(DIST, 'npm')
export const PACKAGED_MAIN = join(PACKAGED, 'out/main')
export const PACKAGED_PAGE = join(PACKAGED, 'out/renderer')

/** The lists of the packages whose code is in the page, which every build writes, and in the bundled gateway. */
export const PACKAGES_OF_PAGE = join(ROOT, 'out/page-packages.json')
export const PACKAGES_OF_GATEWAY = join(DIST, 'gateway-packages.json')
