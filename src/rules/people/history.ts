import { cashFunds } from '../../contract/people/cash-funds.ts'
import { managements } from '../../contract/people/managements.ts'
import { managers } from '../../contract/people/managers.ts'
import { obligations } from '../../contract/people/obligations.ts'
import { payKinds } from '../../contract/people/pay-words.ts'
import { remuneration } from '../../contract/people/remuneration.ts'
import { stationEmployees } from '../../contract/people/station-employees.ts'
import { users } from '../../contract/people/users.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history, with their labels. */
export const peopleHistory = {
  user: {
    name: 'Utente',
    update: users.update,
    labels: { roles: 'Ruoli', permissions: 'Permessi' },
    words: { enabled: { 0: 'no', 1: 'sì' } },
  },
  manager: { name: 'Gestore', update: managers.update, labels: { user_id: 'Account', reason: 'Motivo' } },
  station_employee: { name: 'Dipendente stazione', update: stationEmployees.update, labels: { reason: 'Motivo' } },
  management: {
    name: 'Gestione',
    update: managements.update,
    whole: 'management_id',
    labels: { ended_at: 'Cessata il', end_reason: 'Motivo della cessazione', reason: 'Motivo' },
  },
  cash_fund: { name: 'Fondo cassa', update: cashFunds.update },
  remuneration: { name: 'Remunerazione', update: remuneration.update },
  obligation: { name: 'Obbligo', update: obligations.update },
  management_obligation: {
    name: 'Obbligo del gestore',
    labels: { due_date: 'Scadenza', last_done_at: 'Adempiuto il', note: 'Note', applicable: 'Applicabile' },
  },
  pay_batch: {
    name: 'Caricamento di paghe',
    labels: { kind: 'Documenti', sources: 'File', documents: 'Numero', published: 'Pubblicati', downloaded: 'Già aperti' },
    words: { kind: payKinds },
  },
} satisfies ModelHistories
