import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { connection } from '../../lib/online.ts'
import { session } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { fieldDb } from './field-store.ts'
import { prepare } from './keep.ts'

const STALE_MS = 12 * 3_600_000
/** How far it is, and why it last failed: one for the device, wherever it is looked at. */
const state = createStore<{ step?: string; problem?: string }>({})
let running: { of: number | undefined; done: Promise<void> } | undefined
async function once() {
  state.set({ step: 'avvio' })
  try {
    await prepare((step) => state.set({ step }))
    state.set({})
  } catch (error) {
    state.set({ problem: error instanceof Error ? error.message : 'Errore' })
  }
  running = undefined
}
/** One at a time; what was begun for another person is not waited for. */
function run(): Promise<void> {
  const of = session.get().user?.id
  if (running?.of !== of || !running) running = { of, done: once() }
  return running.done
}
/** "Prepara per offline" and how far it is, wherever its button stands. */
export const usePrepare = () => ({ ...state.use(), run })

/** What this device holds for the field, undefined until it is known. Renews itself when it is old and there is a network. */
export function useReadiness() {
  const online = connection.use() === 'online'
  const { step } = state.use()
  const held = useLiveQuery(async () => {
    const db = fieldDb()
    // Ready is who has all three; as old as the oldest of them.
    const sets = await db.facts.bulkGet(['models', 'stations', 'slim'])
    const at = sets.every((set) => set) ? sets.map((set) => set!.at).sort()[0] : undefined
    return { at, stations: await db.stations.count(), contexts: await db.contexts.count() }
  })
  const stale = held && (!held.at || Date.now() - Date.parse(held.at) > STALE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, not at each change of what is held
  useEffect(() => {
    if (stale && online && !step) void run()
  }, [stale, online])
  return held
}
