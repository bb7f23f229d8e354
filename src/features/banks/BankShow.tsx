import { Anchor, Breadcrumbs, Button, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Bank, banks } from '../../contract/banks.ts'
import { useParameters } from '../../crud/list-search.ts'
import { useRecordDialog } from '../../crud/record-dialog.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconPencil } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { BankCards, BankCardTable } from './BankCards.tsx'
import { BankFiles } from './BankFiles.tsx'
import { BankDialog } from './BankForm.tsx'
import classes from './BankShow.module.css'
import { bankSearch } from './bank-search.ts'

const route = getRouteApi('/_signed/stazioni/banche/{-$id}')

/** One bank: its data, cards and files (domain.md 6.5). */
export function BankShow({ id }: { id: number }) {
  const { data: bank, isError, refetch } = useQuery(query(banks.get, { id }))
  const { scheda = 'dati' } = useParameters(bankSearch)
  const navigate = route.useNavigate()
  const dialog = useRecordDialog()
  const write = useCan()('banks.write')
  const edit = write && bank && scheda === 'dati' && (
    <Button leftSection={<IconPencil />} onClick={() => dialog.show(id)}>
      Modifica
    </Button>
  )
  return (
    <Page title={bank?.name ?? 'Banca'} action={edit} breadcrumbs={<Trail name={bank?.name} />}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!bank && !isError && <LoadingRows />}
      {bank && !isError && (
        <Tabs
          value={scheda}
          keepMounted={false}
          onChange={(next) =>
            void navigate({
              search: (old) => ({ ...old, scheda: next === 'carte' || next === 'file' ? next : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        >
          <Tabs.List className={classes.tabs}>
            <Tabs.Tab value="dati">Dati</Tabs.Tab>
            <Tabs.Tab value="carte">Carte ({bank.cards.length})</Tabs.Tab>
            <Tabs.Tab value="file">File ({bank.files.length})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="dati" pt="md">
            <BankData bank={bank} />
          </Tabs.Panel>
          <Tabs.Panel value="carte" pt="md">
            {write ? <BankCards bank={bank} /> : <BankCardTable bank={bank} />}
          </Tabs.Panel>
          <Tabs.Panel value="file" pt="md">
            <BankFiles bank={bank} />
          </Tabs.Panel>
        </Tabs>
      )}
      {write && <BankDialog />}
    </Page>
  )
}

const Trail = ({ name }: { name: string | undefined }) => (
  <Breadcrumbs>
    <Anchor renderRoot={(props) => <Link {...props} to="/stazioni/banche/{-$id}" params={{ id: undefined }} />}>Banche</Anchor>
    <Text aria-current="page">{name ?? '…'}</Text>
  </Breadcrumbs>
)

const BankData = ({ bank }: { bank: Bank }) => (
  <dl className={classes.data}>
    <dt>ABI</dt>
    <dd>{bank.abi ?? '–'}</dd>
    <dt>IBAN</dt>
    <dd>{bank.iban?.replace(/.{4}(?=.)/g, '$& ') ?? '–'}</dd>
    <dt>Filiale</dt>
    <dd>{bank.branch ?? '–'}</dd>
    <dt>Referente</dt>
    <dd>{bank.contact ?? '–'}</dd>
    <dt>Telefono</dt>
    <dd>{bank.phone ? <Anchor href={`tel:${bank.phone}`}>{bank.phone}</Anchor> : '–'}</dd>
    <dt>Email</dt>
    <dd>{bank.email ? <Anchor href={`mailto:${bank.email}`}>{bank.email}</Anchor> : '–'}</dd>
    <dt>POS</dt>
    <dd>{bank.pos}</dd>
    <dt>Stato</dt>
    <dd>
      <StatusChip tone={bank.active ? 'ok' : 'neutral'} label={bank.active ? 'Attiva' : 'Non attiva'} />
    </dd>
    <dt>Note</dt>
    <dd>{bank.note ?? '–'}</dd>
  </dl>
)
