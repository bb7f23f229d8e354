import { type Activity, activityActions, activityCalls, activityEntities } from '../../contract/overview/activity.ts'
import { romeMoment } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { deviceName } from '../shared/user-agent.ts'

const wordOf = (words: Readonly<Record<string, string>>, value: string) => (Object.hasOwn(words, value) ? words[value]! : value)
/** The act: what the call did where its path says so, else the action of the log. */
export const actOf = ({ action, method, path }: Pick<Activity, 'action' | 'method' | 'path'>) => {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const plain = method !== 'GET' && ['creazione', 'modifica', 'comando'].includes(action)
  return plain && last in activityCalls ? wordOf(activityCalls, last) : wordOf(activityActions, action)
}
/** `Banca: Credito Emiliano`, `Banca n. 12` where the name is not known; what has no number is told by its path. The server's own removals say how many of what went. */
export const objectOf = ({ entity, entity_id, object, path }: Activity) => {
  if (!entity) return path
  const word = wordOf(activityEntities, entity)
  if (entity === 'retention' && entity_id) return `${word}: ${entity_id}`
  if (object) return `${word}: ${object}`
  return entity_id && /^\d+$/.test(entity_id) ? `${word} n. ${entity_id}` : word
}
/** How it ended: what was refused says with which status. */
export const endOf = ({ status }: Activity) =>
  status < 400
    ? 'Riuscito'
    : status === 401 || status === 403
      ? `Negato (${status})`
      : status < 500
        ? `Rifiutato (${status})`
        : `Errore (${status})`

/** The columns of the log, on screen and in a file. */
export const activityColumns = {
  'Data/ora': { text: (row) => romeMoment(row.created_at) },
  Utente: { text: (row) => row.user?.name ?? '', wide: true },
  Azione: { text: actOf },
  Oggetto: { text: objectOf, wide: true },
  IP: { text: (row) => row.ip ?? '' },
  Dispositivo: { text: (row) => (row.user_agent ? deviceName(row.user_agent) : '') },
  Esito: { text: endOf },
} satisfies Record<string, SheetColumn<Activity>>
