import { type VerbaleInput, verbaleData, verbalePictures } from '../../domain/inspections/verbale.ts'
import { pdfImage } from '../../lib/files/pdf-image.ts'
import { renderPdf } from '../../lib/files/typst.ts'

/** Pictures are made fit a few at a time: each takes tens of megabytes while it is decoded. */
const AT_ONCE = 3

/**
 * The PDF of a verifica (docs/spec/inspections.md#pdf).
 * @param read bytes of a stored file by its uuid, null where there are none; a picture that is missing or broken becomes a placeholder
 */
export async function verbalePdf(input: VerbaleInput, read: (uuid: string) => Promise<Buffer | null>): Promise<Buffer> {
  const wanted = verbalePictures(input)
  if (input.company.logo) wanted.push({ uuid: input.company.logo, edge: 600 })
  const pictures = new Map<string, Buffer>()
  const queue = wanted.values()
  const prepare = async () => {
    for (const { uuid, edge } of queue) {
      const bytes = await read(uuid)
      const fit = bytes && (await pdfImage(bytes, edge))
      if (fit) pictures.set(uuid, fit)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, prepare))
  return renderPdf('verbale', verbaleData(input, new Set(pictures.keys())), pictures)
}
