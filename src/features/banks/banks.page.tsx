import { createFileRoute } from '@tanstack/react-router'
import { banks } from '../../contract/banks/banks.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { recordRoute } from '../../crud/list/crud-route.ts'
import { recordLoader } from '../../crud/list/list-loader.ts'
import { IconBuildingBank as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

export const Route = createFileRoute('/_signed/stazioni/banche/{-$id}')({
  ...recordRoute<typeof banks.list>('banks.read'),
  loader: recordLoader(banks),
  component: BanksPage,
})

const words = { title: 'Banche', fresh: 'Nuova banca', thing: 'la banca', none: 'Nessuna banca.', icon } as const
const BankShow = part(() => import('./BankShow.tsx').then((m) => m.BankShow))

function BanksPage() {
  const { id } = Route.useParams()
  return id ? (
    <BankShow key={id} id={id} words={words} />
  ) : (
    <CrudList
      resource={banks}
      words={words}
      link={({ id }) => ({ to: '/stazioni/banche/{-$id}', params: { id } })}
      columns={{
        Nome: { show: (bank) => bank.name, sort: 'name' },
        ABI: { show: (bank) => bank.abi, sort: 'abi', width: 6 },
        'N. carte': { show: (bank) => bank.cards_count, numeric: true },
        'N. POS': { show: (bank) => bank.pos_count, numeric: true },
        'N. file': { show: (bank) => bank.files_count, numeric: true },
        Note: (bank) => bank.note,
      }}
    />
  )
}
