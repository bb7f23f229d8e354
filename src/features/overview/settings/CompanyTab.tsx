import { Anchor, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Settings, settings } from '../../../contract/overview/settings.ts'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LogoCard } from './LogoCard.tsx'

const empty = { name: '', address: '', piva: '', contacts: '', privacy_url: '' } as const

/** The company at the head of printed documents and at the foot of mails. */
export function CompanyTab() {
  const { data, isError, refetch } = useQuery(query(settings.get, {}))
  const write = useCan()('settings.write')
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  return (
    <Stack maw={720}>
      <Card withBorder component="section">
        <Title order={2} mb="sm">
          Dati dell’azienda
        </Title>
        {write ? <CompanyForm company={data} /> : <CompanyData company={data} />}
      </Card>
      <LogoCard company={data} />
    </Stack>
  )
}

function CompanyForm({ company }: { company: Settings }) {
  const { field, form } = useRecordForm(settings, company, empty, () => undefined)
  return (
    <RecordForm form={form} onCancel={() => void form.reset()}>
      <Text c="dimmed">Compaiono in testa e in calce ai verbali in PDF e nelle email.</Text>
      <TextInput {...field('name')} />
      <TextInput {...field('address')} description="Via, numero, CAP, città e provincia su una riga." />
      <TextInput {...field('piva')} inputMode="numeric" />
      <TextInput {...field('contacts')} description="Telefono, email o sito, come devono essere stampati." />
      <TextInput {...field('privacy_url')} type="url" placeholder="https://" description="Aggiunta alla pagina sulla privacy." />
    </RecordForm>
  )
}

const CompanyData = ({ company }: { company: Settings }) => (
  <dl className="answers">
    <div>
      <dt>Ragione sociale</dt>
      <dd>{company.name}</dd>
    </div>
    <div>
      <dt>Sede legale</dt>
      <dd>{company.address ?? '–'}</dd>
    </div>
    <div>
      <dt>Partita IVA</dt>
      <dd>{company.piva ?? '–'}</dd>
    </div>
    <div>
      <dt>Contatti</dt>
      <dd>{company.contacts ?? '–'}</dd>
    </div>
    <div>
      <dt>Informativa privacy</dt>
      <dd>{company.privacy_url ? <Anchor href={company.privacy_url}>{company.privacy_url}</Anchor> : '–'}</dd>
    </div>
  </dl>
)
