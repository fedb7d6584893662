export interface FileType {
  readonly mime: string
  readonly ext: string
}

/** The beginnings of files that the library does not know, as Latin-1. */
const SIGNATURES: readonly (readonly [beginning: RegExp, mime: string, ext: string])[] = [
  [/^\.snd/, 'audio/basic', 'au'],
  [/^v\/1\x01/, 'image/x-exr', 'exr'],
  // FITS 4.0, 4.4.1.1.
  [/^SIMPLE {2}= {20}[TF]/, 'image/fits', 'fits'],
  [/^#\?(?:RADIANCE|RGBE)\n/, 'image/vnd.radiance', 'hdr'],
  [/^AT&TFORM[^]{4}DJV[UMI]/, 'image/vnd.djvu', 'djvu'],
  [/^\x89HDF\r\n\x1a\n/, 'application/x-hdf5', 'h5'],
  [/^\x93NUMPY/, 'application/x-numpy-data', 'npy'],
  [/^\xfe\xed\xfe\xed/, 'application/x-java-keystore', 'jks'],
  // GNU gettext, 10.3.
  [/^(?:\xde\x12\x04\x95|\x95\x04\x12\xde)/, 'application/x-gettext-translation', 'mo'],
  // PEP 552: a number for the version, and flags.
  [/^[^]{2}\r\n[\0-\x03]\0\0\0/, 'application/x-bytecode.python', 'pyc'],
  // BEP 3: a dictionary in bencoding.
  [/^d\d{1,2}:(?:announce|comment|created by|creation date|info)/, 'application/x-bittorrent', 'torrent'],
  // TIFF 6.0, section 2, and BigTIFF: the library looks for a directory too, which may be at the end of a large file.
  [/^(?:II[*+]\0|MM\0[*+])/, 'image/tiff', 'tif'],
  // A head that the library cannot read to its end.
  [/^\x89PNG\r\n\x1a\n/, 'image/png', 'png'],
  [/^\n[\0\x02-\x05][\0\x01][\x01\x02\x04\x08]/, 'image/vnd.zbrush.pcx', 'pcx'],
  // OS/2: bitmaps, icons and pointers, alone and in an array.
  [/^BA[^]{12}BM/, 'image/x-os2-graphics', 'bmp'],
  [/^(?:BA[^]{12}(?:CI|CP|IC|PT)|(?:CI|CP|IC|PT)[^]{12}[\x0c(]\0\0\0)/, 'image/x-os2-graphics', 'ico'],
  // Truevision TGA 2.0: no name, a kind of picture without colours of its own, and sizes; or colours for 8 bits.
  [
    /^[^]\0[\x02\x03\n\x0b]\0{5}[^]{4}(?!\0\0)[^]{2}(?!\0\0)[^]{2}[\x08\x0f\x10\x18 ][\0-?]/,
    'image/x-tga',
    'tga',
  ],
  [
    /^[^]\x01[\x01\t]\0\0[^]{2}[\x0f\x10\x18 ][^]{4}(?!\0\0)[^]{2}(?!\0\0)[^]{2}\x08[\0-?]/,
    'image/x-tga',
    'tga',
  ],
  // Netpbm: a number for the kind, then sizes; comments may stand before them.
  [/^P[14](?:\s|#[^\n]*\n)+\d+\s+\d+\s/, 'image/x-portable-bitmap', 'pbm'],
  [/^P[25](?:\s|#[^\n]*\n)+\d+\s+\d+\s+\d+\s/, 'image/x-portable-graymap', 'pgm'],
  [/^P[36](?:\s|#[^\n]*\n)+\d+\s+\d+\s+\d+\s/, 'image/x-portable-pixmap', 'ppm'],
  [/^P7\n(?:#[^\n]*\n)*WIDTH \d+\n/, 'image/x-portable-arbitrarymap', 'pam'],
]
const HEAD_BYTES = 1_024

/** The type of a file by its first bytes, for types that the library does not know; null for any other. */
export function bySignatureOfOurs(bytes: Buffer): FileType | null {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const found = SIGNATURES.find(([beginning]) => beginning.test(head))
  return found === undefined ? null : { mime: found[1], ext: found[2] }
}
