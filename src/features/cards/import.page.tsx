import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { cardImport, cardSheet } from '../../contract/cards/card-import.ts'
import { ImportSheet } from '../../crud/import/ImportSheet.tsx'
import { guard } from '../../lib/access.ts'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_signed/carte/importa')({
  beforeLoad: guard('cards.write'),
  component: CardsImport,
})

const breadcrumbs = (
  <Breadcrumbs>
    <Anchor renderRoot={(props) => <Link {...props} to="/carte/{-$id}" params={{ id: undefined }} activeOptions={{ exact: true }} />}>
      Tessere
    </Anchor>
    <Text aria-current="page">Importa</Text>
  </Breadcrumbs>
)
/** "Importa tessere": new cards and changes of cards from a sheet. */
function CardsImport() {
  const navigate = useNavigate()
  return (
    <Page title="Importa tessere" breadcrumbs={breadcrumbs}>
      <ImportSheet
        calls={cardImport}
        fields={cardSheet}
        what="tessere"
        onStarted={({ id }) => void navigate({ to: '/storico-job/{-$id}', params: { id } })}
      />
    </Page>
  )
}
