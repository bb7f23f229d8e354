import { useEffect } from 'react'
import { connection } from '../../lib/online.ts'
import { session } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { sharedLiveQuery } from '../../outbox/shared-live-query.ts'
import { fieldDb } from './field-store.ts'
import { prepareOffline } from './prepare-offline.ts'

const STALE_MS = 12 * 3_600_000
/** How far it is, and why it last failed, for whom: one for the device, wherever it is looked at. */
const state = createStore<{ of?: number | undefined; step?: string; problem?: string }>({})
let running: { of: number | undefined; done: Promise<void> } | undefined
async function runFor(of: number | undefined) {
  // Nothing is reported of a preparation that was begun for another person.
  const tell = (next: { step?: string; problem?: string }) => running?.of === of && state.set({ of, ...next })
  state.set({ of, step: 'avvio' })
  try {
    await prepareOffline((step) => tell({ step }))
    tell({})
  } catch (error) {
    tell({ problem: error instanceof Error ? error.message : 'Errore' })
  }
  if (running?.of === of) running = undefined
}
/** One at a time for a person. */
function run(): Promise<void> {
  const of = session.get().user?.id
  if (running?.of !== of || !running) {
    running = { of, done: Promise.resolve() }
    running.done = runFor(of)
  }
  return running.done
}
function useProgress() {
  const { of, ...told } = state.use()
  return of === session.use().user?.id ? told : {}
}
/** "Prepara per offline" and how far it is, wherever its button stands. */
export const usePrepareOffline = (): { step?: string; problem?: string; run: () => Promise<void> } => ({ ...useProgress(), run })

const useOfflineSummary = sharedLiveQuery(async () => {
  const db = fieldDb()
  // Ready is who has all three; as old as the oldest of them.
  const sets = await db.facts.bulkGet(['models', 'stations', 'slim'])
  const at = sets.every((set) => set) ? sets.map((set) => set!.at).sort()[0] : undefined
  return { at, stations: await db.stations.count(), contexts: await db.contexts.count() }
})

/** The data this device holds for the field, undefined until known. Renewed when it is old and there is a network. */
export function useOfflineReadiness() {
  const online = connection.use() === 'online'
  const { step } = usePrepareOffline()
  const held = useOfflineSummary()
  const stale = held && (!held.at || Date.now() - Date.parse(held.at) > STALE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, not at each change of what is held
  useEffect(() => {
    if (stale && online && !step) void run()
  }, [stale, online])
  return held
}
