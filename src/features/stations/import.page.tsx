import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { sheetFields, stationImport } from '../../contract/stations/import.ts'
import { ImportSheet } from '../../crud/import/ImportSheet.tsx'
import { guard } from '../../lib/access.ts'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_signed/stazioni/importa')({
  beforeLoad: guard('net.create'),
  component: StationsImport,
})

const breadcrumbs = (
  <Breadcrumbs>
    <Anchor renderRoot={(props) => <Link {...props} to="/stazioni" activeOptions={{ exact: true }} />}>Stazioni</Anchor>
    <Text aria-current="page">Importa</Text>
  </Breadcrumbs>
)
/** "Importa punti vendita": the stations of a network from a sheet. */
function StationsImport() {
  const navigate = useNavigate()
  return (
    <Page title="Importa punti vendita" breadcrumbs={breadcrumbs}>
      <ImportSheet
        calls={stationImport}
        fields={sheetFields}
        what="punti vendita"
        onStarted={({ id }) => void navigate({ to: '/storico-job/{-$id}', params: { id } })}
      />
    </Page>
  )
}
