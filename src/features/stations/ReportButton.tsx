import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

const StationReport = part(() => import('./StationReport.tsx').then((m) => m.StationReport))

/** "Report Excel": what is asked stands in a dialog, which is fetched when it is first opened. */
export function ReportButton({ filters }: { filters: object }) {
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Button variant="default" visibleFrom="sm" leftSection={<IconDownload />} onClick={() => setOpened(true)}>
        Report Excel
      </Button>
      {opened !== undefined && <StationReport filters={filters} opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
