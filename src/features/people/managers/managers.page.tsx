import { createFileRoute } from '@tanstack/react-router'
import { wholeNumber } from '../../../contract/kernel/crud.ts'
import { readSearch, useParameters } from '../../../crud/list/list-search.ts'
import { optionalIdParam } from '../../../crud/record/id-param.ts'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { guard } from '../../../lib/access.ts'
import { useCan } from '../../../lib/session.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'

export const Route = createFileRoute('/_signed/stazioni/manager/{-$id}')({
  validateSearch: (raw: object) => raw as { scheda?: string; gestione?: number; modulo?: number | 'nuovo' },
  params: optionalIdParam,
  beforeLoad: guard('mgmt.read'),
  component: ManagersPage,
})

const loading = <LoadingRows />
const ManagerList = part(() => import('./ManagerList.tsx').then((m) => m.ManagerList), loading)
const OwnRecord = part(() => import('./OwnRecord.tsx').then((m) => m.OwnRecord), loading)
const ManagerShow = part(() => import('./ManagerShow.tsx').then((m) => m.ManagerShow), loading)
const ManagementList = part(() => import('../managements/ManagementList.tsx').then((m) => m.ManagementList), loading)
const ManagementShow = part(() => import('../managements/ManagementShow.tsx').then((m) => m.ManagementShow), loading)
const EmployeeList = part(() => import('./EmployeeList.tsx').then((m) => m.EmployeeList), loading)

const read = readSearch({ gestione: wholeNumber(1) })

/** "Gestori": managers, managements and employees; a manager sees the own record at once. */
function ManagersPage() {
  const { id } = Route.useParams()
  const { gestione } = useParameters(read)
  const office = useCan()('net.read')
  if (gestione) return <ManagementShow key={gestione} id={gestione} />
  if (id) return <ManagerShow key={id} id={id} />
  if (!office) return <OwnRecord />
  return (
    <Page title="Gestori">
      <RecordTabs
        tabs={{
          gestori: { label: 'Gestori', show: <ManagerList /> },
          gestioni: { label: 'Gestioni', show: <ManagementList /> },
          dipendenti: { label: 'Dipendenti stazione', show: <EmployeeList /> },
        }}
      />
    </Page>
  )
}
