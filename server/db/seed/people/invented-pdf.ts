/** A4 pages of plain text lines as a PDF, without a library: for invented payslips in the demonstration and in tests. Latin letters only. */
export function inventedPdf(pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n')
    const content = `BT /F1 11 Tf 16 TL 60 780 Td\n${shown}\nET`
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`)
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
  }
  let text = '%PDF-1.4\n'
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const start = text.length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** The lines of an invented payslip: nobody's, with nobody's money. */
export function payslipLines(person: { name: string; fiscalCode: string }, period: string, net: string): string[] {
  return [
    'Rete Demo Carburanti S.p.A.   P.IVA 01234567897',
    'DOCUMENTO DIMOSTRATIVO, SENZA VALORE',
    '',
    `Cedolino paga   Mese: ${period}`,
    `Dipendente: ${person.name}`,
    `Codice fiscale: ${person.fiscalCode}`,
    '',
    'Retribuzione ordinaria',
    'Contributi INPS',
    'IRPEF',
    `Netto in busta: EUR ${net}`,
  ]
}
/** The lines of an invented Certificazione Unica. */
export const certificateLines = (person: { name: string; fiscalCode: string }, year: number): string[] => [
  `CERTIFICAZIONE UNICA ${year}`,
  `redditi dell'anno ${year - 1}`,
  'DOCUMENTO DIMOSTRATIVO, SENZA VALORE',
  '',
  `Percipiente: ${person.name}`,
  `Codice fiscale: ${person.fiscalCode}`,
]
