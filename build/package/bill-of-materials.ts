import type { InstalledPackage } from './installed-package.ts'
import { isListed } from './licence-gate.ts'
import { lockedPackages } from './lock-file.ts'

interface Product {
  readonly name: string
  readonly version: string
}

/** What is in the package, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export function billOfMaterials(product: Product, packages: readonly InstalledPackage[]): object {
  const locked = lockedPackages()
  const root = { type: 'application', 'bom-ref': purlOf(product), ...product, purl: purlOf(product) }
  // A package may lie in several folders.
  const unique = new Map(packages.map((each) => [purlOf(each), each]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...root, licenses: [{ license: { id: 'MIT' } }] } },
    components: [...unique].map(([purl, { name, version, licence, folder, homepage }]) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [licenceEntry(licence.replaceAll(/ (or|and) /g, (word) => word.toUpperCase()))],
      hashes: hashesOf(locked[folder]?.integrity),
      ...(homepage === null ? {} : { externalReferences: [{ type: 'website', url: homepage }] }),
    })),
    dependencies: [{ ref: purlOf(product), dependsOn: [...unique.keys()] }],
  }
}

/** A package as https://github.com/package-url/purl-spec names it. */
function purlOf({ name, version }: Product): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

// Only names of the SPDX list may stand in `id`, and only expressions of them in `expression`.
function licenceEntry(licence: string): object {
  if (!isListed(licence)) return { license: { name: licence } }
  return /^\S+$/.test(licence) ? { license: { id: licence } } : { expression: licence }
}

// The lock file writes "sha512-" and Base64, CycloneDX wants hexadecimal digits.
function hashesOf(integrity: string | undefined): object[] {
  const digest = /^sha512-(\S+)$/.exec(integrity ?? '')?.[1]
  return digest === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
}
