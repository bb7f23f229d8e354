import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pdfImage } from '../../server/lib/files/pdf-image.ts'
import { renderPdf } from '../../server/lib/files/typst.ts'
import { samplePhoto, sampleSignature } from './verbale-sample.ts'

describe('pictures are made fit', () => {
  it('upright, within the edge, without the data of the phone', async () => {
    const lying = await samplePhoto(6)
    expect((await sharp(lying).metadata()).orientation).toBe(6)
    const fit = await sharp((await pdfImage(lying))!).metadata()
    expect(fit).toMatchObject({ format: 'jpeg', width: 900, height: 1200 })
    expect([fit.orientation, fit.exif]).toEqual([undefined, undefined])
    expect((await sharp((await pdfImage(lying, 480))!).metadata()).height).toBe(480)
  })
  it('signatures stay transparent, small pictures small', async () => {
    const fit = await sharp((await pdfImage(await sampleSignature(1)))!).metadata()
    expect(fit).toMatchObject({ format: 'png', width: 600, hasAlpha: true })
  })
  it('broken ones, and bombs of pixels, are none', async () => {
    expect(await pdfImage(Buffer.from('not a picture'))).toBeNull()
    expect(await pdfImage((await samplePhoto(1)).subarray(0, 3000))).toBeNull()
    const bomb = await sharp({ create: { width: 17_000, height: 17_000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png()
      .toBuffer()
    expect(await pdfImage(bomb)).toBeNull()
  })
})

describe('the PDF thread', () => {
  it('refuses a template that is not there, and goes on', async () => {
    await expect(renderPdf('no-such-template', {})).rejects.toThrow('template no-such-template')
    await expect(renderPdf('verbale', {})).rejects.toThrow('template verbale')
    await expect(renderPdf('../../package', {})).rejects.toThrow()
  })
  it('sets in its own thread: the loop of the server turns meanwhile', async () => {
    let turns = 0
    const tick = setInterval(() => turns++, 1)
    await Promise.allSettled(Array.from({ length: 10 }, () => renderPdf('no-such-template', { text: 'x'.repeat(200_000) })))
    clearInterval(tick)
    expect(turns).toBeGreaterThan(0)
  })
  it('refuses what nobody could wait for', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => renderPdf('no-such-template', {})))
    const refused = answers.filter((answer) => answer.status === 'rejected' && answer.reason.status === 429)
    // Two are set, twenty wait.
    expect(refused.length).toBe(60 - 22)
  })
})
