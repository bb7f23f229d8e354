import { serialInGroups } from '../../../src/rules/coupons/serial.ts'
import { joinPdfs } from '../../lib/files/join-pdf.ts'
import { qrSvg } from '../../lib/files/qr-code.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { yieldingBatches } from '../../lib/tables/yielding-batches.ts'

/** Vouchers of a part, three a page: a part of more takes more memory (some 170 kB a voucher), and keeps other documents waiting for longer. */
const PART = 600
/** Codes drawn before other requests have their turn: each takes up to a millisecond. */
const CODES = 20

interface Head {
  title: string
  company: string
  number: string
  holder: string
  expires: string
  fuel: string | null
  stations: string[]
}
/** The vouchers as one PDF. It is set in parts, so that besides the file itself it takes the memory of one part, and others have their turn in between. */
export async function setVouchers(head: Head, rows: readonly { serial: string; denomination: number }[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let from = 0; from < rows.length; from += PART) {
    const vouchers: { serial: string; value: string; qr: string }[] = []
    for await (const lot of yieldingBatches(rows.slice(from, from + PART), CODES))
      vouchers.push(
        ...lot.map(({ serial, denomination }) => ({ serial: serialInGroups(serial), value: `${denomination},00`, qr: qrSvg(serial) })),
      )
    parts.push(await renderPdf('coupons', { ...head, vouchers }))
  }
  return joinPdfs(parts)
}
