import { banks } from '../../contract/banks.ts'
import { Attachments } from '../../crud/Attachments.tsx'
import { Children } from '../../crud/Children.tsx'
import type { CrudWords } from '../../crud/crud-types.ts'
import { Facts } from '../../crud/Facts.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'

const cardWords = ['Aggiungi carta', 'Togli la carta', 'Nessuna carta.'] as const
/** One bank: its data, cards and files (domain.md 6.5). */
export const BankShow = (page: { id: number; words: CrudWords }) => (
  <RecordPage
    {...page}
    resource={banks}
    tabs={(bank) => ({
      dati: { label: 'Dati', show: <Facts resource={banks} record={bank} more={{ POS: bank.pos_count }} /> },
      carte: { label: `Carte (${bank.cards.length})`, show: <Children resource={banks} record={bank} path="cards" words={cardWords} /> },
      file: { label: `File (${bank.files.length})`, show: <Attachments resource={banks} record={bank} /> },
    })}
  />
)
