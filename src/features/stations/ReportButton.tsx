import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconDownload } from '../../ui/icons.tsx'

const StationReport = lazy(() => import('./StationReport.tsx').then(({ StationReport }) => ({ default: StationReport })))

/** "Report Excel": what is asked stands in a dialog, which is fetched when it is first opened. */
export function ReportButton({ filters }: { filters: object }) {
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Button variant="default" visibleFrom="sm" leftSection={<IconDownload />} onClick={() => setOpened(true)}>
        Report Excel
      </Button>
      <Suspense>{opened !== undefined && <StationReport filters={filters} opened={opened} onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
