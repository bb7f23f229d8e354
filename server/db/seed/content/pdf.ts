/** A small PDF of one page with a heading and some lines; letters of Latin 1 alone. */
export function smallPdf(title: string, lines: readonly string[]): Buffer {
  const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
  const body = lines.map((line) => `0 -22 Td (${escaped(line)}) Tj`).join('\n')
  const content = `BT /F1 18 Tf 60 780 Td (${escaped(title)}) Tj /F1 11 Tf\n${body}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = Buffer.byteLength(text, 'latin1')
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = Buffer.byteLength(text, 'latin1')
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
