import { banks } from '../../contract/banks.ts'
import { Attachments } from '../../crud/Attachments.tsx'
import { Children } from '../../crud/Children.tsx'
import type { CrudWords } from '../../crud/crud-types.ts'
import { Facts } from '../../crud/Facts.tsx'
import { History } from '../../crud/History.tsx'
import { RailHistory, RailPart, RailRelated, tabLink } from '../../crud/Rail.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { useCan } from '../../lib/session.ts'
import { historyModels } from '../../rules/history-models.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { BankPos } from './BankPos.tsx'

const cardWords = ['Aggiungi carta', 'Togli la carta', 'Nessuna carta.'] as const
const told = { bank: historyModels.bank }
/** One bank: its data, cards, files and changes (domain.md 6.5). */
export function BankShow(page: { id: number; words: CrudWords }) {
  const can = useCan()
  const write = can(banks.update.policy)
  return (
    <RecordPage
      {...page}
      resource={banks}
      gone="Banca non trovata"
      head={({ id, rev, active, branch, cards, files, pos_count }) => ({
        chip: <StatusChip tone={active ? 'ok' : 'neutral'} label={active ? 'Attiva' : 'Non attiva'} />,
        subtitle: branch,
        rail: (
          <>
            <RailPart title="Collegati">
              <RailRelated
                items={[
                  { label: 'Carte', count: cards.length, link: tabLink('carte') },
                  { label: 'File', count: files.length, link: tabLink('file') },
                  { label: 'POS', count: pos_count, ...(can('net.fin') && { link: tabLink('pos') }) },
                ]}
              />
            </RailPart>
            {write && <RailHistory model="bank" id={id} rev={rev} />}
          </>
        ),
      })}
      tabs={(bank) => ({
        dati: { label: 'Dati', show: <Facts resource={banks} record={bank} without={['name', 'active', 'branch']} /> },
        carte: { label: `Carte (${bank.cards.length})`, show: <Children resource={banks} record={bank} path="cards" words={cardWords} /> },
        ...(can('net.fin') && { pos: { label: `POS (${bank.pos_count})`, show: <BankPos id={bank.id} /> } }),
        file: { label: `File (${bank.files.length})`, show: <Attachments resource={banks} record={bank} /> },
        ...(write && { storico: { label: 'Storico', show: <History models={told} id={bank.id} /> } }),
      })}
    />
  )
}
