import * as v from 'valibot'

/** Why something of a person must stay after an erasure, and what that is (art. 17 GDPR, paragraph 3). */
export const erasureGrounds = {
  nessuno: 'Nessun obbligo: si cancella tutto',
  fiscale: 'Obblighi contabili e fiscali, 10 anni (art. 2220 c.c.)',
  contenzioso: 'Difesa di un diritto in giudizio (art. 17, par. 3, lett. e GDPR)',
} as const
export type ErasureGround = keyof typeof erasureGrounds
/** Query of an archive: `json` for machines (art. 20), `pdf` to be read (art. 15). */
export const archiveQuery = v.object({ format: v.optional(v.picklist(['json', 'pdf'], 'Il formato deve essere json o pdf.'), 'json') })
