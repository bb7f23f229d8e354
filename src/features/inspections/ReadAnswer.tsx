import { Group, Table, TableScrollContainer } from '@mantine/core'
import { use } from 'react'
import type { StationContext } from '../../contract/inspections/answers.ts'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import { OpenFileButton } from '../../crud/record/OpenFileButton.tsx'
import type { QuestionResult } from '../../rules/inspections/evaluate.ts'
import { printAnswer } from '../../rules/inspections/print-answer.ts'
import { readValue } from '../../rules/inspections/values.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { PicturesContext } from './pictures-context.ts'
import { ServerPhotos } from './ServerPhotos.tsx'

/** A question and what was answered to it, as on the verbale: words or a table, note, pictures, files. */
export function ReadAnswer({ result, station }: { result: QuestionResult; station: StationContext }) {
  const { question, answer, value, nc } = result
  const { local } = use(PicturesContext)
  if (question.type === 'info')
    return (
      <div>
        <dt>{question.label}</dt>
        <dd className="preline">{question.text}</dd>
      </div>
    )
  const { text, table } = printAnswer(question, value, station)
  const taken = question.type === 'photo' ? (readValue('photo', value) ?? []) : []
  const drawn = question.type === 'signature' ? readValue('signature', value)?.file : undefined
  return (
    <div data-wide={table ? true : undefined}>
      <dt>{question.label}</dt>
      <dd>
        {table ? (
          <TableScrollContainer minWidth={table.head.length * 136} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table aria-label={question.label}>
              <Table.Thead>
                <Table.Tr>
                  {table.head.map((name, at) => (
                    <Table.Th key={name || at} scope="col" ta={table.numeric[at] ? 'right' : undefined}>
                      {name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {table.rows.map((row, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a frozen answer
                  <Table.Tr key={n}>
                    {row.map((cell, at) => (
                      <Table.Td key={table.head[at] || at} ta={table.numeric[at] ? 'right' : undefined}>
                        {cell}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </TableScrollContainer>
        ) : (
          <span className="preline">{text || '–'}</span>
        )}{' '}
        {nc && <StatusChip tone="error" label="Non conforme" />}
        {answer?.note && <div className="preline">{answer.note}</div>}
        <ServerPhotos label={question.label} uuids={[...taken, ...(drawn ? [drawn] : []), ...(answer?.photos ?? [])]} />
        {question.type === 'file' && (
          <Group gap="xs" mt="xs">
            {(readValue('file', value) ?? []).map((uuid, at) =>
              local ? (
                <span key={uuid}>Allegato {at + 1}</span>
              ) : (
                <OpenFileButton key={uuid} source={inspectionFiles.get} input={{ uuid }} name={`${question.label}, allegato ${at + 1}`}>
                  {`Allegato ${at + 1}`}
                </OpenFileButton>
              ),
            )}
          </Group>
        )}
      </dd>
    </div>
  )
}
