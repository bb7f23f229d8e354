import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test, vi } from 'vitest'
import { drawSerials } from '../../server/domain/coupons/draw-serials.ts'
import { setVouchers } from '../../server/resources/coupons/set-vouchers.ts'
import { hasPdfToText, letters } from './pdf-text.ts'

/** Codes drawn since other requests last had their turn. */
const drawn = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock('../../server/lib/files/qr-code.ts', async (original) => {
  const real = await original<typeof import('../../server/lib/files/qr-code.ts')>()
  return {
    ...real,
    qrSvg(text: string) {
      drawn.most = Math.max(drawn.most, ++drawn.now)
      return real.qrSvg(text)
    },
  }
})
const head = { title: 'Buoni carburante (B2026/00045)', company: 'Rete (1 0 R) S.p.A.', number: 'B2026/00045', holder: 'Trasporti Prova' }
const more = { expires: '25/05/2028', fuel: null, stations: [] }

test('the vouchers of a large order are one PDF that is set in parts, tagged to its last page, and others have their turn meanwhile', {
  timeout: 120_000,
}, async () => {
  const serials = drawSerials(1_205)
  let open = true
  const turn = () => {
    drawn.now = 0
    if (open) setImmediate(turn)
  }
  turn()
  const bytes = await setVouchers(
    { ...head, ...more },
    serials.map((serial) => ({ serial, denomination: 20 })),
  )
  open = false
  expect(drawn.most, 'codes drawn in one turn').toBeLessThanOrEqual(50)
  if (hasPdfToText) {
    const text = letters(bytes)
    const places = serials.map((serial) => text.indexOf(serial))
    expect(places.filter((at) => at < 0)).toEqual([])
    expect(places, 'in the order of the vouchers').toEqual([...places].sort((a, b) => a - b))
  }
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise
  expect(pdf.numPages).toBe(402)
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({ Title: head.title, Author: head.company })
  for (const [page, first] of [
    [1, 0],
    [201, 600],
    [402, 1_203],
  ] as const) {
    const tags = JSON.stringify(await (await pdf.getPage(page)).getStructTree())
    expect(tags, `page ${page}`).toContain(`QR del buono ${serials[first]!.match(/.{4}/g)!.join(' ')}`)
  }
  await pdf.destroy()
})
