import type { Reading } from './row-reading.ts'
import { type FormRow, textIn } from './sheets.ts'

const MAX_LABEL = 300
const MAX_HELP = 1000
const isYes = (text: string) => /^(yes|y|true|true\(\)|sì|si|1)$/i.test(text)
const isNo = (text: string) => /^(no|n|false|false\(\)|0)?$/i.test(text)
const ROLES = [
  [/gestor/i, 'gestore'],
  [/ispettor|inspector|verificator/i, 'ispettore'],
] as const

export function texts(row: FormRow, type: unknown, { languages }: Reading): { fields: Record<string, unknown>; reasons: string[] } {
  const reasons: string[] = []
  const label = textIn(row, 'label', languages) || row.cells.name || ''
  const hint = textIn(row, 'hint', languages)
  if (/\$\{/.test(label + hint)) reasons.push('Il testo contiene la risposta a un’altra domanda: resta scritto come nel foglio.')
  if (type === 'info') {
    const fields = hint && label.length <= MAX_LABEL ? { label, text: hint } : { label: 'Nota', text: hint ? `${label}\n${hint}` : label }
    return { fields, reasons }
  }
  if (hint.length > MAX_HELP) reasons.push(`L’aiuto è accorciato a ${MAX_HELP} caratteri.`)
  const long = label.length > MAX_LABEL
  // The whole of a long text is kept where there is room for it.
  if (long) reasons.push(`La domanda ha più di ${MAX_LABEL} caratteri: il testo intero sta nell’aiuto.`)
  const help = (long ? [label, hint].filter(Boolean).join('\n') : hint).slice(0, MAX_HELP)
  const role = type === 'signature' && { role: ROLES.find(([word]) => word.test(label))?.[1] ?? 'terzo' }
  return { fields: { label: long ? `${label.slice(0, MAX_LABEL - 1)}…` : label, ...(help && { help }), ...role }, reasons }
}
export function needed({ cells }: FormRow, type: unknown): { fields: Record<string, unknown>; reasons: string[] } {
  const text = cells.required ?? ''
  if (type === 'info') return { fields: {}, reasons: isNo(text) || isYes(text) ? [] : [`Una nota non è obbligatoria: ${text}.`] }
  const reasons = isYes(text) || isNo(text) ? [] : [`Obbligatoria solo a una condizione: non lo è mai (${text.slice(0, 100)}).`]
  return { fields: { required: isYes(text) }, reasons }
}
