import { waitingOnDevice } from '../lib/device.ts'
import { mayEnterOffline } from '../lib/enter-offline.ts'
import { connection, probe } from '../lib/online.ts'
import { onLeave, session } from '../lib/session.ts'
import { waitAtMost } from '../lib/wait-at-most.ts'
import { savingFiles, savingWords } from '../outbox/saving-files.ts'
import type { Question } from '../ui/ConfirmDialog.tsx'

/** Leaving waits no longer than this: a server that has not answered by then counts as unreachable. */
const ASKED_MS = 2_000
/** Measured now: a page just opened has not contacted the server yet. */
const reachable = async () =>
  connection.get() === 'online' && (await Promise.race([probe(), new Promise((done) => setTimeout(done, ASKED_MS))])) === 'online'

/**
 * The question before signing out, if unsent work is on this device, or if without a network signing in again will be limited or
 * impossible. Undefined otherwise.
 */
export async function beforeLeaving(): Promise<Question | undefined> {
  const { user } = session.get()
  await waitAtMost(ASKED_MS, Promise.all([...onLeave].map((go) => go())))
  const unsent = (await waitingOnDevice().catch(() => [])).find((one) => one.user === user?.id)?.unsent ?? 0
  const storing = [...savingFiles.get().values()]
  const away = !(await reachable())
  if (!unsent && !away && !storing.length) return undefined
  const said = storing.map((files) => `${savingWords(files)}: ciò che non è ancora salvato andrebbe perso.`)
  if (unsent === 1) said.push("C'è un'operazione non inviata: resta su questo dispositivo e parte al tuo prossimo accesso.")
  if (unsent > 1) said.push(`Ci sono ${unsent} operazioni non inviate: restano su questo dispositivo e partono al tuo prossimo accesso.`)
  if (away)
    said.push(
      (await mayEnterOffline((known) => known.user === user?.id).catch(() => undefined))
        ? 'Sei senza rete: potrai rientrare con la tua password, ma troverai solo il lavoro salvato qui. Punti vendita e modelli scaricati si cancellano.'
        : 'Sei senza rete: per rientrare servirà la rete.',
    )
  return { title: 'Uscire?', message: said.join(' '), confirm: 'Esci' }
}
