import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReportSheet, reportSheetNames, stationReport } from '../../contract/stations/report.ts'
import { download } from '../../crud/import/download.ts'
import { bytes } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { reportSheets, stationReportColumns } from '../../rules/stations/report-columns.ts'
import { Columns } from '../../ui/Columns.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconDownload } from '../../ui/icons.tsx'

interface StationReportProps {
  /** Those of the list: the report has its rows. */
  filters: object
  opened: boolean
  onClose: () => void
}
const headings = stationReportColumns.map(({ heading }) => heading)

/** Chooses the sheets and columns of the report of the stations. */
export function StationReport({ filters, opened, onClose }: StationReportProps) {
  const can = useCan()
  const offered = reportSheetNames.filter((name) => can(reportSheets[name].policy))
  const [sheets, setSheets] = useState<string[]>(offered)
  const [columns, setColumns] = useState<string[]>(headings)
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setDone(0)
      const asked = { filters, sheets: sheets as ReportSheet[], columns: headings.filter((heading) => columns.includes(heading)) }
      return download(stationReport.report, asked, setDone)
    },
    onSuccess: onClose,
  })
  const first = sheets.includes('stations')
  const missing = !sheets.length ? 'Scegli almeno un foglio.' : first && !columns.length ? 'Scegli almeno una colonna.' : undefined
  return (
    <Dialog opened={opened} onClose={onClose} title="Report Excel" size="xl">
      <Stack>
        <Text>I punti vendita dell’elenco, con la ricerca e i filtri in uso.</Text>
        <Checkbox.Group label="Fogli" value={sheets} onChange={setSheets}>
          <Columns min="10rem">
            {offered.map((name) => (
              <Checkbox key={name} value={name} label={reportSheets[name].name} />
            ))}
          </Columns>
        </Checkbox.Group>
        {first && (
          <Checkbox.Group label="Colonne del foglio «Punti vendita»" value={columns} onChange={setColumns}>
            <Group gap="xs" mb="xs">
              <Button variant="subtle" onClick={() => setColumns(headings)}>
                Tutte
              </Button>
              <Button variant="subtle" onClick={() => setColumns([])}>
                Nessuna
              </Button>
            </Group>
            <Columns min="14rem">
              {headings.map((heading) => (
                <Checkbox key={heading} value={heading} label={heading} />
              ))}
            </Columns>
          </Checkbox.Group>
        )}
        {missing && (
          <Text c="red" role="alert">
            {missing}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button leftSection={<IconDownload />} loading={isPending} aria-disabled={!!missing} onClick={() => !missing && mutate()}>
            Scarica
          </Button>
        </Group>
        {isPending && (
          <Text size="sm" c="dimmed" role="status">
            {done ? `Ricevuti ${bytes(done)}` : 'Preparazione in corso'}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
