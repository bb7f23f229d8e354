import type { DrainResult } from '../../outbox/drain.ts'
import type { Listed } from '../../outbox/read.ts'
import { isQuota } from '../../outbox/retry-lost-connection.ts'
import { OutdatedError } from '../../outbox/types.ts'

/** Why an item is where it is, and what to do, in plain words; undefined if there is nothing to say. */
export function reasonOf(item: Listed): string | undefined {
  const said = item.lastError?.message ?? ''
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
      return `L’ufficio non l’ha accettato: ${said}`
    case 'conflict':
      if (item.lastError?.code === 'locked')
        return `${said} Non contiene tutto ciò che è stato scritto qui: guarda che cosa manca e scegli.`
      // The server's own text suggests a reload, which is right for a form. Here there is a choice to make.
      return 'Intanto lo stesso record è cambiato sul server. Confronta le due versioni e scegli cosa tenere.'
    case 'quarantined':
      return `${said} È conservato qui com’è: esportalo e mandalo all’ufficio.`
  }
}

/** Why nothing can be sent from this device, and what to do; undefined otherwise. */
export function stoppedBy(last: DrainResult | undefined): string | undefined {
  if (last?.outcome === 'outdated') return new OutdatedError().message
  if (last?.outcome !== 'failed') return undefined
  return isQuota(last.cause)
    ? 'Lo spazio su questo dispositivo è finito: gli invii sono al sicuro ma non possono partire. Libera spazio e riprendono da soli.'
    : 'Questo dispositivo non riesce a leggere gli invii salvati. Ricarica la pagina; se non basta, usa "Esporta tutto" e manda il file all’ufficio.'
}
