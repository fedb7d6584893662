/** A package of npm as its owner has agreed to it. */
export interface PinnedPackage {
  readonly name: string
  readonly version: string
  /** Of its tarball, as npm writes it: `sha512-…`. */
  readonly integrity: string
  /** SHA-256 of the lockfile, which pins everything that it depends on as well. */
  readonly tree: string
}

/** What is known of a package before it is installed. */
export interface PackagePlan extends PinnedPackage {
  /** The lockfile. */
  readonly lock: string
  /** The script that is run, below its folder. */
  readonly entry: string
  /** The origins that it and its dependencies are loaded from. */
  readonly origins: readonly string[]
  /** How many packages are installed, itself included. */
  readonly count: number
  /** Those that want to run a script when they are installed; none of them is run. */
  readonly withScripts: readonly string[]
  /** What its maker says of a version that should not be used any more; null for nothing. */
  readonly deprecated: string | null
}
