import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { verbalePdf } from '../../server/resources/inspections/verbale-pdf.ts'
import { hasPdfToText, words } from './pdf-text.ts'
import { sampleInput } from './verbale-sample.ts'

const DPI = 300
const poppler = (name: string, args: string[], pdf: Buffer) =>
  execFileSync(name, args, { input: pdf, maxBuffer: 1e8, stdio: ['pipe', 'pipe', 'ignore'] })

/** The ink of what stands on one line between `before` and `after`: its dark pixels as a picture of one size, and the share they take of it. */
async function inkBetween(pdf: Buffer, before: string, after: string) {
  const pages = poppler('pdftotext', ['-bbox', '-', '-'], pdf).toString().split('<page ').slice(1)
  const at = (page: string, word: string) => {
    const found = new RegExp(`<word xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}</word>`).exec(page)
    return found?.slice(1).map(Number)
  }
  const number = pages.findIndex((page) => at(page, before) && at(page, after)) + 1
  const [left, right] = [at(pages[number - 1]!, before)!, at(pages[number - 1]!, after)!]
  expect(Math.abs(left[1]! - right[1]!)).toBeLessThan(1)
  const px = (points: number) => Math.round((points * DPI) / 72)
  const page = poppler('pdftoppm', ['-png', '-r', String(DPI), '-f', String(number), '-l', String(number)], pdf)
  const [top, height] = [px(left[1]!) - 4, px(left[3]! - left[1]!) + 8]
  const area = { left: px(left[2]!) + 1, top, width: px(right[0]!) - px(left[2]!) - 2, height }
  // One after the other: in one go the whole page would be trimmed first.
  const cut = await sharp(page).extract(area).flatten({ background: '#fff' }).greyscale().png().toBuffer()
  const data = await sharp(cut).trim({ threshold: 60 }).resize(32, 32, { fit: 'fill' }).greyscale().raw().toBuffer()
  return [...data].map((value) => value < 200)
}
const unlike = (a: boolean[], b: boolean[]) => a.filter((dark, i) => dark !== b[i]).length / a.length

describe.skipIf(!hasPdfToText)('emoji and rare letters', () => {
  it('are printed as themselves, from a face that comes with the program, and can be read out', async () => {
    const notes = 'Perdita 😀 quindi ⚠️ avviso 👍🏽 fatto 🚨 fine\nłódź Ђ Ω ş ğ ő ✓ test\nignoto 𒀀 segno'
    const pdf = await verbalePdf({ ...(await sampleInput()), notes }, async () => null)
    const text = words(pdf)
    for (const part of ['😀', '⚠', '👍', '🚨', 'łódź Ђ Ω ş ğ ő ✓']) expect(text).toContain(part)
    expect(poppler('pdffonts', ['-'], pdf).toString()).toMatch(/\+NotoEmoji-Regular .* yes yes yes /)
    const box = await inkBetween(pdf, 'ignoto', 'segno')
    const glyphs = [
      await inkBetween(pdf, 'Perdita', 'quindi'),
      await inkBetween(pdf, 'quindi', 'avviso'),
      await inkBetween(pdf, 'avviso', 'fatto'),
      await inkBetween(pdf, 'fatto', 'fine'),
    ]
    // Not blank, not the box of what has no glyph, and each its own.
    for (const [i, glyph] of glyphs.entries()) {
      expect(glyph.filter(Boolean).length).toBeGreaterThan(30)
      for (const other of [box, ...glyphs.slice(0, i)]) expect(unlike(glyph, other)).toBeGreaterThan(0.12)
    }
  })
})
