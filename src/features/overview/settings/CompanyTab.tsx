import { Anchor, Card, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Settings, settings } from '../../../contract/overview/settings.ts'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { euro } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { LogoCard } from './LogoCard.tsx'

const empty = { name: '', address: '', piva: '', contacts: '', privacy_url: '', second_factor_required: false, order_approval_over: null }

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
      <NumberField {...field('order_approval_over')} decimals={2} automatic="empty" />
      <Text size="sm" c="dimmed">
        Un ordine interno che la supera, IVA compresa, si conferma solo dopo l’approvazione di un super amministratore.
      </Text>
      <Checkbox
        {...field('second_factor_required', 'checkbox')}
        description="Per super amministratori e contabilità: chi non l’ha ancora attivata ci arriva dopo l’accesso. Gli altri la scelgono dal profilo."
      />
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
    <div>
      <dt>Soglia di approvazione degli ordini</dt>
      <dd>{company.order_approval_over == null ? 'Nessuna' : euro(company.order_approval_over, 2)}</dd>
    </div>
    <div>
      <dt>Verifica in due passaggi obbligatoria</dt>
      <dd>{company.second_factor_required ? 'Sì' : 'No'}</dd>
    </div>
  </dl>
)
