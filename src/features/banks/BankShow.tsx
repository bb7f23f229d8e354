import { banks } from '../../contract/banks/banks.ts'
import type { CrudWords } from '../../crud/list/crud-types.ts'
import { Attachments } from '../../crud/record/Attachments.tsx'
import { Children } from '../../crud/record/Children.tsx'
import { Facts } from '../../crud/record/Facts.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { bankHistory } from '../../rules/banks/history.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { BankPos } from './BankPos.tsx'

const cardWords = ['Aggiungi carta', 'Togli la carta', 'Nessuna carta.'] as const
export const BankShow = (page: { id: number; words: CrudWords }) => (
  <RecordPage
    {...page}
    resource={banks}
    gone="Banca non trovata"
    history={bankHistory}
    head={({ active, branch }) => ({
      chip: <StatusChip tone={active ? 'ok' : 'neutral'} label={active ? 'Attiva' : 'Non attiva'} />,
      subtitle: branch,
    })}
    tabs={(bank) => ({
      dati: { label: 'Dati', show: <Facts resource={banks} record={bank} without={['name', 'active', 'branch']} /> },
      carte: { label: 'Carte', count: bank.cards.length, show: <Children resource={banks} record={bank} path="cards" words={cardWords} /> },
      pos: { label: 'POS', count: bank.pos_count, policy: 'net.fin', show: <BankPos id={bank.id} /> },
      file: { label: 'File', count: bank.files.length, show: <Attachments resource={banks} record={bank} atOnce={false} /> },
    })}
  />
)
