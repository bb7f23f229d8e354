import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heavyWork } from '../../../server/lib/files/heavy-work.ts'
import { pdfImage } from '../../../server/lib/files/pdf-image.ts'
import { pdfReader } from '../../../server/lib/files/pdf-pages.ts'
import { fitPicture, inWidths } from '../../../server/lib/files/pictures.ts'
import { readSheet } from '../../../server/lib/files/spreadsheet.ts'
import { renderPdf } from '../../../server/lib/files/typst.ts'

const spooled = async (name: string, bytes: Uint8Array) => {
  const place = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'piazzale-')), name)
  await fs.writeFile(place, bytes)
  return { name, path: place, bytes: Buffer.alloc(0) }
}
const workbook = (rows: string) =>
  zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
  })
const lines = (count: number, columns: string[]) =>
  Array.from(
    { length: count },
    (_, at) => `<row r="${at + 1}">${columns.map((one) => `<c r="${one}${at + 1}"><v>1</v></c>`).join('')}</row>`,
  ).join('')

test('24 kB that open to a sheet of eighty million cells are refused in words, and a usual sheet is read', async () => {
  const bomb = workbook(lines(5_000, ['XFD']))
  expect(bomb.length).toBeLessThan(60_000)
  const sentence = 'Il foglio ha più di 500 colonne: togliere ciò che sta a destra della tabella.'
  await expect(readSheet(await spooled('a.xlsx', bomb), 10_000, '1')).rejects.toMatchObject({ status: 422, message: sentence })
  const usual = await readSheet(await spooled('b.xlsx', workbook(lines(2, ['A', 'SF']))), 10_000, '1')
  expect(usual.map((line) => [line.length, line[0], line[499]])).toEqual([
    [500, '1', '1'],
    [500, '1', '1'],
  ])
})

test('pictures, sheets and PDFs pass one gate: two at a time; of people the rest waits or is told 429, of the server it waits', async () => {
  const open: (() => void)[] = []
  const hold = (lane: string) => heavyWork(lane, () => new Promise<void>((resolve) => open.push(resolve)))
  const held = Array.from({ length: 22 }, () => hold('7'))
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer()
  const file = { name: 'a.jpg', bytes: jpeg }
  const sheet = await spooled('a.csv', Buffer.from('a;b\n1;2'))
  const refusals = await Promise.allSettled([
    fitPicture(file, '7'),
    inWidths(file, '7', { types: ['image/jpeg'], min: 1, widths: [10] }),
    readSheet(sheet, 10, '7'),
  ])
  expect(refusals.map((one) => one.status === 'rejected' && one.reason.status)).toEqual([429, 429, 429])
  const order: string[] = []
  const named = <T>(name: string, work: Promise<T>) => work.finally(() => order.push(name))
  const reader = pdfReader()
  const waiting = [
    named('picture', pdfImage(jpeg)),
    named(
      'pages',
      reader.open(Buffer.from('no PDF')).catch(() => []),
    ),
    named('sheet', readSheet(sheet, 10, '8')),
    named(
      'document',
      renderPdf('qr-sheet', {}).catch(() => Buffer.alloc(0)),
    ),
  ]
  expect(order).toEqual([])
  let left = held.length
  for (const one of held) void one.then(() => left--)
  while (left) {
    for (const end of open.splice(0)) end()
    await new Promise((next) => setImmediate(next))
  }
  await Promise.all(waiting)
  await reader.close()
  expect(order).toHaveMembers(['document', 'pages', 'picture', 'sheet'])
})
