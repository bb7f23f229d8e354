import Dexie, { type EntityTable } from 'dexie'

/** A verifica begun on the device, with the questions of its model. */
interface Begun {
  id: number
  title: string
  told: string
  saved_at: string
  state: string
  questions: { key: string; label: string; type: string; required: boolean }[]
}
/** The data that the smallest program keeps, as durably as ours: one verifica of 200 questions. */
export const kept = new Dexie('floor', { chromeTransactionDurability: 'strict' }) as Dexie & {
  kept: EntityTable<{ key: string; value?: string }, 'key'>
  begun: EntityTable<Begun, 'id'>
}
kept.version(1).stores({ kept: 'key', begun: 'id' })
kept.on('populate', (transaction) =>
  transaction.table('begun').add({
    id: 1,
    title: 'PV001 · Verifica di duecento domande',
    told: 'In compilazione · 0 risposte',
    saved_at: new Date().toISOString(),
    state: 'In attesa di invio',
    questions: Array.from({ length: 200 }, (_, at) => ({ key: `q_${at}`, label: `Domanda ${at + 1}`, type: 'text', required: false })),
  } satisfies Begun),
)
