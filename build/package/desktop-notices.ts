import { writeFileSync } from 'node:fs'
import { noticesText } from './notices.ts'
import { DESKTOP_NOTICES, PACKAGES_OF_MAIN } from './places.ts'
import { shippedPackages } from './shipped-packages.ts'

// Before `npm run dist`: the notices of the libraries inside of the desktop app.
writeFileSync(DESKTOP_NOTICES, noticesText(shippedPackages(PACKAGES_OF_MAIN)))
