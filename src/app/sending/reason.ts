import type { DrainResult } from '../../outbox/drain.ts'
import { endedBy } from '../../outbox/ended.ts'
import { offlineKindOf } from '../../outbox/kind.ts'
import type { Listed } from '../../outbox/read.ts'
import { isQuota } from '../../outbox/retry-lost-connection.ts'
import { type Json, NO_KEY_CODE, OutdatedError } from '../../outbox/types.ts'

const nameOf = (lane: string, photo: Json) => offlineKindOf(lane)?.photoOf?.(photo).name ?? 'un file'
/** Why an item is where it is, and what to do, in plain words; undefined if there is nothing to say. */
export function reasonOf(item: Listed): string | undefined {
  const { message: said = '', photo } = item.lastError ?? {}
  const end = endedBy(item)
  switch (item.state) {
    case 'sent':
    case 'sending':
      return undefined
    case 'queued':
      return item.behind ? `Parte dopo: ${item.behind}.` : undefined
    case 'retry-wait':
      return `${said} Riprova da solo: non serve fare altro.`
    case 'auth-wait':
      return 'L’accesso è scaduto: accedi di nuovo e l’invio riprende da solo.'
    case 'needs-fix':
      if (end) return end.words
      return photo === undefined ? `Non accettato: ${said}` : `Non accettato (${nameOf(item.lane, photo)}): ${said}`
    case 'conflict':
      if (end) return `${end.words} Non contiene tutto ciò che è stato scritto qui: guarda che cosa manca e scegli.`
      // The server's own text suggests a reload, which is right for a form. Here there is a choice to make.
      return 'Intanto lo stesso record è cambiato sul server. Confronta le due versioni e scegli cosa tenere.'
    case 'quarantined':
      // Nobody at the office could read it either.
      if (item.lastError?.code === NO_KEY_CODE) return said
      return `${said} È conservato qui com’è: esportalo e mandalo all’ufficio.`
  }
}

/** Why nothing can be sent from this device, and what to do; undefined otherwise. */
export function stoppedBy(last: DrainResult | undefined): string | undefined {
  if (last?.outcome === 'outdated') return new OutdatedError().message
  if (last?.outcome !== 'failed') return undefined
  return isQuota(last.cause)
    ? 'Lo spazio su questo dispositivo è finito: gli invii sono al sicuro ma non possono partire. Libera spazio da foto, video e altre app, non i dati del browser: riprendono da soli.'
    : 'Questo dispositivo non riesce a leggere gli invii salvati. Ricarica la pagina; se non basta, usa "Esporta tutto" e manda il file all’ufficio.'
}
