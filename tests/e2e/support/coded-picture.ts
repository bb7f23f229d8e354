import sharp from 'sharp'

/** Twelve blocks, light or dark, over the upper three quarters of the picture: below them the app may write its stamp. */
const [COLUMNS, ROWS] = [4, 3]
const [WIDTH, HEIGHT] = [1280, 960]
const BLOCK_HEIGHT = (HEIGHT * 0.75) / ROWS
const BLOCK_WIDTH = WIDTH / COLUMNS

/** A JPEG with grain, as a camera gives it, that carries `code` (0–4095) in a form that survives being shrunk, stamped and printed. */
export function codedPicture(code: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  // Grain from a generator of our own: the same code gives the same bytes.
  let grain = code * 7919 + 1
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const row = Math.floor(y / BLOCK_HEIGHT)
      const bit = row * COLUMNS + Math.floor(x / BLOCK_WIDTH)
      grain = (grain * 1103515245 + 12345) & 0x7fffffff
      const light = row >= ROWS ? 128 : (code >> bit) & 1 ? 205 : 50
      pixels.fill(light + ((grain >> 16) % 41) - 20, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)
    }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer()
}

/** The code of a picture made by `codedPicture`, whatever became of its size; undefined where it is another picture. */
export async function codeOf(picture: Buffer | string): Promise<number | undefined> {
  const { data } = await sharp(picture)
    .greyscale()
    .resize(COLUMNS * 8, 32, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  let code = 0
  for (let bit = 0; bit < COLUMNS * ROWS; bit++) {
    const light = data[(Math.floor(bit / COLUMNS) * 8 + 4) * COLUMNS * 8 + (bit % COLUMNS) * 8 + 4]!
    if (light > 100 && light < 155) return undefined
    if (light >= 155) code |= 1 << bit
  }
  return code
}
