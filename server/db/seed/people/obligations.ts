import type { Periodicity } from '../../../../src/contract/expirations/words.ts'
import type { obligationCategories } from '../../../../src/contract/people/obligations.ts'

type Entry = readonly [name: string, category: keyof typeof obligationCategories, periodicity: Periodicity, more?: 'document' | 'gas']
/** The catalogue every installation starts from (docs/spec/demo-data.md#catalogue-of-obligations). */
const catalogue: readonly Entry[] = [
  ['Comunicazione prezzi a Osservaprezzi MIMIT', 'prezzi', 'monthly'],
  ['Esposizione del cartello del prezzo medio regionale', 'prezzi', 'monthly'],
  ['Registro di carico e scarico ADM aggiornato', 'fiscale', 'monthly'],
  ['Chiusura annuale del registro ADM', 'fiscale', 'annual', 'document'],
  ['Licenza fiscale ADM intestata o volturata', 'fiscale', 'once', 'document'],
  ['Verifica metrica periodica degli erogatori', 'fiscale', 'biennial', 'document'],
  ['Rinnovo attestazione antincendio, attività 13', 'sicurezza', 'quinquennial', 'document'],
  ['Registro antincendio', 'sicurezza', 'semiannual'],
  ['Estintori: controllo periodico', 'sicurezza', 'semiannual', 'document'],
  ['Messa a terra e atmosfere esplosive, D.P.R. 462/01', 'sicurezza', 'biennial', 'document'],
  ['DVR aggiornato', 'sicurezza', 'annual', 'document'],
  ['Formazione degli addetti antincendio', 'sicurezza', 'quinquennial', 'document'],
  ['Formazione di primo soccorso', 'sicurezza', 'triennial', 'document'],
  ['Addestramento GPL degli addetti', 'sicurezza', 'triennial', 'gas'],
  ['HACCP, autocontrollo del bar', 'haccp', 'annual'],
  ['Svuotamento del disoleatore e FIR', 'ambiente', 'annual', 'document'],
  ['MUD e registro rifiuti RENTRI', 'ambiente', 'annual'],
  ['Analisi degli scarichi (AUA)', 'ambiente', 'annual', 'document'],
  ['Prova di tenuta dei serbatoi', 'ambiente', 'biennial', 'document'],
  ['Polizza RC del gestore', 'contratto', 'annual', 'document'],
  ['Polizza furto e valori', 'contratto', 'annual', 'document'],
  ['DURC', 'contratto', 'quarterly', 'document'],
  ['Registratore telematico: verificazione', 'fiscale', 'biennial'],
  ['Fideiussione o deposito cauzionale', 'contratto', 'annual', 'document'],
  ['Comunicazione delle giacenze mensili', 'contratto', 'monthly'],
  ['Contabilità del fondo cassa', 'contratto', 'monthly'],
]
export const obligations = catalogue.map(([name, category, periodicity, more], place) => ({
  id: place + 1,
  ...{ name, category, periodicity, position: place + 1, active: true },
  document_required: more === 'document',
  gas: more === 'gas',
}))
