import { createContext, use } from 'react'
import type { PayKind } from '../../../contract/people/pay-words.ts'
import { cuds, type PayBatch, payCommands, payrolls } from '../../../contract/people/payrolls.ts'
import { payPeriod } from '../../../rules/people/payslips.ts'
import type { Tone } from '../../../ui/StatusChip.tsx'

/** Payslips and CUD differ in their calls and words alone; the calls of CUD have the same shapes, without months. */
export interface PayArea {
  kind: PayKind
  calls: typeof payrolls
  /** Takes what lies in the drop folder. */
  command: typeof payCommands.payroll
  title: string
  own: string
  moderator: string
  none: string
}
export const payslips: PayArea = {
  ...{ kind: 'paghe', calls: payrolls, command: payCommands.payroll, title: 'Paghe' },
  ...{ own: 'I miei cedolini', moderator: 'Gestione paghe', none: 'Nessun cedolino disponibile.' },
}
export const certificates: PayArea = {
  ...{
    kind: 'cud',
    calls: cuds as unknown as typeof payrolls,
    title: 'CUD – Certificazione Unica',
    command: payCommands.cud as unknown as typeof payCommands.payroll,
  },
  ...{ own: 'Le mie certificazioni', moderator: 'Gestione CUD', none: 'Nessuna certificazione disponibile.' },
}
export const PayAreaContext = createContext(payslips)
export const usePayArea = () => use(PayAreaContext)

/** "ottobre 2026, tredicesima 2026": the periods of an upload, the three of most documents. */
export const periodsOf = (kind: PayKind, { periods }: PayBatch) =>
  [...periods.slice(0, 3).map((one) => payPeriod(kind, one)), ...(periods.length > 3 ? ['altri'] : [])].join(', ')

const tones: Record<PayBatch['state'], Tone> = { lettura: 'info', pubblicare: 'wait', sistemare: 'error', pubblicato: 'ok' }
export const batchTone = (state: PayBatch['state']) => tones[state]
