import { createFileRoute } from '@tanstack/react-router'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { guard } from '../../../lib/access.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'

export const Route = createFileRoute('/_signed/stazioni/manager/obblighi')({
  validateSearch: (raw: object) => raw as { scheda?: string; modulo?: number | 'nuovo' },
  beforeLoad: guard('obl.write'),
  component: ObligationsPage,
})
const loading = <LoadingRows />
const Matrix = part(() => import('./Matrix.tsx').then((m) => m.Matrix), loading)
const Catalogue = part(() => import('./Catalogue.tsx').then((m) => m.Catalogue), loading)

/** "Obblighi gestore": which management has done what, and the catalogue. */
function ObligationsPage() {
  return (
    <Page title="Obblighi gestore">
      <RecordTabs
        tabs={{
          matrice: { label: 'Gestioni e obblighi', show: <Matrix /> },
          catalogo: { label: 'Catalogo obblighi', show: <Catalogue /> },
        }}
      />
    </Page>
  )
}
