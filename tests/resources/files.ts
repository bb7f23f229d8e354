import sharp from 'sharp'

/** A small PDF to upload. */
export const paper = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }
/** A picture of one colour. */
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#135' } })
    .png()
    .toBuffer()
