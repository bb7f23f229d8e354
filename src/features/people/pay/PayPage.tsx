import { useSearch } from '@tanstack/react-router'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { useCan, useMe } from '../../../lib/session.ts'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { OwnDocuments } from './OwnDocuments.tsx'
import { type PayArea, PayAreaContext } from './pay-area.ts'

const Batches = part(() => import('./Batches.tsx').then((m) => m.Batches))
const Batch = part(() => import('./Batch.tsx').then((m) => m.Batch))
const Published = part(() => import('./Published.tsx').then((m) => m.Published))

/** The page of payslips, and that of CUD: one's own, and for those who publish the tabs of uploads and of all that is published. */
export function PayPage({ area }: { area: PayArea }) {
  // The address holds texts; what was read of an upload is known by its number.
  const id = Number((useSearch({ strict: false }) as { id?: string }).id) || undefined
  const publishes = useCan()('payroll.admin')
  const me = useMe()
  // Who is paid too comes here for the own documents first.
  const paid = me.roles.includes('employee') || me.permissions.includes('show_payroll')
  const own = { propri: { label: area.own, show: <OwnDocuments /> } }
  return (
    <PayAreaContext value={area}>
      <Page title={area.title}>
        {publishes ? (
          <RecordTabs
            tabs={{
              ...(paid && own),
              gestione: { label: area.moderator, show: id ? <Batch key={id} id={id} /> : <Batches /> },
              pubblicati: { label: 'Pubblicati', show: <Published /> },
              ...own,
            }}
          />
        ) : (
          <OwnDocuments />
        )}
      </Page>
    </PayAreaContext>
  )
}
