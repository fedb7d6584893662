import sharp, { type Metadata, type Sharp } from 'sharp'
import { WORKER_DEADLINE_MS, WORKER_WALL_FACTOR } from '../../../../src-shared/limits.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/**
 * For all frames together. A pixel takes about 16 bytes outside the worker's heap while it is
 * processed.
 */
const MAX_INPUT_PIXELS = 16_000_000
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024
/**
 * The library measures by the clock, which says nothing on a busy machine, so this is only the last resort: the
 * worker ends a call by its processor time, native code included.
 */
const NATIVE_SECONDS = (WORKER_DEADLINE_MS * WORKER_WALL_FACTOR) / 1_000

// One picture at a time, nothing cached between calls, and only the decoders that are needed: those
// for SVG, PDF or TIFF read other files, or have too often read beyond their input.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
})

export interface OpenImage {
  readonly image: Sharp
  readonly metadata: Metadata
}

/**
 * Opens a JPEG, PNG, WebP, GIF or AVIF picture, and reads its header.
 * @param frames whether to read all frames of an animation
 * @param isDecoded whether its pixels are wanted, which may not be too many
 * @throws InvalidInput for bytes that are not a picture, and for too many pixels
 */
export async function openImage(
  bytes: Buffer,
  field: string,
  { frames = false, isDecoded = true } = {},
): Promise<OpenImage> {
  const image = sharp(bytes, {
    limitInputPixels: isDecoded && MAX_INPUT_PIXELS,
    animated: frames,
    failOn: 'error',
  }).timeout({
    seconds: NATIVE_SECONDS,
  })
  try {
    const metadata = await image.metadata()
    // The numbers in the header are checked here too: the library only checks them when it decodes.
    const pixels =
      metadata.width * (metadata.pageHeight ?? metadata.height) * (frames ? (metadata.pages ?? 1) : 1)
    if (isDecoded && pixels > MAX_INPUT_PIXELS)
      throw new InvalidInput(
        field,
        `The picture has ${pixels} pixels, more than ${MAX_INPUT_PIXELS}; make it smaller`,
      )
    return { image, metadata }
  } catch (error) {
    throw toRefusal(error, field)
  }
}

/**
 * Decodes, processes and encodes.
 * @throws InvalidInput for damaged pictures, and for work that takes too long
 */
export async function encoded(image: Sharp, field: string) {
  try {
    const result = await image.toBuffer({ resolveWithObject: true })
    if (result.data.length > MAX_OUTPUT_BYTES)
      throw new InvalidInput(field, 'The result is over 8 MiB; choose a smaller size or another format')
    return result
  } catch (error) {
    throw toRefusal(error, field)
  }
}

function toRefusal(error: unknown, field: string): InvalidInput {
  if (error instanceof InvalidInput) return error
  const reason = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error)
  if (/unsupported image format/i.test(reason))
    return new InvalidInput(field, 'This is not a JPEG, PNG, WebP, GIF or AVIF picture')
  if (/pixel limit/i.test(reason))
    return new InvalidInput(field, `The picture has more than ${MAX_INPUT_PIXELS} pixels; make it smaller`)
  if (/timeout/i.test(reason))
    return new InvalidInput(
      field,
      'Processing the picture takes too long; make it smaller or choose another format',
    )
  if (/corrupt header|end of .*data|premature end/i.test(reason))
    return new InvalidInput(
      field,
      'The picture is damaged: its header cannot be read; save it again with a program that can open it',
    )
  return new InvalidInput(field, `The picture cannot be read: ${reason.slice(0, 150).toWellFormed()}`)
}
