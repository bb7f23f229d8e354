/** What is handed out to employees: payslips ("Paghe") and yearly certificates ("CUD"). */
export const payKinds = { paghe: 'Paghe', cud: 'CUD' } as const
export type PayKind = keyof typeof payKinds

export const payTypes = { cedolino: 'Cedolino', tredicesima: 'Tredicesima', quattordicesima: 'Quattordicesima', altro: 'Altro' } as const
export type PayType = keyof typeof payTypes

/**
 * What keeps a document from being published, as a sentence. `fixable`: a person can settle it by naming owner and period.
 * Source: docs/spec/people.md#import-of-payslips
 */
export const payProblems = {
  nessun_codice: { text: 'Nel documento non c’è un codice fiscale leggibile.', fixable: true },
  piu_codici: { text: 'Nel documento ci sono più codici fiscali.', fixable: true },
  discordante: { text: 'Il codice fiscale nel documento non è quello del nome del file.', fixable: true },
  sconosciuto: { text: 'Nessun utente ha questo codice fiscale.', fixable: true },
  disabilitato: {
    text: 'L’account di questa persona è disabilitato: confermare, oppure consegnare il documento in altro modo.',
    fixable: true,
  },
  senza_diritto: { text: 'Questa persona non è abilitata all’area paghe: confermare, oppure abilitarla prima.', fixable: true },
  periodo: { text: 'Il mese o l’anno manca oppure non esiste.', fixable: true },
  doppio: { text: 'Per questa persona c’è già un documento dello stesso periodo.', fixable: true },
  password: { text: 'Il PDF è protetto da password: caricarne uno senza.', fixable: false },
  script: { text: 'Il PDF contiene uno script: non può essere pubblicato.', fixable: false },
  illeggibile: { text: 'Il PDF è danneggiato o troppo grande e non si può leggere.', fixable: false },
} as const
export type PayProblem = keyof typeof payProblems

/** The state of an upload. `sistemare`: documents wait to be fixed, and others can be published meanwhile. */
export const payStates = {
  lettura: 'In lettura',
  pubblicare: 'Da pubblicare',
  sistemare: 'Da sistemare',
  pubblicato: 'Pubblicato',
} as const
export type PayState = keyof typeof payStates
