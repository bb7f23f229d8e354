import { Card, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inspectionPdfs } from '../../contract/inspections/pdfs.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { OpenFileButton } from '../../crud/record/OpenFileButton.tsx'
import { bytes, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** The verbali that a reopening has taken out of force; nothing where the verifica was never reopened. */
export function PdfVersions({ inspection }: { inspection: number }) {
  const { data, isError, refetch } = useQuery(query(inspectionPdfs.list, { id: inspection }))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  const older = data?.filter((pdf) => pdf.superseded_at)
  if (!older?.length) return null
  return (
    <Card withBorder component="section" aria-label="Verbali precedenti">
      <Title order={2}>Verbali precedenti</Title>
      <ul className="answers">
        {older.map((pdf) => (
          <li key={pdf.id}>
            <div>
              <Text fw={500}>Rev. {pdf.rev}</Text>
              <Text size="sm" c="dimmed">
                Completata {dayTime(pdf.completed_at)}, riaperta {dayTime(pdf.superseded_at)} · {bytes(pdf.size)}
              </Text>
            </div>
            <Group>
              <OpenFileButton source={inspectionPdfs.get} input={{ id: inspection, pdfId: pdf.id }} name={`il verbale rev. ${pdf.rev}`} />
              <DownloadButton
                source={inspectionPdfs.get}
                input={{ id: inspection, pdfId: pdf.id }}
                label={`Scarica il verbale rev. ${pdf.rev}`}
              >
                Scarica
              </DownloadButton>
            </Group>
          </li>
        ))}
      </ul>
    </Card>
  )
}
