/**
 * Draws the pictures in build/icons/ from build/icon.svg and build/tray-icon.svg: `node build/icons.mjs`. They are
 * committed, so that packaging needs nothing but the checkout.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { ROOT } from './paths.mjs'

const APP = 'build/icon.svg'
const TRAY = 'build/tray-icon.svg'
/** Apple's grid for icons: the shape takes 824 of 1,024 pixels, the rest is for its shadow. */
const MAC_SHARE = 824 / 1024
/** The resolution that SVG units assume, in dots per inch. */
const SVG_DPI = 72

/**
 * Every picture: its path, its source, its side in pixels, and the share of it that the drawing fills.
 * @type {readonly { file: string, from: string, size: number, share: number }[]}
 */
export const ICONS = [
  // electron-builder takes a folder of these for Linux, named by their size.
  ...[16, 24, 32, 48, 64, 128, 256, 512].map((size) => ({
    file: `build/icons/linux/${size}x${size}.png`,
    from: APP,
    size,
    share: 1,
  })),
  { file: 'build/icons/windows.png', from: APP, size: 512, share: 1 },
  { file: 'build/icons/mac.png', from: APP, size: 1024, share: MAC_SHARE },
  // Two pixels for each point, as src-main/desktop/desktop-tray.ts tells Electron.
  { file: 'build/icons/tray.png', from: APP, size: 32, share: 1 },
  { file: 'build/icons/tray-template.png', from: TRAY, size: 36, share: 1 },
]

/**
 * Draws one picture.
 * @param {{ from: string, size: number, share: number }} icon
 * @returns {Promise<Buffer>} a PNG file
 */
export async function drawIcon({ from, size, share }) {
  const drawing = join(ROOT, from)
  const { width = 24 } = await sharp(drawing).metadata()
  const side = Math.round(size * share)
  const margin = (size - side) / 2
  return await sharp(drawing, { density: (SVG_DPI * side) / width })
    .resize(side, side)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const icon of ICONS) {
    const file = join(ROOT, icon.file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await drawIcon(icon))
  }
}
