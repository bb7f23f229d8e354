import { type Activity, activityActions, activityEntities } from '../contract/activity.ts'
import { agentName } from './agent.ts'
import { romeMoment } from './inspection-italian.ts'

const wordOf = (words: Readonly<Record<string, string>>, value: string) => (Object.hasOwn(words, value) ? words[value]! : value)
/** `Banca n. 12`; what has no number is told by its path. */
export const objectOf = ({ entity, entity_id, path }: Activity) => {
  if (!entity) return path
  const word = wordOf(activityEntities, entity)
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

/** What each column of the log says (domain.md 1.9), on screen and in a file. */
export const activityTexts = {
  'Data/ora': (row: Activity) => romeMoment(row.created_at),
  Utente: (row: Activity) => row.user?.name ?? '',
  Azione: (row: Activity) => wordOf(activityActions, row.action),
  Oggetto: objectOf,
  IP: (row: Activity) => row.ip ?? '',
  Dispositivo: (row: Activity) => (row.user_agent ? agentName(row.user_agent) : ''),
  Esito: endOf,
}
