import { Anchor, Container, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { settings } from '../../../contract/overview/settings.ts'
import { query } from '../../../lib/query.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'

export const Route = createFileRoute('/_default/privacy')({ component: PrivacyPage })

/** The product's own use of data; the operator of the network completes it with its own notice. */
function PrivacyPage() {
  usePageTitle('Informativa privacy')
  const { data } = useQuery(query(settings.privacy, {}))
  return (
    <Container size="sm" py="xl">
      <Stack>
        <Title order={1} id="page-title" tabIndex={-1}>
          Informativa privacy
        </Title>
        <Text>
          Piazzale tratta i dati del personale e dei clienti per conto dell’azienda che gestisce la rete, titolare del trattamento. Gli
          accessi e le modifiche sono registrati con autore, ora e oggetto.
        </Text>
        <Text>
          Su questo dispositivo restano solo i dati necessari a lavorare senza rete: le verifiche in compilazione, l’elenco dei punti
          vendita e le operazioni in attesa di invio. Uscendo, le copie consultabili vengono cancellate; le operazioni non ancora inviate
          restano fino al prossimo accesso del loro autore.
        </Text>
        <Text>Non sono usati strumenti di tracciamento né servizi di terzi.</Text>
        {data?.privacy_url && (
          <Text>
            L’informativa del titolare, {data.name}:{' '}
            <Anchor href={data.privacy_url} rel="noreferrer">
              {data.privacy_url}
            </Anchor>
          </Text>
        )}
        <Anchor component={Link} to="/">
          Torna alla Home page
        </Anchor>
      </Stack>
    </Container>
  )
}
