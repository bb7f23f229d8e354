import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfImage } from '../../../server/lib/files/pdf-image.ts'
import { fitPicture, inWidths } from '../../../server/lib/files/pictures.ts'

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c00' } })
/** GPS coordinates in the Exif of a picture. */
const PLACE = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' } }
const fitted = async (name: string, bytes: Buffer) => {
  const { upload, readable } = await fitPicture({ name, bytes }, '1')
  return { name: upload.name, readable, same: upload.bytes === bytes, facts: await sharp(upload.bytes).metadata() }
}

test('a picture that became a JPEG is called one; what was one, or stayed what it was, keeps its name', async () => {
  const [small, large] = [plain(60, 40), plain(2600, 20)]
  expect(await fitted('foto.jpeg', await small.clone().jpeg().toBuffer())).toMatchObject({ name: 'foto.jpeg', same: true })
  expect(await fitted('foto.jpeg', await large.clone().jpeg().toBuffer())).toMatchObject({
    name: 'foto.jpeg',
    facts: { format: 'jpeg', width: 2560, height: 20 },
  })
  expect(await fitted('foto.png', await small.clone().png().toBuffer())).toMatchObject({ name: 'foto.png', same: true })
  expect(await fitted('foto.png', await large.clone().png().toBuffer())).toMatchObject({ name: 'foto.jpg', facts: { format: 'jpeg' } })
  expect(await fitted('foto.png', await small.clone().withExif(PLACE).png().toBuffer())).toMatchObject({
    ...{ name: 'foto.png', same: false, readable: true },
    facts: { format: 'png', width: 60, height: 40 },
  })
})

test('2560 px are kept on either side and no more; what is turned is turned upright', async () => {
  const edges = async (width: number, height: number) => {
    const { same, facts } = await fitted('a.jpg', await plain(width, height).jpeg().toBuffer())
    return [same, facts.width, facts.height]
  }
  expect(await edges(2560, 8)).toEqual([true, 2560, 8])
  expect(await edges(8, 2560)).toEqual([true, 8, 2560])
  expect(await edges(8, 2562)).toEqual([false, 8, 2560])
  const turned = await plain(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await fitted('a.jpg', turned)).toMatchObject({ same: false, facts: { width: 40, height: 60 } })
})

test('what is neither a JPEG nor a PNG becomes a JPEG, white where it was nothing', async () => {
  const nothing = sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } })
  const { upload } = await fitPicture({ name: 'a.webp', bytes: await nothing.webp({ lossless: true }).toBuffer() }, '1')
  expect([upload.name, (await sharp(upload.bytes).metadata()).format]).toEqual(['a.jpg', 'jpeg'])
  expect([...(await sharp(upload.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})

test('a picture of more pixels than any camera takes is refused before it is decoded', async () => {
  const bomb = async (width: number, height: number) => {
    const bytes = await plain(60, 40).png().toBuffer()
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
    return { name: 'a.png', bytes }
  }
  const refused = { status: 413, message: "L'immagine ha più di 50 megapixel: ridurla e riprovare." }
  const cover = { types: ['image/png'], min: 1, widths: [10] }
  for (const [width, height] of [
    [20_000, 20_000],
    [16_370, 16_370],
    [8_193, 6_400],
  ] as const) {
    await expect(fitPicture(await bomb(width, height), '1')).rejects.toMatchObject(refused)
    await expect(inWidths(await bomb(width, height), '1', cover)).rejects.toMatchObject(refused)
    expect(await pdfImage((await bomb(width, height)).bytes)).toBeNull()
  }
  expect(await fitPicture(await bomb(8_192, 6_400), '1'), 'as many as a phone takes; this one breaks off').toMatchObject({
    readable: false,
  })
})

test('what is no picture is refused; one that breaks off is kept as it came, and said to be unreadable', async () => {
  await expect(fitPicture({ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF') }, '1')).rejects.toMatchObject({ status: 415 })
  const whole = await plain(600, 400).jpeg().toBuffer()
  const broken = whole.subarray(0, whole.length / 2)
  expect(await fitPicture({ name: 'a.jpg', bytes: broken }, '1')).toMatchObject({
    upload: { name: 'a.jpg', bytes: broken },
    readable: false,
  })
})

test('words are written on what can be decoded, at its lower left', async () => {
  const bytes = await plain(900, 600).png().toBuffer()
  const { upload, readable } = await fitPicture({ name: 'a.png', bytes }, '1', 'Prova 12:00')
  expect([upload.name, readable]).toEqual(['a.jpg', true])
  const spread = async (left: number, top: number) => {
    const { channels } = await sharp(await sharp(upload.bytes).extract({ left, top, width: 450, height: 300 }).toBuffer()).stats()
    return Math.max(...channels.map(({ stdev }) => stdev))
  }
  expect(await spread(0, 300)).toBeGreaterThan(10)
  expect(await spread(450, 0)).toBeLessThan(2)
})
