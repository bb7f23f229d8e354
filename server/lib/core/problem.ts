import { MAX_FILE_BYTES } from '../../../src/contract/kernel/constants.ts'

/**
 * The error catalogue. Bodies follow RFC 9457 and also carry `error` and `message`, which the client reads in that order.
 * 401 means only "no valid session": the client signs out on it. A missing right is 403, a bad password 422.
 */
interface Extra {
  data?: unknown
  code?: string
  retryAfter?: number
  /** Action of the audit row. */
  action?: string
  /** The same attempt would be refused again: a job does not offer the row for another try. */
  final?: true
  /** Writes what must stay although the refusal rolls the transaction back, such as a failed sign-in. */
  keep?: () => Promise<unknown>
}
export class Problem extends Error {
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly extra: Extra
  constructor(status: number, message: string, fields?: Record<string, string>, extra: Extra = {}) {
    super(message)
    this.status = status
    this.fields = fields
    this.extra = extra
  }
  body(instance: string) {
    return {
      type: 'about:blank',
      title: this.message,
      status: this.status,
      instance,
      error: this.fields ?? this.message,
      message: this.message,
      ...(this.extra.code && { code: this.extra.code }),
      ...(this.extra.data !== undefined && { data: this.extra.data }),
    }
  }
}
/** Whether an update was made from an older record than the stored one. One that does not say overwrites what is there (decision 030). */
export const isOlder = (said: number | undefined, stored: number): boolean => said !== undefined && said !== stored

const make = (status: number, message: string) => (extra?: Extra) => new Problem(status, message, undefined, extra)

export const problem = {
  unauthenticated: make(401, 'Sessione non valida o scaduta.'),
  /** The person's roles or permissions are others than when the session began. */
  rightsChanged: () => new Problem(401, 'I tuoi permessi sono cambiati: accedi di nuovo.', undefined, { code: 'rights_changed' }),
  forbidden: make(403, 'Non hai le autorizzazioni necessarie per eseguire questa operazione.'),
  notFound: make(404, 'Risorsa non trovata.'),
  invalid: (fields: Record<string, string>, extra?: Extra) => new Problem(422, 'I dati inseriti non sono validi.', fields, extra),
  unprocessable: (message: string, extra?: Extra) => new Problem(422, message, undefined, extra),
  conflict: (message: string, extra?: Extra) => new Problem(409, message, undefined, extra),
  /** An undo finds the record changed since, by whomever: by the person who undoes it, too. */
  changedSince: (changed = 'Modificato') => new Problem(409, `${changed} successivamente.`, undefined, { final: true }),
  /** An older `rev` than the stored one; `data` is the current record, for the field-by-field choice. */
  stale: (current: unknown) =>
    new Problem(409, 'Il record è stato modificato da un altro utente. Ricarica la pagina.', undefined, { data: current, code: 'stale' }),
  badSort: (): Problem => problem.invalid({ sort: 'Ordinamento non valido.' }),
  /** Its row is there and its bytes are not: a folder that was not restored, or is not shared. The daily sweep tells it to who runs the server. */
  missingFile: make(404, "Il file non si trova nell'archivio: avvisare l'amministratore."),
  noFiles: make(422, 'Assicurati di aver selezionato dei file'),
  badFile: make(415, 'Formato file non consentito.'),
  activePdf: make(415, 'Il PDF contiene script, azioni automatiche o altri file: stamparlo come PDF e caricare la copia.'),
  lockedPdf: make(
    415,
    'Non si può controllare se il PDF contiene script o azioni automatiche (è protetto o compresso in un modo insolito): stamparlo come PDF e caricare la copia.',
  ),
  bigFile: (bytes = MAX_FILE_BYTES): Problem => new Problem(413, `Il file supera la dimensione massima di ${bytes / 1024 / 1024} MB.`),
  badPicture: make(415, "Il file non è un'immagine leggibile."),
  bigPicture: make(413, "L'immagine ha più di 50 megapixel: ridurla e riprovare."),
  badContentType: make(415, 'Il tipo di contenuto della richiesta non è ammesso.'),
  bigRequest: make(413, 'La richiesta è troppo grande.'),
  bigHeaders: make(431, 'Le intestazioni della richiesta sono troppo lunghe.'),
  malformed: make(400, 'La richiesta non è leggibile.'),
  tooMany: (minutes: number, seconds: number) =>
    new Problem(429, `Troppi tentativi. Riprova tra ${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}.`, undefined, {
      retryAfter: seconds,
    }),
  /** The queue is full; a repeat in a moment will be served. */
  busy: () => new Problem(429, 'Troppi accessi in questo momento. Riprova tra qualche secondo.', undefined, { retryAfter: 2 }),
  /** More requests than the process can work at; the request may be repeated with the same key. */
  overloaded: () =>
    new Problem(503, 'Il server ha troppe richieste in questo momento. Riprova tra qualche secondo.', undefined, { retryAfter: 2 }),
  /** The database cannot be reached; the request may be repeated with the same key. */
  unreachable: () => new Problem(503, 'Servizio database non raggiungibile. Riprovare più tardi.', undefined, { retryAfter: 5 }),
  /** The store of files does not answer or refuses; the request may be repeated with the same key. */
  filesAway: () => new Problem(503, 'Archivio dei file non raggiungibile. Riprovare più tardi.', undefined, { retryAfter: 5 }),
  notLive: () => new Problem(503, 'Gli aggiornamenti dal vivo non sono disponibili in questo momento.', undefined, { retryAfter: 5 }),
  /** Another system is not configured, or does not answer. */
  off: (system: string) => new Problem(501, `Servizio ${system} non configurato: contattare l'amministratore.`),
  away: (system: string) => new Problem(503, `Servizio ${system} non raggiungibile. Riprovare più tardi.`),
  diskFull: make(507, 'Lo spazio su disco del server è esaurito: avvisare chi lo amministra e riprovare più tardi.'),
  /** Other records refer to this one, or it refers to one that is gone. A resource that can say which does so first (`inUse`). */
  referred: make(409, 'Il record è collegato ad altri dati, oppure uno di quelli a cui è collegato non esiste più: ricarica la pagina.'),
  /** A refusal of the rules of repeated writes (`idempotency.ts`), with its own status and words. */
  unkeyed: (status: number, message: string, code: string) => new Problem(status, message, undefined, { code }),
  unexpected: (id: string) => new Problem(500, `Si è verificato un errore imprevisto. Riferimento: ${id}`),
}
/** Throws 422 if any field has an error message: `refuse({ reason: requiredIf(cancelled, 'Motivo', reason) })`. */
export function refuse(sentences: Record<string, string | undefined>): void {
  const errors = Object.entries(sentences).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (errors.length) throw problem.invalid(Object.fromEntries(errors))
}
